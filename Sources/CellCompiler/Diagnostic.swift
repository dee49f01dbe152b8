import Foundation
import NotebookDocument

/// A compiler message at its place in the notebook.
package struct Diagnostic: Hashable, Codable, Sendable {
  package enum Severity: String, Hashable, Codable, Sendable { case error, warning, note }

  package var severity: Severity
  package var message: String
  /// In the notebook; nil when the compiler names no place in the cell.
  package var position: Position?

  /// The messages in the compiler's output, each under the name of the generated file that it concerns.
  ///
  /// Lines that belong to no message (a crash of the compiler, say) become one message without a place.
  package static func parse(_ output: String) -> [(file: String?, diagnostic: Diagnostic)] {
    var found: [(file: String?, diagnostic: Diagnostic)] = []
    var rest: [String] = []
    for line in output.split(separator: "\n", omittingEmptySubsequences: true) {
      if let match = line.wholeMatch(of: /(.+?):(\d+):(\d+): (error|warning|note): (.*)/) {
        let (_, file, row, column, severity, message) = match.output
        let name = file.split(separator: "/").last.map(String.init) ?? String(file)
        found.append(
          (
            name,
            Diagnostic(
              severity: Severity(rawValue: String(severity))!, message: String(message),
              position: Position(line: Int(row)! - CellUnitNames.shift, column: Int(column)!))
          ))
      } else if let match = line.wholeMatch(of: /(?:<unknown>:0: )?(error|warning|note): (.*)/) {
        found.append(
          (
            nil,
            Diagnostic(severity: Severity(rawValue: String(match.output.1))!, message: String(match.output.2))
          ))
      } else if found.isEmpty {
        rest.append(String(line))
      }
    }
    if found.isEmpty, !rest.isEmpty {
      found.append((nil, Diagnostic(severity: .error, message: rest.prefix(20).joined(separator: "\n"))))
    }
    return found
  }
}
