import CellKernel
import CodeHelp
import Foundation
import Preview

import enum Basics.SystemReason

/// The reports that an editor has asked for: each notebook runs in a preview, which shows its page and writes nothing.
final class NotebookRuns: @unchecked Sendable {
  private struct Run {
    let preview: NotebookPreview
    let service: Task<Void, Never>
    let address: String
  }

  /// Seconds in which a page's address must be there.
  private static let patience = 300.0

  private let outbox: Outbox
  private let cacheFolder: @Sendable () -> String?
  private let lock = NSLock()
  private var runs: [String: Run] = [:]

  init(_ outbox: Outbox, configuration: @escaping @Sendable () throws -> Session.Configuration) {
    self.outbox = outbox
    cacheFolder = { (try? configuration())?.cacheFolder }
  }

  /// Shows the report of a document, as it is saved, and runs its cells: down to a line where one is given.
  func show(_ document: OpenNotebook, line: Int?, _ client: ClientCapabilities) throws(AnswerFault) -> JSON {
    let known = lock.withLock { runs[document.uri] }
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
    let ready = Arrival()
    let service = Task {
      do { try await preview.serve { ready.set($0) } } catch { ready.set(nil) }
    }
    guard let address = ready.wait(seconds: Self.patience) else {
      service.cancel()
      preview.close()
      throw AnswerFault(.failed, "the page cannot be served")
    }
    let run = Run(preview: preview, service: service, address: address)
    lock.withLock { runs[document.uri] = run }
    return run
  }

  /// Ends the run of a document that was closed.
  func close(_ uri: String) { lock.withLock { runs.removeValue(forKey: uri) }.map(Self.end) }

  func closeAll() {
    let all = lock.withLock { () -> [Run] in
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

  /// An address that another thread finds.
  private final class Arrival: @unchecked Sendable {
    private let condition = NSCondition()
    private var value: String??

    func set(_ new: String?) {
      condition.withLock {
        if value == nil { value = .some(new) }
        condition.broadcast()
      }
    }

    func wait(seconds: Double) -> String? {
      let end = Date(timeIntervalSinceNow: seconds)
      return condition.withLock {
        while value == nil, condition.wait(until: end) {}
        return value ?? nil
      }
    }
  }
}
