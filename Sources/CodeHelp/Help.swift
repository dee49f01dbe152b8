import CellCompiler
import Foundation

/// Completion and inspection by the toolchain's SourceKit over the code of the session. It belongs to one thread, but any may
/// stop it.
package final class Help: @unchecked Sendable {
  private let client: SourceKitClient?
  /// Where files lie that SourceKit reads.
  private let folder: String
  private var files = 0

  /// What a cell says above a variable that it defines.
  package var comment: (String) -> String = { _ in "" }

  /// - Parameter start: the program and arguments that serve SourceKit; none where the toolchain has none.
  package init(start: [String]?) {
    client = start.map { SourceKitClient(program: $0[0], arguments: Array($0.dropFirst())) }
    folder = NSTemporaryDirectory() + "gimbal-help-\(UUID().uuidString)"
  }

  /// Has SourceKit read the libraries, so that the first question is not the slow one.
  package func warmUp(_ assistance: Assistance) {
    _ = completions("", at: 0, assistance)
    _ = inspection("print", at: 0, detail: 0, assistance)
  }

  /// Ends what is being answered, whatever thread waits for it; nothing is known any more.
  package func stop() { client?.stop() }

  /// Ends the process that helps.
  package func end() {
    client?.end()
    try? FileManager.default.removeItem(atPath: folder)
  }

  // MARK: Completion

  /// What could stand at the cursor.
  package struct Completion: Hashable, Sendable {
    package var text: String
    /// Jupyter's word for the kind.
    package var kind: String
    package var signature: String
    /// Smaller is nearer to what the person is doing.
    var rank: Int
  }

  /// Completions, and the code points that one of them replaces.
  package func completions(
    _ code: String, at cursor: Int, _ assistance: Assistance?
  ) -> (found: [Completion], range: Range<Int>) {
    let points = CodePoints(code: code)
    let byte = points.byte(at: cursor)
    let start = min(points.name(around: byte).lowerBound, byte)
    let range = points.count(before: start)..<points.count(before: byte)
    let typed = String(decoding: Array(code.utf8)[start..<byte], as: UTF8.self)
    guard let client, let assistance else { return ([], range) }
    let (text, offset) = assistance.file(holding: code)
    guard let arguments = try? assistance.arguments(file: "\(folder)/cell.swift"),
      let answer = client.ask(
        Self.request(
          "codecomplete",
          ["sourcefile": .text("\(folder)/cell.swift"), "sourcetext": .text(text), "offset": .integer(offset + start)],
          arguments))
    else { return ([], range) }
    var seen: Set<String> = []
    let found = (answer["key.results"]?.elements ?? []).compactMap { Self.completion($0, typed: typed) }
      .sorted { ($0.rank, $0.text) < ($1.rank, $1.text) }
      .filter { seen.insert($0.text).inserted }
    return (found, range)
  }

  static func completion(_ result: JSON, typed: String) -> Completion? {
    guard let name = result["key.name"]?.string, let kind = result["key.kind"]?.string else { return nil }
    let description = result["key.description"]?.string ?? name
    // A pattern of arguments inside brackets begins with its first label.
    let isArguments = description.hasPrefix("(") && !name.contains("(")
    var text = String(name.prefix { $0 != "(" })
    if isArguments { text = name.split(separator: ":").first.map { "\($0):" } ?? "" }
    guard !text.isEmpty, text != "_:", text.lowercased().hasPrefix(typed.lowercased()) else { return nil }
    // What stands around cells is nobody's business, nor are the modules that they become.
    if kind.hasSuffix(".module"), text.hasPrefix("Notebook_") { return nil }
    if text.lowercased().hasPrefix("gimbal"), text != "Gimbal", !isOfSession(result) { return nil }
    if text.hasPrefix("_"), !typed.hasPrefix("_") { return nil }
    let type = result["key.typename"]?.string ?? ""
    return Completion(
      text: text, kind: word(for: kind), signature: type.isEmpty ? description : "\(description) → \(type)",
      rank: rank(result, text, typed))
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

  // MARK: Inspection

  /// What is known of the name at the cursor, or of the function whose arguments are being written there, by media type; nil
  /// when nothing is.
  package func inspection(_ code: String, at cursor: Int, detail: Int, _ assistance: Assistance?) -> [String: JSON]? {
    let points = CodePoints(code: code)
    let byte = points.byte(at: cursor)
    var places = [points.name(around: byte)].filter { !$0.isEmpty }
    if let callee = points.callee(around: byte) { places.append(callee) }
    guard let client, let assistance, !places.isEmpty else { return nil }
    let (text, offset) = assistance.file(holding: code)
    // Another name for each question: SourceKit takes a file for the same as long as its name is.
    files += 1
    let file = "\(folder)/question-\(files).swift"
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    guard (try? text.write(toFile: file, atomically: false, encoding: .utf8)) != nil,
      let arguments = try? assistance.arguments(file: file)
    else { return nil }
    // The folder, too: whoever is killed between two questions leaves nothing.
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for place in places {
      let request = Self.request(
        "cursorinfo", ["sourcefile": .text(file), "offset": .integer(offset + place.lowerBound)], arguments)
      if let answer = client.ask(request), var description = SymbolDescription(answer) {
        if description.documentation.isEmpty, description.module.isEmpty {
          description.documentation = comment(answer["key.name"]?.string ?? "")
        }
        return description.data(isDetailed: detail > 0)
      }
    }
    return nil
  }

  // MARK: Requests

  private static func request(_ name: String, _ members: [String: JSON], _ arguments: [String]) -> String {
    var lines = ["key.request: source.request.\(name)"]
    for (key, value) in members.sorted(by: { $0.key < $1.key }) { lines.append("key.\(key): \(yaml(value))") }
    return (lines + ["key.compilerargs: \(yaml(.list(arguments.map(JSON.text))))"]).joined(separator: "\n") + "\n"
  }

  /// JSON is YAML.
  private static func yaml(_ value: JSON) -> String { String(decoding: value.data, as: UTF8.self) }
}
