import Assignments
import CellCompiler
import CellKernel
import Foundation
import NotebookDocument

/// A submission as units of code: what the student has, what was handed out, and what lets the judge call.
struct PreparedSubmission: Sendable {
  private(set) var job: ConfinedJob
  /// The unit of each task's exercise; nil where it does not run.
  private(set) var exercises: [String: Int] = [:]
  /// The tasks that still have a blank.
  private(set) var blanks: Set<String> = []
  /// The line of `text` on which each unit's code begins.
  private(set) var codeLines: [Int: Int] = [:]

  /// - Throws: `PlacedError` where what was received is not a notebook.
  init(_ received: Received, _ program: JudgeProgram, moduleCache: String) throws {
    let notebook = try NotebookParser.parse(received.text, path: "submission.md")
    self.init(notebook, probes: program.probes, moduleCache: moduleCache) { cell in
      if case .locked? = received.cells.first(where: { $0.lines.contains(cell.codeLine) })?.origin {
        true
      } else {
        false
      }
    }
  }

  /// A notebook without its checks, of which some cells are everybody's.
  init(
    _ notebook: Notebook, probes: (Set<String>) -> [String] = { _ in [] }, moduleCache: String = "",
    isLocked: (Cell) -> Bool
  ) {
    job = ConfinedJob(units: [], parameters: [:], folder: "", moduleCache: moduleCache)
    let parameters = notebook.frontMatter.parameters
    for parameter in parameters { job.parameters[parameter.name] = parameter.value.json }
    var occurrences: [String: Int] = [:]
    func add(_ kind: ConfinedJob.Unit.Kind, _ code: String, timeout: Double) {
      occurrences[code, default: 0] += 1
      job.units.append(.init(kind: kind, code: code, timeout: timeout, occurrence: occurrences[code]! - 1))
    }
    if !parameters.isEmpty { add(.parameters, ParameterDeclaration.source(of: parameters), timeout: 60) }
    let fates = notebook.fates
    for (index, cell) in notebook.cells.enumerated() {
      if case .check = cell.options.role { continue }
      if case .exercise(let name) = cell.options.role, case .blank = fates[index] { blanks.insert(name) }
      guard fates[index].doesRun else { continue }
      if case .exercise(let name) = cell.options.role { exercises[name] = job.units.count }
      codeLines[job.units.count] = cell.codeLine
      add(
        isLocked(cell) ? .locked : .own, cell.code,
        timeout: min(cell.options.timeout ?? notebook.frontMatter.timeout, Self.patience))
    }
    let types = job.units.filter { $0.kind == .own }.flatMap { CodeUnit.analysis(of: $0.code).definitions }
      .filter(\.isType)
    for probe in probes(Set(types.map(\.name))) { add(.probe, probe, timeout: 3600) }
  }

  /// Empties the probes that have not run because a cell above them failed.
  ///
  /// - Returns: whether there are any.
  mutating func leaveOut(lacking failures: [Int: ConfinedFailure]) -> Bool {
    let lost = failures.filter {
      job.units.indices.contains($0.key) && job.units[$0.key].kind == .probe && $0.value.isLack
        && ![Self.nothing, job.units.last?.code].contains(job.units[$0.key].code)
    }.keys
    for unit in lost { (job.units[unit].code, job.units[unit].occurrence) = (Self.nothing, unit) }
    return !lost.isEmpty
  }

  private static let nothing = "import JudgedCalls\n"

  /// Seconds that one cell may compute.
  private static let patience = 20.0
}
