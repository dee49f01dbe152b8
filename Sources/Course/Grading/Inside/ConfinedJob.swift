import CellCompiler
import CellKernel
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
  /// For a run: where the code of each unit is.
  package var placed: [PlacedUnit] = []
  /// For a run: the folder of the units' libraries, which nobody inside can write, and their modules in the order in which they are
  /// loaded.
  package var libraries = ""
  package var modules: [String] = []
  /// For a run: the file that says which calls are watched; nil where none is.
  package var watch: String?

  package var codeUnits: [CodeUnit] {
    units.map { unit in
      CodeUnit(
        unit.kind == .parameters ? .parameters : .cell, code: unit.code,
        // A locked cell by itself fails by itself.
        options: .init(timeout: unit.timeout, isApart: unit.kind == .own || unit.kind == .locked),
        occurrence: unit.occurrence)
    }
  }
}

/// What the program inside says, a line each. From the moment at which a student's code runs, nobody believes it.
package enum ConfinedMessage: Codable, Sendable {
  /// All that compiles is compiled, and nothing has run.
  case compiled([CompiledUnit])
  case unit(Int, failure: ConfinedFailure?)
  /// Files and folders that a unit has looked at, and those that it has changed.
  case touched(Int, looked: Set<String>, changed: Set<String>)
  /// Nothing can run.
  case broken(String)
}

/// The outcome of compiling a unit.
package struct CompiledUnit: Codable, Sendable {
  package var placed: PlacedUnit
  package var failure: ConfinedFailure?

  package var module: String? { placed.segment?.module }
}

/// Why a unit failed, in words for the student, and the line of its code.
package struct ConfinedFailure: Codable, Hashable, Sendable {
  package var words: String
  package var line: Int?
  /// Whether the compiler said it.
  package var isCompilers: Bool
  /// Whether it did not run, because what it rests on failed.
  package var isLack: Bool
}
