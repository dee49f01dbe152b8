import CellKernel
import CodeHelp
import Foundation
import NotebookRunning
import Processes
import Reports

import enum Basics.OwnThread
import enum Basics.SystemReason

/// Looks at documents that have changed, on its own thread, and publishes the messages about them. A change ends the
/// examination in progress; what it has already compiled is not compiled again.
final class ExaminationDesk: @unchecked Sendable {
  /// How documents are looked at.
  struct Settings: Sendable {
    /// Whether the cells below one that fails are looked at, as with `--keep-going`.
    var keepsGoing = true
    /// Whether what a report lacks is an error, as with `--strict`.
    var isStrict = false
  }

  /// What was found, and whether it is all.
  typealias Telling = @Sendable (_ document: OpenNotebook, _ messages: [RunMessage], _ isWhole: Bool) -> Void

  /// Seconds without a key after which a document is looked at. More spares the compiler, less tells sooner.
  private static let pause = 0.015
  /// Seconds for which typing may delay messages; then they are about a text that is a moment old.
  private static let patience = 1.0

  private let shelf: DocumentShelf
  private let configuration: @Sendable () throws -> Session.Configuration
  private let tell: Telling
  private let condition = NSCondition()
  private var due: [String: ContinuousClock.Instant] = [:]
  /// When the messages of a document became older than its text.
  private var untold: [String: ContinuousClock.Instant] = [:]
  /// Documents that were closed, until the serving thread has let go of what it knows of them.
  private var forgotten: Set<String> = []
  private var current: (uri: String, interrupt: Interrupt)?
  private var isClosed = false
  private var isServing = false
  private var settings = Settings()
  /// Only for the serving thread.
  private var examiners: [String: NotebookExaminer] = [:]

  init(
    _ shelf: DocumentShelf, configuration: @escaping @Sendable () throws -> Session.Configuration,
    tell: @escaping Telling
  ) {
    (self.shelf, self.configuration, self.tell) = (shelf, configuration, tell)
  }

  func start(_ settings: Settings) {
    condition.withLock { (self.settings, isServing) = (settings, true) }
    let isStarted = OwnThread.start(stackSize: 16 << 20) { [self] in
      while let uri = next() { look(uri) }
      examiners = [:]
      condition.withLock {
        isServing = false
        condition.broadcast()
      }
    }
    if !isStarted { condition.withLock { isServing = false } }
  }

  /// Has a document looked at.
  func add(_ uri: String) {
    condition.withLock {
      let limit = (untold[uri] ?? .now) + .seconds(Self.patience)
      untold[uri] = untold[uri] ?? .now
      due[uri] = min(.now + .seconds(Self.pause), max(limit, .now))
      // What is under way is soon told; then the new text has its turn.
      if current?.uri != uri || limit > .now { current?.interrupt.request() }
      condition.broadcast()
    }
  }

  /// Forgets a document that was closed.
  func forget(_ uri: String) {
    condition.withLock {
      (due[uri], untold[uri]) = (nil, nil)
      if current?.uri == uri { current?.interrupt.request() }
      forgotten.insert(uri)
      condition.broadcast()
    }
  }

  /// Ends the look that is under way, and the thread.
  func close() {
    condition.withLock {
      isClosed = true
      current?.interrupt.request()
      condition.broadcast()
      let limit = Date(timeIntervalSinceNow: 2)
      while isServing, condition.wait(until: limit) {}
    }
  }

  /// The next document to look at: the one that was changed last, once no key has been pressed for a moment.
  private func next() -> String? {
    condition.withLock {
      while !isClosed {
        for uri in forgotten { examiners[uri] = nil }
        forgotten = []
        guard let latest = due.max(by: { $0.value < $1.value }) else {
          condition.wait()
          continue
        }
        let left = (latest.value - .now) / .seconds(1)
        if left > 0 {
          _ = condition.wait(until: Date(timeIntervalSinceNow: left))
          continue
        }
        due[latest.key] = nil
        current = (latest.key, Interrupt())
        return latest.key
      }
      return nil
    }
  }

  private func look(_ uri: String) {
    guard let interrupt = condition.withLock({ current?.interrupt }) else { return }
    defer { condition.withLock { current = nil } }
    guard let document = shelf[uri] else { return }
    guard document.isNotebook else {
      // It may have been one.
      if shelf.note(.init(version: document.version), of: uri) { tell(document, [], true) }
      return
    }
    do {
      let examiner = try examiner(of: uri)
      let found = try examiner.examine(document.text.text, path: document.path, interrupt: interrupt) {
        note($0, of: document)
      }
      note(found, of: document)
    } catch is Interrupted {
      // Another document was changed: this one is looked at when there is time.
      condition.withLock { if !isClosed, shelf[uri] != nil, due[uri] == nil { due[uri] = .now } }
    } catch {
      examiners[uri] = nil
      let message = RunMessage(severity: .error, position: .init(line: 1), message: SystemReason.message(error))
      if shelf.note(.init(messages: [message], version: document.version), of: uri) { tell(document, [message], true) }
    }
  }

  private func examiner(of uri: String) throws -> NotebookExaminer {
    if let known = examiners[uri] { return known }
    var configuration = try configuration()
    let settings = condition.withLock { self.settings }
    configuration.keepGoing = settings.keepsGoing
    let examiner = try NotebookExaminer(configuration, isStrict: settings.isStrict)
    examiners[uri] = examiner
    return examiner
  }

  private func note(_ found: NotebookExaminer.Finding, of document: OpenNotebook) {
    var knowledge = OpenNotebook.Knowledge()
    if found.assistances.isEmpty {
      // While a text cannot be parsed, the knowledge of its last parsable version is kept.
      knowledge = document.knowledge
    } else {
      knowledge.codes = found.codes
      knowledge.assistances = found.assistances
      knowledge.broken = found.broken
    }
    (knowledge.messages, knowledge.version) = (found.messages, document.version)
    if shelf.note(knowledge, of: document.uri) {
      condition.withLock { untold[document.uri] = nil }
      tell(document, found.messages, found.isWhole)
    } else if let present = shelf[document.uri] {
      // The text has changed meanwhile. What is above and below the change is still where it was.
      let isLate = condition.withLock { () -> Bool in
        guard let since = untold[document.uri], .now - since > .seconds(Self.patience) else { return false }
        untold[document.uri] = .now
        // The client has messages now: the next examination is of the newest text.
        current?.interrupt.request()
        return true
      }
      if isLate { tell(present, present.text.following(found.messages, from: document.text), false) }
    }
  }
}
