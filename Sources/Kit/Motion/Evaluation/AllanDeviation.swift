import Foundation
import Traces

/// Allan deviation of a still sensor's readings: how much averages over a time τ differ from one to the next.
///
/// On log axes white noise falls with slope −½, bias instability is the flat bottom, and random walk rises with slope +½
/// (IEEE Std 952-1997, annex C). Long averages are few: how far a deviation can be believed follows from its degrees of freedom
/// (Riley, Handbook of Frequency Stability Analysis, NIST Special Publication 1065, 2008, table 5).
public struct AllanDeviation: Hashable, Sendable {
  /// The noises that an Allan plot tells apart by its slope.
  public enum Noise: Hashable, Sendable, CaseIterable {
    /// Falls as 1/√τ.
    case white
    /// Bias instability: neither falls nor rises.
    case flicker
    /// A random walk of the readings: rises as √τ.
    case randomWalk
  }

  /// How much a record shows of one of the noises.
  public enum Coefficient<Value: Hashable & Comparable & Sendable>: Hashable, Sendable {
    /// The plot has the noise's slope over a decade of averaging times or more: the value, and within what it lies with 95 % confidence.
    case shown(Value, within: ClosedRange<Value>)
    /// It has not: other noise hides this one, or the record is too short. In at least 95 of 100 records it is no more than this. The
    /// bound is the least of many limits, so each of them is taken at three standard deviations.
    case notShown(atMost: Value)

    /// The value; nil where it is not shown.
    public var value: Value? {
      guard case .shown(let value, _) = self else { return nil }
      return value
    }

    /// The estimate in another unit, or as another type.
    public func map<Other>(_ transform: (Value) -> Other) -> Coefficient<Other> {
      switch self {
      case .shown(let value, let range):
        .shown(transform(value), within: transform(range.lowerBound)...transform(range.upperBound))
      case .notShown(let bound): .notShown(atMost: transform(bound))
      }
    }
  }

  /// Averaging times in s.
  public let times: [Double]
  /// Per averaging time: the overlapping Allan deviation, in the readings' unit.
  public let deviations: [Double]
  /// How many readings each averaging time spans, and how many there are.
  private let sizes: [Int]
  private let count: Int

  /// - Parameters:
  ///   - readings: At equal time steps.
  ///   - step: Seconds between two readings.
  ///   - perDecade: Averaging times a decade.
  /// - Throws: `TraceError.invalidParameter` for fewer than 3 readings, a step that is not positive, or other than 1 to 1000 times a decade;
  ///   `.notFinite`.
  /// - Complexity: O(readings · averaging times).
  public init(of readings: [Double], step: Double, perDecade: Int = 10) throws(TraceError) {
    guard readings.count >= 3 else {
      throw .invalidParameter("readings", value: Double(readings.count), expected: "at least 3")
    }
    try requirePositive("step", step, unit: "s")
    try requireCount("perDecade", perDecade, in: 1...1000)
    if let row = readings.firstIndex(where: { !$0.isFinite }) {
      throw .notFinite(column: "readings", value: readings[row], row: row)
    }
    // θ is the integral of the readings less their mean, which keeps its rounding small.
    let mean = readings.reduce(0, +) / Double(readings.count)
    var theta = [0.0]
    theta.reserveCapacity(readings.count + 1)
    for reading in readings { theta.append(theta[theta.count - 1] + (reading - mean) * step) }
    let largest = (readings.count - 1) / 2
    count = readings.count
    sizes = (0...).lazy.map { Int(pow(10, Double($0) / Double(perDecade)).rounded()) }
      .prefix { $0 <= largest }.reduce(into: [Int]()) { if $0.last != $1 { $0.append($1) } }
    times = sizes.map { Double($0) * step }
    deviations = sizes.map { m in
      var sum = 0.0
      let count = theta.count - 2 * m
      for k in 0..<count {
        let difference = theta[k + 2 * m] - 2 * theta[k + m] + theta[k]
        sum += difference * difference
      }
      let tau = Double(m) * step
      return (sum / (2 * tau * tau * Double(count))).squareRoot()
    }
    if let bad = deviations.firstIndex(where: { !$0.isFinite }) {
      throw .notFinite(column: "deviation", value: deviations[bad], row: bad)
    }
  }

  /// Per averaging time: to how many independent differences the deviation amounts where this noise prevails (equivalent degrees of freedom
  /// of the overlapping estimate; NIST SP 1065, table 5, whose N is one more than there are readings).
  /// From averages of two readings on they are within 16 % of Greenhall and Riley's of 2003 (`gimbal-evaluate laws`).
  public func degreesOfFreedom(for noise: Noise) -> [Double] {
    let n = Double(count + 1)
    return sizes.map { size in
      let m = Double(size)
      switch noise {
      case .white: return (3 * (n - 1) / (2 * m) - 2 * (n - 2) / n) * (4 * m * m / (4 * m * m + 5))
      case .flicker: return size == 1 ? 2 * (n - 2) * (n - 2) / (2.3 * n - 4.9) : 5 * n * n / (4 * m * (n + 3 * m))
      case .randomWalk: return (n - 2) / m * ((n - 1) * (n - 1) - 3 * m * (n - 1) + 4 * m * m) / ((n - 3) * (n - 3))
      }
    }
  }

  /// Per averaging time: what the deviation lies within with 95 % confidence where this noise prevails.
  ///
  /// The deviation's square times the degrees of freedom is distributed as χ², whose quantiles are those of Wilson and Hilferty (1931):
  /// right to 1 % of the deviation from 10 degrees of freedom on, too wide below. A single degree has no upper limit.
  public func intervals(for noise: Noise) -> [ClosedRange<Double>] { intervals(for: noise, sigmas: 1.959964) }

  /// The density of the white noise, in the readings' unit per √Hz, as far as the record shows it.
  ///
  /// It is where the deviation falls with slope −½: where one value of σ·√τ lies within the intervals of all averaging times of a
  /// decade or more. The value is that of the shortest of these times, where slower noise adds least; a bias that wanders, or a tilt that
  /// lets gravity through, raises the longer ones. See ``biasInstability`` for how exactly a slope has to fit.
  /// - Complexity: O(averaging times²).
  public var whiteNoise: Coefficient<NoiseDensity> {
    estimate(.white) { $0.squareRoot() }.map { NoiseDensity(twoSided: $0) }
  }

  /// The random walk *K* of the readings, in their unit per √s, as far as the record shows it: the standard deviation of its change in a
  /// second. It is where the deviation rises with slope +½ as K·√(τ/3), over a decade or more. O(averaging times²).
  public var randomWalk: Coefficient<Double> { estimate(.randomWalk) { (3 / $0).squareRoot() } }

  /// The bias instability, in the readings' unit: where the deviation has a flat bottom, which is 0.664 of it (IEEE Std 952-1997, eq. C.13).
  ///
  /// A slope shows where one value lies within the 95 % intervals of all averaging times of a decade or more; for the bias instability the
  /// time of the least deviation has to be among them. Times with fewer than 100 degrees of freedom do not count, for there a white noise and
  /// a random walk that cross could pass for flat; and no interval is taken to be narrower than that of 300, for no sensor's slopes are
  /// truer than 8 %. So a flat bottom that begins at τ shows in a record of 800 τ. The interval is that of the bottom's longest time.
  /// - Complexity: O(averaging times²).
  public var biasInstability: Coefficient<Double> { estimate(.flicker) { _ in 1 / 0.664 } }

  /// - Parameter coefficient: What the noise is at an averaging time for each unit of the deviation.
  private func estimate(_ noise: Noise, coefficient: (Double) -> Double) -> Coefficient<Double> {
    let scales = times.map(coefficient)
    func scaled(sigmas: Double) -> [ClosedRange<Double>] {
      zip(self.intervals(for: noise, sigmas: sigmas, most: 300), scales).map { $0.lowerBound * $1...$0.upperBound * $1 }
    }
    let intervals = scaled(sigmas: 1.959964)
    let reliable = degreesOfFreedom(for: noise).prefix { $0 >= 100 }.count
    let bottom = (0..<reliable).min { deviations[$0] < deviations[$1] }
    var longest: ClosedRange<Int>?
    for first in 0..<reliable where deviations[first] > 0 {
      var (last, common) = (first, intervals[first])
      while last + 1 < reliable, common.overlaps(intervals[last + 1]) {
        last += 1
        common = common.clamped(to: intervals[last])
      }
      guard times[last] >= 9.99 * times[first], noise != .flicker || (first...last).contains(bottom!) else { continue }
      if let longest, times[longest.upperBound] / times[longest.lowerBound] >= times[last] / times[first] { continue }
      longest = first...last
    }
    guard let longest else { return .notShown(atMost: scaled(sigmas: 3).map(\.upperBound).min() ?? .infinity) }
    // The place at which slower and faster noise add least: the steady end of a slope, or the bottom.
    let (place, width) =
      switch noise {
      case .white: (longest.lowerBound, longest.lowerBound)
      case .flicker: (bottom!, longest.upperBound)
      case .randomWalk: (longest.upperBound, longest.upperBound)
      }
    let value = deviations[place] * scales[place]
    let share = value / (deviations[width] * scales[width])
    return .shown(value, within: intervals[width].lowerBound * share...intervals[width].upperBound * share)
  }

  private func intervals(for noise: Noise, sigmas: Double, most: Double = .infinity) -> [ClosedRange<Double>] {
    zip(deviations, degreesOfFreedom(for: noise)).map { deviation, freedom in
      let share = 2 / (9 * min(freedom, most))
      let spread = sigmas * share.squareRoot()
      let upper = 1 - share > spread ? deviation / pow(1 - share - spread, 1.5) : .infinity
      return deviation / pow(1 - share + spread, 1.5)...upper
    }
  }
}
