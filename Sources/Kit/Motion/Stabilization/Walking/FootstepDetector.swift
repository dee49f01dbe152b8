import Foundation
import Rotations
import Traces

/// Finds footsteps in the vertical acceleration: it swings up once for every step, wherever the phone is carried.
///
/// The acceleration is smoothed; a step is where it has a peak above `threshold` and has been below 0 since the last one. The
/// step lasts from peak to peak. A peak that follows the last one sooner than `shortest` is the same step; one that follows later
/// than `longest` begins a new row of steps.
public struct FootstepDetector: Sendable {
  /// One step.
  public struct Footstep: Hashable, Sendable {
    /// When its peak was, s on the recording's clock.
    public let time: Double
    /// Since the peak of the step before, s.
    public let duration: Double
    /// Greatest minus least smoothed vertical acceleration within it, m/s².
    public let range: Double
  }

  /// m/s². Grows: soft steps are missed; shrinks: a hand's trembling counts as steps. Default 0.4.
  public let threshold: Double
  /// s, default 0.3. Grows: a run is counted by half.
  public let shortest: Double
  /// s, default 1.2. Grows: a pause counts as a slow step.
  public let longest: Double
  /// Hz, of the smoothing, two low-passes of first order; default 3. Grows: the jolt of the heel makes its own peaks.
  public let cutoff: Double

  private var smooth = SIMD2<Double>.zero
  private var peak: (value: Double, time: Double)?
  private var lastPeak: Double?
  private var low = Double.infinity
  private var high = -Double.infinity

  /// A detector with these limits; see the properties. They are round numbers about what people do: one step takes 0.4 to 0.8 s.
  ///
  /// On the four OxIOD walks they give 0.96 m after 10 s; `threshold` and `cutoff` chosen on three of them give 1.06 m on the fourth
  /// (`gimbal-evaluate defaults`).
  public init(threshold: Double = 0.4, shortest: Double = 0.3, longest: Double = 1.2, cutoff: Double = 3) {
    (self.threshold, self.shortest, self.longest, self.cutoff) = (threshold, shortest, longest, cutoff)
  }

  /// This detector as it was made.
  public var fresh: FootstepDetector {
    FootstepDetector(threshold: threshold, shortest: shortest, longest: longest, cutoff: cutoff)
  }

  /// Takes one sample in.
  ///
  /// - Returns: The step that is over now, some tenths of a second after its peak; nil most of the time.
  public mutating func update(_ step: Step) -> Footstep? {
    let share = -expm1(-2 * .pi * cutoff * step.duration)
    smooth.x += share * (step.acceleration.z - smooth.x)
    smooth.y += share * (smooth.x - smooth.y)
    let value = smooth.y
    (low, high) = (min(low, value), max(high, value))
    if value > threshold, value > peak?.value ?? -.infinity { peak = (value, step.time) }
    guard value < 0, let (_, time) = peak else { return nil }
    peak = nil
    let duration = lastPeak.map { time - $0 } ?? .infinity
    guard duration >= shortest else { return nil }
    let range = high - low
    (lastPeak, low, high) = (time, value, value)
    return duration <= longest ? Footstep(time: time, duration: duration, range: range) : nil
  }

  /// - Throws: `TraceError.invalidParameter`.
  public func check() throws(TraceError) {
    try requirePositive("threshold", threshold, unit: "m/s²")
    try requirePositive("shortest", shortest, unit: "s")
    try requirePositive("longest", longest, unit: "s")
    try requirePositive("cutoff", cutoff, unit: "Hz")
    guard shortest < longest else {
      throw .invalidParameter("shortest", value: shortest, expected: "below `longest`, \(longest) s")
    }
  }
}
