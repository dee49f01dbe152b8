import Assignments
import JudgedCalls

/// What holds while the code of each task is called.
struct JudgedTasks {
  /// By the labels of checks.
  private(set) var checks: [String: CheckTerms] = [:]
  /// By the names of constants, which are asked for before any check.
  private(set) var constants: [String: CheckTerms] = [:]
  private let terms: GradingTerms
  private let inspection: CallInspection
  private let job: ConfinedJob
  /// By task, the units whose values its code reads.
  private var values: [String: Set<Int>] = [:]
  /// By task, the files that these have looked at and another cell of the student's has changed before.
  private var smuggled: [String: Set<String>] = [:]

  init(
    _ terms: GradingTerms, _ prepared: PreparedSubmission, _ inspection: CallInspection, _ units: [CompiledUnit],
    _ libraries: SealedLibraries
  ) {
    (self.terms, self.inspection, job) = (terms, inspection, prepared.job)
    for task in terms.assignment.tasks {
      guard let list = terms.lists[task.name] else { continue }
      let values = inspection.values(of: names(of: task))
      self.values[task.name] = values
      let numbers = values.compactMap { unit in
        units[unit].module.flatMap { libraries.modules.firstIndex(of: $0) }.map(Int32.init)
      }
      let own = CheckTerms(list: list, libraries: numbers.sorted())
      for check in task.checks { checks[check.label] = own }
      for served in terms.program.served where served.kind == .constant && names(of: task).contains(served.name) {
        constants[served.key] = constants[served.key] ?? own
      }
    }
  }

  private func names(of task: AssignmentTask) -> Set<String> { terms.program.namesOfTask[task.name] ?? [] }

  /// What leads around a task's list. Without a watch over calls, the names in compiled code have to do.
  func around(_ task: AssignmentTask) -> [String] {
    WatchTable.isPossible
      ? inspection.around(task.calls, names: names(of: task)) : inspection.forbidden(task.calls, names: names(of: task))
  }

  /// What units have looked at and changed: a value that a task is asked for must not come from where a cell of the student's has put it.
  mutating func note(_ touched: [Int: (looked: Set<String>, changed: Set<String>)]) {
    var changed: Set<String> = []
    var found: [Int: Set<String>] = [:]
    for index in job.units.indices {
      guard let unit = touched[index] else { continue }
      found[index] = unit.looked.intersection(changed)
      if job.units[index].kind == .own { changed.formUnion(unit.changed) }
    }
    for (task, units) in values {
      let all = units.reduce(into: Set<String>()) { $0.formUnion(found[$1] ?? []) }
      if !all.isEmpty { smuggled[task] = all }
    }
    guard !changed.isEmpty else { return }
    for label in checks.keys { checks[label]?.closesFiles = true }
    for name in constants.keys { constants[name]?.closesFiles = true }
  }

  /// Files out of which a task's values came, though another cell has put them there.
  func smuggled(_ task: AssignmentTask) -> [String] {
    (smuggled[task.name] ?? []).map { path in
      path.hasSuffix("/") ? "the names of files" : path.split(separator: "/").last.map(String.init) ?? path
    }.sorted()
  }
}
