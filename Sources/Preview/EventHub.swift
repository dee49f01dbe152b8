import Foundation

/// Passes events on to every page that listens. A page that comes later first hears all that it needs to be up to date.
package final class EventHub: @unchecked Sendable {
  private let lock = NSLock()
  private var listeners: [UUID: AsyncStream<[UInt8]>.Continuation] = [:]
  private var page: PreviewEvent?
  private var cells: [String: (event: PreviewEvent, started: ContinuousClock.Instant)] = [:]
  private var order: [String] = []
  private var outputs: [String: String] = [:]
  private var run: PreviewEvent?

  /// Tells every listener, and remembers what a later one must know.
  package func send(_ event: PreviewEvent) {
    let bytes = event.bytes
    lock.withLock {
      remember(event)
      for listener in listeners.values { listener.yield(bytes) }
    }
  }

  private func remember(_ event: PreviewEvent) {
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
    case .output(let anchor, let text): outputs[anchor, default: ""] += text
    case .run: run = event
    }
  }

  /// All events from now on, as the bytes of server-sent events, behind those that bring a new page up to date. A comment
  /// goes out now and then by `beat()`.
  package func listen() -> AsyncStream<[UInt8]> {
    let (stream, continuation) = AsyncStream<[UInt8]>.makeStream()
    let identity = UUID()
    continuation.onTermination = { [weak self] _ in
      guard let self else { return }
      lock.withLock { listeners[identity] = nil }
    }
    lock.withLock {
      for event in [page].compactMap({ $0 }) + current + [run].compactMap({ $0 }) { continuation.yield(event.bytes) }
      listeners[identity] = continuation
    }
    return stream
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

  /// Sends a comment: it fails where a page is gone, which frees the connection.
  package func beat() {
    lock.withLock { for listener in listeners.values { listener.yield(Array(": beat\n\n".utf8)) } }
  }

  /// The pages that listen.
  package var count: Int { lock.withLock { listeners.count } }

  /// Ends all streams.
  package func close() {
    let all = lock.withLock { Array(listeners.values) }
    for listener in all { listener.finish() }
  }
}
