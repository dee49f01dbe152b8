/// Puts what phones send in order: each event is taken once, however often it comes, and none is passed over that the phone
/// still has.
package struct PhoneInbox: Sendable {
  /// What becomes of a batch.
  package enum Verdict: Hashable, Sendable {
    /// These events are new; the next one expected has this number.
    case new([PhoneEvent], next: Int)
    /// Events before these are missing: send again from this number on.
    case gap(next: Int)
  }

  /// Pages that are remembered; the least recent one is forgotten.
  static let memory = 32

  private var expected: [(page: String, next: Int)] = []

  package init() {}

  /// The number of the event that is expected next of a page; nil for one that is not known.
  package func next(of page: String) -> Int? { expected.last { $0.page == page }?.next }

  /// Sorts a batch. A page that is not known begins wherever its first batch does: the studio may have been started again
  /// while the phone went on.
  package mutating func take(_ batch: PhoneBatch) -> Verdict {
    let index = expected.firstIndex { $0.page == batch.page }
    let next = index.map { expected[$0].next } ?? batch.first
    guard batch.first <= next || batch.skips == true else { return .gap(next: next) }
    let fresh = batch.events.dropFirst(max(next - batch.first, 0))
    let end = max(next, batch.first + batch.events.count)
    if let index { expected.remove(at: index) }
    expected.append((batch.page, end))
    if expected.count > Self.memory { expected.removeFirst() }
    return .new(Array(fresh), next: end)
  }
}
