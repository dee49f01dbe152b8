import Assignments
import CellCompiler
import CellKernel
import NotebookDocument

/// The program by which a judge decides: the source with its solutions, then what takes the place of all that is the student's, and
/// then the checks, as they are written.
///
/// Everything above the checks runs once. What runs for each submission are the checks, and what their calls give comes from
/// the submission's process.
package struct JudgeProgram: Sendable {
  package struct Check: Sendable {
    package var check: AssignmentCheck
    package var code: String
    package var timeout: Double
  }

  /// The source's cells with solutions, without checks, and the names of these cells.
  package private(set) var base: [(name: String, code: String, timeout: Double)] = []
  package private(set) var checks: [Check] = []
  /// What checks use of the student's, in the order in which it is defined.
  package private(set) var served: [ServedName] = []
  /// For each task, the names of its checks' ``served``.
  package private(set) var namesOfTask: [String: Set<String>] = [:]

  /// Seconds of processor time that a check may take; the calls of a submission are counted elsewhere.
  static let patience = 30.0

  /// - Throws: `GradingError` where checks use what cannot be called, or a solution is missing.
  package init(_ assignment: Assignment) throws {
    let source = assignment.source
    for task in assignment.tasks where task.solution == nil && !task.checks.isEmpty {
      throw GradingError(.noSolution(task: task.name), file: source.path)
    }
    // What rests on a solution is the student's: the solutions' names, and those of all cells that use such a name.
    var theirs: [String: (code: String, cell: Int)] = [:]
    for (index, cell) in source.cells.enumerated() where cell.options.eval {
      var isTheirs = false
      switch cell.options.role {
      case .check: continue
      case .exercise(let name): if source.solution(of: name) != nil { continue }
      case .solution: isTheirs = true
      case .plain: break
      }
      base.append((cell.name, cell.code, cell.options.timeout ?? source.frontMatter.timeout))
      let analysis = CodeUnit.analysis(of: cell.code)
      isTheirs = isTheirs || FreeNames.possible(in: cell.code).contains { theirs[$0] != nil }
      for definition in analysis.definitions {
        if isTheirs { theirs[definition.name] = (cell.code, index) } else { theirs[definition.name] = nil }
      }
    }
    for check in assignment.checks {
      let cell = source.cells[check.cell]
      checks.append(Check(check: check, code: cell.code, timeout: Self.patience))
      let analysis = CodeUnit.analysis(of: cell.code)
      for name in FreeNames.possible(in: cell.code).subtracting(analysis.definitions.map(\.name)).sorted() {
        guard let declaration = theirs[name] else { continue }
        if declaration.cell > check.cell {
          throw GradingError(
            .definedAgain(name: name, check: check.label), file: source.path,
            position: .init(line: source.cells[declaration.cell].codeLine))
        }
        let found = ServedName.declared(name, in: declaration.code)
        if found.isEmpty {
          throw GradingError(
            .unservable(name: name, check: check.label, why: "it is a type"), file: source.path,
            position: .init(line: cell.codeLine))
        }
        namesOfTask[check.task, default: []].insert(name)
        for result in found {
          switch result {
          case .success(let one): if !served.contains(one) { served.append(one) }
          case .failure(let why):
            throw GradingError(
              .unservable(name: name, check: check.label, why: why.words), file: source.path,
              position: .init(line: cell.codeLine))
          }
        }
      }
    }
  }

  /// The parameters that the judge's calls read.
  static let ownParameters = ["gimbal_submission", "gimbal_seed"]

  /// The units up to the checks, with the declaration of parameters.
  private func beginning(_ parameters: [Parameter]) -> UnitList {
    var list = UnitList()
    if !parameters.isEmpty {
      list.add(ParameterDeclaration.source(of: parameters), role: .parameters)
    }
    for cell in base { list.add(cell.code, timeout: cell.timeout) }
    return list
  }

  /// The source as it is, with its checks behind everything and the inputs of this grading: how many results each shows.
  func calibration(_ parameters: [Parameter]) -> (units: [CodeUnit], checks: [Int]) {
    var list = beginning(parameters)
    list.add("import JudgedCalls\nSubmission.prepare()\n")
    let places = checks.map { list.add($0.code, timeout: $0.timeout) }
    return (list.units, places)
  }

  /// The same with the student's in place of the right ones.
  func judging(_ parameters: [Parameter]) -> (units: [CodeUnit], checks: [Int]) {
    var list = beginning(parameters)
    list.add("import JudgedCalls\n" + served.compactMap(\.keeping).joined())
    if !served.isEmpty { list.add(served.map(\.proxy).joined()) }
    let places = checks.map { check in
      list.add("Submission.begin(\"\(check.check.label)\")\n")
      return list.add(check.code, timeout: check.timeout)
    }
    return (list.units, places)
  }

  /// What is put behind a submission's cells, so that the judge can call: a unit for each name, which may fail by itself, and one that
  /// answers.
  ///
  /// - Parameter types: the types that the student's cells define.
  package func probes(besides types: Set<String> = []) -> [String] {
    [ServedName.helper] + served.map { $0.probe(besides: types) } + ["ServedCalls.serve()\n"]
  }
}

/// Units of code. Two with the same code are distinguished by their number.
struct UnitList {
  private(set) var units: [CodeUnit] = []
  private var occurrences: [String: Int] = [:]

  @discardableResult
  mutating func add(_ code: String, role: CodeUnit.Role = .cell, timeout: Double = 60) -> Int {
    let occurrence = occurrences[code, default: 0]
    occurrences[code] = occurrence + 1
    units.append(CodeUnit(role, code: code, options: .init(timeout: timeout), occurrence: occurrence))
    return units.count - 1
  }
}
