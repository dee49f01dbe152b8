import CellKernel
import Exploration
import Foundation
import NotebookDocument
import NotebookRunning
import Processes
import Reports

/// Chapters one after the other: each as it was kept, or made by a run of its notebook.
struct ChapterRun {
  let runner: NotebookRunner
  let store: ChapterStore
  let explorer: Explorer
  let request: BookMaker.Request
  let interrupt: Interrupt
  let onEvent: @Sendable (BookMaker.Event) -> Void

  /// A chapter, and whether its notebook ran for it.
  ///
  /// - Throws: `PlacedError` when the notebook cannot be read or run at all, `Interrupted`.
  func chapter(
    _ entry: BookPlan.Entry, _ number: Int, of count: Int
  ) throws -> (made: MadeChapter, hasRun: Bool, isSuccess: Bool) {
    let own = try ChapterSource(of: entry.path)
    let kept = store.chapter(entry, of: own, isOnPaper: request.isOnPaper)
    if let made = kept.made, !request.again {
      onEvent(.kept(number, of: count, path: entry.path))
      return (made, false, true)
    }
    onEvent(.running(number, of: count, path: entry.path, reasons: kept.reasons))
    // As it is when the run begins: what changes meanwhile is seen the next time.
    let basis = store.basis(of: own)
    var run = NotebookRunner.Request(path: entry.path, png: true)
    run.chapter = BookMarks.chapter
    let say: (Event) -> Void = { [onEvent] in onEvent(.cell($0)) }
    let (product, result) = try runner.make(run, of: own.notebook, interrupt: interrupt, onEvent: say) { source in
      let made = try ChapterMaking.chapter(named: entry.name, of: source, isOnPaper: request.isOnPaper) { report in
        try explorer.explored(report, source.formulas, with: runner, interrupt: interrupt) { [onEvent] in
          onEvent(.states($0))
        }
      }
      let pictures = source.pictures.filter { name, _ in
        name.hasSuffix(".svg") || request.isOnPaper && name.hasSuffix(".pdf")
      }
      return (made, pictures, ResultsFile(source.report, source.drawn, files: []))
    }
    var ((chapter, jupyter, failure), pictures, results) = product
    chapter.messages = result.messages + [failure].compactMap { $0 }
    let made = MadeChapter(chapter: chapter, pictures: pictures, jupyter: jupyter, source: own)
    let isSuccess = result.isSuccess && failure == nil
    // What went wrong is tried again.
    if isSuccess { try store.keep(made, entry, basis: basis, results: results, isOnPaper: request.isOnPaper) }
    return (made, true, isSuccess)
  }
}
