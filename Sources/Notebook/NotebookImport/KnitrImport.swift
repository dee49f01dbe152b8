import Basics
import Foundation
import NotebookDocument

/// Quarto's and R Markdown's notation: cells are blocks with the language in braces, ` ```{swift label, echo=FALSE} `.
package enum KnitrImport {
  /// The text with our notation. Cells in another language are shown and do not run; blocks of Swift without braces, which
  /// are only shown there, become `noeval` blocks. O(length).
  package static func convert(_ text: String, name: String) -> ForeignNotebook.Result {
    var lines = text.replacing("\r\n", with: "\n").components(separatedBy: "\n")
    let head = frontMatter(&lines, name: name)
    let body = convert(lines)
    return ForeignNotebook.Result(text: (head + body.lines).joined(separator: "\n"), remarks: body.remarks)
  }

  /// The lines of a text without front matter. O(length).
  package static func convert(_ lines: [String]) -> (lines: [String], remarks: [String]) {
    var (remarks, result, languages, index) = ([String](), [String](), Set<String>(), 0)
    for block in Document(lines).codeBlocks {
      let (first, last) = (block.lines.lowerBound - 1, block.lines.upperBound - 1)
      result += lines[index..<first]
      index = last + 1
      let marks = lines[first].utf8.prefix(block.indent)
      let behind = String(decoding: lines[first].utf8.dropFirst(block.indent), as: UTF8.self)
      let fence = behind.prefix { $0 == behind.first }
      let opening = String(decoding: marks, as: UTF8.self) + fence
      let info = behind.dropFirst(fence.count).trimmingCharacters(in: .whitespaces)
      let body = lines[min(first + 1, index)..<(block.isClosed ? last : index)]
      let close = block.isClosed ? [lines[last]] : []
      if let cell = info.wholeMatch(of: compiled(/\{([A-Za-z0-9_+-]+)[\s,]*(.*)\}\s*/)) {
        let language = String(cell.output.1).lowercased()
        if language == "swift" {
          var options = OptionLines(remarks: [])
          let code = options.convert(
            block.code.hasSuffix("\n") ? String(block.code.dropLast()) : block.code,
            adding: chunkOptions(String(cell.output.2)))
          remarks += options.remarks
          result.append(opening + "swift")
          // What goes on in a list has blanks where its mark is, and in a quotation the mark.
          let others = String(decoding: marks.map { $0 == UInt8(ascii: ">") || $0 == 9 ? $0 : 32 }, as: UTF8.self)
          if !code.isEmpty { result += code.components(separatedBy: "\n").map { others + $0 } }
        } else {
          languages.insert(language)
          result += [opening + language] + body
        }
      } else if block.language == "swift", !info.contains("noeval") {
        result += ["\(opening)\(info) noeval"] + body
      } else {
        result += [lines[first]] + body
      }
      result += close
    }
    result += lines[index...]
    for language in languages.sorted() {
      remarks.append("cells in \(language) are shown and do not run")
    }
    return (result, remarks)
  }

  /// Takes the front matter off and gives it back with the key that makes a notebook.
  private static func frontMatter(_ lines: inout [String], name: String) -> [String] {
    guard lines.first == "---", let end = lines.dropFirst().firstIndex(where: { $0 == "---" || $0 == "..." }) else {
      return [FrontMatterText.make(title: name), ""]
    }
    let matter = Array(lines[1..<end])
    lines.removeFirst(end + 1)
    let isNotebook = matter.contains { $0.hasPrefix("notebook:") }
    return ["---"] + matter + (isNotebook ? [] : ["notebook: {}"]) + ["---"]
  }

  /// knitr's options in the fence: `label, echo=FALSE, fig.cap="A, b"` as names and YAML values.
  package static func chunkOptions(_ text: String) -> [(String, String)] {
    var parts: [String] = []
    var part = ""
    var quote: Character?
    var depth = 0
    for character in text {
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if "([".contains(character) {
        depth += 1
      } else if ")]".contains(character) {
        depth -= 1
      } else if character == ",", depth == 0 {
        parts.append(part)
        part = ""
        continue
      }
      part.append(character)
    }
    parts.append(part)
    return parts.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }.map { part in
      guard let equals = part.firstIndex(of: "=") else { return ("label", part) }
      let name = part[..<equals].trimmingCharacters(in: .whitespaces).replacing(".", with: "-")
      let value = part[part.index(after: equals)...].trimmingCharacters(in: .whitespaces)
      let logical = ["TRUE": "true", "T": "true", "FALSE": "false", "F": "false"]
      return (name, logical[value] ?? value)
    }
  }
}
