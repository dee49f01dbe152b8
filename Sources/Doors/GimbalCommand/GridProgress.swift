import Foundation
import Grids
import Results

import enum Basics.ShellWord

/// Says how far a grid is: in place on a terminal, otherwise a line for each point, or for each percent of many.
final class GridProgress {
  private let isQuiet: Bool
  private let start = ContinuousClock.now
  private var (count, finished, failed, running) = (0, 0, 0, 0)
  /// What went wrong in this run: a mistake that many points share is reported once.
  private var failures = PointFailures()

  init(isQuiet: Bool) { self.isQuiet = isQuiet }

  func show(_ event: GridRun.Event) {
    switch event {
    case .begun(let count, let kept, let failures, let outdated):
      self.count = count
      if kept > 0 {
        note(
          "\(kept) of \(count + kept) points keep their results, because nothing that they depend on has changed; "
            + "--again runs them too.")
      }
      tell(kept: failures)
      for (reason, points) in outdated.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }).prefix(5) {
        note("\(points) \(points == 1 ? "point runs" : "points run") again: \(reason)")
      }
    case .started:
      running += 1
      draw()
    case .putOff(_, nil): running -= 1
    case .putOff(_, let status?):
      finished -= 1
      if status == .failed { failed -= 1 }
    case .becameSerial:
      note("the notebook's cells change files, so its points run one after the other")
    case .finished(let point, let record, let messages):
      running -= 1
      finished += 1
      if record.status == .failed {
        failed += 1
        tell(messages, of: point, record)
      }
      let step = max(1, count / 100)
      if !Terminal.isInteractive, finished % step == 0 || finished == count {
        note("[\(finished)/\(count)] \(point.title): \(record.status.rawValue) in \(Self.seconds(record.seconds))")
      }
      draw()
    }
  }

  /// Prints a point's failure, unless another point had the same one.
  private func tell(_ messages: [String], of point: GridPlan.Point, _ record: PointRecord) {
    let place = failures.add(record.error ?? messages.joined(), of: point)
    guard failures.mistakes[place].points.count == 1 else { return }
    clear()
    for message in messages { Terminal.complain(message) }
    note("✗ \(point.title) failed")
  }

  /// Tells failures that are kept.
  private func tell(kept failures: PointFailures) {
    guard !failures.mistakes.isEmpty else { return }
    clear()
    for mistake in failures.mistakes {
      Terminal.complain(
        "✗ \(mistake.words("failed in an earlier run with this error"))\n\(Self.indented(mistake.message))\n")
    }
    note(
      "They are not run again, because nothing that they depend on has changed. Edit the notebook, or what it reads, and they "
        + "run again; --retry-failed runs them now.")
  }

  private func draw() {
    guard Terminal.isInteractive, !isQuiet, count > 0 else { return }
    let elapsed = (ContinuousClock.now - start) / .seconds(1)
    let left = finished > 0 ? ", \(Self.seconds(elapsed / Double(finished) * Double(count - finished))) left" : ""
    let faults = failed > 0 ? ", \(failed) failed" : ""
    Terminal.overwrite("\(Terminal.bar(finished, of: count)) \(finished) of \(count) points\(faults)\(left)")
  }

  private func clear() {
    if Terminal.isInteractive, !isQuiet { Terminal.overwrite("") }
  }

  private func note(_ text: String) {
    guard !isQuiet else { return }
    clear()
    Terminal.complain("\(text)\n")
  }

  /// The last words.
  func end(_ tally: GridRun.Tally) {
    clear()
    Self.tell(failures.mistakes.filter { $0.points.count > 1 })
    let words = [("done", tally.done), ("failed", tally.failed), ("kept", tally.kept)].filter { $0.1 > 0 }
      .map { "\($0.1) \($0.0)" }.joined(separator: ", ")
    note("\(words.isEmpty ? "nothing to do" : words) in \(Self.seconds((ContinuousClock.now - start) / .seconds(1)))")
  }

  /// Messages below what they are of.
  static func indented(_ message: String) -> String {
    message.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }.joined(separator: "\n")
  }

  /// What was gathered.
  static func say(_ summary: Gathering.Summary, of plan: GridPlan, in folder: String) {
    tell(summary.failures.mistakes)
    tell(refused: summary)
    if !summary.missing.isEmpty {
      let named = summary.missing.prefix(5).joined(separator: "; ")
      let more = summary.missing.count > 5 ? "; and \(summary.missing.count - 5) more" : ""
      Terminal.complain("missing: \(named)\(more); run them with “gimbal grid run \(ShellWord.quoted(folder))”\n")
    }
    print(
      "\(folder): \(plan.points.count) points, \(summary.done) done, \(summary.failed) failed, "
        + "\(summary.missing.count) missing, \(summary.refused) refused")
    tell(leftOut: summary, in: folder)
  }

  /// What the numbers of the grid are without, and where that is reported.
  static func tell(leftOut summary: Gathering.Summary, in folder: String) {
    if let words = summary.leftOut { Terminal.complain("\(words) (\(folder)/index.html says why)\n") }
  }

  /// Which points share a mistake, and its first line.
  private static func tell(_ mistakes: [PointFailures.Mistake]) {
    for mistake in mistakes {
      let first = mistake.message.split(separator: "\n").first.map(String.init) ?? mistake.message
      Terminal.complain("✗ \(mistake.words())\n  \(first)\n")
    }
  }

  /// Which points were refused, each reason once.
  static func tell(refused summary: Gathering.Summary) {
    for reason in summary.refusals.mistakes {
      Terminal.complain("✗ \(reason.words("cannot be gathered"))\n  \(reason.message)\n")
    }
  }

  private static func seconds(_ seconds: Double) -> String {
    if seconds >= 90 {
      let minutes = Int((seconds / 60).rounded())
      return minutes >= 90 ? "\(minutes / 60) h \(minutes % 60) min" : "\(minutes) min"
    }
    return String(format: seconds < 10 ? "%.2f s" : "%.0f s", seconds)
  }
}
