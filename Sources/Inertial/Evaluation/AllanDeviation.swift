import Foundation

/// Allan deviation of a still sensor's readings: how much averages over a time τ differ from one to the next.
///
/// On log axes white noise falls with slope −½, bias instability is the flat bottom, and random walk rises with slope +½
/// (IEEE Std 952-1997, annex C).
public struct AllanDeviation: Hashable, Sendable {
  /// Averaging times in s.
  public let times: [Double]
  /// Per averaging time: the overlapping Allan deviation, in the readings' unit.
  public let deviations: [Double]

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
    let sizes = (0...).lazy.map { Int(pow(10, Double($0) / Double(perDecade)).rounded()) }
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

  /// The least deviation over 0.664, in the readings' unit: the bias instability (IEEE Std 952-1997, eq. C.13).
  public var biasInstability: Double { (deviations.min() ?? .nan) / 0.664 }
}
