import Basics
import NotebookDocument

/// The places in the front matter that name parameters: under `params`, `ranges` and `explore`.
struct ParameterPlaces {
  private let lines: ArraySlice<String>

  init(_ notebook: Notebook) { lines = notebook.lines.prefix(notebook.frontMatterLength) }

  /// The notebook's line, from 1, on which a parameter is declared; nil where it shares one with others.
  func line(of name: String) -> Int? { declaration(of: name)?.line }

  /// The same with the bytes of its name.
  func declaration(of name: String) -> (line: Int, columns: Range<Int>)? {
    guard let start = lines.firstIndex(where: { $0.prefixMatch(of: compiled(/params\s*:/)) != nil }) else { return nil }
    for index in lines.indices where index >= start {
      let line = lines[index]
      if index > start, let first = line.first, !first.isWhitespace, first != "#" { return nil }
      if let columns = Self.key(name, in: line) { return (index + 1, columns) }
    }
    return nil
  }

  /// Every place of a parameter's name in the front matter.
  func all(of name: String) -> [(line: Int, columns: Range<Int>)] {
    var found: [(line: Int, columns: Range<Int>)] = []
    var section = ""
    for (index, line) in lines.enumerated() {
      if let match = line.wholeMatch(of: compiled(/\s*["']?(params|ranges|explore)["']?\s*:(.*)/)) {
        section = String(match.output.1)
      } else if let first = line.first, !first.isWhitespace, first != "-" {
        section = ""
      }
      guard !section.isEmpty else { continue }
      for columns in Self.words(name, in: line) {
        let rest = line.utf8.dropFirst(columns.upperBound).drop { $0 == 32 || $0 == 34 || $0 == 39 }
        // A value that happens to be the same word is not the name.
        let isName = section == "explore" ? true : rest.first == UInt8(ascii: ":")
        if isName { found.append((index + 1, columns)) }
      }
    }
    return found
  }

  /// The messages about a parameter behind its value, and the line as it is.
  func comment(on name: String) -> String? {
    guard let line = line(of: name), let mark = lines[line - 1].range(of: " #") else { return nil }
    return lines[line - 1][mark.upperBound...].trimmingCharacters(in: .whitespaces)
  }

  private static func key(_ name: String, in line: String) -> Range<Int>? {
    words(name, in: line).first { columns in
      line.utf8.dropFirst(columns.upperBound).drop { $0 == 32 || $0 == 34 || $0 == 39 }.first == UInt8(ascii: ":")
    }
  }

  /// The bytes of a word in a line, wherever it stands by itself.
  static func words(_ name: String, in line: String) -> [Range<Int>] {
    func isWord(_ byte: UInt8) -> Bool {
      byte == 95 || byte >= 128 || (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }
    let (bytes, word) = (Array(line.utf8), Array(name.utf8))
    guard !word.isEmpty, bytes.count >= word.count else { return [] }
    return (0...bytes.count - word.count).compactMap { start in
      let end = start + word.count
      guard bytes[start..<end].elementsEqual(word), start == 0 || !isWord(bytes[start - 1]),
        end == bytes.count || !isWord(bytes[end])
      else { return nil }
      return start..<end
    }
  }
}
