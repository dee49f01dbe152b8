import Assignments
import Basics
import Caches
import CellCompiler
import Files
import Foundation
import Processes
import Sandboxes

/// Code that several submissions have word for word, compiled once for all of them before any of them is graded.
///
/// A library's name is a hash of all that it is made from: its source, which names the libraries that it rests on, and the compiler. Each
/// is compiled in its own sandbox, with no text of a student's but this and the code that it rests on, and only the library of that name is taken
/// out of it. So a submission with this code gets the library that it would have had alone, and no other submission gets any of it.
struct SharedUnits {
  /// How many submissions must have the same code: another sandbox costs as much as compiling it once more.
  static let fewest = 3
  /// How many libraries are compiled so at most, the commonest: each submission gets a copy of them.
  static let most = 100

  /// The modules that were compiled.
  private(set) var modules: [String] = []

  /// Compiles the code that these submissions have in common, and adds it to the cells that `terms` gives all of them. Code that does not
  /// compile here is compiled again with each submission, which then has the compiler's messages.
  ///
  /// - Parameters:
  ///   - compiler: names modules as the compilers inside do.
  ///   - jobs: how many sandboxes there are at one time.
  init(_ texts: [String], _ terms: GradingTerms, naming compiler: ContentHash, jobs: Int, interrupt: Interrupt) {
    guard texts.count >= Self.fewest, let compiled = terms.compiled else { return }
    let submissions = Parallel.map(texts.count, threads: jobs) { index in
      let received = terms.assignment.receive(texts[index])
      return (try? PreparedSubmission(received, terms.program, moduleCache: terms.base.moduleCache)).map { prepared in
        (prepared: prepared, pieces: Segmentation.foreseen(prepared.job.codeUnits, with: compiler))
      }
    }.compactMap(\.self)
    var counts: [String: Int] = [:]
    for submission in submissions {
      for module in Set(submission.pieces.map(\.segment.module)) { counts[module, default: 0] += 1 }
    }
    let cache = CompileCache(folder: compiled)
    let common = Set(counts.keys.filter { cache.warnings(of: $0) != nil })
    // Each where it is first met.
    var open: [(submission: Int, place: Int, module: String, count: Int)] = []
    for (index, submission) in submissions.enumerated() {
      for (place, piece) in submission.pieces.enumerated() {
        let module = piece.segment.module
        guard let count = counts.removeValue(forKey: module), count >= Self.fewest, !common.contains(module) else {
          continue
        }
        open.append((index, place, module, count))
      }
    }
    open = Array(open.sorted { $0.count > $1.count }.prefix(Self.most))
    while !interrupt.isRequested {
      // Each behind the common cells and those that it rests on, and nothing else: if its name is another one there, it waits for them.
      let next = open.compactMap { unit -> (module: String, prepared: PreparedSubmission, job: ConfinedJob)? in
        let (prepared, pieces) = submissions[unit.submission]
        let there = common.union(pieces[unit.place].segment.dependencies.filter(modules.contains))
        let above = pieces[..<unit.place].filter { there.contains($0.segment.module) }
        var job = prepared.job
        job.units = (above + [pieces[unit.place]]).flatMap { prepared.job.units[$0.range] }
        let names = Segmentation.foreseen(job.codeUnits, with: compiler).map(\.segment.module)
        return names == above.map(\.segment.module) + [unit.module] ? (unit.module, prepared, job) : nil
      }
      guard !next.isEmpty else { return }
      let made = Parallel.map(next.count, threads: jobs) { index in
        try? Self.compile(next[index].module, next[index].job, of: next[index].prepared, terms)
      }
      for (unit, files) in zip(next, made) {
        if let files, cache.take(unit.module, files) { modules.append(unit.module) }
      }
      let tried = Set(next.map(\.module))
      open.removeAll { tried.contains($0.module) }
    }
  }

  /// Bytes of one file of a library's entry at most.
  private static let limit = 64 << 20

  /// The files of a module that a job compiles in a sandbox; nobody has looked at them.
  private static func compile(
    _ module: String, _ job: ConfinedJob, of prepared: PreparedSubmission, _ terms: GradingTerms
  ) throws -> [String: Data] {
    let scratch = try Store(terms.cacheFolder).scratchPath()
    defer { ScratchFolder.remove(scratch) }
    try SubmissionFolder.make(scratch, of: terms, for: prepared)
    var job = job
    job.folder = SubmissionFolder.cells(in: scratch)
    let time = SubmissionTime(total: terms.total)
    let compiler = try ConfinedSubmission(
      .compile, job, scratch: scratch, in: terms.sandbox, terms.base, limits: time.limits(terms.limits))
    _ = compiler.awaitCompiled(time)
    _ = try compiler.end()
    let place = CompileCache(folder: compiler.cache).path(ofModule: module)
    return CompileCache.files(of: module).reduce(into: [:]) { files, name in
      files[name] = ScratchFolder.read("\(place)/\(name)", limit: limit)
    }
  }
}
