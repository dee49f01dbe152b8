import Caches
import CellKernel
import Exploration
import Files
import Foundation
import NotebookDocument
import NotebookImport
import NotebookRunning
import Processes
import ReportExport
import Reports

/// Makes a book: reads what it consists of, runs the notebooks that have changed, and writes its pages.
package struct BookMaker {
  /// What a person asks for.
  package struct Request: Sendable {
    /// A folder, a table of contents, or notebooks.
    package var inputs: [String]
    /// The folder of the book.
    package var output: String
    /// Replaces the title that the table of contents gives.
    package var title: String?
    /// Whether the whole is made as a PDF, too.
    package var isOnPaper = true
    /// Whether all notebooks run, whatever has changed.
    package var again = false
    /// Whether files that somebody else has written or changed are replaced.
    package var force = false

    package init(inputs: [String], output: String) { (self.inputs, self.output) = (inputs, output) }
  }

  /// How far it is.
  package enum Event: Sendable {
    /// A chapter begins that has to run, for these reasons where it has been made before.
    case running(Int, of: Int, path: String, reasons: [String])
    /// A chapter that holds.
    case kept(Int, of: Int, path: String)
    case cell(CellKernel.Event)
    case states(Explorer.Event)
    /// All chapters have run.
    case chaptersDone
    case typesetting
  }

  /// The outcome of it.
  package struct Outcome: Sendable {
    package var isSuccess: Bool
    /// For the terminal, in the form of compiler messages.
    package var messages: [String]
    package var chapters: Int
    /// The paths of the notebooks that ran.
    package var run: [String]
    /// The names of the files that were written, and of those that were taken away.
    package var written: [String]
    package var removed: [String]
  }

  private let cacheFolder: String?
  private let environment: [String: String]
  private let store: Store

  /// A maker that keeps compiled cells and chapters in this folder; the user's cache when nil.
  package init(cacheFolder: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment) {
    (self.cacheFolder, self.environment) = (cacheFolder, environment)
    store = Store(cacheFolder)
  }

  /// The book's PDF.
  private static let paper = "book.pdf"

  /// Makes the book.
  ///
  /// - Throws: `PlacedError` if the book cannot be made, in which case the earlier book is left as it was;
  ///   `Interrupted`. A cell that fails is shown in its place and counted in the outcome.
  package func make(
    _ request: Request, interrupt: Interrupt = Interrupt(), onEvent: @escaping @Sendable (Event) -> Void = { _ in }
  ) throws -> Outcome {
    var plan = try BookPlan.read(request.inputs)
    if let title = request.title { plan.title = title }
    if request.isOnPaper { try PaperBook.require() }
    let inputs = plan.entries.map(\.path) + [plan.file].compactMap { $0 }
    let folder = try BookFolder(request.output)
    let pages = plan.entries.map { "\($0.name).html" } + ["index.html", "figures.html", BookFolder.recordName]
    try folder.requireOwn(pages, madeOf: inputs, force: request.force)
    var (made, run, isSuccess) = ([MadeChapter](), [String](), true)
    let chapters = try ChapterRun(
      runner: NotebookRunner(cacheFolder: cacheFolder, environment: environment),
      store: ChapterStore(store, environment: environment),
      explorer: explorer, request: request, interrupt: interrupt, onEvent: onEvent)
    for (index, entry) in plan.entries.enumerated() {
      if interrupt.isRequested { throw Interrupted() }
      let result = try chapters.chapter(entry, index + 1, of: plan.entries.count)
      made.append(result.made)
      if result.hasRun { run.append(entry.path) }
      if !result.isSuccess { isSuccess = false }
    }
    onEvent(.chaptersDone)
    var messages = plan.notes + made.flatMap(\.chapter.messages)
    let site = BookSite(plan, made, paper: request.isOnPaper ? Self.paper : nil)
    let formulas = Formulas(store: store)
    var result = site.files { formulas.font?.style(for: $0, interrupt: interrupt) ?? "" }
    var record: [String: String] = [:]
    if request.isOnPaper, result.errors.isEmpty {
      let book = BookPaper.book(site, &result)
      let hash = BookPaper.hash(of: book)
      record[Self.paper] = hash
      if let kept = try folder.kept(Self.paper, madeOf: hash) {
        result.files[Self.paper] = kept
      } else {
        onEvent(.typesetting)
        result.files[Self.paper] = try book.data(of: plan.file ?? plan.folder, store: store, interrupt: interrupt)
      }
    }
    messages += result.warnings
    // Each of them is reported, and nothing is written.
    if let first = result.errors.first {
      throw BookErrors(first: first, all: result.errors, messages: messages)
    }
    let (written, removed) = try folder.replace(
      with: result.files, made: record, madeOf: inputs, force: request.force, interrupt: interrupt)
    return Outcome(
      isSuccess: isSuccess, messages: messages, chapters: made.count, run: run, written: written, removed: removed)
  }

  private var explorer: Explorer {
    var explorer = Explorer()
    (explorer.cacheFolder, explorer.environment) = (cacheFolder, environment)
    return explorer
  }
}

/// Several references that mean nothing, told at once.
package struct BookErrors: Error, CustomStringConvertible {
  package var first: BookError
  package var all: [BookError]
  /// Warnings and notes, for the terminal.
  package var messages: [String]

  package var description: String { all.map(\.description).joined(separator: "\n") }
}
