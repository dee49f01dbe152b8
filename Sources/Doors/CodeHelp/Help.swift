import CellCompiler
import Foundation

/// Completion and inspection by the toolchain's SourceKit over the code of a notebook. It belongs to one thread, but any may
/// stop it.
package final class Help: @unchecked Sendable {
  let client: SourceKitClient?
  /// Where the files would lie that SourceKit is asked about. It is given their text: nothing is written.
  let folder = "\(NSTemporaryDirectory())gimbal-help-\(UUID().uuidString)"
  /// The text that SourceKit has read, under the name of a file, and the start of the process that has.
  var opened: (text: String, file: String, start: Int)?
  var files = 0

  /// What a cell says above a variable that it defines.
  package var comment: (String) -> String = { _ in "" }

  /// - Parameter start: the program and arguments that serve SourceKit; none where the toolchain has none.
  package init(start: [String]?) {
    client = start.map { SourceKitClient(program: $0[0], arguments: Array($0.dropFirst())) }
  }

  /// Has SourceKit read the libraries, so that the first question is not the slow one.
  package func warmUp(_ assistance: Assistance) {
    _ = completions("", at: 0, assistance)
    _ = inspection("print", at: 0, detail: 0, assistance)
  }

  /// Ends what is being answered, whatever thread waits for it; nothing is known any more.
  package func stop() { client?.stop() }

  /// Ends the process that helps.
  package func end() { client?.end() }

  /// The process that helps; nil where none runs.
  package var process: pid_t? { client?.runningProcess }

  // MARK: Inspection

  /// What is known of the name at the cursor, or of the function whose arguments are being written there, by media type; nil
  /// when nothing is.
  package func inspection(_ code: String, at cursor: Int, detail: Int, _ assistance: Assistance?) -> [String: JSON]? {
    let points = CodePoints(code: code)
    let byte = points.byte(at: cursor)
    var places = [points.name(around: byte)].filter { !$0.isEmpty }
    if let callee = points.callee(around: byte) { places.append(callee) }
    for place in places {
      if let symbol = symbol(code, atByte: place.lowerBound, assistance) {
        return symbol.description.data(isDetailed: detail > 0)
      }
    }
    return nil
  }

  // MARK: Requests

  /// A request in SourceKit's YAML.
  static func request(_ name: String, _ members: [String: JSON], _ arguments: [String] = []) -> String {
    var lines = ["key.request: source.request.\(name)"]
    for (key, value) in members.sorted(by: { $0.key < $1.key }) { lines.append("key.\(key): \(yaml(value))") }
    if !arguments.isEmpty { lines.append("key.compilerargs: \(yaml(.list(arguments.map(JSON.text))))") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// JSON is YAML.
  private static func yaml(_ value: JSON) -> String { String(decoding: value.data, as: UTF8.self) }
}
