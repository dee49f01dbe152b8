import Basics
import Caches
import CellCompiler
import Files
import Foundation
import NotebookDocument
import Processes
import Toolchains

/// Runs a program of units, and runs it again after an edit from the first unit that the edit concerns.
///
/// `Plan` decides what to keep; the kernel (`UnitRun`) runs one unit from one state; the session carries out the plan: it
/// has the code compiled, puts files back, makes states again that were used up, and keeps what came. A history without a
/// file is a program that grows at its end. Not thread-safe: one run at a time.
package final class ProgramSession {
  /// What happens while a program runs; units by their index.
  package enum Event: Sendable {
    /// The unit waits for the compiler.
    case compiling(Int)
    case running(Int)
    case kernel(Int, KernelEvent)
    /// The outcome of a unit, now or in the last run.
    case finished(Int, UnitOutcome)
  }

  /// All that came of a run.
  package struct Result: Sendable {
    /// For each unit; nil where it did not run.
    package var outcomes: [UnitOutcome?]
    package var explanations: [Explanation?]
    /// What each unit has looked at, changed and drawn.
    package var footprints: [Footprint?]
    package var wasInterrupted = false
    /// What of a history could not stay as it came.
    package var disturbances: [Disturbance] = []

    init(count: Int) {
      outcomes = Array(repeating: nil, count: count)
      explanations = Array(repeating: nil, count: count)
      footprints = Array(repeating: nil, count: count)
    }
  }

  /// Why a history is not what it was.
  package enum Disturbance: Hashable, Sendable {
    /// The processes were gone: all units ran again.
    case allRanAgain
    /// Made again, this unit gave something else than before; it and those below it ran again.
    case gaveSomethingElse(Int)
    /// Files could not be put back.
    case cannotPutBack(String)
  }

  var configuration: SessionConfiguration
  package let cache: CompileCache
  /// Those that were built for the units.
  private(set) var packages: BuiltPackages?
  var hosts = HostKeeper()
  let files: SessionFiles
  /// The units of the last run, in their order.
  var steps: [SessionStep] = []
  /// The segments of this and earlier runs whose libraries are there, the latest first.
  package private(set) var known: [Segment] = []
  /// What is known of modules that were compiled for their messages, by their names.
  var recalled: [String: CompiledSegment] = [:]
  /// Compiles what a history will probably run next, from the state with this identity on.
  var ahead: (queue: CompileQueue, from: Plan.StateID)?
  /// The code of all units when nothing is to be compiled: see ``PlacedUnit``.
  var placed: [PlacedUnit]?
  var libraryFolder = ""
  /// Receives what each unit has looked at and changed, once it is done with.
  package var onFootprint: ((Int, Footprint) -> Void)?
  private var stateCount = 0
  private var parameters: [String: String] = [:]

  /// A session without a program yet.
  ///
  /// - Throws: when the folder for what it keeps cannot be made.
  package init(_ configuration: SessionConfiguration) throws {
    self.configuration = configuration
    cache = CompileCache(folder: configuration.cacheFolder)
    do {
      files = try SessionFiles(store: cache.store)
    } catch {
      throw cache.store.unwritable(SystemReason.words(error))
    }
  }

  deinit { ahead?.queue.stop() }

  /// Forgets all that has run: the next run begins with a new process.
  package func forget() {
    files.putBackAll()
    ahead?.queue.stop()
    (steps, ahead) = ([], nil)
    hosts = HostKeeper()
  }

  /// Notes the segments of a run; as many earlier ones are kept as may be wanted again.
  func noteSegments(_ used: [Segment]) {
    var kept: [Segment] = []
    // In a long notebook that is edited here and there, each cell may be its own segment.
    let most = max(48, used.count + 24)
    var modules: Set<String> = []
    for segment in used + known where kept.count < most && modules.insert(segment.module).inserted {
      kept.append(segment)
    }
    known = kept
    if recalled.count > 2 * most { recalled = recalled.filter { modules.contains($0.key) } }
    // What is being compiled ahead is wanted, too.
    if ahead == nil {
      modules = (used + kept).reduce(into: Set<String>()) { $0.formUnion($1.dependencies + [$1.module]) }
      cache.keep(only: modules)
    }
  }

  func newState(
    scope: Scope, waits: (segment: CompiledSegment, next: Int)?, parent: SessionState?, process: StateProcess
  ) -> SessionState {
    stateCount += 1
    return SessionState(identity: stateCount, scope: scope, waits: waits, parent: parent, process: process)
  }

  /// Starts the process in which the units will run in this folder, so that it loads its libraries meanwhile.
  ///
  /// - Throws: `PlacedError` when it cannot be started.
  package func prepare(folder: String) throws {
    try hosts.start(in: folder, configuration, journal: files.journal)
  }

  /// Runs a program; what an earlier run has already done is not done again.
  ///
  /// - Parameters:
  ///   - parameters: values as JSON, by name.
  ///   - folder: absolute.
  ///   - known: segments of earlier sessions whose libraries may be in the cache.
  ///   - answers: for a history, what its units have read as standard input, by index; nil for a program, whose units
  ///     run again when something that they looked at has changed.
  ///   - foreseen: for a history, the units that will probably come next: they are compiled meanwhile, and never run.
  ///   - aftermath: for a history, what units that failed mean for the ones to come.
  ///   - onlyLooks: whether the last unit is an expression that is only looked at.
  /// - Throws: `PlacedError` when units cannot be run at all. Failures of units are in the outcomes.
  package func run(
    _ program: [CodeUnit], parameters: [String: String] = [:], folder: String, known earlier: [Segment] = [],
    interrupt: Interrupt = Interrupt(), input: Int32 = -1, answers: [Int: String]? = nil,
    foreseen: [CodeUnit] = [], behind aftermath: Aftermath = Aftermath(), onlyLooks: Bool = false,
    onEvent: @escaping (Event) -> Void = { _ in }
  ) throws -> Result {
    known = try known(with: earlier)
    self.parameters = parameters
    let terms = ProgramRun.Terms(
      parameters: parameters, folder: folder, interrupt: interrupt, input: input, isHistory: answers != nil,
      answers: answers ?? [:], foreseen: answers == nil ? [] : foreseen, aftermath: aftermath, onlyLooks: onlyLooks)
    return try ProgramRun(session: self, program: program, terms: terms, onEvent: onEvent).carryOut()
  }

  /// The cause, if something that the last run looked at has changed so that the next run would run units again;
  /// reported once. Cheap enough to be called many times a second, also from another thread.
  package func inputChanger() -> InputChanger? {
    files.changer(parameters: parameters, environment: configuration.environment)
  }

  /// The segments that this session knows, and those of earlier ones, which may be in the cache.
  ///
  /// - Throws: `PlacedError` when the libraries were built again and cannot be used.
  func known(with earlier: [Segment]) throws -> [Segment] {
    try refreshLibraries()
    let surroundings = compiler.surroundings
    let modules = Set(known.map(\.module))
    return known + earlier.filter { $0.surroundings == surroundings && !modules.contains($0.module) }
  }

  /// Takes libraries that were built again: nothing that ran with the old ones holds.
  private func refreshLibraries() throws {
    do {
      try configuration.libraries.requireUnchanged()
    } catch {
      configuration.libraries = try LibraryLocation.beside()
      try configuration.libraries.require(configuration.toolchain)
      hosts = HostKeeper()
      files.putBackAll()
      (steps, known, ahead, recalled) = ([], [], nil, [:])
    }
  }

  /// Has the packages built whose modules the units may import, unless they are there. If they differ from those
  /// before, no earlier result holds.
  ///
  /// - Parameter folder: From which paths of packages are seen.
  /// - Throws: `PlacedError`, `Interrupted`.
  package func use(
    _ requirements: [PackageRequirement], in folder: String, interrupt: Interrupt?,
    onBuild: ([String]) -> Void = { _ in }
  ) throws {
    let builder = PackageBuilder(toolchain: configuration.toolchain, store: cache.store, leases: cache.leases)
    let packages = try builder.build(requirements, in: folder, interrupt: interrupt, onBuild: onBuild)
    guard packages != self.packages else { return }
    forget()
    (self.packages, known) = (packages, [])
  }

  /// Has the units import packages that were built before; nothing is fetched or built.
  ///
  /// - Returns: whether all are there.
  /// - Throws: `PlacedError` for a package in a folder that is not one.
  func use(built requirements: [PackageRequirement], in folder: String) throws -> Bool {
    let builder = PackageBuilder(toolchain: configuration.toolchain, store: cache.store, leases: cache.leases)
    let packages = try builder.built(requirements, in: folder)
    if packages != self.packages { (self.packages, known) = (packages, []) }
    return requirements.isEmpty || packages != nil
  }

  /// The compiler for the units' code.
  var compiler: SegmentCompiler {
    SegmentCompiler(
      toolchain: configuration.toolchain, libraries: configuration.libraries, cache: cache, packages: packages)
  }
}

/// How a session works.
package struct SessionConfiguration: Sendable {
  package var toolchain: Toolchain
  package var libraries: LibraryLocation
  /// The folder of compiled cells; the user's when nil.
  package var cacheFolder: String?
  /// Whether the units after a failed one run, from the state before it.
  package var keepGoing = false
  /// How many checkpoints follow one another before cheap cells run without one; fewer take less memory, more make an
  /// edit far down in a long notebook a little faster.
  package var freeForks = 64
  /// Processes that a program's run keeps: an edit in a notebook goes on from the nearest one above it. With more, a program of thousands of
  /// slow units takes gigabytes.
  package var mostProcesses = 256
  /// Which states of a history keep their process.
  var checkpointSpacing = CheckpointSpacing()
  /// Whether each unit is compiled by itself: slower, and the same in everything else.
  package var compilesApart = false
  /// Whether runs of whole notebooks are kept on disk, and what was kept is not run again: for those that run a notebook once.
  package var keepsRuns = false
  /// Bytes of private memory that a unit's process may take; no limit when nil.
  package var memoryLimit: Int?
  /// Whether a unit's time is the processor time of its process even while it waits. One that only waits is stopped when thirty times
  /// as much has passed by the clock. Otherwise only the time of a unit that computes is counted so.
  package var countsProcessorTime = false
  /// Libraries of cells that are loaded before any of them runs; no other code then comes into the process. Nothing is sealed when
  /// nil.
  package var sealedLibraries: [String]?
  /// The environment in which units run.
  package var environment = ProcessInfo.processInfo.environment

  /// Names the compiler and the kit in the names of modules of units that import no packages.
  package var surroundings: ContentHash { SegmentCompiler.surroundings(toolchain, libraries, packages: nil) }

  /// A configuration with the toolchain on the path and the libraries next to the program.
  ///
  /// - Throws: `PlacedError` that says what is missing.
  package init(cacheFolder: String? = nil) throws {
    let store = Store(cacheFolder)
    try store.requireOwn()
    // The kit is read while the compiler is asked.
    let beside = Pending { try LibraryLocation.beside(store: store) }
    toolchain = try Toolchain.find(store: store)
    libraries = try beside.get()
    try libraries.require(toolchain)
    self.cacheFolder = cacheFolder
  }
}
