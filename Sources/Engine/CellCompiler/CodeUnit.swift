import Basics
import Files
import Foundation
import NotebookDocument

/// A piece of code that runs by itself: the declaration of the parameters, a cell, or an expression in the prose.
///
/// It is known by what it says, not by where it is: prose above it, or another cell, changes none of it.
package struct CodeUnit: Hashable, Sendable {
  package enum Role: String, Hashable, Codable, Sendable {
    /// Declares the constant `params`.
    case parameters
    case cell
    /// Its value is wanted; it leaves nothing behind.
    case expression
  }

  package let role: Role
  /// Names the code, and which of several units with this code it is.
  package let identity: ContentHash
  /// The code as the compiler gets it, and what that needs to be undone in its columns.
  package let compilable: CompilableCode
  package let analysis: CellAnalysis
  /// What decides, next to the code, the outcome of it.
  package let options: Options

  /// Options that change how a unit is compiled or what counts as its result.
  package struct Options: Hashable, Sendable {
    /// Whether the unit must fail; its error is then its result, and it leaves nothing behind.
    package var mustFail = false
    /// Whether it is compiled with optimisation.
    package var optimize = false
    /// Seconds after which it is stopped.
    package var timeout: Double = FrontMatter.standardTimeout
    /// Whether it is compiled by itself, so that its library holds none of other units.
    package var isApart = false

    package init(
      mustFail: Bool = false, optimize: Bool = false, timeout: Double = FrontMatter.standardTimeout,
      isApart: Bool = false
    ) {
      (self.mustFail, self.optimize, self.timeout, self.isApart) = (mustFail, optimize, timeout, isApart)
    }
  }

  /// A unit with this code.
  ///
  /// - Parameters:
  ///   - occurrence: how many units with the same role and code come before this one, so that two equal cells remain
  ///     two.
  ///   - origin: where the code is in its file, for `#line` and its like.
  package init(
    _ role: Role, code: String, options: Options = Options(), occurrence: Int = 0, origin: CodeOrigin? = nil
  ) {
    (self.role, self.options) = (role, options)
    compilable = CompilableCode(code, origin: origin)
    analysis = Self.analysis(of: compilable.code)
    let place = compilable.hasOrigin ? origin.map { ["\($0.path):\($0.line):\($0.column)"] } ?? [] : []
    identity = ContentHash([role.rawValue, code, "\(occurrence)", "\(options.mustFail) \(options.optimize)"] + place)
  }

  /// The same unit, with other code for the compiler.
  init(_ unit: CodeUnit, compilable: CompilableCode) {
    (role, identity, options, group) = (unit.role, unit.identity, unit.options, unit.group)
    self.compilable = compilable
    analysis = Self.analysis(of: compilable.code)
  }

  /// After an edit most cells are as they were.
  private static let analyses = Memo<CellAnalysis>(bytes: 1 << 20)

  /// What a cell's code says about itself.
  package static func analysis(of code: String) -> CellAnalysis { analyses(code, CellAnalysis.init) }

  /// What the code has at its top level that the compiler would let pass, or refuse without a way out.
  var refusal: Diagnostic<UnitPosition>? {
    if let refusal = compilable.refusal {
      return refusal.map { UnitPosition(file: fileName, line: $0.line, column: $0.column) }
    }
    guard let use = analysis.earlyUse else { return nil }
    let below = Position(ofByte: use.definition, in: compilable.code).line - place(ofByte: use.offset).line
    return Diagnostic(
      severity: .error,
      message: "“\(use.name)” is used before it has a value: it gets one "
        + (below == 0 ? "further on in this line" : below == 1 ? "in the next line" : "\(below) lines below")
        + "; put that first, or use another name there", position: place(ofByte: use.offset))
  }

  /// The name that stands for the unit in `#sourceLocation`, compiler messages and debug information.
  package var fileName: String { Self.prefix + String("\(identity)".prefix(16)) + ".swift" }

  /// What all such names begin with.
  package static let prefix = "gimbal-"

  /// What makes the result of the unit, next to the state that it starts from.
  package var resultKey: ContentHash {
    ContentHash(["\(identity)", "\(options.timeout)", group.map { "\($0)" } ?? ""])
  }

  /// Names the expressions that are looked at together: those between two cells see what the ones before them have done.
  package var group: ContentHash?

  /// Whether the unit leaves nothing behind, whatever comes of it.
  package var leavesNothing: Bool { role == .expression || options.mustFail }

  /// The name of the function that gives an expression's value.
  package var function: String { "gimbal_expression_\(String("\(identity)".prefix(16)))" }
}

/// A place in a unit: line and column count from the unit's first line, which prose above it does not change.
package struct UnitPosition: Hashable, Codable, Sendable {
  /// The unit's `fileName`.
  package var file: String
  package var line: Int
  package var column: Int

  package init(file: String, line: Int, column: Int) { (self.file, self.line, self.column) = (file, line, column) }
}
