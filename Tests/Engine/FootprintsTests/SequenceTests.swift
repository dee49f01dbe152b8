import Files
import Foundation
import TestTiers
import Testing

@testable import Footprints

/// Random steps, random edits of steps and of files by a person; after each, what the session shows and the contents of the folder
/// are those of a run from the top.
@Suite struct SequenceTests {
  /// Few by default; `GIMBAL_FOOTPRINT_SEQUENCES=10000 GIMBAL_FOOTPRINT_SEED=1000` asks for more.
  static let count = Tier.count(150, proof: 3000, or: "GIMBAL_FOOTPRINT_SEQUENCES")
  static let first = ProcessInfo.processInfo.environment["GIMBAL_FOOTPRINT_SEED"].flatMap(Int.init) ?? 0

  @Test(.tags(.prove)) func everySequenceEndsAsARunFromTheTop() throws {
    var impossible = 0
    var comparisons = 0
    for seed in Self.first..<(Self.first + Self.count) {
      var sequence = try RandomSequence(seed: UInt64(seed))
      let problem = sequence.run()
      impossible += sequence.impossible
      comparisons += sequence.comparisons
      if let problem {
        Issue.record("seed \(seed): \(problem)")
        return
      }
    }
    print("\(comparisons) comparisons, \(impossible) times from the top")
    #expect(impossible * 20 < comparisons)
  }
}

struct RandomSequence {
  private var choices: Choices
  private let notebook: Notebook
  /// The surroundings that a run from the top would find: the files of the beginning, with what a person did since.
  private let base: String
  private(set) var impossible = 0
  private(set) var comparisons = 0
  private var trace: [String] = []
  /// What was written down after the last run.
  private var written = WrittenFootprint()

  init(seed: UInt64) throws {
    choices = Choices(seed: seed)
    base = Tree.temporary("base")
    mkdir(base + "/d", 0o755)
    let maker = Worker(folder: base, journal: nil)
    for _ in 0..<choices.number(8) { _ = maker.run(choices.operation()) }
    let steps = (0..<(2 + choices.number(4))).map { [choices] _ in
      var choices = choices
      return choices.step()
    }
    // Half of the sequences trust signatures at once, the other half hash: both ways have to hold.
    notebook = try Notebook(steps, in: base, tick: seed % 2 == 0 ? 0 : FileSignature.tick)
    for index in notebook.steps.indices { notebook.steps[index] = choices.step() }
    trace.append("initial \(Tree.snapshot(base))\nsteps \(notebook.steps)")
  }

  /// What went wrong, nil when nothing did.
  mutating func run() -> String? {
    defer { Tree.remove(base) }
    notebook.run()
    if let problem = compare() { return problem }
    for _ in 0..<4 {
      write()
      if choices.chance(60) { changeByHand() }
      if choices.chance(20) { notebook.files.hashAhead(notebook.history.steps, limit: 1 << 20) }
      if let problem = compareWritten() { return problem }
      if choices.chance(60) { edit() }
      if let problem = settle() ?? compare() { return problem }
    }
    return nil
  }

  private mutating func edit() {
    let index = choices.number(notebook.steps.count)
    switch choices.number(4) {
    case 0: notebook.steps.insert(choices.step(), at: index)
    case 1 where notebook.steps.count > 1: notebook.steps.remove(at: index)
    default: notebook.steps[index] = choices.step()
    }
    trace.append("edit at \(index): \(notebook.steps)")
    goBack(to: index)
  }

  private mutating func goBack(to index: Int) {
    let undoing = notebook.goBack(to: index)
    trace.append("back to \(index), then \(notebook.history.steps.count): \(undoing)")
    guard !undoing.impossible.isEmpty else { return }
    impossible += 1
    _ = notebook.goBack(to: 0)
    Tree.remove(base)
    Tree.copy(notebook.folder, to: base)
  }

  private mutating func changeByHand() {
    let before = Tree.snapshot(notebook.folder)
    let operation = choices.outsideOperation()
    guard isSensible(operation) else { return }
    _ = Worker(folder: notebook.folder, journal: nil).run(operation)
    let after = Tree.snapshot(notebook.folder)
    for path in Set(before.keys).union(after.keys).sorted() where before[path] != after[path] {
      Tree.transfer(path, from: notebook.folder, to: base)
    }
    trace.append("by hand \(operation)")
  }

  /// A person works in folders that are there for a run from the top as well, and on no link: what would be in a folder
  /// before the notebook makes it is a question without an answer.
  private func isSensible(_ operation: Operation) -> Bool {
    let name = operation.paths[0]
    for folder in [notebook.folder, base] {
      var parent = name.parentPath
      while !parent.isEmpty {
        guard FileSignature(at: FilePath(folder + "/" + parent))?.kind == .folder else { return false }
        parent = parent.parentPath
      }
    }
    // A folder that the notebook took away, and a person puts something in its place: what of that lay in it?
    let kinds = [notebook.folder, base].map { FileSignature(at: FilePath($0 + "/" + name))?.kind }
    if kinds[1] == .folder && kinds[0] != .folder { return false }
    if case .removeFolder = operation, !Tree.snapshot(base + "/" + name).isEmpty { return false }
    switch operation {
    case .write, .append: return FileSignature(at: FilePath(notebook.folder + "/" + name))?.kind != .link
    default: return true
    }
  }

  /// Runs until nothing is stale. Each round starts no later than the one before, or it is a loop.
  private mutating func settle() -> String? {
    for round in 0..<4 {
      if let stale = notebook.stale {
        trace.append("stale \(stale)")
        goBack(to: stale.step)
      } else if notebook.history.steps.count == notebook.steps.count {
        return nil
      }
      let isDisturbed = round == 0 && choices.chance(25)
      notebook.run { if isDisturbed && choices.chance(40) { changeByHand() } }
    }
    return "loops: \(notebook.stale as Any)\n" + trace.joined(separator: "\n")
  }

  private mutating func write() {
    let run = Footprint(run: notebook.history.steps)
    written = WrittenFootprint(run, from: FilePath(notebook.folder), files: notebook.files)
  }

  /// What is written down of the whole run answers as its steps do.
  private func compareWritten() -> String? {
    let folder = FilePath(notebook.folder)
    let run = Footprint(run: notebook.history.steps)
    let changes = written.inputChanges(from: folder, in: notebook.files, environment: notebook.environment)
    if changes.isEmpty == (notebook.stale == nil) { return nil }
    return "written down: \(changes), steps: \(notebook.stale as Any)\n\(run)\n" + trace.joined(separator: "\n")
  }

  private mutating func compare() -> String? {
    comparisons += 1
    if let stale = notebook.stale { return "stale after a run: \(stale)\n" + trace.joined(separator: "\n") }
    let clean = Tree.temporary("clean") + "/notebook"
    defer { Tree.remove(clean.parentPath) }
    Tree.copy(base, to: clean)
    let worker = Worker(folder: clean, journal: nil)
    let outputs = notebook.steps.map { $0.map(worker.run).joined(separator: "|") }
    let (expected, found) = (Tree.snapshot(clean), Tree.snapshot(notebook.folder))
    if outputs == notebook.outputs && expected == found { return nil }
    return """
      differs from a run from the top
      \(trace.joined(separator: "\n"))
      base     \(Tree.snapshot(base))
      outputs  \(notebook.outputs)
      expected \(outputs)
      folder   \(found)
      expected \(expected)
      """
  }
}

extension Operation {
  var paths: [String] {
    switch self {
    case .read(let path), .status(let path, _), .list(let path), .write(let path, _), .append(let path, _),
      .replace(let path, _), .delete(let path), .makeFolder(let path), .removeFolder(let path), .makeLink(let path, _),
      .permit(let path, _), .lock(let path, _), .replaceAtomically(let path, _):
      [path]
    case .copy(let path, let other), .rename(let path, let other), .makeHardLink(let path, let other): [path, other]
    }
  }
}
