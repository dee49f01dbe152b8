import CellKernel
import Files
import Foundation
import NotebookDocument
import Results

import enum Basics.PlainFile

/// Puts the records of a plan's points together: one database, one page. A point at a time, so that memory does not grow
/// with what the points found.
package struct Gathering {
  /// What is there of a plan, and what is not.
  package struct Summary: Sendable {
    package var done = 0
    package var failed = 0
    /// What the failed ones failed at.
    package var failures = PointFailures()
    package var missing: [String] = []
    /// Points whose results must not be next to the others, by the reason.
    package var refusals = PointFailures()
    /// The numbers of the points whose report is of the run that was gathered.
    package var reported: Set<Int> = []

    /// Whether every point has a result that counts.
    package var isWhole: Bool { missing.isEmpty && refused == 0 }

    /// How many points are refused.
    package var refused: Int { refusals.mistakes.reduce(0) { $0 + $1.points.count } }

    /// What the numbers of the grid are without, in a sentence that has no end yet; nil where every point is in them.
    package var leftOut: String? {
      func words(_ count: Int, _ one: String, _ many: String) -> (count: Int, verb: String) {
        (count, count == 1 ? one : many)
      }
      let kinds = [
        words(failed, "failed", "failed"), words(missing.count, "has no result", "have no result"),
        words(refused, "was refused", "were refused"),
      ].filter { $0.count > 0 }
      guard !kinds.isEmpty else { return nil }
      let all = done + failed + missing.count + refused
      let list = kinds.enumerated().map { index, kind in
        "\(kind.count)\(index == 0 ? " of \(all) \(all == 1 ? "point" : "points")" : "") \(kind.verb)"
      }
      return "\(list.joined(separator: ", ")); tables and figures of the grid's results are without them"
    }
  }

  private let plan: GridPlan
  private let folder: GridFolder
  private let others: [GridFolder]
  private let inputs: SharedInputs

  /// - Parameter others: Folders of the same grid that were filled on other machines.
  package init(
    _ plan: GridPlan, in folder: String, from others: [String] = [],
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    (self.plan, self.folder, self.others) = (plan, GridFolder(folder), others.map(GridFolder.init))
    inputs = SharedInputs(
      KeptResults(folder: Notebook.folder(of: plan.notebookPath(from: folder)), environment: environment))
  }

  /// Takes over what other folders have, writes the database and the page.
  ///
  /// O(points + values + entries of tables); 10 000 points take seconds.
  ///
  /// - Parameter force: Whether files that somebody else has written or changed are replaced.
  /// - Throws: `GridError`, `ResultsError` when something cannot be written; `OwnershipError` for a file that must stay.
  package func gather(force: Bool = false) throws -> Summary {
    var summary = Summary()
    let made = "\(folder.path)/.incoming-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: made) }
    do {
      try FileManager.default.createDirectory(atPath: made, withIntermediateDirectories: true)
    } catch {
      throw GridError(.unwritable(SystemReason.words(error)), file: folder.path)
    }
    let database = "\(made)/\(GridResults.fileName)"
    let writer = try ResultsWriter(
      to: database,
      .init(name: plan.name, title: plan.title, notebook: plan.notebookHash, kit: plan.kit, version: plan.version))
    let varied = plan.varied
    for (index, point) in plan.points.enumerated() {
      let (record, missing) = try found(point, index + 1)
      if let record, folder.hasReport(of: point, record) { summary.reported.insert(index + 1) }
      if missing == nil {
        if record?.status == .done {
          summary.done += 1
        } else {
          summary.failed += 1
          summary.failures.add(record?.error ?? "error: it failed", of: point)
        }
      } else if record != nil, let why = missing?.error {
        summary.refusals.add(why, of: point)
      } else {
        summary.missing.append(point.title)
      }
      try writer.add(
        index + 1, id: point.id, title: point.title, folder: point.folder, varied: varied, record, missing: missing)
    }
    try writer.finish()
    try GridPage(plan: plan, results: GridResults(contentsOf: database), summary: summary).write(to: made)
    try folder.take([GridResults.fileName, "index.html", "README.md"], from: made, force: force)
    return summary
  }

  /// What there is of a point, and why it does not count.
  private func found(
    _ point: GridPlan.Point, _ number: Int
  ) throws -> (record: PointRecord?, missing: ResultsWriter.Missing?) {
    var record = folder.record(of: point)
    for other in others {
      guard let theirs = other.record(of: point) else { continue }
      guard let mine = record, !inputs.prefers(theirs, to: mine) else {
        try take(point, from: other)
        record = theirs
        continue
      }
      guard mine.agrees(with: theirs) else {
        return refused(
          mine,
          "\(other.path) has a different result of the same point (\(theirs.machine) against \(mine.machine)); run the point again with “gimbal grid run --again --point \(number)”, and check whether it draws random numbers"
        )
      }
    }
    guard let record else { return (nil, .init(status: "missing", error: "it has not been run")) }
    guard record.kit == plan.kit else {
      return refused(
        record, "it was run with another version of Gimbal (\(record.kit.prefix(12))) on \(record.machine)")
    }
    if let why = inputs.foreign(record, number) { return refused(record, why) }
    return (record, nil)
  }

  private func refused(_ record: PointRecord, _ why: String) -> (PointRecord, ResultsWriter.Missing) {
    (record, .init(status: "refused", error: why))
  }

  /// Copies a point's folder from another folder of the grid: whole or not at all.
  private func take(_ point: GridPlan.Point, from other: GridFolder) throws {
    let files = FileManager.default
    let scratch = "\(folder.path)/.incoming-\(UUID().uuidString)"
    let target = folder.folder(of: point)
    if let foreign = folder.foreignFile(in: point) {
      throw OwnershipError(.alreadyThere, file: "\(target)/\(foreign)")
    }
    defer { try? files.removeItem(atPath: scratch) }
    do {
      try files.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
      try PlainFile.copy(other.folder(of: point), to: scratch)
      try? files.removeItem(atPath: target)
      guard rename(scratch, target) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    } catch {
      throw GridError(.unwritable(SystemReason.words(error)), file: target)
    }
  }
}

/// Whether points have looked at the same surroundings: what one machine had otherwise must not be mixed in.
private final class SharedInputs {
  private let kept: KeptResults
  private var first: [String: (hash: String, point: Int)] = [:]

  init(_ kept: KeptResults) { self.kept = kept }

  /// Whether one of two records of a point is known not to hold here, while the other one does.
  func prefers(_ other: PointRecord, to record: PointRecord) -> Bool {
    !changes(record).isEmpty && changes(other).isEmpty
  }

  /// Why a record does not fit what is here, or the other points; nil where it does. Files that are not here at all are
  /// compared among the points.
  func foreign(_ record: PointRecord, _ point: Int) -> String? {
    let changes = changes(record)
    for change in changes {
      guard case .file(let path, .gone) = change else {
        return "\(kept.words(change)) since the point ran; run it again with “gimbal grid run”"
      }
      let name = kept.name(path)
      guard let hash = record.inputs[name] else { continue }
      guard let (before, other) = first[name] else {
        first[name] = (hash, point)
        continue
      }
      if before != hash { return "it read a different \(name) than point \(other)" }
    }
    return nil
  }

  /// What is known to have changed. Invisible changes are unknown.
  private func changes(_ record: PointRecord) -> [InputChange] {
    kept.inputChanges(since: WrittenFootprint(lines: record.footprint)).filter {
      if case .unseen = $0 { false } else { true }
    }
  }
}
