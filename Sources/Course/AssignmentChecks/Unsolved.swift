import Assignments
import Basics
import Foundation
import NotebookDocument

/// The source without its solutions, hidden checks included: with blanks, or with answers that are always zero.
struct Unsolved {
  private let assignment: Assignment

  init(_ assignment: Assignment) { self.assignment = assignment }

  /// Where each cell of the source is among the cells that are left.
  var places: [Int: Int] {
    let left = assignment.source.cells.indices.filter { !isSolution($0) }
    return Dictionary(uniqueKeysWithValues: left.enumerated().map { ($0.element, $0.offset) })
  }

  private func isSolution(_ cell: Int) -> Bool {
    if case .solution = assignment.source.cells[cell].options.role { true } else { false }
  }

  /// The notebook; with zeros, a cell is before all others.
  ///
  /// - Throws: `NotebookError` where the rest cannot be read.
  func notebook(withZeros: Bool = false) throws -> Notebook {
    let source = assignment.source
    var lines = Array(source.lines[..<source.frontMatterLength])
    if withZeros { lines += ["", MarkdownText.fenced(Self.zeros, "swift")] }
    for (index, cell) in source.cells.enumerated() where !isSolution(index) {
      var content = source.content(of: cell).joined(separator: "\n")
      if withZeros, case .exercise = cell.options.role {
        content = content.replacing(compiled(/\bblank\(/), with: "zeroAnswer(")
      }
      lines += ["", MarkdownText.fenced(content, "swift")]
    }
    return try NotebookParser.parse(lines.joined(separator: "\n") + "\n", path: source.path)
  }

  /// How many inputs a check of a function tries at least.
  static let inputs = 1000

  /// A source whose checks try so many inputs; a cell is before all others.
  static func manyInputs(_ source: Notebook) throws -> Notebook {
    let cell = MarkdownText.fenced("import JudgedCalls\nSubmission.leastInputs = \(inputs)", "swift")
    var lines = Array(source.lines)
    lines.insert(contentsOf: ["", cell, ""], at: source.frontMatterLength)
    var notebook = try NotebookParser.parse(lines.joined(separator: "\n") + "\n", path: source.path)
    notebook.takesSolutions = true
    return notebook
  }

  /// What is in place of a blank: zero, false, empty or nil, of whatever type is asked for.
  private static let zeros = """
    import Gimbal

    func zeroAnswer<Value>(_ hint: String) -> Value {
      func none<Kind: ExpressibleByNilLiteral>(_ kind: Kind.Type) -> Value { Kind(nilLiteral: ()) as! Value }
      if let kind = Value.self as? any ExpressibleByNilLiteral.Type { return none(kind) }
      var zero: Any = ()
      if let kind = Value.self as? any Numeric.Type, let number = kind.init(exactly: 0) { zero = number }
      if let kind = Value.self as? any RangeReplaceableCollection.Type { zero = kind.init() }
      if let kind = Value.self as? any SIMD.Type { zero = kind.init() }
      if Value.self is Bool.Type { zero = false }
      if Value.self is Quaternion.Type { zero = Quaternion.identity }
      if Value.self is Matrix3.Type { zero = Matrix3.diagonal(0, 0, 0) }
      if Value.self is RotationMatrix.Type { zero = RotationMatrix.identity }
      guard let value = zero as? Value else { fatalError("there is no zero of this type") }
      return value
    }
    """
}
