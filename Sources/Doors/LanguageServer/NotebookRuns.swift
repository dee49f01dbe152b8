import CellKernel
import CodeHelp
import Foundation
import Preview
import Synchronization

import class Basics.Mailbox
import enum Basics.SystemReason

/// The reports that an editor has asked for: each notebook runs in a preview, which shows its page and writes nothing.
final class NotebookRuns: Sendable {
  private struct Run: Sendable {
    let preview: NotebookPreview
    let service: Task<Void, Never>
    let address: String
  }

  /// Seconds in which a page's address must be there.
  private static let patience = 300.0

  private let outbox: Outbox
  private let cacheFolder: @Sendable () -> String?
  private let runs = Mutex([String: Run]())

  init(_ outbox: Outbox, configuration: @escaping @Sendable () throws -> Session.Configuration) {
    self.outbox = outbox
    cacheFolder = { (try? configuration())?.cacheFolder }
  }

  /// Shows the report of a document, as it is saved, and runs its cells: down to a line where one is given.
  func show(_ document: OpenNotebook, line: Int?, _ client: ClientCapabilities) throws(AnswerFault) -> JSON {
    let known = runs.withLock { $0[document.uri] }
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
    runs.withLock { $0[document.uri] = run }
    return run
  }

  /// Ends the run of a document that was closed.
  func close(_ uri: String) { runs.withLock { $0.removeValue(forKey: uri) }.map(Self.end) }

  func closeAll() {
    let all = runs.withLock { runs -> [Run] in
      defer { runs = [:] }
      return Array(runs.values)
    }
    for run in all { Self.end(run) }
    for run in all {
      _ = run.preview.waitUntilEnded(seconds: 2)
      run.preview.release()
    }
  }

  private static func end(_ run: Run) {
    run.service.cancel()
    run.preview.close()
  }
}
