import Basics
import Sandboxes

/// What a submission has used of the time that it may take.
///
/// Other programs on the machine do not use it up: computing is measured in processor time, and waiting counts only while none of its
/// processes wants a processor. The clock ends only what even so does not come to an end; that is no submission's fault.
final class SubmissionTime {
  /// Seconds that a submission may compute in all.
  let total: Double
  /// Seconds for which others have waited for it while it did nothing.
  private(set) var waited = 0.0
  /// Seconds that sandboxes which have ended have computed.
  private(set) var computed = 0.0
  /// When even a machine that is very busy is no reason any more.
  let end: ContinuousClock.Instant
  private var looked = ContinuousClock.now
  private var before: TreeActivity?

  /// For each second of the total, seconds that may be waited, and that may pass by the clock.
  private static let (waitingShare, clockShare) = (1.0 / 3, 20.0)
  /// Seconds between two looks, and the most that one look counts: the grader may have had to wait, too.
  static let interval = 0.1

  init(total: Double) {
    self.total = total
    end = .now + .seconds(total * Self.clockShare)
  }

  var mostByTheClock: Double { total * Self.clockShare }
  var mostWaiting: Double { total * Self.waitingShare }
  var hasWaitedTooLong: Bool { waited > mostWaiting }
  var isOver: Bool { hasWaitedTooLong || isOverByTheClock }
  var isOverByTheClock: Bool { .now >= end }
  /// Seconds until the end by the clock.
  var rest: Double { max((end - .now).seconds, 0.1) }

  /// Somebody begins to wait for the submission.
  func begin() {
    looked = .now
    before = nil
  }

  /// Notes what has passed since the last look, or since ``begin()``.
  ///
  /// - Parameter activity: what its processes do; nil where that is not known, and only the clock counts.
  func look(_ activity: TreeActivity?) {
    let elapsed = min(looked.duration(to: .now).seconds, 2 * Self.interval)
    looked = .now
    let hasComputed = activity.map { $0.nanoseconds != before?.nanoseconds } ?? false
    let isAtWork = activity.map { $0.isRunnable || $0.isBlocked && hasComputed } ?? false
    before = activity
    if !isAtWork { waited += elapsed }
  }

  /// Notes what a sandbox that has ended has computed.
  func add(computed seconds: Double) { computed += seconds }

  /// The limits of the next sandbox.
  func limits(_ limits: TreeLimits) -> TreeLimits {
    var limits = limits
    limits.wall = rest
    limits.cpu = min(limits.cpu, max(total - computed, 0.1))
    return limits
  }
}
