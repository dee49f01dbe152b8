import Foundation
import NotebookRunning
import Processes
import ReportExport
import Synchronization

import protocol Basics.PlacedError
import enum Basics.SystemReason

/// Writes reports as `gimbal run` does, one after another, while the page asks how far they are.
final class ReportDesk: Sendable {
  /// How far the report of a notebook is.
  struct State: Codable, Equatable, Sendable {
    var isRunning: Bool
    /// What was written, or went wrong; empty while nothing has.
    var words = ""
    var isProblem = false
  }

  private let output: String
  private let cacheFolder: String?
  private let queue = DispatchQueue(label: "reports")
  private let interrupt = Interrupt()
  private let states = Mutex([String: State]())

  /// - Parameter folder: the studio's, below which reports go to `plots`.
  init(folder: String, cacheFolder: String?) { (output, self.cacheFolder) = ("\(folder)/plots", cacheFolder) }

  /// How far the report of the notebook in this file is.
  func state(of path: String) -> State { states.withLock { $0[path] ?? State(isRunning: false) } }

  /// Begins to write the report of a notebook, and its PDF where that is asked for.
  ///
  /// - Throws: `ProcessError` where the PDF needs what is not installed, `StudioError` while it is being written.
  func write(_ path: String, hasPDF: Bool) throws {
    let formats: [ExportFormat] = hasPDF ? [.pdf] : []
    for format in formats { try format.require() }
    let begins = states.withLock { states in
      guard states[path]?.isRunning != true else { return false }
      states[path] = State(isRunning: true)
      return true
    }
    guard begins else { throw StudioError.notNow("The report is being written already.") }
    queue.async { [self] in
      let state = made(path, formats)
      states.withLock { $0[path] = state }
    }
  }

  /// Ends what is being written.
  func close() { interrupt.request() }

  private func made(_ path: String, _ formats: [ExportFormat]) -> State {
    let runner = NotebookRunner(cacheFolder: cacheFolder, keepGoing: true)
    do {
      let result = try runner.run(.init(path: path, output: output, formats: formats), interrupt: interrupt)
      let folder = "plots/\((result.folder as NSString).lastPathComponent)"
      let failure = result.messages.first { $0.contains(": error:") }
      return State(
        isRunning: false,
        words: "The report is in \(folder)\(result.isSuccess ? "." : ", with what failed. \(failure ?? "")")",
        isProblem: !result.isSuccess)
    } catch let error as any PlacedError {
      return State(isRunning: false, words: error.message, isProblem: true)
    } catch is Interrupted {
      return State(isRunning: false, words: "The report was not written: the studio is ending.", isProblem: true)
    } catch {
      return State(isRunning: false, words: SystemReason.message(error), isProblem: true)
    }
  }
}
