import Foundation
import Rotations

/// Finds the yaw between the frame of the truth and that of the attitude, from what both say about acceleration.
///
/// Both frames have z up, and their horizontal axes differ by a yaw. It cannot be had from the two attitudes: what the
/// truth calls the body's axes need not be the phone's. The acceleration is the same vector in both frames: on the
/// truth's side the second difference of position over ±h, on the phone's the mean of the measured acceleration over
/// the same time under a triangular weight, which is what a second difference is of a double integral. The best yaw in
/// the least-squares sense is the angle of Σ a·b̄, the horizontal vectors taken as complex numbers.
package struct YawCorrelation: Sendable {
  /// Running sums of Re a·b̄, Im a·b̄, |a|² and |b|²; element i sums the samples before i.
  private var sums: [SIMD4<Double>]
  /// How many windows of the second difference that do not overlap one sample is worth.
  private let weight: Double

  /// Half the span of the second difference, in seconds: wide enough to smooth the truth's noise.
  package static let halfSpan = 0.15
  /// m/s². A truth that accelerates more than this has jumped; the sample is left out.
  package static let largestAcceleration = 10.0

  /// Takes the whole trace in, O(*n*); nil without true positions.
  package init?(_ trace: Trace) {
    guard let truth = trace.truePosition else { return nil }
    self.init(
      step: trace.medianStep, truth: truth, isKnown: trace.isTruthKnown,
      accelerations: zip(trace.attitude, trace.userAcceleration).map { $0.act(on: -$1) })
  }

  package init(step: Double, truth: [Vector3], isKnown: [Bool]? = nil, accelerations: [Vector3]) {
    let n = truth.count
    let k = step > 0 ? max(1, Int(min((Self.halfSpan / step).rounded(), Double(n)))) : 1
    weight = 1 / Double(2 * k)
    sums = [.zero]
    sums.reserveCapacity(n + 1)
    // The sum over the samples before, from which any window's follows; and Σ (k − |j|)·a[i + j], which changes from
    // one sample to the next by the sum that enters on the right minus the sum that leaves on the left.
    var past = [Vector3.zero]
    past.reserveCapacity(n + 1)
    for acceleration in accelerations { past.append(past[past.count - 1] + acceleration) }
    var weighted = Vector3.zero
    for i in 0..<n {
      var sum = sums[i]
      if i >= k, i + k < n {
        if i == k {
          for j in (1 - k)..<k { weighted += accelerations[i + j] * Double(k - abs(j)) }
        } else {
          weighted += (past[i + k] - past[i]) - (past[i] - past[i - k])
        }
        let a = (truth[i + k] - 2 * truth[i] + truth[i - k]) / (Double(k * k) * step * step)
        // A line between two positions has no acceleration to go by.
        let isMeasured = isKnown.map { $0[i - k] && $0[i] && $0[i + k] } ?? true
        if a.length < Self.largestAcceleration, isMeasured {
          let b = weighted / Double(k * k)
          sum += SIMD4(
            a.x * b.x + a.y * b.y, a.x * b.y - a.y * b.x, a.x * a.x + a.y * a.y, b.x * b.x + b.y * b.y)
        }
      }
      sums.append(sum)
    }
  }

  /// The yaw in radians that turns the truth into the attitude's frame, by the samples in `range`; nil when they say
  /// none of it.
  package func yaw(in range: Range<Int>) -> Double? { estimate(in: range)?.yaw }

  /// The same where the samples determine it: nil where its standard deviation is above ``largestDeviation``.
  package func determinedYaw(in range: Range<Int>) -> Double? {
    estimate(in: range).flatMap { $0.deviation <= Self.largestDeviation ? $0.yaw : nil }
  }

  /// The yaw of a piece of a recording whose heading may wander: by the shortest stretch around it that determines the yaw, or
  /// else that of the whole recording; nil where that is not known.
  package func yaw(in range: Range<Int>, else heading: Trace.TruthHeading) -> Double? {
    let whole = 0..<(sums.count - 1)
    var stretch = range.clamped(to: whole)
    while true {
      if let yaw = determinedYaw(in: stretch) { return yaw }
      guard stretch != whole else { return heading == .unaligned ? nil : 0 }
      let more = stretch.count / 4 + 1
      stretch = (stretch.lowerBound - more..<stretch.upperBound + more).clamped(to: whole)
    }
  }

  /// rad. A heading with a larger error than this would make a tenth of the way into drift.
  package static let largestDeviation = 0.1

  /// The yaw and its standard deviation in rad: √((1 − γ²) / (2·N·γ²)) with the coherence γ of the two accelerations over N
  /// independent windows (Bendat and Piersol, "Random data", 4th ed. 2010, eq. 9.52).
  package func estimate(in range: Range<Int>) -> (yaw: Double, deviation: Double)? {
    let range = range.clamped(to: 0..<(sums.count - 1))
    let sum = sums[range.upperBound] - sums[range.lowerBound]
    let square = sum.x * sum.x + sum.y * sum.y
    guard square > 0 else { return nil }
    // What N windows of unrelated noise seem to have in common, 1/N on average, is taken off.
    let windows = weight * Double(range.count)
    let coherence = (windows * min(square / (sum.z * sum.w), 1) - 1) / (windows - 1)
    guard windows > 1, coherence > 0 else { return (atan2(sum.y, sum.x), .infinity) }
    let deviation = ((1 - coherence) / (2 * coherence * windows)).squareRoot()
    return (atan2(sum.y, sum.x), deviation)
  }
}

extension Trace {
  /// How the horizontal axes of a true position and attitude lie to those of the measured attitude. Both have z up.
  public enum TruthHeading: String, Hashable, Codable, Sendable {
    /// One frame: the truth was made with the attitude, as by a simulation.
    case shared
    /// The truth was turned about the vertical into the attitude's frame, by the accelerations that both tell.
    case aligned
    /// Nobody knows, as the accelerations are too few, too small or too unlike to tell: horizontal distances from the truth
    /// mean nothing before a yaw is fitted.
    case unaligned
  }

  /// This trace with its truth turned about the vertical into the attitude's frame, where the two do not share it yet.
  ///
  /// The yaw is that for which the accelerations of the truth and of the device agree best over the whole recording.
  /// If its standard deviation is more than 0.1 rad, the truth stays as it is, its heading
  /// ``TruthHeading/unaligned``. Either is noted. Readers of a truth from elsewhere (a camera system, another file)
  /// have done this already.
  ///
  /// - Complexity: O(*n*).
  public func aligningTruth() -> Trace {
    guard truthHeading == .unaligned, let truePosition, let correlation = YawCorrelation(self) else { return self }
    func degrees(_ angle: Double) -> String { "\((angle * 1800 / .pi).rounded() / 10)°" }
    let estimate = correlation.estimate(in: 0..<count)
    let yaw = correlation.determinedYaw(in: 0..<count)
    let turn = Quaternion(.z, yaw ?? 0)
    let margin = estimate.map { " ± \(degrees($0.deviation))" } ?? ""
    let note =
      yaw.map {
        "turned the truth by \(degrees($0))\(margin) about the vertical, into the attitude's frame, by the accelerations of both"
      } ?? "the heading of the truth is unknown: the accelerations do not tell its angle to the attitude's"
    return Trace(
      unchecked: name, timestamps: timestamps, attitude: attitude, userAcceleration: userAcceleration,
      rotationRate: rotationRate, gravity: gravity, magneticField: magneticField,
      truePosition: truePosition.map(turn.act(on:)), trueAttitude: trueAttitude?.map { turn * $0 },
      truthHeading: yaw == nil ? .unaligned : .aligned, isTruthKnown: isTruthKnown, isTouching: isTouching,
      notes: notes.contains(note) ? notes : notes + [note])
  }
}
