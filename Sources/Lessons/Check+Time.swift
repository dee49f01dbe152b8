import Display

/// Checks that work grows no faster than its size: that four times as much takes about four times as long, and not sixteen times. It
/// compares times of one run with each other, so that it holds on a slow machine and on a busy one.
///
/// ```swift
/// try check("a sum", isLinearFrom: 1000) { size in _ = (0..<size).reduce(0, +) }
/// ```
///
/// - Parameters:
///   - what: What is looked at, for the sentence.
///   - size: The smaller size, large enough to take a millisecond or more.
///   - work: The work of a size: it is done three times with this one, and three times with one that is four times as large.
/// - Throws: `CheckError` for a size below 1, and what the work throws.
public func check(_ what: String, isLinearFrom size: Int, _ work: (Int) throws -> Void) throws {
  guard size > 0 else { throw CheckError.noInputs(size) }
  report(growth(what, from: try shortest(3, { try work(size) }), to: try shortest(3, { try work(4 * size) })))
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

/// The shortest time of several attempts: what else the machine does makes times longer, and never shorter.
private func shortest(_ attempts: Int, _ work: () throws -> Void) rethrows -> Duration {
  let clock = ContinuousClock()
  var best = Duration.seconds(1_000_000)
  for _ in 0..<attempts { best = min(best, try clock.measure(work)) }
  return best
}
