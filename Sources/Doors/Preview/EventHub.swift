import Foundation
import LocalServer
import Synchronization

/// Passes events on to every page that listens. A page that comes later, or falls behind, first hears all that it needs to
/// be up to date.
package final class EventHub: Sendable {
  /// A page's queue, as long as the page's stream is there.
  private struct Listener {
    weak var queue: EventQueue?
  }

  private struct State {
    var listeners: [Listener] = []
    var page: PreviewEvent?
    var cells: [String: (event: PreviewEvent, started: ContinuousClock.Instant)] = [:]
    var order: [String] = []
    var outputs: [String: String] = [:]
    var run: PreviewEvent?

    mutating func remember(_ event: PreviewEvent) {
      switch event {
      case .page:
        page = event
        (cells, order, outputs) = ([:], [], [:])
      case .cell(let progress, let html):
        // The latest section is needed, and the latest state.
        var kept = html
        if kept == nil, case .cell(_, let earlier)? = cells[progress.anchor]?.event { kept = earlier }
        if cells[progress.anchor] == nil { order.append(progress.anchor) }
        cells[progress.anchor] = (.cell(progress, html: kept), .now)
        outputs[progress.anchor] = nil
      case .output(let anchor, let text):
        // The throttle passes no more on of one run; several runs may follow one another here.
        if (outputs[anchor]?.utf8.count ?? 0) < OutputThrottle.limit { outputs[anchor, default: ""] += text }
      case .run: run = event
      }
    }

    /// What brings a page up to date.
    func all() -> [[UInt8]] {
      ([page].compactMap { $0 } + current + [run].compactMap { $0 }).map(\.bytes)
    }

    private var current: [PreviewEvent] {
      order.flatMap { anchor -> [PreviewEvent] in
        guard let (event, started) = cells[anchor], case .cell(var progress, let html) = event else { return [] }
        if progress.state == .running || progress.state == .compiling {
          progress.seconds += (ContinuousClock.now - started).seconds
        }
        return [.cell(progress, html: html)] + (outputs[anchor].map { [.output(anchor: anchor, text: $0)] } ?? [])
      }
    }

    /// The queues of the pages that are still there.
    mutating func queues() -> [EventQueue] {
      listeners.removeAll { $0.queue?.isEnded ?? true }
      return listeners.compactMap(\.queue)
    }
  }

  private let state = Mutex(State())

  package init() {}

  /// Tells every listener, and remembers what a later one must know.
  package func send(_ event: PreviewEvent) {
    let bytes = event.bytes
    state.withLock { state in
      state.remember(event)
      for queue in state.queues() { queue.add(bytes, orAll: state.all) }
    }
  }

  /// All events from now on, as the bytes of server-sent events, behind those that bring a new page up to date. A comment
  /// goes out now and then by `beat()`.
  package func listen() -> EventQueue {
    let queue = EventQueue()
    state.withLock { state in
      for bytes in state.all() { queue.add(bytes, orAll: state.all) }
      state.listeners.append(Listener(queue: queue))
    }
    return queue
  }

  /// Gives a sign of life to each page.
  package func beat() {
    state.withLock { for queue in $0.queues() { queue.beat() } }
  }

  /// The pages that listen.
  package var count: Int { state.withLock { $0.queues().count } }

  /// Ends all streams.
  package func close() {
    for queue in state.withLock({ $0.queues() }) { queue.close() }
  }
}
