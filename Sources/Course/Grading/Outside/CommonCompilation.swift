import Caches
import Foundation
import Sandboxes

/// What all submissions have in common, compiled once, in a sandbox, before any of them runs: the cells that are handed out, as far as
/// they do not rest on a student's, and the compiler's cache of C modules.
///
/// Each submission gets its own copy of the cells and only reads the modules, so no submission can affect another.
struct CommonCompilation {
  private let folder: String
  private let modules: String

  /// - Throws: `GradingError` where the sandbox does not let the compiler work.
  init(_ terms: GradingTerms) throws {
    if let filled = terms.base.filledModules, FileManager.default.fileExists(atPath: filled),
      let made = try? Self(terms, filled: filled)
    {
      self = made
    } else {
      self = try Self(terms, filled: nil)
    }
  }

  /// - Parameter filled: a cache of C modules that has all of them; an own one is filled when nil.
  private init(_ terms: GradingTerms, filled: String?) throws {
    folder = try Store(terms.cacheFolder).scratchPath()
    modules = filled ?? "\(folder)/modules"
    var base = terms.base
    if let filled { base.readable.append(filled) }
    let prepared = try PreparedSubmission(terms.assignment.receive(""), terms.program, moduleCache: modules)
    try SubmissionFolder.make(folder, of: terms, for: prepared)
    if filled == nil { try FileManager.default.createDirectory(atPath: modules, withIntermediateDirectories: true) }
    var job = prepared.job
    job.folder = SubmissionFolder.cells(in: folder)
    // Probes call what nobody has written yet; their import is everybody's.
    job.units.removeAll { $0.kind == .probe }
    if let first = prepared.job.units.first(where: { $0.kind == .probe }) { job.units.append(first) }
    let time = SubmissionTime(total: Self.patience)
    var limits = terms.limits
    limits.cpu = Self.patience
    let submission = try ConfinedSubmission(
      .compile, job, scratch: folder, in: terms.sandbox, base, limits: time.limits(limits))
    let compiled = submission.awaitCompiled(time)
    let end = try submission.end()
    let failure = zip(job.units, compiled ?? []).first { $0.kind == .locked && $1.module == nil }
    let lacksModule = filled != nil && (compiled ?? []).contains { $0.failure?.lacksModule == true }
    guard submission.isBroken == nil, compiled != nil, !lacksModule else {
      let why = submission.isBroken ?? end.words(limits) ?? "it ended with status \(end.status)"
      remove()
      throw GradingError(.sandboxFails(why))
    }
    if failure != nil, prepared.job.units.first(where: { $0.kind == .locked })?.code == failure?.0.code {
      remove()
      throw GradingError(.sandboxFails("the first cell that is handed out does not compile there"))
    }
  }

  /// Seconds of processor time.
  private static let patience = 300.0

  /// Gives submissions what was compiled.
  func complete(_ terms: inout GradingTerms) {
    terms.compiled = "\(folder)/cache"
    terms.base.moduleCache = modules
    terms.base.readable.append(modules)
  }

  func remove() { ScratchFolder.remove(folder) }
}

extension ConfinedFailure {
  /// Whether the compiler could not write a C module that it had to compile.
  fileprivate var lacksModule: Bool { words.contains(".pcm'") || words.contains(" C module '") }
}
