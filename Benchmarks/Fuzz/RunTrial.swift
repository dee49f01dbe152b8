import Foundation
import NotebookDocument
import NotebookMutations
import NotebookRunning
import Processes

/// Runs mutated notebooks from file to report, with one cache of compiled cells for all of them.
final class RunTrial: Sendable {
  private let folder: String
  /// Seconds after which a run is stopped: a mutant may take a loop's end away. What does not end then has hung.
  private static let patience = 10.0

  init() throws {
    folder = "\(NSTemporaryDirectory())gimbal-fuzz-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  func end() { try? FileManager.default.removeItem(atPath: folder) }

  /// Runs a mutant in its own folder, and keeps one that fails.
  func trial(_ mutant: NotebookMutant, _ seed: UInt64, _ begin: () -> Void) -> String? {
    let outcome = run(mutant, seed, begin)
    guard let outcome, !outcome.isEmpty else { return outcome }
    let kept = "\(NSTemporaryDirectory())mutant-\(seed).md"
    try? mutant.data.write(to: URL(fileURLWithPath: kept))
    return "\(outcome) (the notebook is \(kept))"
  }

  /// Runs a mutant in its own folder.
  ///
  /// - Returns: nil when it was refused; otherwise what must not be, or "" when all is well.
  private func run(_ mutant: NotebookMutant, _ seed: UInt64, _ begin: () -> Void) -> String? {
    let place = "\(folder)/\(seed)"
    defer { try? FileManager.default.removeItem(atPath: place) }
    do {
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      try mutant.data.write(to: URL(fileURLWithPath: "\(place)/mutant.md"))
      let runner = NotebookRunner(cacheFolder: "\(folder)/cache")
      let interrupt = Interrupt()
      let alarm = DispatchWorkItem { interrupt.request() }
      DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience, execute: alarm)
      defer { alarm.cancel() }
      begin()
      let result = try runner.run(
        .init(path: "\(place)/mutant.md", output: "\(place)/plots"), interrupt: interrupt)
      if !result.isSuccess, result.messages.isEmpty, !result.execution.wasInterrupted {
        return "a failure without words"
      }
      if result.messages.contains(where: { !$0.contains("mutant.md:") && !$0.hasPrefix("interrupted") }) {
        return "a message without a place: \(result.messages)"
      }
      // A run that was stopped writes no report.
      if result.execution.wasInterrupted { return "" }
      return FileManager.default.fileExists(atPath: "\(place)/plots/mutant/index.html") ? "" : "no report"
    } catch let error as any PlacedError {
      return "\(error)".isEmpty ? "an error without words" : nil
    } catch {
      return "an error of an unknown type: \(error)"
    }
  }
}
