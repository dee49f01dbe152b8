import CellKernel
import Display
import Files
import Foundation
import NotebookDocument
import NotebookRunning
import Processes
import ReportExport
import Reports
import Results

import enum Basics.GimbalVersion

/// Runs single points of a plan, one after the other, in a process with its own cells.
///
/// What two points have in common is not computed twice: the session of the point before goes on, by the rule of exactness.
/// After a point that drew random bytes or the time a new one begins, for each point draws for itself, whatever ran before.
final class PointRunner {
  private let plan: GridPlan
  private let folder: GridFolder
  private let notebook: String
  private let runner: NotebookRunner
  private let force: Bool

  init(_ plan: GridPlan, in folder: GridFolder, _ terms: GridRun.Terms) throws {
    (self.plan, self.folder, force) = (plan, folder, terms.force)
    notebook = plan.notebookPath(from: folder.path)
    runner = NotebookRunner(
      cacheFolder: terms.cacheFolder, keepGoing: plan.options.keepGoing, environment: terms.environment)
  }

  /// The outcome of a point.
  struct Outcome {
    var record: PointRecord
    var messages: [String]
    /// Whether cells have changed files that other points may see.
    var changedFiles: Bool
  }

  /// Runs a point and writes its report; `keep` records it.
  ///
  /// - Returns: nil when a stop was asked for.
  /// - Throws: `PlacedError`, `GridError` for what this machine lacks: it says none of the point.
  func run(_ point: GridPlan.Point, interrupt: Interrupt, onEvent: (Event) -> Void = { _ in }) throws -> Outcome? {
    let started = Date().timeIntervalSince1970
    let clock = ContinuousClock.now
    let request = try self.request(point)
    try folder.removeRecord(of: point, force: force)
    let (report, result) =
      plan.options.reports
      ? try runner.runAndReport(request, interrupt: interrupt, onEvent: onEvent)
      : try runner.evaluate(request, interrupt: interrupt, onEvent: onEvent)
    let execution = result.execution
    if execution.drew { runner.forget() }
    guard !execution.wasInterrupted, !interrupt.isRequested else { return nil }
    if !result.isSuccess { try requireHealthy(execution) }
    var record = PointRecord(
      id: point.id, status: result.isSuccess ? .done : .failed,
      error: result.isSuccess ? nil : error(result.messages),
      parameters: execution.parameters.map { PointRecord.Setting($0.name, $0.value.cell) },
      options: plan.options.words, machine: ProcessInfo.processInfo.hostName, started: started,
      seconds: (ContinuousClock.now - clock).seconds, version: GimbalVersion.current, kit: plan.kit,
      notebook: plan.notebookHash)
    // The grid puts back what its cells write.
    record.footprint = execution.footprint.undone.lines
    record.inputs = execution.footprint.inputs
    record.values = execution.recorded
    record.warnings = Self.warnings(execution)
    (record.figures, record.tables) = Self.shown(report)
    return Outcome(record: record, messages: result.messages, changedFiles: !execution.changedFiles.isEmpty)
  }

  /// Records the outcome of a point.
  ///
  /// - Throws: `GridError` where it cannot be written.
  func keep(_ outcome: Outcome, of point: GridPlan.Point) throws { try folder.write(outcome.record, of: point) }

  /// Puts back what cells changed, and begins the next point with its first cell.
  func forget() { runner.forget() }

  private func request(_ point: GridPlan.Point) throws -> NotebookRunner.Request {
    NotebookRunner.Request(
      path: notebook, assignments: plan.fixed + point.values, output: folder.path, png: plan.options.png,
      formats: try ExportFormat.list(plan.options.formats.joined(separator: ",")), folder: point.folder,
      isStrict: plan.options.strict, force: force)
  }

  /// Makes sure that a failure is the point's own.
  private func requireHealthy(_ execution: Execution) throws {
    for outcome in execution.outcomes {
      if case .failed(.lost(let signal)) = outcome.status {
        throw GridError(.machine("another program ended the process of a cell (signal \(signal))"))
      }
    }
    for place in [folder.path, NSTemporaryDirectory()] {
      if let why = SystemReason.unwritable(place) { throw GridError(.machine("\(place) cannot be written: \(why)")) }
    }
  }

  /// What went wrong, the same wherever the notebook lies.
  private func error(_ messages: [String]) -> String {
    let errors = messages.filter { $0.contains("error:") }
    let name = notebook.split(separator: "/").last.map(String.init) ?? notebook
    return (errors.isEmpty ? messages : errors).joined().replacing(notebook, with: name)
      .trimmingCharacters(in: .newlines)
  }

  private static func warnings(_ execution: Execution) -> [String] {
    var said: Set<String> = []
    return execution.outcomes.flatMap(\.outputs).compactMap { output in
      guard case .bundle(let bundle) = output, let words = bundle.contents[MediaType.warning],
        said.insert(words).inserted
      else { return nil }
      return words
    }
  }

  private static func shown(_ report: Report) -> ([PointRecord.FigureNote], [PointRecord.TableNote]) {
    var figures: [PointRecord.FigureNote] = []
    var tables: [PointRecord.TableNote] = []
    var used: [String: Int] = [:]
    for (index, blocks) in report.cells.enumerated() {
      for block in blocks.flatMap(\.parts) {
        switch block {
        case .figure(let figure):
          figures.append(
            .init(
              label: figure.label, title: figure.name, caption: figure.caption, spoken: figure.spoken,
              file: figure.files["svg"] ?? figure.files["png"] ?? ""))
        case .table(let table, let number, let label, let caption):
          let name = label ?? "table-\(index + 1)"
          used[name, default: 0] += 1
          let count = used[name]!
          tables.append(
            .init(
              label: count > 1 ? "\(name)-\(count)" : name, title: number.map { "Table \($0)" } ?? "A table",
              caption: caption, table: table))
        default: break
        }
      }
    }
    return (figures, tables)
  }
}

extension ReportBlock {
  /// The block, or what it is made of: in a grid each figure is next to those of other runs.
  fileprivate var parts: [ReportBlock] {
    if case .figures(let row) = self { row.parts.map(ReportBlock.figure) } else { [self] }
  }
}

extension NotebookDocument.ParameterValue {
  /// As an entry of a table.
  fileprivate var cell: Table.Cell {
    switch self {
    case .integer(let integer): .count(integer)
    case .number(let number): .number(number)
    case .boolean, .text, .list: .text(description)
    }
  }
}
