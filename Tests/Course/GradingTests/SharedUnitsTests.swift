import Caches
import CellKernel
import Files
import Foundation
import NotebookDocument
import Processes
import Sandboxes
import Synchronization
import Testing

@testable import Assignments
@testable import CellCompiler
@testable import Grading

/// Code that several submissions have in common.
@Suite struct SharedUnitsTests {
  @Test
  func
    `code that several have word for word is compiled once, alone in its sandbox, and nothing else is taken out of it`()
    throws
  {
    let course = try Course()
    let texts = [
      Course.submission(), Course.submission(step: "// Mine.\n\(Course.rightStep)"),
      Course.submission(step: Course.wrongStep), Course.submission(before: ["let own = 1"]),
      // Its import holds for all that follows, so that none of that is the others'.
      Course.submission(before: ["import Foundation"]),
      // It does not compile, and costs the others nothing.
      Course.submission(before: ["let none: Int = \"\""]),
    ]
    let configuration = try SessionConfiguration()
    let base = try SharedBase(configuration)
    var terms = try GradingTerms(
      course.assignment, sandbox: Sandboxes.choose(trial: base.trial), base: base, secret: "s")
    let common = try CommonCompilation(terms, naming: configuration.surroundings)
    defer { common.remove() }
    common.complete(&terms)
    let programs = try texts.map { text in
      let job = try PreparedSubmission(course.assignment.receive(text), terms.program, moduleCache: "").job
      return Segmentation.foreseen(job.codeUnits, with: configuration.surroundings).map { piece in
        (module: piece.segment.module, codes: job.units[piece.range].map(\.code))
      }
    }
    let stranger = try #require(programs[2].first { $0.codes.contains { $0.contains("12345") } }).module

    let watched = WatchedSandbox(inner: terms.sandbox) { scratch in
      // A compiler that was taken over can write anything.
      let place = CompileCache(folder: "\(scratch)/cache").path(ofModule: stranger)
      try? FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      for name in CompileCache.files(of: stranger) {
        try? Data("[]".utf8).write(to: URL(fileURLWithPath: "\(place)/\(name)"))
      }
    }
    terms.sandbox = watched
    let shared = SharedUnits(texts, terms, naming: configuration.surroundings, jobs: 2, interrupt: Interrupt())
    let known = Set(programs[0].map(\.module))
    // The parts of a right submission: the setup is everybody's anyway, and three have the same answers to the judge.
    #expect(shared.modules.count == Set(shared.modules).count && known.isSuperset(of: shared.modules))
    let cache = CompileCache(folder: terms.compiled ?? "")
    for piece in programs[0] {
      #expect(cache.warnings(of: piece.module) != nil, "\(piece.codes)")
    }
    #expect(!FileManager.default.fileExists(atPath: cache.path(ofModule: stranger)))
    for code in ["// Mine", "12345", "let own", "let none"] {
      let module = try #require(programs.joined().first { $0.codes.contains { $0.contains(code) } }).module
      #expect(cache.warnings(of: module) == nil, "\(code)")
    }
    // Each sandbox held the setup, what the piece rests on, and one piece more.
    let jobs = watched.jobs.withLock { $0 }
    #expect(jobs.count == shared.modules.count)
    var seen = Set(programs[0].prefix(1).map(\.module))
    for job in jobs.sorted(by: { $0.units.count < $1.units.count }) {
      let segments = Segmentation.foreseen(job.codeUnits, with: configuration.surroundings).map(\.segment)
      let last = try #require(segments.last)
      let setup = programs[0].prefix(1).map(\.module)
      #expect(Set(segments.map(\.module)).isSubset(of: setup + last.dependencies + [last.module]))
      #expect(Set(segments.map(\.module)).subtracting(seen).count == 1, "\(job.units.map(\.code))")
      seen.formUnion(segments.map(\.module))
    }
  }

  @Test
  func `cells that are handed out are compiled once for all gradings, and again when anything about them is another`()
    throws
  {
    let configuration = try SessionConfiguration()
    let base = try SharedBase(configuration)
    let inner = try Sandboxes.choose(trial: base.trial)
    let course = try Course()
    try course.fillModules(base, inner)
    let cache = "\(course.folder)/cache"
    /// How often it was compiled, and the modules that are there then.
    func compile(_ text: String, memory: Int = 1 << 30) throws -> (count: Int, modules: Set<String>) {
      let watched = WatchedSandbox(inner: inner) { _ in }
      var limits = TreeLimits()
      limits.memory = memory
      var terms = try GradingTerms(
        Assignment(NotebookParser.parse(text, path: course.source)), sandbox: watched, base: base, secret: "s",
        limits: limits, cacheFolder: cache)
      let common = try CommonCompilation(terms, naming: configuration.surroundings)
      defer { common.remove() }
      common.complete(&terms)
      let files = try FileManager.default.subpathsOfDirectory(atPath: try #require(terms.compiled))
      return (watched.jobs.withLock { $0.count }, Set(files.filter { $0.hasSuffix(".so") }))
    }
    let first = try compile(Course.text)
    #expect(first.count == 1 && first.modules.count >= 1)
    #expect(try compile(Course.text) == (0, first.modules))
    // What only the judge knows is nothing to compile there.
    #expect(try compile(Course.text.replacing("SENTINEL", with: "Another")) == (0, first.modules))
    let second = try compile(Course.text.replacing("let rate = 2.0", with: "let rate = 3.0"))
    #expect(second.count == 1 && second.modules != first.modules)
    #expect(try compile(Course.text, memory: 2 << 30).count == 1)
    // A C module that they rest on is gone.
    let store = Store(cache)
    for name in try FileManager.default.contentsOfDirectory(atPath: "\(store.folder)/units") {
      let place = "\(store.folder)/units/\(name)/\(KeptCache.file)"
      guard let data = FileManager.default.contents(atPath: place) else { continue }
      var kept = try JSONDecoder().decode(KeptCache.self, from: data)
      #expect(!kept.modules.isEmpty)
      kept.modules.insert("gone.pcm")
      try FileManager.default.removeItem(atPath: "\(store.folder)/units/\(name)")
      store.keep(.unit, try #require(ContentHash(digits: name)), [KeptCache.file: try JSONEncoder().encode(kept)])
    }
    #expect(try compile(Course.text).count == 1)
  }
}

/// A sandbox that notes what it is to compile.
private final class WatchedSandbox: Sandbox {
  static let name = "watched"
  static let obstacle: SandboxReason? = nil
  let jobs = Mutex<[ConfinedJob]>([])
  private let inner: (any Sandbox)?
  private let plant: @Sendable (_ scratch: String) -> Void

  init(inner: (any Sandbox)?, plant: @escaping @Sendable (_ scratch: String) -> Void) {
    (self.inner, self.plant) = (inner, plant)
  }
  convenience init() { self.init(inner: nil) { _ in } }

  func start(_ program: ConfinedProgram) throws -> ConfinedTree {
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(program.scratch)/job.json"))
    let job = try JSONDecoder().decode(ConfinedJob.self, from: data)
    jobs.withLock { $0.append(job) }
    plant(program.scratch)
    return try #require(inner).start(program)
  }
}
