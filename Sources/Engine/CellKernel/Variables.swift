import CellCompiler
import Foundation
import Processes

/// A variable of a session's present state, as a list shows it.
package struct Variable: Hashable, Codable, Sendable {
  package var name: String
  /// As Swift writes it; empty where it cannot be looked at.
  package var type: String
  /// A text of one line; of what is long, the beginning.
  package var value: String
}

/// Why there is no list of variables.
package enum NoVariables: Error, CustomStringConvertible {
  case left(String)
  case failed(String)

  package var description: String {
    switch self {
    case .left(let what):
      "the variables cannot be shown without changing the state: a cell has left \(what) behind; run the cells above again to "
        + "list them before that cell"
    case .failed(let why): "the variables cannot be shown: \(why)"
    }
  }
}

extension ProgramSession {
  /// The state behind the last unit that ended as it should; nil before the first.
  private var present: SessionState? { steps.prefix(while: \.isReusable).last?.after }

  /// The variables that units have defined, by name, with their types and present values.
  ///
  /// - Parameter evaluate: looks at an expression in the present state.
  /// - Throws: `NoVariables`, and what `evaluate` throws.
  func variables(_ evaluate: (String) throws -> UnitOutcome) throws -> [Variable] {
    guard let present else { return [] }
    do {
      return try Self.values(of: present.scope.variables[...], evaluate)
    } catch is NoVariables where !present.process.isCheckpoint {
      throw NoVariables.left(present.process.obstacles.joined(separator: ", "))
    }
  }

  /// What cannot be in a list with the others, such as a value that cannot be copied, is found by halves.
  private static func values(
    of names: ArraySlice<String>, _ evaluate: (String) throws -> UnitOutcome
  ) throws -> [Variable] {
    guard !names.isEmpty else { return [] }
    let pairs = names.map { "(\"\($0)\", `\($0)`)" }.joined(separator: ", ")
    let outcome = try evaluate("GimbalVariables([\(pairs)])")
    switch outcome.status {
    case .done:
      guard let list = try? JSONDecoder().decode([Variable].self, from: Data((outcome.value?.text ?? "").utf8)) else {
        throw NoVariables.failed("the list is too long")
      }
      return list
    case .failed(.compile) where names.count > 1:
      let middle = (names.startIndex + names.endIndex) / 2
      return try values(of: names[..<middle], evaluate) + values(of: names[middle...], evaluate)
    case .failed(.compile): return [Variable(name: names.first!, type: "", value: "")]
    case .failed(let failure): throw NoVariables.failed(failure.message)
    }
  }

  /// Looks at an expression behind the units of the last run that ended as they should. Nothing runs again for it, and the
  /// next run is what it would have been.
  func look(at expression: String, parameters: [String: String], folder: String, interrupt: Interrupt) throws
    -> UnitOutcome
  {
    let before = steps
    if let last = before.last, !last.isReusable, !last.footprint.changes.isEmpty {
      // They would have to be put back, and are there for the person to see.
      throw NoVariables.failed("a cell has failed that changed files")
    }
    defer { steps = before }
    let units = before.prefix(while: \.isReusable).map(\.unit)
    let unit = CodeUnit(.expression, code: expression, options: .init(timeout: 20))
    let result = try run(
      units + [unit], parameters: parameters, folder: folder, interrupt: interrupt, answers: [:],
      onlyLooks: true)
    return result.outcomes[units.count] ?? UnitOutcome(.failed(.interrupted(trace: [])))
  }
}

extension History {
  /// The variables of the present state. Nothing stays of the look at them.
  ///
  /// - Throws: `NoVariables`, `PlacedError` when cells cannot be run at all.
  package func variables(interrupt: Interrupt = Interrupt()) throws -> [Variable] {
    try session.variables { try evaluate($0, timeout: 20, interrupt: interrupt).outcome }
  }
}

extension Session {
  /// The variables behind the cells of the last run that ended as they should.
  ///
  /// - Throws: `NoVariables`, `PlacedError` when cells cannot be run at all.
  package func variables(interrupt: Interrupt = Interrupt()) throws -> [Variable] {
    guard let last else { return [] }
    return try session.variables {
      try session.look(at: $0, parameters: last.parameters, folder: last.folder, interrupt: interrupt)
    }
  }
}
