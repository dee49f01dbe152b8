import CellKernel
import CodeHelp
import Display
import Foundation
import Processes

import enum Basics.OwnThread

/// Publishes what a cell prints and shows, in its order. Text goes out as soon as it comes, floods of it in one
/// piece; of a display that changes faster than it can be published, only the latest state is sent.
///
/// It works on its own thread, so that a cell does not wait for its figures to be drawn. The queue is bounded: text
/// by `mostText`, displays by the kernel's `OutputLimits`; when it is long, an update replaces the display that it
/// updates. Omissions are counted, and reported when the cell ends. When the cell is interrupted, nothing more is
/// drawn.
final class Publisher: @unchecked Sendable {
  /// Seconds between two messages with text: the first goes at once, what comes right behind it goes together.
  static let pace = 0.025
  /// Seconds between two messages that show something again.
  static let framePace = 0.05
  /// Bytes of text in one message.
  static let longestText = 1 << 20
  /// Bytes of text that may wait to be published; a cell that prints more waits a little itself.
  static let mostWaiting = 4 << 20
  /// What may wait before something takes another's place, or goes because it would be cleared.
  static let mostItems = 32
  /// Bytes of text that a cell may print; the rest is counted. A notebook with more could not be opened again.
  static let mostText = 32 << 20

  private enum Item {
    case text(TextKind, String)
    case bundle(MIMEBundle, Placing)
    /// `isLast` where the cell shows no more.
    case end(DispatchSemaphore, isLast: Bool)

    var isEnd: Bool { if case .end = self { true } else { false } }

    var isClearing: Bool { if case .bundle(_, .clearing) = self { true } else { false } }

    /// Whether it shows something, again or for the first time, under this name.
    func shows(_ name: String) -> Bool {
      guard case .bundle(_, let placing) = self else { return false }
      return placing == .named(name) || placing == .replacing(name)
    }

    /// Whether it changes what is there already.
    var isFrame: Bool { if case .bundle(_, .replacing) = self { true } else { isClearing } }
  }

  private let outbox: Outbox
  private let condition = NSCondition()
  private var items: [Item] = []
  private var waitingText = 0
  private var lastText = ContinuousClock.now
  private var lastFrame = ContinuousClock.now
  /// What it publishes about; set between cells.
  private var subject: Subject?
  private var printed = 0
  private var omission = Omission()
  private var isOver = false

  // What follows belongs to the thread.
  /// The pictures that the cell has shown.
  private var pictures = 0
  /// Those of them that are parts of one figure, until it is whole.
  private var parts: [(bundle: MIMEBundle, placing: Placing)] = []

  /// Whose outputs are published, and how.
  struct Subject: Sendable {
    var request: Message
    var count: Int
    /// Whether nothing is published.
    var isSilent: Bool
    var dressing: Dressing
    /// The wish to stop the cell.
    var interrupt: Interrupt
  }

  init(_ outbox: Outbox) {
    self.outbox = outbox
    if !OwnThread.start(stackSize: 8 << 20, { [self] in work() }) { isOver = true }
  }

  /// Begins with the outputs of a cell.
  func begin(_ subject: Subject) {
    condition.withLock { (self.subject, printed, omission) = (subject, 0, Omission()) }
  }

  /// Takes a text that the cell has printed.
  func add(_ kind: TextKind, _ text: String) {
    condition.withLock {
      let size = text.utf8.count
      printed += size
      if printed > Self.mostText {
        omission.text += size
        return
      }
      // For a moment only: the one that waits here cannot notice that the cell is to be stopped.
      if waitingText > Self.mostWaiting { _ = condition.wait(until: Date(timeIntervalSinceNow: 0.1)) }
      dropCleared()
      waitingText += size
      if case .text(kind, let before)? = items.last, before.utf8.count < Self.longestText {
        items[items.count - 1] = .text(kind, "")
        items[items.count - 1] = .text(kind, before + text)
      } else {
        items.append(.text(kind, text))
      }
      condition.broadcast()
    }
  }

  /// Takes something that the cell has shown.
  func add(_ bundle: MIMEBundle, _ placing: Placing) {
    condition.withLock {
      defer { condition.broadcast() }
      if case .clearing = placing {
        if items.last?.isClearing == true { items.removeLast() }
      } else {
        dropCleared()
      }
      if items.count >= Self.mostItems, case .replacing(let name) = placing,
        let index = items.lastIndex(where: { $0.shows(name) }),
        case .bundle(_, let earlier) = items[index]
      {
        items[index] = .bundle(bundle, earlier)
        omission.frames += 1
      } else {
        items.append(.bundle(bundle, placing))
      }
    }
  }

  /// Drops what would be cleared as soon as it was published: something else follows it.
  private func dropCleared() {
    guard items.count >= Self.mostItems, let clearing = items.lastIndex(where: \.isClearing) else { return }
    for item in items[..<clearing] {
      if case .text(_, let text) = item { waitingText -= text.utf8.count }
      if case .bundle = item, !item.isClearing { omission.frames += 1 }
    }
    items.removeFirst(clearing)
  }

  /// Counts output that was omitted elsewhere, to report it together with this queue's omissions.
  func leaveOut(_ other: Omission) { condition.withLock { omission += other } }

  /// Waits until everything is on its way.
  ///
  /// - Parameter isLast: whether the cell shows no more.
  func flush(isLast: Bool) {
    let done = DispatchSemaphore(value: 0)
    let isServed = condition.withLock { () -> Bool in
      items.append(.end(done, isLast: isLast))
      condition.broadcast()
      return !isOver
    }
    if isServed { done.wait() }
  }

  /// Ends the thread.
  func stop() {
    condition.withLock {
      isOver = true
      condition.broadcast()
    }
  }

  // MARK: The thread

  private func work() {
    while let (item, subject) = next() {
      switch item {
      case .end(let done, let isLast):
        if isLast {
          if let subject { showParts(subject) }
          (pictures, parts) = (0, [])
          tellOmission(subject)
        }
        done.signal()
      case .text(let kind, let text):
        publish(kind, text, subject)
      case .bundle(let bundle, let placing):
        if let subject, !subject.isSilent { show(bundle, placing, subject) }
      }
    }
  }

  private func publish(_ kind: TextKind, _ text: String, _ subject: Subject?) {
    guard let subject, !subject.isSilent else { return }
    let name = kind == .output ? "stdout" : "stderr"
    outbox.publish("stream", ["name": .text(name), "text": .text(text)], about: subject.request)
  }

  private func tellOmission(_ subject: Subject?) {
    let omission = condition.withLock { self.omission }
    if !omission.isEmpty { publish(.output, "\n\(omission.words)\n", subject) }
  }

  private func next() -> (Item, Subject?)? {
    condition.lock()
    defer { condition.unlock() }
    while !isOver {
      guard let item = items.first else {
        condition.wait()
        continue
      }
      if item.isFrame {
        let left = (lastFrame + .seconds(Self.framePace) - .now) / .seconds(1)
        // What shows something again meanwhile takes its place; when the cell is over, nothing will.
        if left > 0, items.last?.isEnd == false {
          _ = condition.wait(until: Date(timeIntervalSinceNow: left))
          continue
        }
        lastFrame = .now
      }
      if case .text(_, let text) = item {
        let due = lastText + .seconds(Self.pace)
        let left = (due - .now) / .seconds(1)
        if left > 0, items.count == 1, text.utf8.count < Self.longestText {
          _ = condition.wait(until: Date(timeIntervalSinceNow: left))
          if items.count == 1, ContinuousClock.now < due { continue }
          guard case .text? = items.first else { continue }
        }
        guard case .text(_, let text)? = items.first else { continue }
        lastText = .now
        waitingText -= text.utf8.count
        condition.broadcast()
      }
      return (items.removeFirst(), subject)
    }
    return nil
  }

  private func show(_ bundle: MIMEBundle, _ placing: Placing, _ subject: Subject) {
    if case .clearing(let waits) = placing {
      return outbox.publish("clear_output", ["wait": .boolean(waits)], about: subject.request)
    }
    let figure = pictures
    if bundle.isPicture {
      pictures += 1
      if subject.interrupt.isRequested { return leaveOut(Omission(displays: 1)) }
    }
    if subject.dressing.isPart(bundle), placing == .here || placing == .result {
      parts.append((bundle, placing))
      return
    }
    publish(subject.dressing.pieces(of: bundle, figure: figure), placing, subject)
  }

  /// Shows the figure that the cell's pictures are parts of.
  private func showParts(_ subject: Subject) {
    guard !parts.isEmpty, !subject.isSilent else { return }
    if subject.interrupt.isRequested { return leaveOut(Omission(displays: parts.count)) }
    let placing: Placing = parts.contains { $0.placing == .result } ? .result : .here
    publish(subject.dressing.pieces(ofParts: parts.map(\.bundle)), placing, subject)
  }

  private func publish(_ pieces: [Dressing.Piece], _ placing: Placing, _ subject: Subject) {
    for (index, piece) in pieces.enumerated() {
      var content: [String: JSON] = ["data": .object(piece.data), "metadata": .object(piece.metadata)]
      switch (index == 0 ? placing : .here, piece.isError) {
      case (_, true):
        let text = piece.data["text/plain"]?.string ?? ""
        outbox.publish("stream", ["name": "stderr", "text": .text(text + "\n")], about: subject.request)
      case (.result, _):
        content["execution_count"] = .integer(subject.count)
        outbox.publish("execute_result", .object(content), about: subject.request)
      case (.named(let name), _):
        content["transient"] = ["display_id": .text(name)]
        outbox.publish("display_data", .object(content), about: subject.request)
      case (.replacing(let name), _):
        content["transient"] = ["display_id": .text(name)]
        outbox.publish("update_display_data", .object(content), about: subject.request)
      case (.here, _), (.clearing, _):
        content["transient"] = [:]
        outbox.publish("display_data", .object(content), about: subject.request)
      }
    }
  }
}
