import Caches
import CellCompiler
import CellKernel
import Foundation
import NotebookDocument
import Processes
import ReportExport
import Reports

/// Gives the messages that a run would give about a notebook's text before any cell runs: text that cannot be read,
/// code that does not compile, and what the report would lack. After an edit, cells above it are not compiled again.
/// It belongs to one thread.
package final class NotebookExaminer {
  /// What is known of a text.
  package struct Finding: Sendable {
    /// Nil where the text cannot be read as a notebook.
    package var notebook: Notebook?
    package var messages: [RunMessage]
    /// Whether there is a report of it, at least in part: otherwise one message says why not.
    package var isReadable: Bool { notebook != nil && !isRefused }
    /// Whether the notebook can be read and not run.
    var isRefused = false
    /// The codes of the cells that run.
    package var codes: [String] = []
    /// What names mean above each cell that was looked at, and behind the last of them.
    package var assistances: [Assistance] = []
    /// The index among these codes of the first that does not compile.
    package var broken: Int?
    /// Whether all has been looked at; otherwise the messages about the cells below the edit are of an earlier text.
    package var isWhole = true
  }

  private let session: Session
  private let store: Store
  private let formulas: Formulas
  private let isStrict: Bool
  private var last: Execution?

  /// An examiner of one notebook.
  ///
  /// - Parameter isStrict: whether flaws of the report are errors, as with `--strict`.
  /// - Throws: `PlacedError` when the folder of what it keeps cannot be made.
  package init(_ configuration: Session.Configuration, isStrict: Bool = false) throws {
    self.isStrict = isStrict
    session = try Session(configuration)
    store = Store(configuration.cacheFolder)
    formulas = Formulas(store: store)
  }

  /// Looks at a text.
  ///
  /// - Parameters:
  ///   - path: the notebook's file, in whose folder its cells would run.
  ///   - onEdit: learns what is known as soon as the code that was edited has been looked at.
  /// - Throws: `Interrupted`; `PlacedError` when nothing can be compiled at all. What is wrong with the notebook is a finding.
  package func examine(
    _ text: String, path: String, interrupt: Interrupt, onEdit: (Finding) -> Void = { _ in }
  ) throws -> Finding {
    let (read, mistakes) = NotebookParser.parseAround(text, path: path)
    // As a run does, it says the first mistake; what the code means is found out around all of them.
    var told = mistakes.prefix(1).map(Self.message)
    guard let notebook = read else { return Finding(notebook: nil, messages: told) }
    func telling(_ found: Finding) -> Finding {
      guard !told.isEmpty else { return found }
      var found = found
      (found.messages, found.isRefused) = (told, true)
      return found
    }
    do {
      var citations: Citations?
      do {
        citations = try CitationProcessor(store: store, interrupt: interrupt).citations(of: notebook)
      } catch let error as any PlacedError where error.file == path { if told.isEmpty { told = [Self.message(error)] } }
      let parameters = notebook.frontMatter.parameters
      let found = try session.examine(notebook, parameters: parameters, interrupt: interrupt) { found in
        onEdit(telling(finding(found, citations)))
      }
      last = found.execution
      return telling(finding(found, citations))
    } catch let error as any PlacedError where error.file == path {
      return telling(Finding(notebook: notebook, messages: [Self.message(error)], isRefused: true))
    }
  }

  private static func message(_ error: any PlacedError) -> RunMessage {
    RunMessage(severity: .error, position: error.position ?? Position(line: 1), message: error.message)
  }

  private func finding(_ found: Session.Examination, _ citations: Citations?) -> Finding {
    var execution = found.execution
    let notebook = execution.notebook
    for index in found.cells..<max(notebook.cells.count, found.cells) {
      execution.outcomes[index] = earlier(notebook.cells[index]) ?? execution.outcomes[index]
    }
    let expected = ExpectedOutputs(execution)
    execution.outcomes = expected.outcomes
    var builder = ReportBuilder(execution, drawings: expected.drawings)
    var report = builder.build()
    report.citations = citations
    var messages =
      report.messages(drawn: [:], isStrict: isStrict)
      + report.remarks(formulas: formulas).map { $0.message(isStrict: isStrict) }
    if found.lacksPackages, let package = notebook.frontMatter.packages.first {
      messages.append(
        RunMessage(
          severity: .note, position: package.position ?? Position(line: 1),
          message: "the packages have not been built yet, and nothing is known of cells before: run the notebook once"))
    }
    let running = notebook.cells.indices.filter { notebook.fates[$0].doesRun }
    return Finding(
      notebook: notebook, messages: messages, codes: running.map { notebook.cells[$0].code },
      assistances: found.assistances,
      broken: running.firstIndex { if case .failed = execution.outcomes[$0].status { true } else { false } },
      isWhole: found.cells == notebook.cells.count)
  }

  /// The outcome of a cell with this code in the last text, at its place in this one; nil where there is none.
  private func earlier(_ cell: Cell) -> CellOutcome? {
    guard let last, let index = last.notebook.cells.firstIndex(where: { $0.code == cell.code }) else { return nil }
    let shift = cell.codeLine - last.notebook.cells[index].codeLine
    func moved(_ place: Position) -> Position { Position(line: max(1, place.line + shift), column: place.column) }
    var outcome = last.outcomes[index]
    outcome.warnings = outcome.warnings.map { $0.map(moved) }
    if case .failed(let failure) = outcome.status { outcome.status = .failed(failure.map(moved)) }
    return outcome
  }
}
