import Display
import Foundation
import JudgedCalls

/// Checks that work grows no faster than its size: that four times as much takes about four times as long, and not sixteen times. It
/// compares processor times of one run with each other, so that it holds on a slow machine and on a busy one.
///
/// ```swift
/// try check("a sum", isLinearFrom: 1000) { size in _ = (0..<size).reduce(0, +) }
/// ```
///
/// - Parameters:
///   - what: What is looked at, for the sentence.
///   - size: The smaller size, large enough to take a millisecond or more.
///   - work: The work of a size. It is done twelve times with this one, in turns with three times with one that is four times as
///     large, and more often where those leave open which it is.
/// - Throws: `CheckError` for a size below 1, and what the work throws.
public func check(_ what: String, isLinearFrom size: Int, _ work: (Int) throws -> Void) throws {
  guard size > 0 else { throw CheckError.noInputs(size) }
  var (small, large) = (Duration.seconds(1_000_000), Duration.seconds(1_000_000))
  for attempt in 1...12 {
    // Four times the smaller one take as long as the larger one does if all is well: what else the machine does meets both alike.
    small = min(small, try spent { for _ in 0..<4 { try work(size) } } / 4)
    large = min(large, try spent { try work(4 * size) })
    if attempt >= 3, !(5...12).contains(large / max(small, .nanoseconds(1))) { break }
  }
  report(growth(what, from: small, to: large))
}

/// Between 4, which is linear, and 16, which is quadratic; in between is a linear one on a machine that others use, too.
private let greatestGrowth = 9.0

/// What four times the work taking this much longer says.
func growth(_ what: String, from small: Duration, to large: Duration) -> CheckedResult {
  let factor = large / max(small, .nanoseconds(1))
  guard factor > greatestGrowth, large > .milliseconds(2) else {
    return CheckedResult(hasPassed: true, "\(what): the time grows no faster than the number of samples")
  }
  return CheckedResult(
    hasPassed: false,
    """
    \(what): four times as many samples take \(NumberFormat.significant(factor, digits: 2)) times as long; for each sample, all \
    the others are looked at again.
    """, title: what, mistake: "for each sample, all the others are looked at again")
}

/// How long some work computes, here and in the submission's process: processor time does not grow when others want the processor, too.
/// By the clock where the kernel does not say it of another process.
private func spent(_ work: () throws -> Void) rethrows -> Duration {
  guard let before = Submission.processorTime else { return try ContinuousClock().measure(work) }
  let here = HostClock.processorTime()
  try work()
  let own = HostClock.processorTime() - here
  return own + (Submission.processorTime ?? before) - before
}

/// The processor time of this process. The host's counts as no reading of a clock: a notebook whose checks compare times need not run again for them.
private enum HostClock {
  private static let host: (@convention(c) () -> Int64)? = Channel.function("gimbal_processor_time")

  static func processorTime() -> Duration {
    if let host { return .nanoseconds(host()) }
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
