import Foundation

/// The public members of the types in Swift sources, by their lines: the sources are formatted, so that a declaration's indentation says
/// what it is part of.
struct PublicMembers {
  /// By the type's name, `Comparison.Run` for a nested one: its properties, methods (`act(on:)`) and, with a point before them, the
  /// static ones. Those of the type's declaration come before those of its extensions.
  var members: [String: [String]] {
    declared.merging(extensions) { own, added in own + added.filter { !own.contains($0) } }
  }

  private var declared: [String: [String]] = [:]
  private var extensions: [String: [String]] = [:]

  mutating func read(_ source: String) {
    let type =
      /^( *)(?:(?:public|package|internal|private|fileprivate|final|indirect) )*(struct|enum|class|actor|protocol|extension) ([\w.]+)/
    let member =
      /^ *public (?:(?:private|internal|package|fileprivate)\(set\) |nonisolated |mutating |consuming )*(static )?(?:mutating )?(var|let|func) (\w+)((?:, \w+)*)/
    let requirement = /^ *(?:mutating )?(static )?(?:mutating )?(var|func) (\w+)((?:, \w+)*)/
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    var open: [(indent: Int, name: String, isExtension: Bool, isProtocol: Bool, isEnum: Bool)] = []
    for (number, line) in lines.enumerated() {
      let indent = line.prefix { $0 == " " }.count
      let bare = line.dropFirst(indent)
      guard !bare.isEmpty, !bare.hasPrefix("//"), !bare.hasPrefix("@") else { continue }
      while let last = open.last, indent <= last.indent { open.removeLast() }
      if let found = line.prefixMatch(of: type) {
        let outer = found.output.2 == "extension" ? [] : open.map(\.name)
        // Our vectors are the library's.
        let written = found.output.3 == "SIMD3" ? "Vector3" : String(found.output.3)
        let name = (outer + [written]).joined(separator: ".")
        let isPublic = found.output.2 == "extension" || bare.hasPrefix("public")
        open = open.filter { $0.indent < indent }
        open.append(
          (
            indent, name, found.output.2 == "extension", found.output.2 == "protocol" && isPublic,
            found.output.2 == "enum" && isPublic
          ))
        continue
      }
      guard let inner = open.last, indent == inner.indent + 2 else { continue }
      let match = line.prefixMatch(of: member) ?? (inner.isProtocol ? line.prefixMatch(of: requirement) : nil)
      if let match {
        let arguments = match.output.2 == "func" ? Self.labels(lines[number...].prefix(30).joined(separator: " ")) : ""
        for name in Self.split(match.output.3 + match.output.4) {
          add("\(match.output.1 == nil ? "" : ".")\(name)\(arguments)", to: inner.name, inner.isExtension)
        }
      } else if inner.isEnum, bare.hasPrefix("case ") {
        for name in Self.split(bare.dropFirst(5)) {
          add(".\(name.prefix { $0.isLetter || $0.isNumber })", to: inner.name, false)
        }
      }
    }
  }

  private mutating func add(_ member: String, to type: String, _ isExtension: Bool) {
    // Every type is described, hashed, displayed and checked.
    let usual: Set = [
      "description", "hash(into:)", "encode(to:)", "mimeBundle", "readable", ".missing", ".classicalMistakes",
      "pass(to:)",
      "tableCell",
    ]
    guard !usual.contains(member), !member.hasPrefix("checked") else { return }
    if isExtension {
      if extensions[type]?.contains(member) != true { extensions[type, default: []].append(member) }
    } else if declared[type]?.contains(member) != true {
      declared[type, default: []].append(member)
    }
  }

  /// The labels of a function's arguments, `(on:)`.
  private static func labels(_ declaration: String) -> String {
    guard let start = declaration.firstIndex(of: "(") else { return "()" }
    var (depth, end) = (0, start)
    for index in declaration[start...].indices {
      if declaration[index] == "(" { depth += 1 }
      if declaration[index] == ")" { depth -= 1 }
      if depth == 0 {
        end = index
        break
      }
    }
    let arguments = split(declaration[declaration.index(after: start)..<end])
    return "("
      + arguments.map { argument in
        let words = argument.split(separator: ":")[0].split(separator: " ").filter { !$0.hasPrefix("@") }
        return "\(words.first ?? "_"):"
      }.joined() + ")"
  }

  /// The parts between the commas that are in no brackets.
  private static func split(_ text: Substring) -> [Substring] {
    var (parts, depth, start) = ([Substring](), 0, text.startIndex)
    for index in text.indices {
      if "([{".contains(text[index]) { depth += 1 }
      if ")]}".contains(text[index]) { depth -= 1 }
      if text[index] == ",", depth == 0 {
        parts.append(text[start..<index])
        start = text.index(after: index)
      }
    }
    parts.append(text[start...])
    return parts.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
  }
}
