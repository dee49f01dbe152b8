import Caches
import CellCompiler
import Files
import Foundation
import Sandboxes

import enum Basics.PlainFile

/// What all submissions have in common, compiled once, in a sandbox, before any of them runs: the cells that are handed out, as far as
/// they do not rest on a student's, and the compiler's cache of C modules. What an earlier grading has compiled from the same cells is
/// used again.
///
/// Each submission gets its own copy of the cells and only reads the modules, so no submission can affect another.
struct CommonCompilation {
  private let folder: String
  private let modules: String

  /// - Parameter compiler: names modules as the compilers inside do.
  /// - Throws: `GradingError` where the sandbox does not let the compiler work.
  init(_ terms: GradingTerms, naming compiler: ContentHash) throws {
    if let filled = terms.base.filledModules, FileManager.default.fileExists(atPath: filled),
      let made = try? Self(terms, naming: compiler, filled: filled)
    {
      self = made
    } else {
      self = try Self(terms, naming: compiler, filled: nil)
    }
  }

  /// - Parameter filled: a cache of C modules that has all of them; an own one is filled when nil.
  private init(_ terms: GradingTerms, naming compiler: ContentHash, filled: String?) throws {
    folder = try Store(terms.cacheFolder).scratchPath()
    modules = filled ?? "\(folder)/modules"
    var base = terms.base
    if let filled { base.readable.append(filled) }
    let prepared = try PreparedSubmission(terms.assignment.receive(""), terms.program, moduleCache: modules)
    let store = Store(terms.cacheFolder)
    let kept = filled.map { filled in
      let names = Segmentation.foreseen(prepared.job.codeUnits, with: compiler).map(\.segment.module)
      return ContentHash(["common", filled, terms.sandbox.name, "\(terms.limits)"] + names)
    }
    if let filled, let kept, KeptCache.restore(kept, from: store, to: "\(folder)/cache", modules: filled) { return }
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
    if let filled, let kept { KeptCache.keep("\(folder)/cache", kept, in: store, modules: filled) }
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

/// The cache of one compilation, kept for the next of the same cells.
struct KeptCache: Codable {
  /// By path: entries of compiled cells, and what is known of the toolchain.
  var files: [String: Data] = [:]
  /// The C modules that were there when it was made.
  var modules: Set<String>

  static let file = "cache.json"
  /// Bytes of one file at most.
  private static let limit = 64 << 20

  static func keep(_ cache: String, _ key: ContentHash, in store: Store, modules: String) {
    var kept = KeptCache(modules: compiled(modules))
    for kind in [Store.Kind.unit, .tool] {
      for path in (try? FileManager.default.subpathsOfDirectory(atPath: "\(cache)/\(kind.rawValue)")) ?? [] {
        kept.files["\(kind.rawValue)/\(path)"] = ScratchFolder.read("\(cache)/\(kind.rawValue)/\(path)", limit: limit)
      }
    }
    if let data = try? JSONEncoder().encode(kept) { store.keep(.unit, key, [file: data]) }
  }

  /// Makes a cache of an earlier one; false where there is none, or a C module is missing that it rests on.
  static func restore(_ key: ContentHash, from store: Store, to cache: String, modules: String) -> Bool {
    guard let data = store.entry(.unit, key)?.files[file], let kept = try? JSONDecoder().decode(Self.self, from: data),
      kept.modules.isSubset(of: compiled(modules))
    else { return false }
    do {
      for (path, data) in kept.files {
        let target = URL(fileURLWithPath: "\(cache)/\(path)")
        try FileManager.default.createDirectory(
          at: target.deletingLastPathComponent(), withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
        try PlainFile.write(data, to: target.path)
      }
      return true
    } catch {
      ScratchFolder.remove(cache)
      return false
    }
  }

  private static func compiled(_ modules: String) -> Set<String> {
    Set((try? FileManager.default.subpathsOfDirectory(atPath: modules))?.filter { $0.hasSuffix(".pcm") } ?? [])
  }
}

extension ConfinedFailure {
  /// Whether the compiler could not write a C module that it had to compile.
  fileprivate var lacksModule: Bool { words.contains(".pcm'") || words.contains(" C module '") }
}
