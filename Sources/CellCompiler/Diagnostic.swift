import Foundation
import NotebookDocument

/// A compiler message and where it stands: in a unit, or in the notebook.
package struct Diagnostic<Place: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
  package var severity: DiagnosticSeverity
  package var message: String
  /// Nil when the compiler names no place in the code.
  package var position: Place?

  package init(severity: DiagnosticSeverity, message: String, position: Place? = nil) {
    (self.severity, self.message, self.position) = (severity, message, position)
  }

  /// The message with another kind of place.
  package func map<Other>(_ transform: (Place) -> Other?) -> Diagnostic<Other> {
    Diagnostic<Other>(severity: severity, message: message, position: position.flatMap(transform))
  }
}

package enum DiagnosticSeverity: String, Hashable, Codable, Sendable { case error, warning, note }

/// Reads the compiler's output.
enum UnitDiagnostics {
  /// The messages, each at its place in a unit; columns are those of the code as it was written.
  ///
  /// Lines that belong to no message (a crash of the compiler, say) become one message without a place.
  static func parse(_ output: String, columns units: [CodeUnit]) -> [Diagnostic<UnitPosition>] {
    var found: [Diagnostic<UnitPosition>] = []
    var rest: [String] = []
    for line in output.split(separator: "\n", omittingEmptySubsequences: true) {
      if let match = line.wholeMatch(of: /(.+?):(\d+):(\d+): (error|warning|note): (.*)/) {
        let (_, file, row, column, severity, message) = match.output
        found.append(
          Diagnostic(
            severity: DiagnosticSeverity(rawValue: String(severity))!, message: ModuleName.hidden(in: String(message)),
            position: place(String(file), Int(row) ?? 1, Int(column) ?? 1, units)))
      } else if let match = line.wholeMatch(of: /(?:<unknown>:0: )?(error|warning|note): (.*)/) {
        found.append(
          Diagnostic(
            severity: DiagnosticSeverity(rawValue: String(match.output.1))!,
            message: ModuleName.hidden(in: String(match.output.2))))
      } else if found.isEmpty {
        rest.append(String(line))
      }
    }
    if found.isEmpty, !rest.isEmpty {
      found.append(Diagnostic(severity: .error, message: rest.prefix(20).joined(separator: "\n")))
    }
    return found
  }

  private static func place(_ file: String, _ row: Int, _ column: Int, _ units: [CodeUnit]) -> UnitPosition? {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    guard let unit = units.first(where: { $0.fileName == name }) else {
      // Behind the end of what the last unit says: the compiler still waits for something.
      guard name.hasPrefix(ModuleName.shown), units.count == 1 else { return nil }
      return UnitPosition(file: units[0].fileName, line: units[0].lines, column: 1)
    }
    let line = min(max(row - CodeUnit.lineShift, 1), unit.lines)
    return UnitPosition(file: name, line: line, column: max(unit.originalColumn(column, line: line), 1))
  }

  /// Whether a warning comes of what is put around a cell's code, and not of the code.
  static func isOurDoing(_ message: String) -> Bool {
    // A last expression that never returns makes the call around it dead code.
    message == "will never be executed"
      // Earlier cells are modules of their own for the compiler only.
      || message.range(of: #"imported protocol .*owners of '\w+' introduce"#, options: .regularExpression) != nil
  }
}
