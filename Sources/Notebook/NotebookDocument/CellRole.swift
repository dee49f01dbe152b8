import enum Basics.Spelling

/// What a cell is in an exercise. The names tell exercises apart.
package enum CellRole: Hashable, Sendable {
  /// No part of an exercise.
  case plain
  /// Code for the reader to finish.
  case exercise(String)
  /// What may be in place of the exercise.
  case solution(String)
  /// Looks at what the exercise's code gives.
  case check(String)

  /// The exercise that the cell is a part of.
  package var exercise: String? {
    switch self {
    case .plain: nil
    case .exercise(let name), .solution(let name), .check(let name): name
    }
  }
}

/// What is wrong with the parts of exercises.
package enum ExerciseFault: Hashable, Sendable {
  case twice(String, part: String, firstLine: Int)
  case unknown(String, part: String, known: [String])
  case solutionElsewhere(String, line: Int)
  case checkAbove(String, line: Int)
  /// An option that means nothing for a cell of this kind.
  case stray(option: String, belongs: String)
  case lockedExercise

  package var message: String {
    switch self {
    case .twice(let name, let part, let line):
      "the \(part) “\(name)” stands in line \(line), too; give one of them another name"
    case .unknown(let name, let part, let known):
      "this \(part) belongs to no exercise: there is no cell with “//| exercise: \(name)”"
        + Spelling.hint(name, among: known)
    case .solutionElsewhere(let name, let line):
      "the solution of “\(name)” must be the next cell behind the exercise, which is in line \(line), because it may run in its place"
    case .checkAbove(let name, let line):
      "this check is above the exercise “\(name)” in line \(line); move it below"
    case .stray(let option, let belongs): "“\(option)” belongs to \(belongs); remove it here"
    case .lockedExercise: "students write in an exercise, so that it cannot be locked; remove “locked”"
    }
  }
}

extension Notebook {
  /// The index of the cell that is the exercise, its solution.
  package func exercise(_ name: String) -> Int? { cells.firstIndex { $0.options.role == .exercise(name) } }
  package func solution(of name: String) -> Int? { cells.firstIndex { $0.options.role == .solution(name) } }

  /// Looks whether the parts of exercises fit each other. O(cells²) for exercises, O(cells) without.
  ///
  /// - Throws: `NotebookError` with the line.
  func checkExercises() throws {
    let known = cells.compactMap { if case .exercise(let name) = $0.options.role { name } else { nil } }
    for (index, cell) in cells.enumerated() {
      func fail(_ fault: ExerciseFault) -> NotebookError {
        NotebookError(.exercise(fault), file: path, position: Position(line: cell.lines.lowerBound))
      }
      func first(_ role: CellRole) -> Int? {
        cells[..<index].first { $0.options.role == role }?.lines.lowerBound
      }
      let role = cell.options.role
      if let fault = cell.options.strayInAssignment { throw fail(fault) }
      switch role {
      case .plain: continue
      case .exercise(let name):
        if let line = first(role) { throw fail(.twice(name, part: "exercise", firstLine: line)) }
      case .solution(let name):
        if let line = first(role) { throw fail(.twice(name, part: "solution", firstLine: line)) }
        guard let place = exercise(name) else { throw fail(.unknown(name, part: "solution", known: known)) }
        if place != index - 1 { throw fail(.solutionElsewhere(name, line: cells[place].lines.lowerBound)) }
      case .check(let name):
        guard let place = exercise(name) else { throw fail(.unknown(name, part: "check", known: known)) }
        if place > index { throw fail(.checkAbove(name, line: cells[place].lines.lowerBound)) }
      }
    }
  }
}
