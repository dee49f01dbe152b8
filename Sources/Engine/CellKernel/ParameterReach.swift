import Basics
import CellCompiler
import Foundation
import NotebookDocument

/// What a run has seen of one unit that says how parameters reach the units below it.
package struct UnitTrace: Hashable, Codable, Sendable {
  /// The parameters that it has read itself.
  package var reads: Set<String> = []
  /// Whether it has ended as it should not: what is below it may not have run.
  package var hasFailed = false
  /// Whether it has done something that no name shows: changed files, left threads.
  package var actsOutside = false
  /// Whether it has looked at files, which another unit may have written.
  package var looksAtFiles = false

  init(_ footprint: Footprint?, _ outcome: UnitOutcome?, mustFail: Bool) {
    for case .parameter(let name, _) in footprint?.observations ?? [] { reads.insert(name) }
    if case .failed? = outcome?.status, !mustFail { hasFailed = true }
    looksAtFiles = footprint?.observations.contains { $0.path != nil } ?? false
    if let footprint { actsOutside = !footprint.changes.isEmpty || !footprint.outside.isEmpty || !footprint.isComplete }
  }
}

/// Which parameters decide what each cell and each expression of a notebook gives.
///
/// A unit depends on what it has read itself, on what the units have read whose names it says, and on those whose effects have no
/// name: variables that any unit may change, objects, files, types that are extended. If the code leaves a doubt, it
/// depends. What a unit reads can be another thing for other values, so the traces of all runs count together.
package struct ParameterReach {
  private let program: NotebookProgram
  /// For each unit, the units above whose names it says.
  private var named: [[Int]] = []
  /// Whether a unit takes part in what can change behind the names: then it depends on all above that do, too.
  private var sharesState: [Bool] = []
  /// Units whose code concerns all below.
  private var concernsAll: [Bool] = []
  /// For expressions that use no name of a cell: the parameters that they name themselves, which are all that they
  /// read.
  private var ownWords: [Set<String>?] = []

  /// How the units of a notebook hang together. O(length · cells).
  package init(_ notebook: Notebook, parameters: [Parameter]) {
    program = NotebookProgram(notebook, parameters: parameters)
    var definers: [String: [Int]] = [:]
    for (index, unit) in program.units.enumerated() {
      let names = unit.analysis.usedNames.union(unit.analysis.definitions.map(\.name))
      let above = Set(names.flatMap { definers[$0] ?? [] }).sorted()
      named.append(above)
      let isReadable =
        unit.role == .parameters || !unit.analysis.usedNames.isEmpty || unit.analysis.lastExpression != nil
      sharesState.append(
        unit.role != .parameters
          && (!isReadable || Self.holdsState(unit) || above.contains { sharesState[$0] }))
      concernsAll.append(unit.role == .cell && (unit.analysis.extendsOthers || unit.analysis.conformsOthers))
      let saysCells = above.contains { program.units[$0].role == .cell }
      let parts = Set(parameters.map(\.name)).intersection(unit.analysis.usedNames)
      ownWords.append(unit.role == .expression && !saysCells && !concernsAll.contains(true) ? parts : nil)
      guard !unit.leavesNothing else { continue }
      for definition in unit.analysis.definitions { definers[definition.name, default: []].append(index) }
    }
  }

  /// The parameters on which the parts of a notebook depend.
  package struct Dependencies: Equatable, Sendable {
    /// For each cell.
    package var cells: [Set<String>]
    /// For each inline expression.
    package var inlines: [Set<String>]
  }

  /// The dependencies that one run or several have shown.
  ///
  /// - Parameters:
  ///   - runs: the traces of a run's units, for each run.
  ///   - byState: whether a unit depends on all that has been read above it, whatever the names say: it runs from the state that this
  ///     has led to.
  /// - Complexity: O(runs · units + units²).
  package func dependencies(_ runs: [[UnitTrace]], byState: Bool = false) -> Dependencies {
    let notebook = program.notebook
    var found = Dependencies(
      cells: notebook.cells.map { _ in [] }, inlines: notebook.inlines.map { _ in [] })
    var units: [Set<String>] = []
    let isActedOutside = runs.contains { $0.contains(where: \.actsOutside) }
    /// What concerns everything below: failures, extensions.
    var common: Set<String> = []
    var shared: Set<String> = []
    for (index, unit) in program.units.enumerated() {
      let traces = runs.compactMap { $0.indices.contains(index) ? $0[index] : nil }
      var reads = traces.reduce(into: Set<String>()) { $0.formUnion($1.reads) }
      // Expressions between two cells are looked at together, and nobody tells which of them has read what.
      if let words = ownWords[index] { reads.formIntersection(words) }
      var own = named[index].reduce(into: reads.union(common)) { $0.formUnion(units[$1]) }
      let isShared =
        byState || sharesState[index] || traces.contains { $0.actsOutside || isActedOutside && $0.looksAtFiles }
      if isShared { own.formUnion(shared) }
      units.append(own)
      switch program.sources[index] {
      case .cell(let cell): found.cells[cell] = own
      case .inline(let inline): found.inlines[inline] = own
      case .parameters: break
      }
      guard !unit.leavesNothing else { continue }
      if isShared { shared.formUnion(own) }
      if concernsAll[index] || traces.contains(where: \.hasFailed) { common.formUnion(own) }
    }
    return found
  }

  /// The cells on which some cells and expressions rest, these cells among them: those whose names they say, those with which they share
  /// what can change, and the extensions above. O(units²).
  package func foundation(ofCells cells: Set<Int>, inlines: Set<Int>) -> Set<Int> {
    var needed = Set(
      program.sources.indices.filter { index in
        switch program.sources[index] {
        case .cell(let cell): cells.contains(cell)
        case .inline(let inline): inlines.contains(inline)
        case .parameters: false
        }
      })
    for index in program.units.indices.reversed() where needed.contains(index) {
      needed.formUnion(named[index])
      needed.formUnion(
        (0..<index).filter { above in
          concernsAll[above] || sharesState[index] && sharesState[above] && !program.units[above].leavesNothing
        })
    }
    return Set(needed.compactMap { if case .cell(let cell) = program.sources[$0] { cell } else { nil } })
  }

  /// For each parameter, the first unit that has read it: what runs from one value of it to the next begins there.
  package func firstReaders(_ run: [UnitTrace]) -> [String: Int] {
    var found: [String: Int] = [:]
    for (index, trace) in run.enumerated() where !program.units[index].leavesNothing {
      for name in trace.reads where found[name] == nil { found[name] = index }
    }
    return found
  }

  /// Whether a unit's code holds what can change without its name being said: variables, objects, the parts of the
  /// process.
  private static func holdsState(_ unit: CodeUnit) -> Bool {
    let analysis = unit.analysis
    if analysis.definitions.contains(where: { ["var", "class"].contains($0.importKind) }) { return true }
    let modules = analysis.imports.compactMap { $0.split(separator: " ").last.map(String.init) }
    if modules.contains(where: { !plainModules.contains($0) }) { return true }
    if analysis.usedNames.contains(where: { name in
      stateful.contains(name) || statefulBeginnings.contains { name.hasPrefix($0) }
    }) {
      return true
    }
    return unit.compilable.code.contains(compiled(/\b(?:static|class)\s+var\b|\b(?:class|actor)\s+\w|\bnonisolated\b/))
  }

  /// Modules whose values are values, except for those named below.
  private static let plainModules: Set<String> = [
    "Foundation", "Gimbal", "Display", "Rotations", "Traces", "Stabilization", "Fusion", "Simulation", "Recordings",
    "Evaluation", "Statistics", "Calibration",
    "Inertial", "Gestures", "Networks", "Figures", "InertialFigures", "InertialNetworks", "GestureFigures",
  ]

  private static let statefulBeginnings = ["NS", "Unsafe", "Dispatch", "Managed", "Operation", "URLSession", "Thread"]
  private static let stateful: Set<String> = [
    "FileHandle", "UserDefaults", "Process", "Pipe", "Timer", "RunLoop", "Bundle", "Progress", "Stream", "InputStream",
    "OutputStream", "DateFormatter", "NumberFormatter", "JSONEncoder", "JSONDecoder", "Formatter", "Scanner",
    "XMLParser",
    "Task", "AsyncStream", "Mutex", "Atomic", "Unmanaged", "NotificationCenter", "Host", "Port", "URLCache",
    "setenv", "putenv", "unsetenv", "setlocale", "srand", "srand48", "srandom", "rand", "random", "drand48", "lrand48",
    "chdir", "changeCurrentDirectoryPath", "signal", "strtok", "umask", "fopen", "open", "pipe", "dup2", "fork", "mmap",
    "stdin", "stdout", "stderr", "readLine",
  ]
}
