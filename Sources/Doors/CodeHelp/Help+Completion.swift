import CellCompiler
import Foundation

extension Help {
  /// What could be at the cursor.
  package struct Completion: Hashable, Sendable {
    package var text: String
    /// Jupyter's word for the kind.
    package var kind: String
    package var signature: String
    /// What it is in full: a function with its labels.
    package var label = ""
    /// The type of its value; empty where it has none.
    package var type = ""
    /// What its documentation says first.
    package var brief = ""
    /// What to write, with SourceKit's marks, `<#…#>`, where something is to be filled in.
    package var source = ""
    /// Smaller is nearer to what the person is doing.
    var rank: Int
  }

  /// Completions that SourceKit is asked for. Without a letter there are ten thousand, which nobody reads.
  static let most = 1000

  /// Completions, each text once, and the code points that one of them replaces.
  package func completions(
    _ code: String, at cursor: Int, _ assistance: Assistance?
  ) -> (found: [Completion], range: Range<Int>) {
    let points = CodePoints(code: code)
    let (found, range) = completions(code, atByte: points.byte(at: cursor), assistance)
    var seen: Set<String> = []
    return (
      found.filter { seen.insert($0.text).inserted },
      points.count(before: range.lowerBound)..<points.count(before: range.upperBound)
    )
  }

  /// Completions with all that overload each other, and the bytes that one of them replaces.
  package func completions(
    _ code: String, atByte byte: Int, _ assistance: Assistance?, most: Int = Help.most
  ) -> (found: [Completion], range: Range<Int>) {
    let start = min(CodePoints(code: code).name(around: byte).lowerBound, byte)
    let typed = String(decoding: Array(code.utf8)[start..<byte], as: UTF8.self)
    let nothing: (found: [Completion], range: Range<Int>) = ([], start..<byte)
    guard let client, let assistance else { return nothing }
    let (text, offset) = assistance.file(holding: code)
    let file = "\(folder)/cell.swift"
    guard let arguments = try? assistance.arguments(file: file) else { return nothing }
    let place: [String: JSON] = ["name": .text(file), "offset": .integer(offset + start)]
    let options: JSON = [
      "key.codecomplete.filtertext": .text(typed), "key.codecomplete.requestlimit": .integer(most),
      "key.codecomplete.fuzzymatching": 0, "key.codecomplete.hideunderscores": .integer(typed.hasPrefix("_") ? 0 : 1),
      "key.codecomplete.addinneroperators": 0, "key.codecomplete.addinnerresults": 0,
    ]
    let members: [String: JSON] = [
      "sourcefile": .text(file), "sourcetext": .text(text), "codecomplete.options": options,
    ]
    let answer = client.retrying {
      client.ask(Self.request("codecomplete.open", members.merging(place) { $1 }, arguments))
    }
    _ = client.ask(Self.request("codecomplete.close", place))
    let found = (answer?["key.results"]?.elements ?? []).compactMap { Self.completion($0, typed: typed) }
    return (found.sorted { ($0.rank, $0.text, $0.label) < ($1.rank, $1.text, $1.label) }, start..<byte)
  }

  static func completion(_ result: JSON, typed: String) -> Completion? {
    guard let name = result["key.name"]?.string, let kind = result["key.kind"]?.string else { return nil }
    let description = result["key.description"]?.string ?? name
    // A pattern of arguments inside brackets begins with its first label.
    let isArguments = description.hasPrefix("(") && !name.contains("(")
    var text = String(name.prefix { $0 != "(" })
    if isArguments { text = name.split(separator: ":").first.map { "\($0):" } ?? "" }
    guard !text.isEmpty, text != "_:", text.lowercased().hasPrefix(typed.lowercased()) else { return nil }
    // What is around cells is nobody's business, nor are the modules that they become.
    if kind.hasSuffix(".module"), text.hasPrefix("Notebook_") { return nil }
    if text.lowercased().hasPrefix("gimbal"), text != "Gimbal", !isOfSession(result) { return nil }
    if text.hasPrefix("_"), !typed.hasPrefix("_") { return nil }
    let type = result["key.typename"]?.string ?? ""
    return Completion(
      text: text, kind: word(for: kind), signature: type.isEmpty ? description : "\(description) → \(type)",
      label: description, type: type, brief: result["key.doc.brief"]?.string ?? "",
      source: result["key.sourcetext"]?.string ?? text, rank: rank(result, text, typed))
  }

  private static func isOfSession(_ result: JSON) -> Bool {
    let module = result["key.modulename"]?.string ?? ""
    return module.hasPrefix("Notebook") && result["key.name"]?.string != "GimbalSegment"
      && result["key.name"]?.string?.hasPrefix("gimbal") != true
  }

  private static func rank(_ result: JSON, _ text: String, _ typed: String) -> Int {
    var rank =
      switch result["key.context"]?.string?.split(separator: ".").last {
      case "local": 0
      case "thisclass", "superclass": 1
      case "thismodule": 2
      case "othermodule": 4
      default: 3
      }
    if isOfSession(result) { rank = min(rank, 1) }
    if !text.hasPrefix(typed) { rank += 10 }
    return rank
  }

  private static func word(for kind: String) -> String {
    let last = kind.split(separator: ".").suffix(2).joined(separator: ".")
    if kind.contains(".function.") || last.hasPrefix("function") { return "function" }
    if kind.contains(".var.") { return "instance" }
    if kind.hasSuffix(".keyword") { return "keyword" }
    if kind.hasSuffix(".module") { return "module" }
    if kind.hasSuffix(".enumelement") { return "enum" }
    return "class"
  }
}
