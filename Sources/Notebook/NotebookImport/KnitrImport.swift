import Basics
import Foundation

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
    var remarks: [String] = []
    var result: [String] = []
    var languages: Set<String> = []
    var index = 0
    while index < lines.count {
      let line = lines[index]
      index += 1
      guard let open = line.wholeMatch(of: compiled(/(\s*)(`{3,}|~{3,})\s*(.*)/)) else {
        result.append(line)
        continue
      }
      let (indent, fence, info) = (String(open.output.1), String(open.output.2), String(open.output.3))
      var body: [String] = []
      while index < lines.count, !closes(lines[index], fence) {
        body.append(lines[index])
        index += 1
      }
      let close = index < lines.count ? [lines[index]] : []
      index += 1
      if let cell = info.wholeMatch(of: compiled(/\{([A-Za-z0-9_+-]+)[\s,]*(.*)\}\s*/)) {
        let language = String(cell.output.1).lowercased()
        if language == "swift" {
          var options = OptionLines(remarks: [])
          let unindented = body.map { $0.hasPrefix(indent) ? String($0.dropFirst(indent.count)) : $0 }
          let code = options.convert(
            unindented.joined(separator: "\n"), adding: chunkOptions(String(cell.output.2)))
          remarks += options.remarks
          result.append("\(indent)\(fence)swift")
          if !code.isEmpty { result += code.components(separatedBy: "\n").map { indent + $0 } }
        } else {
          languages.insert(language)
          result += ["\(indent)\(fence)\(language)"] + body
        }
      } else if info.split(separator: " ").first == "swift", !info.contains("noeval") {
        result += ["\(indent)\(fence)\(info) noeval"] + body
      } else {
        result += [line] + body
      }
      result += close
    }
    for language in languages.sorted() {
      remarks.append("cells in \(language) are shown and do not run")
    }
    return (result, remarks)
  }

  private static func closes(_ line: String, _ fence: String) -> Bool {
    let text = line.trimmingCharacters(in: .whitespaces)
    return text.count >= fence.count && text.allSatisfy { $0 == fence.first }
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
