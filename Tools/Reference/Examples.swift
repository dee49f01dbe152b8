import Foundation

/// Which statements use which public names: the compiler says it, for each document of examples. The tests run them.
struct Examples {
  private var shortest: [String: String] = [:]

  /// Statements of more lines are looked into: what is in them may be shorter.
  private static let lines = 12

  /// The shortest statement that uses a name.
  subscript(identifier: String) -> String? { shortest[identifier] }

  /// Takes the use of what fulfils a requirement for a use of the requirement.
  mutating func lend(from identifier: String, to requirement: String) {
    guard let example = shortest[identifier], example.count < shortest[requirement]?.count ?? .max else {
      return
    }
    shortest[requirement] = example
  }

  /// Takes in what a document's code blocks use.
  ///
  /// - Parameter known: what each code uses that was looked at before.
  /// - Throws: `Refusal` with what the compiler says of them.
  mutating func add(
    _ document: String, in folder: URL, compiler: Compiler, known: inout [String: [String: String]]
  ) throws {
    let page = try String(contentsOf: folder.appending(path: document), encoding: .utf8)
    let code = page.matches(of: /(?ms)^```swift\n(.*?)^```/).map { String($0.output.1) }.joined(separator: "\n")
    let uses: [String: String]
    if let earlier = known[code] {
      uses = earlier
    } else {
      let tree = try compiler.syntaxTree(of: code, named: document)
      var reader = UseReader(code: Array(code.utf8), longest: Self.lines)
      for item in tree["items"] as? [[String: Any]] ?? [] { reader.read(item, within: nil) }
      uses = reader.uses
      known[code] = uses
    }
    for (identifier, text) in uses where text.count < shortest[identifier]?.count ?? .max {
      shortest[identifier] = text
    }
  }
}

/// Walks the compiler's tree of a file and notes for each name the shortest statement that uses it.
private struct UseReader {
  let code: [UInt8]
  let longest: Int
  private(set) var uses: [String: String] = [:]

  init(code: [UInt8], longest: Int) {
    (self.code, self.longest) = (code, longest)
  }

  mutating func read(_ node: Any, within statement: String?) {
    if let list = node as? [Any] {
      for element in list { read(element, within: statement) }
      return
    }
    guard let node = node as? [String: Any] else { return }
    if let name = (node["decl"] as? [String: Any])?["decl_usr"] as? String, let statement,
      statement.count < uses[name]?.count ?? .max
    {
      uses[name] = statement
    }
    let statement = statement ?? self.statement(node)
    for (key, value) in node where key != "decl" { read(value, within: statement) }
  }

  /// The lines of a node, if it is a statement that is short enough to be shown.
  private func statement(_ node: [String: Any]) -> String? {
    guard let kind = node["_kind"] as? String, kind != "top_level_code_decl", kind != "brace_stmt",
      let range = node["range"] as? [String: Int], let start = range["start"], let end = range["end"], end < code.count
    else { return nil }
    let newline = UInt8(ascii: "\n")
    let first = code[..<start].lastIndex(of: newline).map { $0 + 1 } ?? 0
    let last = code[end...].firstIndex(of: newline) ?? code.count
    let lines = String(decoding: code[first..<last], as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    guard lines.count <= longest else { return nil }
    let indent = lines[0].prefix { $0 == " " }.count
    return lines.map { line in
      // What follows was aligned with the other lines of its block.
      line.dropFirst(min(indent, line.prefix { $0 == " " }.count)).replacing(/[ ]{3,}\/\/[ ]/, with: "  // ")
    }.joined(separator: "\n")
  }
}
