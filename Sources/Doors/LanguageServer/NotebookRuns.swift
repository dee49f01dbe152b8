import CellKernel
import CodeHelp
import Foundation
import Preview
import Synchronization

import class Basics.Mailbox
import enum Basics.OwnThread
import enum Basics.SystemReason

/// The reports that an editor has asked for: each notebook runs in a preview, which shows its page and writes nothing.
final class NotebookRuns: Sendable {
  private struct Run: Sendable {
    let preview: NotebookPreview
    let service: Task<Void, Never>
    let address: String
  }

  private struct State {
    /// By the document's address.
    var open: [String: Run] = [:]
    /// Those of closed documents whose cells may still run.
    var ending: [NotebookPreview] = []
  }

  /// Seconds in which a page's address must be there.
  private static let patience = 300.0

  private let outbox: Outbox
  private let cacheFolder: @Sendable () -> String?
  private let state = Mutex(State())

  init(_ outbox: Outbox, configuration: @escaping @Sendable () throws -> Session.Configuration) {
    self.outbox = outbox
    cacheFolder = { (try? configuration())?.cacheFolder }
  }

  /// Shows the report of a document, as it is saved, and runs its cells: down to a line where one is given.
  func show(_ document: OpenNotebook, line: Int?, _ client: ClientCapabilities) throws(AnswerFault) -> JSON {
    let known = state.withLock { $0.open[document.uri] }
    let run: Run
    if let known {
      run = known
      run.preview.runUp(toLine: line ?? .max)
    } else {
      run = try begin(document, line: line)
    }
    if known == nil || line == nil {
      if client.showsPages {
        outbox.ask("window/showDocument", ["uri": .text(run.address), "external": true])
      } else {
        outbox.notify("window/showMessage", ["type": 3, "message": .text("The report is at \(run.address)")])
      }
    }
    return ["address": .text(run.address)]
  }

  private func begin(_ document: OpenNotebook, line: Int?) throws(AnswerFault) -> Run {
    let preview: NotebookPreview
    do {
      preview = try NotebookPreview(path: document.path, cacheFolder: cacheFolder(), keepGoing: true)
    } catch {
      throw AnswerFault(.failed, SystemReason.message(error))
    }
    // Before anything runs: what is below the line must not.
    if let line { preview.runUp(toLine: line) }
    let ready = Mailbox<String?>()
    let service = Task {
      do { try await preview.serve { ready.put($0) } } catch { ready.put(nil) }
    }
    guard let address = ready.take(until: Date(timeIntervalSinceNow: Self.patience)) ?? nil else {
      service.cancel()
      preview.close()
      throw AnswerFault(.failed, "the page cannot be served")
    }
    let run = Run(preview: preview, service: service, address: address)
    state.withLock { $0.open[document.uri] = run }
    return run
  }

  /// Ends the run of a document that was closed.
  func close(_ uri: String) {
    let closed = state.withLock { state -> NotebookPreview? in
      guard let run = state.open.removeValue(forKey: uri) else { return nil }
      Self.end(run)
      state.ending.append(run.preview)
      return run.preview
    }
    guard let closed else { return }
    let release: @Sendable () -> Void = { [self] in
      closed.release()
      state.withLock { $0.ending.removeAll { $0 === closed } }
    }
    if !OwnThread.start(release) { release() }
  }

  /// Ends all runs, and waits until no cell writes a file any more: then the notebook's folder may go.
  func closeAll() {
    let all = state.withLock { state -> [NotebookPreview] in
      for run in state.open.values { Self.end(run) }
      defer { state = State() }
      return state.open.values.map(\.preview) + state.ending
    }
    for preview in all { preview.release() }
  }

  private static func end(_ run: Run) {
    run.service.cancel()
    run.preview.close()
  }
}
