import Foundation
import Rotations
import Traces

/// Gravity from the accelerometer alone, as before phones had gyroscopes: what a low-pass keeps is gravity, what it
/// removes is user acceleration.
///
/// No such filter can tell a tilt from a push of the same length: both are low frequencies on the same axis. And none sees a
/// turn about the vertical, which leaves the reading as it is.
public protocol GravityFilter: Sendable {
  /// The low-passed specific force, m/s², device frame: the estimate of what gravity alone would read.
  var estimate: Vector3 { get }
  /// Hz: the highest cutoff that the filter has at any time, which samples must be able to follow; 0 unless a filter declares one.
  var highestCutoff: Double { get }

  /// Begins again: the reading, m/s² in the device frame, is the first estimate.
  mutating func start(_ specificForce: Vector3)

  /// Takes in one reading and returns the new ``estimate``. The first reading is the first estimate.
  ///
  /// - Parameters:
  ///   - specificForce: m/s², device frame, finite: it is trusted, where `separate` checks.
  ///   - step: time since the reading before, s; ignored for the first.
  mutating func update(_ specificForce: Vector3, step: Double) -> Vector3
}

extension GravityFilter {
  /// None is declared.
  public var highestCutoff: Double { 0 }

  /// Gravity and user acceleration of a whole recording, device frame, m/s², as ``DeviceMotion`` has them: gravity in the sense
  /// in which it pulls, user acceleration as minus the kinematic acceleration. O(n).
  ///
  /// - Throws: `TraceError` for no samples, for a cutoff that is not below half the sampling rate, and what `check` finds.
  public mutating func separate(
    _ samples: [RawSample], checking check: SampleCheck = SampleCheck()
  ) throws -> [(gravity: Vector3, userAcceleration: Vector3)] {
    guard let first = samples.first, let last = samples.last else { throw TraceError.empty(what: "sample") }
    let rate = Double(samples.count - 1) / (last.time - first.time)
    if rate.isFinite, rate > 0 { try requireBelowHalf(of: rate, highestCutoff) }
    try check.start(first)
    start(first.specificForce)
    var previous: Double?
    var result = [(gravity: Vector3, userAcceleration: Vector3)]()
    result.reserveCapacity(samples.count)
    for (index, sample) in samples.enumerated() {
      if let previous { try check.sample(sample, at: index, after: previous) }
      let force = update(sample.specificForce, step: previous.map { sample.time - $0 } ?? 0)
      previous = sample.time
      result.append((-force, force - sample.specificForce))
    }
    return result
  }
}

/// - Throws: `TraceError.invalidParameter` for a cutoff, Hz, that samples at this rate, Hz, cannot follow.
private func requireBelowHalf(of rate: Double, _ cutoff: Double) throws(TraceError) {
  guard cutoff < 0.499 * rate else {
    throw .invalidParameter(
      "cutoff", value: cutoff, expected: "below half the sampling rate, \(shortNumber(rate / 2)) Hz")
  }
}

/// A first-order low-pass: every step moves the estimate by the share 1 − e^(−2π·cutoff·Δt) of the difference.
public struct FirstOrderGravityFilter: GravityFilter, Hashable {
  /// Hz: the frequency of which half the power passes. Larger values follow turns sooner and let more of a shake through;
  /// the step response takes 1/(2π·cutoff) s.
  public let cutoff: Double
  /// Hz: ``cutoff``.
  public var highestCutoff: Double { cutoff }
  public var estimate: Vector3 { lowPass.value ?? .zero }
  private var lowPass = FirstOrderLowPass()

  /// A filter with this cutoff, Hz; default 0.5, a round number: on two recordings of a phone held still (`gimbal-evaluate sensorlog`)
  /// its error is 0.09 and 0.14°. On simulated turns and shakes 1 Hz is the better compromise
  /// (`gimbal-evaluate defaults`).
  ///
  /// - Throws: `TraceError.invalidParameter`.
  public init(cutoff: Double = 0.5) throws(TraceError) {
    try requirePositive("cutoff", cutoff)
    self.cutoff = cutoff
  }

  public mutating func start(_ specificForce: Vector3) { lowPass.value = specificForce }

  public mutating func update(_ specificForce: Vector3, step: Double) -> Vector3 {
    lowPass.follow(specificForce, cutoff: cutoff, step: step)
  }
}

/// A second-order Butterworth low-pass: twice as steep above the cutoff as the first order's, for more delay below it.
public struct ButterworthGravityFilter: GravityFilter, Hashable {
  /// Hz: the frequency of which half the power passes. Larger values follow turns sooner and let more of a shake through.
  public let cutoff: Double
  /// Hz: ``cutoff``.
  public var highestCutoff: Double { cutoff }
  /// Nominal time between two samples, s. The filter is made for it; actual steps are not looked at.
  public let interval: Double
  public private(set) var estimate = Vector3.zero
  private var lowPass: ButterworthLowPass
  private var started = false

  /// A filter with this cutoff, Hz, default 0.5, for this sampling interval, s.
  ///
  /// - Throws: `TraceError.invalidParameter` for a cutoff that is not below half the sampling rate.
  public init(cutoff: Double = 0.5, interval: Double) throws(TraceError) {
    try requirePositive("interval", interval)
    try requirePositive("cutoff", cutoff)
    try requireBelowHalf(of: 1 / interval, cutoff)
    (self.cutoff, self.interval) = (cutoff, interval)
    lowPass = ButterworthLowPass(cutoff: cutoff, interval: interval, averaging: 0)
  }

  public mutating func start(_ specificForce: Vector3) {
    lowPass.settle(at: specificForce)
    (estimate, started) = (specificForce, true)
  }

  public mutating func update(_ specificForce: Vector3, step: Double) -> Vector3 {
    if !started { start(specificForce) }
    estimate = lowPass(specificForce)
    return estimate
  }
}

/// A first-order low-pass that is slow while the reading cannot be gravity and fast while it can: the cutoff falls from
/// `fast` to `slow` as the reading's length departs from 1 g.
///
/// A pure turn keeps the length, so the filter follows it; a shake mostly changes it. A shake across gravity hardly does:
/// a² / 2g for a push of a; it still fools this filter.
public struct AdaptiveGravityFilter: GravityFilter, Hashable {
  /// Hz, while the reading's length differs from 1 g by more than ``tolerance``. Default 0.1. Larger: less lag after a shake.
  public let slow: Double
  /// Hz, while it equals 1 g. Default 3. Larger values follow turns sooner and let noise and soft pushes through.
  public let fast: Double
  /// Difference from 1 g at which the share of `fast` has fallen to 1/e, m/s². Default 0.5. Larger values are fast more often.
  public let tolerance: Double
  /// Hz: ``fast``.
  public var highestCutoff: Double { fast }
  public var estimate: Vector3 { lowPass.value ?? .zero }
  private var lowPass = FirstOrderLowPass()

  /// A filter with these cutoffs; see the properties. The defaults are round numbers: on two recordings of a phone held
  /// still its error is 0.23 and 0.32° (`gimbal-evaluate sensorlog`); on simulated turns and shakes a tolerance of 0.1
  /// does better (`gimbal-evaluate defaults`).
  ///
  /// - Throws: `TraceError.invalidParameter`, also when `slow` is above `fast`.
  public init(slow: Double = 0.1, fast: Double = 3, tolerance: Double = 0.5) throws(TraceError) {
    try requirePositive("slow", slow)
    try requirePositive("fast", fast)
    try requirePositive("tolerance", tolerance)
    guard slow <= fast else { throw .invalidParameter("slow", value: slow, expected: "no more than fast, \(fast) Hz") }
    (self.slow, self.fast, self.tolerance) = (slow, fast, tolerance)
  }

  public mutating func start(_ specificForce: Vector3) { lowPass.value = specificForce }

  public mutating func update(_ specificForce: Vector3, step: Double) -> Vector3 {
    let surplus = (specificForce.length - standardGravity) / tolerance
    return lowPass.follow(specificForce, cutoff: slow + (fast - slow) * exp(-surplus * surplus), step: step)
  }
}

/// What both first-order filters hold; the first reading is taken as it is.
private struct FirstOrderLowPass: Hashable, Sendable {
  /// The smooth reading; nil before the first.
  var value: Vector3?

  mutating func follow(_ reading: Vector3, cutoff: Double, step: Double) -> Vector3 {
    let smooth = value.map { $0 + (reading - $0) * -expm1(-2 * .pi * cutoff * step) } ?? reading
    value = smooth
    return smooth
  }
}
