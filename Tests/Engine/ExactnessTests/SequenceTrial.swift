import CellCompiler
import CellKernel
import Foundation
import NotebookDocument
import NotebookRunning
import Processes
import TestCaches

/// Carries out a sequence and compares each page with that of a clean run: a new session in a copy of the folder as it was
/// before the notebook first ran, with what others have changed since.
final class SequenceTrial {
  /// What is wrong with a page.
  struct Fault: Error, CustomStringConvertible {
    /// The step; −1 for the run before the first.
    var step: Int
    var description: String
  }

  /// One notebook has taken a folder away out of which another had moved a file: see `isTheirs`.
  private struct Unruled: Error {}

  private let sequence: TrialSequence
  private let root: String
  /// Where the notebooks lie in the folders that count: cells may go to the folder above.
  private static let place = "a/a/a/a/a/work"
  private let folder: String
  private var notebooks: [NotebookModel]
  private var earlier: [NotebookModel]
  private var views: [View: FrontView] = [:]

  private struct View: Hashable {
    var notebook: Int
    var frontEnd: TrialSequence.FrontEnd
  }

  /// One front end on one notebook, and the folder as it sees it.
  private struct FrontView {
    var run: (Notebook, Interrupt) throws -> Execution
    /// What the notebook found when it first ran, with what others have changed since.
    var base: FolderImage
    /// What the last run left.
    var left: FolderImage
  }

  /// Where all trials keep what they compile.
  static let cache = TestCaches.sequences

  private init(_ sequence: TrialSequence) throws {
    self.sequence = sequence
    (notebooks, earlier) = (sequence.notebooks, sequence.notebooks)
    let temporary = sequence.manner.liesInMemory ? "/dev/shm/" : NSTemporaryDirectory()
    root = "\(temporary)gimbal-trial-\(UUID().uuidString)"
    folder = "\(root)/session/\(Self.place)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  /// The first fault of a sequence; nil when there is none.
  static func fault(of sequence: TrialSequence) -> Fault? {
    do {
      let trial = try SequenceTrial(sequence)
      try trial.carryOut()
      return nil
    } catch let fault as Fault {
      return fault
    } catch is Unruled {
      return nil
    } catch {
      return Fault(step: sequence.steps.count - 1, description: "an error: \(error)\n")
    }
  }

  private func carryOut() throws {
    for (name, contents) in sequence.files { try write(contents, to: name) }
    for notebook in notebooks.indices { try save(notebook, -1) }
    for notebook in notebooks.indices { try run(TrialSequence.Step(notebook: notebook), -1) }
    for (index, step) in sequence.steps.enumerated() {
      for edit in step.edits {
        let next = edit.apply(to: notebooks[step.notebook], before: earlier[step.notebook])
        earlier[step.notebook] = notebooks[step.notebook]
        notebooks[step.notebook] = next
      }
      for edit in step.fileEdits { try apply(edit) }
      try save(step.notebook, index)
      try run(step, index)
    }
  }

  private func path(_ notebook: Int, in folder: String) -> String { "\(folder)/notebook\(notebook).md" }

  private func save(_ notebook: Int, _ step: Int) throws {
    try Data(notebooks[notebook].text.utf8).write(to: URL(fileURLWithPath: path(notebook, in: folder)))
  }

  private func write(_ contents: String, to name: String) throws {
    let path = "\(folder)/\(name)"
    try? FileManager.default.createDirectory(
      atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
    if contents.hasPrefix(Self.library), let answer = contents.last?.wholeNumberValue {
      TinyLibrary.write(TinyLibrary.data(answer), to: path)
    } else {
      try? Data(contents.utf8).write(to: URL(fileURLWithPath: path))
    }
  }

  /// Contents that stand for a library, before its answer.
  static let library = "library "

  private func apply(_ edit: FileEdit) throws {
    switch edit {
    case .write(let name, _) where isFolderTaken(at: name): break
    case .append(let name, _) where isFolderTaken(at: name): break
    case .link(let name, _) where isFolderTaken(at: name): break
    case .write(let name, let contents): try write(contents, to: name)
    case .append(let name, let contents):
      let held = FileManager.default.contents(atPath: "\(folder)/\(name)").map { String(decoding: $0, as: UTF8.self) }
      try write((held ?? "") + contents, to: name)
    case .delete(let name): unlink("\(folder)/\(name)")
    case .touch(let name): utimes("\(folder)/\(name)", nil)
    case .makeFolder(let name): mkdir("\(folder)/\(name)", 0o755)
    case .remove(let name): if isTheirs(name) { try? FileManager.default.removeItem(atPath: "\(folder)/\(name)") }
    case .rename(let old, let new):
      if isTheirs(old), isTheirs(new) { Foundation.rename("\(folder)/\(old)", "\(folder)/\(new)") }
    case .link(let name, let target): symlink(target, "\(folder)/\(name)")
    case .permit(let name, let mode): chmod("\(folder)/\(name)", mode)
    }
  }

  /// Whether the entry at a place is a person's in every respect: no notebook has changed it, or moved something from
  /// there or to there. What becomes of a person's file that a notebook has moved into a folder which the person then
  /// takes away is nobody's rule: the engine leaves it where it is.
  private func isTheirs(_ name: String) -> Bool {
    let now = FolderImage(of: "\(root)/session").below("\(Self.place)/\(name)")
    return views.values.allSatisfy { $0.base.below("\(Self.place)/\(name)") == now }
  }

  /// Whether a notebook took a person's folder away from there. A person puts nothing in its place: what of that lay in it, for a
  /// run from the top, is nobody's rule either.
  private func isFolderTaken(at name: String) -> Bool {
    !FileManager.default.fileExists(atPath: "\(folder)/\(name)")
      && views.values.contains { $0.base.entries["\(Self.place)/\(name)"] == .folder }
  }

  // MARK: Runs

  private func run(_ step: TrialSequence.Step, _ index: Int) throws {
    let view = View(notebook: step.notebook, frontEnd: step.frontEnd)
    let now = FolderImage(of: "\(root)/session")
    if var known = views[view] {
      if known.base.hasLost(to: now, left: known.left) { throw Unruled() }
      known.base.takeOver(from: known.left, to: now)
      views[view] = known
    } else {
      views[view] = FrontView(run: try frontEnd(step.frontEnd), base: now, left: now)
    }
    let execution = try execute(
      path(step.notebook, in: folder), step: index, stop: step.stop, views[view]!.run)
    views[view]!.left = FolderImage(of: "\(root)/session")
    guard !execution.wasInterrupted else { return }
    let page = try Page(execution, folder: folder, root: "\(root)/session", cache: Self.cache)
    try check(draws: page, of: notebooks[step.notebook], index)
    try compare(page, view, index)
  }

  private func compare(_ page: Page, _ view: View, _ index: Int) throws {
    let clean = "\(root)/isolate/\(Self.place)"
    try? FileManager.default.removeItem(atPath: "\(root)/isolate")
    try FileManager.default.createDirectory(atPath: clean, withIntermediateDirectories: true)
    for notebook in notebooks.indices {
      try FileManager.default.copyItem(atPath: path(notebook, in: folder), toPath: path(notebook, in: clean))
    }
    try views[view]!.base.make(in: "\(root)/isolate")
    var configuration = try SessionConfiguration(cacheFolder: Self.cache)
    configuration.keepGoing = sequence.manner.keepGoing
    configuration.compilesApart = sequence.manner.cleanCompilesApart
    let session = try Session(configuration)
    let execution = try execute(path(view.notebook, in: clean), step: index, stop: nil) {
      try session.run($0, parameters: $0.frontMatter.parameters, interrupt: $1)
    }
    let cleanPage = try Page(execution, folder: clean, root: "\(root)/isolate", cache: Self.cache)
    let differences = page.differences(to: cleanPage)
    guard differences.isEmpty else { throw Fault(step: index, description: "the page differs:\n\(differences)") }
    // What other programs do to files nobody sees, unless a cell looks: the engine says “child process”.
    guard !notebooks.contains(where: { $0.text.contains("system(") }) else { return }
    let files = masked(views[view]!.left).differences(to: masked(FolderImage(of: "\(root)/isolate")))
    guard files.isEmpty else { throw Fault(step: index, description: "the files differ:\n\(files)") }
  }

  /// An image with its random draws masked.
  private func masked(_ image: FolderImage) -> FolderImage {
    var image = image
    for (name, entry) in image.entries where name.hasSuffix("/r.txt") {
      if case .file = entry { image.entries[name] = .other }
    }
    return image
  }

  private func frontEnd(_ kind: TrialSequence.FrontEnd) throws -> (Notebook, Interrupt) throws -> Execution {
    switch kind {
    case .preview:
      var configuration = try SessionConfiguration(cacheFolder: Self.cache)
      configuration.keepGoing = sequence.manner.keepGoing
      configuration.freeForks = sequence.manner.freeForks
      configuration.compilesApart = sequence.manner.compilesApart
      let session = try Session(configuration)
      return { try session.run($0, parameters: $0.frontMatter.parameters, interrupt: $1) }
    case .runner:
      let runner = NotebookRunner(cacheFolder: Self.cache, keepGoing: sequence.manner.keepGoing)
      let output = "\(root)/plots"
      return { try runner.run(.init(path: $0.path, output: output), interrupt: $1).execution }
    }
  }

  /// Runs a notebook and sees to it that it ends.
  private func execute(
    _ path: String, step: Int, stop: Int?, _ run: (Notebook, Interrupt) throws -> Execution
  ) throws -> Execution {
    let notebook: Notebook
    do { notebook = try NotebookParser.read(path) } catch {
      throw Fault(step: step, description: "the notebook cannot be read: \(error)\n")
    }
    let interrupt = Interrupt()
    let watch = Watch()
    let limit = stop.map { Double($0) / 1000 } ?? 300
    Thread.detachNewThread {
      if !watch.waits(seconds: limit) {
        interrupt.request()
        if !watch.waits(seconds: 300) {
          print("a run hangs; step \(step) of\n\(notebook.lines.joined(separator: "\n"))")
          fatalError("hang")
        }
      }
    }
    defer { watch.end() }
    let execution = try run(notebook, interrupt)
    if execution.wasInterrupted, stop == nil { throw Fault(step: step, description: "the run does not end\n") }
    return execution
  }

  /// Waits for the end of a run.
  private final class Watch: @unchecked Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    /// Whether the end comes in time. Counted in short waits: the time when the whole machine stood still is not the run's.
    func waits(seconds: Double) -> Bool {
      for _ in 0..<max(1, Int(seconds / 0.1)) where semaphore.wait(timeout: .now() + min(seconds, 0.1)) == .success {
        return true
      }
      return false
    }
    func end() {
      semaphore.signal()
      semaphore.signal()
    }
  }

  /// No name has more values on one page than there are cells and expressions that draw it.
  private func check(draws page: Page, of notebook: NotebookModel, _ step: Int) throws {
    for (name, values) in page.draws {
      let drawing = notebook.items.count { item in
        switch item {
        case .cell(let cell): draws(cell.code, name)
        case .inline(let expression): draws(expression, name)
        case .prose: false
        }
      }
      // What a file of an earlier draw says is another draw.
      let extra =
        notebook.items.contains { if case .cell(let cell) = $0 { cell.code.contains("r.txt") } else { false } } ? 2 : 0
      guard values.count <= max(1, drawing) + extra else {
        throw Fault(
          step: step, description: "\(name) was drawn \(values.count) times for one page: \(values.sorted())\n")
      }
    }
  }

  /// Whether code draws what it shows under a name: in a variable of that name, or as it shows it.
  private func draws(_ code: String, _ name: String) -> Bool {
    code.contains("let \(name) =") || code.contains("let \(name):") || code.contains("DRAW[\(name):\\(Int.random")
      || name == "r7" && code.contains("var numbers =")
  }
}
