import Basics
import Foundation
import NotebookDocument

/// A compiler message and where it is: in a unit, or in the notebook.
package struct Diagnostic<Place: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
  package var severity: DiagnosticSeverity
  package var message: String
  /// Nil when the compiler names no place in the code.
  package var position: Place?

  /// The message with another kind of place.
  package func map<Other>(_ transform: (Place) -> Other?) -> Diagnostic<Other> {
    Diagnostic<Other>(severity: severity, message: message, position: position.flatMap(transform))
  }
}

extension Diagnostic {
  fileprivate static var hardRemedy: String {
    "give its parts a type, such as “let x: [Double] = …”, or take it apart into several statements"
  }

  /// Whether the compiler has given up an expression: asking it again costs as long once more.
  package var isHopeless: Bool { message.contains("unable to type-check this expression in reasonable time") }

  /// Whether this says that the compiler found an expression hard.
  package var isAboutEffort: Bool { severity == .note && message.hasSuffix(Self.hardRemedy) }
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
    guard !output.isEmpty else { return [] }
    // Made once: to make such an expression takes longer than to try it on a line.
    let atPlace = compiled(/(.+?):(\d+):(\d+): (error|warning|note): (.*)/)
    let anywhere = compiled(/(?:<unknown>:0: )?(error|warning|note): (.*)/)
    for line in fromLeftToRight(output.split(separator: "\n"), atPlace) {
      if let match = line.wholeMatch(of: atPlace) {
        let (_, file, row, column, severity, message) = match.output
        let position = place(String(file), Int(row) ?? 1, Int(column) ?? 1, units)
        if severity == "note" {
          // In a library, in a cell above, or in a line that no reader sees.
          let isElsewhere = position == nil || file.split(separator: "/").last?.hasPrefix(ModuleName.shown) == true
          if isElsewhere, let index = found.lastIndex(where: { $0.severity == .error }),
            found[index].message.contains("does not conform to protocol"),
            let lack = message.wholeMatch(of: compiled(/protocol requires (.*)/))
          {
            let isFirst = !found[index].message.contains("; it lacks ")
            found[index].message +=
              "\(isFirst ? "; it lacks" : ", and") the \(ModuleName.hidden(in: String(lack.output.1)))"
          }
          // What the type lacks is in the error; the stubs are an editor's that applies the compiler's own changes.
          if isElsewhere || message == "add stubs for conformance" { continue }
        }
        found.append(
          Diagnostic(
            severity: DiagnosticSeverity(rawValue: String(severity))!, message: ModuleName.hidden(in: String(message)),
            position: position))
      } else if let match = line.wholeMatch(of: anywhere) {
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

  private typealias AtPlace = Regex<(Substring, Substring, Substring, Substring, Substring, Substring)>

  /// What the compiler says, with the messages that follow each other on one line of code from left to right. It says what is
  /// wrong with one expression in an order by addresses: where these cannot be fixed, it is another in the next run.
  private static func fromLeftToRight(_ lines: [Substring], _ atPlace: AtPlace) -> [Substring] {
    var sorted: [Substring] = []
    var messages: [(place: Substring, column: Int, lines: [Substring])] = []
    func finishLine() {
      let order = messages.indices.sorted { (messages[$0].column, $0) < (messages[$1].column, $1) }
      sorted += order.flatMap { messages[$0].lines }
      messages = []
    }
    for line in lines {
      if let match = line.wholeMatch(of: atPlace), match.output.4 != "note" {
        let place = line[..<match.output.2.endIndex]
        if messages.last?.place != place { finishLine() }
        messages.append((place, Int(match.output.3) ?? 0, [line]))
      } else if messages.isEmpty {
        sorted.append(line)
      } else {
        messages[messages.count - 1].lines.append(line)
      }
    }
    finishLine()
    return sorted
  }

  /// A note on an expression that takes the type checker long.
  ///
  /// - Parameter place: where the compiler gave it up with the usual patience.
  static func hardExpression(at place: UnitPosition?, in units: [CodeUnit]) -> Diagnostic<UnitPosition> {
    var position = place
    // The call that shows a cell's value is on the line above the value.
    if let unit = units.first(where: { $0.fileName == place?.file }), let value = unit.valuePosition,
      place?.line == max(value.line - 1, 1), place?.column == 1
    {
      position = UnitPosition(file: unit.fileName, line: value.line, column: value.column)
    }
    return Diagnostic(
      severity: .note,
      message: "the compiler had to try more than \(SolverPatience.usual.words) combinations of types for this "
        + "expression; " + Diagnostic<UnitPosition>.hardRemedy,
      position: position)
  }

  private static func place(_ file: String, _ row: Int, _ column: Int, _ units: [CodeUnit]) -> UnitPosition? {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    guard let unit = units.first(where: { $0.fileName == name }) else {
      // Behind the end of what the last unit says: the compiler still waits for something.
      guard name.hasPrefix(ModuleName.shown), units.count == 1 else { return nil }
      return UnitPosition(file: units[0].fileName, line: units[0].lines, column: 1)
    }
    let line = min(max(row - CodeUnit.lineShift, 1), unit.lines)
    return UnitPosition(file: name, line: line, column: max(unit.compilable.originalColumn(column, line: line), 1))
  }

  /// Whether a warning comes of what is put around a cell's code, and not of the code.
  static func isOurDoing(_ message: String) -> Bool {
    // A last expression that never returns makes the call around it dead code.
    message == "will never be executed"
      // Earlier cells are their own modules for the compiler only.
      || message.range(of: #"imported protocol .*owners of '\w+' introduce"#, options: .regularExpression) != nil
  }
}
