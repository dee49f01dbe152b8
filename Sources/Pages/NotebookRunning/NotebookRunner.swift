import Basics
import Caches
import CellKernel
import Display
import Drawings
import Foundation
import NotebookDocument
import NotebookImport
import Processes
import ReportExport
import Reports

/// Runs notebooks from file to report: read → compile → execute → draw → write.
package struct NotebookRunner {
  /// What a person asks for on the command line.
  package struct Request: Sendable {
    /// The notebook's file.
    package var path: String
    /// `name=value` for each parameter that is to differ from the notebook's.
    package var assignments: [String]
    /// The folder in which the notebook's own folder of results is made.
    package var output: String
    /// Whether figures are written as PNG too.
    package var png: Bool
    /// What is written next to README.md and index.html.
    package var formats: [ExportFormat]
    /// A YAML file with values for parameters; assignments come after it.
    package var parameterFile: String?
    /// The name of the folder of results; the notebook's when nil.
    package var folder: String?
    /// Whether warnings are errors, and every figure must have a caption and words for those who do not see it.
    package var isStrict: Bool
    /// Whether the results, where the run is a success, become the accepted ones; otherwise the earlier ones stay.
    package var accepts: Bool
    /// Whether files in the folder of results that somebody else has written or changed are replaced.
    package var force: Bool
    /// Whether a stop leaves the earlier results, also when cells have run: for a report that is of no use before its end.
    package var isWholeOrNothing = false
    /// Whether solutions run in place of exercises, done or not.
    package var takesSolutions = false
    /// The chapter that the notebook is in a book; nil for one by itself.
    package var chapter: String?

    /// A request for one notebook.
    package init(
      path: String, assignments: [String] = [], output: String = "plots", png: Bool = false,
      formats: [ExportFormat] = [], parameterFile: String? = nil, folder: String? = nil,
      isStrict: Bool = false, accepts: Bool = false, force: Bool = false
    ) {
      (self.path, self.assignments, self.output, self.png) = (path, assignments, output, png)
      (self.formats, self.parameterFile, self.folder) = (formats, parameterFile, folder)
      (self.isStrict, self.accepts, self.force) = (isStrict, accepts, force)
    }

    /// The notebook's parameters with the values asked for: the file's first, then the assignments.
    package func parameters(of notebook: Notebook, adding more: [String] = []) throws -> [Parameter] {
      var notebook = notebook
      if let parameterFile {
        notebook.frontMatter.parameters = try ParameterFile.apply(parameterFile, to: notebook)
      }
      return try ParameterAssignments.apply(assignments + more, to: notebook)
    }

    /// The folder of the notebook's results.
    package func results(of notebook: Notebook) -> String { "\(output)/\(folder ?? notebook.name)" }

    /// The formats in which figures are drawn.
    package var pictures: [String] {
      ["svg", "pdf"] + (png || formats.contains { $0.pictures == "png" } ? ["png"] : [])
    }
  }

  /// The outcome of a request.
  package struct Result: Sendable {
    package var execution: Execution
    /// Messages for the terminal, in the form of compiler messages.
    package var messages: [String]
    /// The folder of the results.
    package var folder: String
    package var isSuccess: Bool
    /// For each cell, what was compiled and run again, and why.
    package var explanations: [Session.Explanation]
  }

  /// The outcome of a check.
  package struct CheckResult: Sendable {
    /// Unified differences; empty when the notebook gives what it gave.
    package var differences: String
    /// What the notebook was compared with.
    package var basis: ResultComparison.Basis
    /// The run behind it.
    package var result: Result
  }

  private let sessions: Sessions
  /// What draws figures; tests put another gnuplot in its place.
  package var drawer: FigureDrawer
  private let formulas: Formulas
  private let store: Store
  /// Whether what earlier runs gave, in this program or in another, is kept where it still holds.
  package let keepsRuns: Bool

  /// A runner that keeps what it compiles in this folder; the user's cache when nil. Its toolchain is looked for while the
  /// first notebook is read.
  ///
  /// - Parameter keepsRuns: whether runs are kept on disk, and a notebook of which nothing has changed is not run again.
  package init(
    cacheFolder: String? = nil, keepGoing: Bool = false, keepsRuns: Bool = false,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    let store = Store(cacheFolder)
    (self.store, self.keepsRuns) = (store, keepsRuns)
    sessions = Sessions(
      Pending {
        var configuration = try Session.Configuration(cacheFolder: store.folder)
        (configuration.keepGoing, configuration.environment) = (keepGoing, environment)
        configuration.keepsRuns = keepsRuns
        return configuration
      })
    drawer = FigureDrawer(store: store)
    formulas = Formulas(store: store)
  }

  /// Where runs are kept; nil where none are.
  package var keptRuns: Store? { keepsRuns ? store : nil }

  /// What decides the results of a notebook next to its text, its values and what its cells look at.
  ///
  /// - Throws: `PlacedError` when cells cannot be run at all.
  package func surroundings(of notebook: Notebook) throws -> [String] { try sessions[notebook.path].surroundings }

  /// Forgets all that has run: the next run begins with its first cell.
  package func forget() { sessions.forget() }

  /// Runs one notebook and writes its results. A stop before the first cell has run leaves the earlier ones.
  ///
  /// - Throws: `PlacedError` when the notebook cannot be read, the toolchain or the libraries are missing, or the results cannot be
  ///   written. When a cell fails or is stopped, the results are written all the same, with the error in its place. A stop of a request that
  ///   is whole or nothing, and one while figures are drawn or the report is made, leaves the earlier results, and the execution says that it was interrupted.
  package func run(
    _ request: Request, interrupt: Interrupt = Interrupt(), onEvent: (Event) -> Void = { _ in }
  ) throws -> Result {
    try runAndReport(request, interrupt: interrupt, onEvent: onEvent).1
  }

  /// The same, with the report that was written.
  ///
  /// - Parameter page: makes another page of the report than it has by itself; nil for none. If it fails, the report
  ///   has its own page, and the result says why. `slides` makes other slides likewise.
  package func runAndReport(
    _ request: Request, interrupt: Interrupt, onEvent: (Event) -> Void,
    page makePage: (Report, Formulas) throws -> String? = { _, _ in nil },
    slides: @escaping (Report, Formulas) throws -> String? = { _, _ in nil }
  ) throws -> (Report, Result) {
    let notebook = try NotebookReader.read(request.path)
    for format in request.formats { try format.require() }
    formulas.prepare(notebook, interrupt: interrupt)
    try prepare(notebook)
    HTMLReport.foresee(notebook)
    let place = request.results(of: notebook)
    let early = request.accepts ? nil : try OutputFolder(place)
    if FileManager.default.fileExists(atPath: place) {
      if request.accepts { try AcceptedResults.requireOwn(place, force: request.force) }
      let names = ReportOutput.names(notebook, request.formats)
      try OutputFolder(place).requireOwn(names, of: request.path, force: request.force)
    }
    var (report, drawn, result) = try execute(notebook, request, interrupt, onEvent)
    if request.accepts, !result.isSuccess { return (report, result) }
    let folder = try early ?? OutputFolder(place)
    do {
      if result.execution.wasInterrupted, request.isWholeOrNothing || !result.execution.hasRun { throw Interrupted() }
      if drawn.values.joined().contains(where: \.wasStopped) { throw Interrupted() }
      // A stopped cell is reported in the report; the same wish must not stop the report, but what it would wait for.
      var formulas = formulas
      formulas.interrupt = interrupt
      let interrupt = result.execution.wasInterrupted ? nil : interrupt
      var page: String?
      do { page = try makePage(report, formulas) } catch let error where !(error is Interrupted) {
        let placed = (error as? any PlacedError)?.inFile(notebook.path)
        result.messages.append("\(placed.map { "\($0)" } ?? SystemReason.message(error))\n")
        result.isSuccess = false
      }
      let output = ReportOutput(
        ExportSource(
          report: report, drawn: drawn, formulas: formulas, store: store, interrupt: interrupt, slides: slides))
      let remarks = try output.write(request.formats, to: folder, page: page, force: request.force)
      result.messages += remarks.map { $0.text(in: notebook, isStrict: request.isStrict) }
      if request.isStrict, !remarks.isEmpty { result.isSuccess = false }
      if request.accepts {
        try AcceptedResults(ResultsFile(report, drawn, files: []), pictures: Self.pictures(drawn)).write(
          to: folder.path)
      }
    } catch is Interrupted {
      result.execution.wasInterrupted = true
      result.isSuccess = false
      let stays = FileManager.default.fileExists(atPath: "\(folder.path)/\(ResultsFile.name)")
      result.messages.append(
        "interrupted: \(folder.path) holds \(stays ? "the results of the run before" : "no results")\n")
    }
    return (report, result)
  }

  /// Runs a notebook that has been read for what somebody makes of its report, which is written nowhere.
  ///
  /// - Returns: What was made, and the outcome of the run.
  /// - Throws: `PlacedError` when the notebook cannot be run at all, `Interrupted`, what `body` throws.
  package func make<Made>(
    _ request: Request, of notebook: Notebook, interrupt: Interrupt, onEvent: (Event) -> Void,
    _ body: (ExportSource) throws -> Made
  ) throws -> (made: Made, result: Result) {
    formulas.prepare(notebook, interrupt: interrupt)
    try prepare(notebook)
    HTMLReport.foresee(notebook)
    let (report, drawn, result) = try execute(notebook, request, interrupt, onEvent)
    if result.execution.wasInterrupted || drawn.values.joined().contains(where: \.wasStopped) { throw Interrupted() }
    let source = ExportSource(report: report, drawn: drawn, formulas: formulas, store: store, interrupt: interrupt)
    return (try body(source), result)
  }

  /// Runs one notebook for what its cells recorded and tabulated, and draws and writes nothing.
  ///
  /// - Throws: `PlacedError` when the notebook cannot be read.
  package func evaluate(
    _ request: Request, interrupt: Interrupt, onEvent: (Event) -> Void
  ) throws -> (Report, Result) {
    let notebook = try NotebookReader.read(request.path)
    try prepare(notebook)
    let (report, _, result) = try execute(notebook, request, interrupt, onEvent, draws: false)
    return (report, result)
  }

  /// Runs a notebook that has been read, with these values, and draws and writes nothing: what the last run has done already is
  /// not done again.
  ///
  /// - Throws: `PlacedError` when cells cannot be run at all.
  package func execute(
    _ notebook: Notebook, parameters: [Parameter], interrupt: Interrupt, onEvent: (Event) -> Void = { _ in }
  ) throws -> Execution {
    try sessions[notebook.path].run(
      NotebookReader.applying(parameters, to: notebook), parameters: parameters, interrupt: interrupt, onEvent: onEvent)
  }

  /// Reads the notebook's code while the toolchain is looked for, and then starts the process in which its cells will run.
  private func prepare(_ notebook: Notebook) throws {
    Session.foresee(notebook)
    // Perhaps nothing runs.
    if keepsRuns { return }
    try sessions[notebook.path].prepare(folder: Notebook.folder(of: notebook.path))
  }

  /// Runs a notebook and compares what it gives with what was accepted, or with what the last run gave where nothing was
  /// accepted yet. The folder of results stays as it is.
  ///
  /// - Throws: `PlacedError` when the notebook cannot be read or has no results to compare with.
  package func check(
    _ request: Request, interrupt: Interrupt = Interrupt(), onEvent: (Event) -> Void = { _ in }
  ) throws -> CheckResult {
    let notebook = try NotebookReader.read(request.path)
    let folder = request.results(of: notebook)
    let accepted = try AcceptedResults.read(folder)
    guard let old = try accepted?.results ?? Self.results(in: folder) else {
      throw RunError(.noResults(folder), file: request.path)
    }
    try prepare(notebook)
    let (report, drawn, result) = try execute(notebook, request, interrupt, onEvent)
    let pictures = Self.pictures(drawn)
    let comparison = ResultComparison(
      notebook: notebook, basis: accepted == nil ? .lastRun : .accepted, old: old,
      new: ResultsFile(report, drawn, files: old.files),
      oldPicture: { label in
        if let accepted { return accepted.pictures[label] }
        return FileManager.default.contents(atPath: "\(folder)/\(label).svg").map {
          String(decoding: $0, as: UTF8.self)
        }
      }, newPicture: { pictures[$0] },
      show: { picture, name in
        let file = "\(comparedPictures)/\(notebook.name)/\(name).svg"
        let place = URL(fileURLWithPath: file).deletingLastPathComponent().path
        try? FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        return (try? WholeFile.write(Data(picture.utf8), to: file)).map { file }
      })
    return CheckResult(differences: try comparison.differences(), basis: comparison.basis, result: result)
  }

  /// The folder in which a check puts pictures that differ, in place of those of the check before. Next to the
  /// results they would be mistaken for accepted ones. Tests choose another folder.
  package var comparedPictures = "\(NSTemporaryDirectory())gimbal-check-\(getuid())"

  /// The figures that were drawn as SVG, by label.
  private static func pictures(_ drawn: Drawn) -> [String: String] {
    var pictures: [String: String] = [:]
    for case .success(let drawing) in drawn.values.joined() {
      pictures[drawing.label] = drawing.files["svg"].map { String(decoding: $0, as: UTF8.self) }
    }
    return pictures
  }

  /// Why the results of a notebook would have to be made again, without running it; empty when they would not.
  ///
  /// - Throws: `PlacedError` when the notebook cannot be read.
  package static func staleness(
    of path: String, output: String = "plots", environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> [String] {
    let notebook = try NotebookReader.read(path)
    let folder = "\(output)/\(notebook.name)"
    return try results(in: folder)?.staleness(against: notebook, environment: environment) ?? [
      "there are no results in \(folder)"
    ]
  }

  /// The results in a folder, when no run is writing them; nil where there are none.
  private static func results(in folder: String) throws -> ResultsFile? {
    guard FileManager.default.isWritableFile(atPath: folder) else { return ResultsFile.read(folder) }
    return try OutputFolder(folder).read { ResultsFile.read(folder) }
  }

  private typealias Drawn = [Int: [Swift.Result<FigureDrawing, FigureFailure>]]

  private func execute(
    _ notebook: Notebook, _ request: Request, _ interrupt: Interrupt, _ onEvent: (Event) -> Void, draws: Bool = true
  ) throws -> (Report, Drawn, Result) {
    let parameters = try request.parameters(of: notebook)
    var notebook = NotebookReader.applying(parameters, to: notebook)
    (notebook.takesSolutions, notebook.chapter) = (request.takesSolutions, request.chapter)
    let citations =
      draws ? try CitationProcessor(store: store, interrupt: interrupt).citations(of: notebook) : nil
    let session = try sessions[request.path]
    let drawings = DrawingQueue(drawer: drawer, formats: request.pictures, interrupt: interrupt)
    let execution = try session.run(notebook, parameters: parameters, interrupt: interrupt) { event in
      if draws {
        switch event {
        case .compiling(let cell): drawings.expect(notebook.cells[(cell.number - 1)...])
        // Words that wait for values are drawn with these.
        case .finished(let cell, let outcome) where !notebook.saysValues(ofFiguresOf: cell):
          drawings.add(cell, outcome)
        default: break
        }
      }
      onEvent(event)
    }
    for cell in notebook.cells where draws && notebook.saysValues(ofFiguresOf: cell) {
      drawings.add(execution.spoken(cell), execution.outcomes[cell.number - 1])
    }
    let drawn = drawings.finish()
    var builder = ReportBuilder(execution, drawings: drawn)
    var report = builder.build()
    report.folder = request.results(of: notebook)
    report.citations = citations
    let remarks = report.remarks(formulas: formulas).filter { $0.severity != .demand || request.isStrict }
    let messages =
      report.messages(drawn: drawn, isStrict: request.isStrict)
      + remarks.map { $0.message(isStrict: request.isStrict) }
    let isFlawed =
      request.isStrict
      ? remarks.contains { $0.severity != .finding }
        || execution.outcomes.contains { $0.warnings.contains { $0.severity == .warning } }
      : remarks.contains { $0.severity == .error }
    let figuresFailed = drawn.contains { index, figures in
      !notebook.cells[index].options.error && figures.contains { if case .failure = $0 { true } else { false } }
    }
    let result = Result(
      execution: report.execution, messages: messages.map { $0.text(in: notebook) },
      folder: request.results(of: notebook),
      isSuccess: isSuccess(report.execution) && !figuresFailed && !isFlawed, explanations: session.explanations)
    return (report, drawn, result)
  }

  /// A cell that was meant to fail and did is a success.
  private func isSuccess(_ execution: Execution) -> Bool {
    let cells = zip(execution.notebook.cells, execution.outcomes).allSatisfy { cell, outcome in
      switch outcome.status {
      case .done, .skipped, .blank, .waiting: true
      case .failed(let failure): failure.isMeant(by: cell.options)
      case .notRun: false
      }
    }
    return cells
      && execution.inlines.allSatisfy { if case .waiting? = $0 { true } else { $0?.isValue == true } }
  }
}

/// The session of the notebook that runs. Another notebook gets another one: it must behave as if it ran alone. The same
/// notebook again, with other parameters, goes on in its own.
private final class Sessions {
  private let configuration: Pending<Session.Configuration>
  private var current: (path: String, session: Session)?

  init(_ configuration: Pending<Session.Configuration>) { self.configuration = configuration }

  func forget() { current?.session.forget() }

  subscript(path: String) -> Session {
    get throws {
      let path = URL(fileURLWithPath: path).standardizedFileURL.path
      if let current, current.path == path { return current.session }
      let session = try Session(configuration.get())
      current = (path, session)
      return session
    }
  }
}
