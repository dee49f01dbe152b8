import Rotations
import Traces

extension Trace {
  /// True position relative to the first sample, and true velocity, at a sample.
  ///
  /// - Returns: nil without truth, or in a trace of one sample.
  public func trueMotion(at index: Int) -> Motion? {
    guard let truePosition, let velocity = trueVelocity(at: index) else { return nil }
    return Motion(velocity: velocity, position: truePosition[index] - truePosition[0])
  }

  /// The velocity of the true positions at a sample, m/s in their frame: the slope there of the cubic that fits the positions
  /// of the 0.3 s around it best.
  ///
  /// Exact for a constant acceleration that grows or falls evenly. Noise of σ m in the positions becomes
  /// about 2.5·σ·√12/(0.3 s·√n) with n positions in the 0.3 s, and four times that at either end of the recording, where the
  /// 0.3 s lie to one side: 5 mm/s and 21 mm/s for 1 mm at 100 Hz, where neighbouring samples alone would give 71 and 141 mm/s.
  ///
  /// - Returns: nil without truth, where the truth is unknown within 0.3 s, in a trace of one sample, and for an index out of range.
  /// - Complexity: O(samples in 0.3 s + log *n*).
  public func trueVelocity(at index: Int) -> Vector3? {
    guard let truePosition, timestamps.indices.contains(index), isMeasured(around: index) else { return nil }
    return velocity(of: truePosition, at: index)
  }

  /// Whether the truth was measured throughout the positions that a velocity at this sample is fitted to.
  private func isMeasured(around index: Int) -> Bool {
    guard let isTruthKnown else { return true }
    let (span, time) = (2 * YawCorrelation.halfSpan, timestamps[index])
    var (first, last) = (index, index)
    while first > 0, time - timestamps[first - 1] <= span { first -= 1 }
    while last + 1 < count, timestamps[last + 1] - time <= span { last += 1 }
    return !isTruthKnown[first...last].contains(false)
  }

  /// The same of any positions on this trace's clock.
  package func velocity(of positions: [Vector3], at index: Int) -> Vector3? {
    guard count > 1, timestamps.indices.contains(index) else { return nil }
    let (half, time) = (YawCorrelation.halfSpan * (1 + 1e-9), timestamps[index])
    let center = max(min(time, timestamps[count - 1] - half), timestamps[0] + half)
    var (first, last) = (index, index)
    while first > 0, timestamps[first - 1] >= center - half { first -= 1 }
    while last + 1 < count, timestamps[last + 1] <= center + half { last += 1 }
    // The neighbours, if the samples are further apart.
    if last - first < 2 { (first, last) = (max(index - 1, 0), min(index + 1, count - 1)) }
    let places = first...last
    // Polynomials that are orthogonal over the times of the positions (Forsythe, J. SIAM 5 (1957), 74–88), in units of the half
    // span from the sample: their values at each position, and value and slope at the sample.
    let x = places.map { (timestamps[$0] - time) / half }
    var (now, before) = ([Double](repeating: 1, count: x.count), [Double](repeating: 0, count: x.count))
    var (value, slope, valueBefore, slopeBefore, normBefore) = (1.0, 0.0, 0.0, 0.0, 0.0)
    var velocity = Vector3.zero
    for degree in 0...min(3, x.count - 1) {
      let norm = now.reduce(0) { $0 + $1 * $1 }
      if degree > 0 {
        let share = zip(places, now).reduce(Vector3.zero) { $0 + (positions[$1.0] - positions[index]) * $1.1 }
        velocity += share * (slope / norm)
      }
      let a = zip(x, now).reduce(0) { $0 + $1.0 * $1.1 * $1.1 } / norm
      let b = normBefore > 0 ? norm / normBefore : 0
      let next = x.indices.map { (x[$0] - a) * now[$0] - b * before[$0] }
      (slope, slopeBefore) = (value - a * slope - b * slopeBefore, slope)
      (value, valueBefore) = (-a * value - b * valueBefore, value)
      (now, before, normBefore) = (next, now, norm)
    }
    return velocity / half
  }
}
