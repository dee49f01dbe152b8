/// A way through attitudes at given times, along the shortest rotation from each to the next at constant speed.
///
/// The angular velocity jumps at the attitudes; `AttitudeSpline` is continuous there.
public struct SlerpPath: Sendable {
  /// When the attitudes are taken, in s, strictly increasing.
  public let times: [Double]
  /// The attitudes to pass through.
  public let attitudes: [Quaternion]
  /// The constant angular velocity from each attitude to the next, in the device frame, in rad/s.
  public let rates: [Vector3]

  /// - Parameters:
  ///   - times: in s, strictly increasing, at least two.
  ///   - attitudes: one for each time.
  /// - Throws: `RotationError.countMismatch`, `.timesNotIncreasing`, `.outOfRange` for a step below 10⁻⁷⁵ s or above 10⁷⁵ s,
  ///   `.notFinite`, `.notUnit`, `.tooFew` with fewer than two.
  public init(times: [Double], attitudes: [Quaternion]) throws(RotationError) {
    try checkKnots(times: times, attitudes: attitudes)
    (self.times, self.attitudes) = (times, attitudes)
    var rates: [Vector3] = []
    rates.reserveCapacity(times.count - 1)
    for i in 0..<times.count - 1 {
      rates.append((attitudes[i].inverse * attitudes[i + 1]).rotationVector / (times[i + 1] - times[i]))
    }
    self.rates = rates
  }

  /// The attitude at a time from the first to the last, both included.
  ///
  /// - Throws: `RotationError.outOfRange`.
  /// - Complexity: O(log n).
  public func attitude(at time: Double) throws(RotationError) -> Quaternion {
    try attitudes(at: [time])[0]
  }

  /// The attitudes at many times, in any order; ordered times are the fastest.
  ///
  /// - Throws: `RotationError.outOfRange` with the index of the first time outside.
  /// - Complexity: O(m) for m ordered times, else O(m log n).
  public func attitudes(at queries: [Double]) throws(RotationError) -> [Quaternion] {
    if let index = queries.firstIndex(where: { !($0 >= times[0] && $0 <= times[times.count - 1]) }) {
      throw .outOfRange(
        argument: "times[\(index)]", value: queries[index], lowest: times[0], highest: times[times.count - 1])
    }
    var finder = SegmentFinder()
    return times.withUnsafeBufferPointer { times in
      attitudes.withUnsafeBufferPointer { attitudes in
        rates.withUnsafeBufferPointer { rates in
          var result: [Quaternion] = []
          fill(&result, count: queries.count) { out in
            for k in 0..<out.count {
              let i = finder.segment(of: queries[k], in: times)
              out[k] = attitudes[i] * Quaternion(rotationVector: (queries[k] - times[i]) * rates[i])
            }
          }
          return result
        }
      }
    }
  }
}

/// What a path needs: at least two attitudes, as many times, and times that increase, by steps whose powers are numbers.
func checkKnots(times: [Double], attitudes: [Quaternion]) throws(RotationError) {
  guard times.count == attitudes.count else {
    throw .countMismatch(argument: "times", count: times.count, expected: attitudes.count)
  }
  guard times.count >= 2 else { throw .tooFew(argument: "attitudes", count: times.count, needed: 2) }
  for (index, time) in times.enumerated() {
    guard time.isFinite else { throw .notFinite(argument: "times[\(index)]", value: "\(time)") }
    guard index > 0 else { continue }
    let previous = times[index - 1]
    guard time > previous else { throw .timesNotIncreasing(index: index, time: time, previous: previous) }
    guard time - previous >= 1e-75, time - previous <= 1e75 else {
      throw .outOfRange(
        argument: "times[\(index)] - times[\(index - 1)]", value: time - previous, lowest: 1e-75, highest: 1e75)
    }
  }
  try checkAttitudes(attitudes)
}

/// - Throws: `RotationError.notFinite`, `.notUnit` for a length that differs by more than 1 %.
func checkAttitudes(_ attitudes: [Quaternion]) throws(RotationError) {
  guard let index = attitudes.firstIndex(where: { !(abs($0.dot($0) - 1) <= 0.02) }) else { return }
  let q = attitudes[index]
  guard q.w.isFinite && q.x.isFinite && q.y.isFinite && q.z.isFinite else {
    throw .notFinite(argument: "attitudes[\(index)]", value: "\(q)")
  }
  throw .notUnit(argument: "attitudes[\(index)]", length: q.dot(q).squareRoot())
}

/// Finds which of the intervals between increasing times a time is in, quickly when times come in order.
struct SegmentFinder {
  private var last = 0

  /// The index of the interval; before the first time 0, after the last the last interval.
  mutating func segment(of time: Double, in times: UnsafeBufferPointer<Double>) -> Int {
    let final = times.count - 2
    if time >= times[last] {
      // In the same interval as before, or in the next?
      if last == final || time < times[last + 1] { return last }
      if last + 1 == final || time < times[last + 2] {
        last += 1
        return last
      }
    }
    var (low, high) = (0, final)
    while low < high {
      let middle = (low + high + 1) / 2
      if time >= times[middle] { low = middle } else { high = middle - 1 }
    }
    last = low
    return low
  }
}
