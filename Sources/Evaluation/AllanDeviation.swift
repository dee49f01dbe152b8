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

  /// What a record shows of the bias instability.
  public enum BiasInstability: Hashable, Sendable {
    /// A flat bottom: the bias instability, and within what it lies with 95 % confidence, in the readings' unit.
    case shown(Double, within: ClosedRange<Double>)
    /// No flat bottom: other noise hides it, or the record is too short. With 95 % confidence it is no more than this, in the readings'
    /// unit.
    case notShown(atMost: Double)
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

  /// The density of white noise, in the readings' unit per √Hz: the line of slope −½ through the short averaging times,
  /// read at 1 s. It uses the times up to a hundredth of the longest, or the first alone.
  public var whiteNoise: Double {
    let limit = max(times[0], (times.last ?? 0) / 100)
    let values = zip(times, deviations).filter { $0.0 <= limit }.map { $1 * $0.squareRoot() }
    return exp(values.map { log($0) }.reduce(0, +) / Double(values.count))
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

  private func intervals(for noise: Noise, sigmas: Double, most: Double = .infinity) -> [ClosedRange<Double>] {
    zip(deviations, degreesOfFreedom(for: noise)).map { deviation, freedom in
      let share = 2 / (9 * min(freedom, most))
      let spread = sigmas * share.squareRoot()
      let upper = 1 - share > spread ? deviation / pow(1 - share - spread, 1.5) : .infinity
      return deviation / pow(1 - share + spread, 1.5)...upper
    }
  }

  /// The bias instability, as far as the record shows it: the least deviation over 0.664 (IEEE Std 952-1997, eq. C.13), if the bottom is
  /// flat.
  ///
  /// It is where one value lies within the 95 % intervals of all averaging times of a decade or more, the time of the least deviation
  /// among them. Times with fewer than 100 degrees of freedom do not count, for there a white noise and a random walk that cross could
  /// pass for flat; and no interval is taken to be narrower than that of 300, for no sensor's bottom is flatter than 8 %. So a flat
  /// bottom that begins at τ shows in a record of 800 τ. The interval is that of the bottom's longest time. Where there is no flat
  /// bottom, the bound is the least upper limit at any averaging time, at three standard deviations, for it is the least of many.
  /// - Complexity: O(averaging times²).
  public var biasInstability: BiasInstability {
    let intervals = intervals(for: .flicker, sigmas: 1.959964, most: 300)
    let reliable = degreesOfFreedom(for: .flicker).prefix { $0 >= 100 }.count
    if let bottom = (0..<reliable).min(by: { deviations[$0] < deviations[$1] }), deviations[bottom] > 0 {
      for first in 0...bottom {
        var (last, common) = (first, intervals[first])
        while last + 1 < reliable, common.overlaps(intervals[last + 1]) {
          last += 1
          common = common.clamped(to: intervals[last])
        }
        guard last >= bottom, times[last] >= 9.99 * times[first] else { continue }
        let scale = deviations[bottom] / deviations[last] / 0.664
        return .shown(
          deviations[bottom] / 0.664,
          within: intervals[last].lowerBound * scale...intervals[last].upperBound * scale)
      }
    }
    let limits = self.intervals(for: .flicker, sigmas: 3, most: 300).map(\.upperBound)
    return .notShown(atMost: (limits.min() ?? .infinity) / 0.664)
  }
}
