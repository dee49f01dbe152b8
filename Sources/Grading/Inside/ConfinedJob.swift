import CellCompiler
import Foundation

/// A submission as it runs in a sandbox: units of code in their order.
package struct ConfinedJob: Codable, Sendable {
  package struct Unit: Codable, Sendable {
    package enum Kind: String, Codable, Sendable {
      /// The declaration of the parameters.
      case parameters
      /// A cell that was handed out as it is.
      case locked
      /// A student's code: it is compiled by itself, so that its library says what it calls.
      case own
      /// What lets the judge call.
      case probe
    }

    package var kind: Kind
    package var code: String
    /// Seconds after which it is stopped.
    package var timeout: Double
    /// Which of several units with this code it is.
    package var occurrence: Int
  }

  package var units: [Unit]
  /// Values as JSON, by name.
  package var parameters: [String: String]
  /// The folder in which the units run, within the scratch folder.
  package var folder: String
  /// The compiler's cache of C modules.
  package var moduleCache: String

  package var codeUnits: [CodeUnit] {
    units.map { unit in
      CodeUnit(
        unit.kind == .parameters ? .parameters : .cell, code: unit.code,
        options: .init(timeout: unit.timeout, isApart: unit.kind == .own), occurrence: unit.occurrence)
    }
  }
}

/// What the program inside says, a line each. From the moment at which a student's code runs, nobody believes it.
package enum ConfinedMessage: Codable, Sendable {
  /// All that compiles is compiled, and nothing has run: the module of each unit; nil for one that does not compile.
  case compiled([String?])
  /// It waits for the word to go on.
  case unit(Int, failure: ConfinedFailure?)
  /// Nothing can run.
  case broken(String)
}

/// Why a unit failed, in words for the student, and the line of its code.
package struct ConfinedFailure: Codable, Hashable, Sendable {
  package var words: String
  package var line: Int?
  /// Whether the compiler said it.
  package var isCompilers: Bool
}
