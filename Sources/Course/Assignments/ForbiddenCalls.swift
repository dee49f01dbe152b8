/// The messages about calls that a task does not allow.
package enum ForbiddenCalls {
  /// The sentence, before and after handing in.
  package static func words(_ calls: [String], allowed: [String]) -> String {
    func list(_ names: [String]) -> String { names.map { "“\($0)”" }.joined(separator: ", ") }
    return "It uses \(list(calls)), which this task does not allow"
      + (allowed.isEmpty ? "." : "; it may use \(list(allowed)).")
  }
}
