import NotebookDocument

/// Whether a cell of a notebook runs. One rule for all who run, export or help with a notebook.
package enum CellFate: Hashable, Sendable {
  case runs
  /// It says `eval: false`, or another cell runs in its place.
  case skipped
  /// An exercise with these hints in place of what is missing.
  case blank([String])
  /// It needs what this exercise is to define, which is not done.
  case waits(exercise: String)

  package var doesRun: Bool { self == .runs }
}

extension Notebook {
  /// What becomes of each cell. A solution runs where its exercise still has a blank, or where solutions are asked for; then
  /// the exercise does not. O(length), and O(cells) without exercises.
  package var fates: [CellFate] { fatesOfAll.cells }

  /// The exercises for which expressions of the prose wait, by the expression's index.
  package var waitingInlines: [Int: String] { fatesOfAll.inlines }

  private var fatesOfAll: (cells: [CellFate], inlines: [Int: String]) {
    guard cells.contains(where: { $0.options.role != .plain }) else {
      return (cells.map { $0.options.eval ? .runs : .skipped }, [:])
    }
    var fates: [CellFate] = []
    var waiting: [Int: String] = [:]
    var open: Set<String> = []
    var awaited = AwaitedNames()
    for (index, cell) in cells.enumerated() {
      let blanks = CodeUnit.analysis(of: cell.code).blanks
      let fate: CellFate
      switch cell.options.role {
      case _ where !cell.options.eval: fate = .skipped
      case .exercise(let name) where takesSolutions && solution(of: name) != nil: fate = .skipped
      case .exercise(let name) where !blanks.isEmpty:
        fate = .blank(blanks)
        if solution(of: name) == nil {
          open.insert(name)
          awaited.wait(with: cell.code, for: name)
        }
      case .solution(let name) where exercise(name).map({ fates[$0] == .runs }) ?? true: fate = .skipped
      case .check(let name) where open.contains(name): fate = .waits(exercise: name)
      default: fate = awaited.exercise(neededBy: cell.code).map { .waits(exercise: $0) } ?? .runs
      }
      switch fate {
      case .runs: awaited.define(cell.code)
      case .waits(let exercise): awaited.wait(with: cell.code, for: exercise)
      case .skipped, .blank: break
      }
      fates.append(fate)
      for (place, inline) in inlines.enumerated() where inline.cellsBefore == index + 1 {
        waiting[place] = awaited.exercise(neededBy: inline.expression)
      }
    }
    return (fates, waiting)
  }
}
