/// What a window sums up: of two neighbouring stretches the whole follows.
protocol WindowSummary: Hashable, Sendable {
  /// Of no sample.
  static var nothing: Self { get }
  /// Of this stretch and the one after it.
  func merged(with later: Self) -> Self
}

/// The summary of the last few samples, in constant time per sample.
///
/// A queue made of two stacks: when the front stack is empty, the back stack is turned over. Every sample is moved once, so
/// that a window of any length costs the same, and nothing is subtracted, so that a huge reading leaves nothing behind.
struct SlidingWindow<Summary: WindowSummary>: Hashable, Sendable {
  /// The oldest last; each the summary of its sample and all later ones in this stack.
  private var front: [Summary] = []
  private var back: [Summary] = []
  private var backSummary = Summary.nothing

  @inline(__always)
  mutating func append(_ sample: Summary) {
    back.append(sample)
    backSummary = backSummary.merged(with: sample)
  }

  @inline(__always)
  mutating func removeFirst() {
    if front.isEmpty { turnOver() }
    front.removeLast()
  }

  private mutating func turnOver() {
    var summary = Summary.nothing
    for sample in back.reversed() {
      summary = sample.merged(with: summary)
      front.append(summary)
    }
    back.removeAll(keepingCapacity: true)
    backSummary = .nothing
  }

  /// Of all samples in the window.
  @inline(__always)
  var summary: Summary { front.last?.merged(with: backSummary) ?? backSummary }
}
