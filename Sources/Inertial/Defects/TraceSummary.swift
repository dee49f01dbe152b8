import Foundation
import Rotations

/// What one wants to know of a recording before trusting it; `description` says it in words.
public struct TraceSummary: Hashable, Sendable {
  /// What the recording is called.
  public let name: String
  /// Samples.
  public let count: Int
  /// Seconds.
  public let duration: Double
  /// Hz, from the median step.
  public let rate: Double
  /// Standard deviation of the time steps that are no gaps, s.
  public let jitter: Double
  /// The samples after a step of more than 3.5 median steps.
  public let gaps: [Int]
  /// The quantities that the recording has.
  public let quantities: [String]
  /// Greatest user acceleration and rotation rate, m/s² and rad/s.
  public let largestAcceleration: Double
  /// See `largestAcceleration`; nil without a gyroscope.
  public let largestRotationRate: Double?
  /// Where the accelerometer was at the end of its range.
  public let saturation: Saturation
  /// Seconds after the start when the readings have settled; nil when the recording does not show it.
  public let settlingTime: Double?
  /// Where the device rests, as ranges of seconds from the first sample.
  public let rests: [ClosedRange<Double>]
  /// Mean acceleration at rest, m/s², device frame; nil without rest.
  public let restBias: Vector3?
  /// What does not look like the units and signs of a trace, and why; empty when all is well.
  public let suspicions: [String]
  /// What reading did to the data, in words.
  public let notes: [String]

  /// - Parameter limit: The accelerometer's range in m/s², gravity included; nil looks for it.
  /// - Complexity: O(*n*).
  public init(of trace: Trace, accelerationLimit limit: Double? = nil, rest: RestDetector = .fluctuation()) {
    name = trace.name
    count = trace.count
    duration = trace.duration
    let steps = TimeSteps(trace.timestamps)
    gaps = steps.gaps(in: trace.timestamps)
    rate = steps.median > 0 ? 1 / steps.median : 0
    let regular = zip(trace.timestamps.dropFirst(), trace.timestamps).map { $0 - $1 }
      .filter { $0 <= TimeSteps.gapFactor * steps.median }
    jitter = regular.isEmpty ? 0 : ErrorStatistics(regular).deviation
    var quantities = ["attitude", "user acceleration"]
    for (name, isThere) in [
      ("rotation rate", trace.rotationRate != nil), ("gravity", trace.gravity != nil),
      ("magnetic field", trace.magneticField != nil), ("true position", trace.truePosition != nil),
      ("true attitude", trace.trueAttitude != nil), ("touch", trace.isTouching != nil),
    ] where isThere { quantities.append(name) }
    self.quantities = quantities
    largestAcceleration = trace.userAcceleration.reduce(0) { max($0, $1.length) }
    largestRotationRate = trace.rotationRate?.reduce(0) { max($0, $1.length) }
    saturation = Saturation(of: trace, limit: limit)
    settlingTime = trace.settlingTime
    let resting = rest.restingSamplesInHindsight(of: trace)
    var rests = [ClosedRange<Double>]()
    var begin: Double?
    for (index, isResting) in (resting + [false]).enumerated() {
      if isResting, begin == nil { begin = trace.timestamps[index] - trace.timestamps[0] }
      if !isResting, let start = begin {
        rests.append(start...(trace.timestamps[index - 1] - trace.timestamps[0]))
        begin = nil
      }
    }
    self.rests = rests
    restBias = trace.restBias(rest)
    suspicions = Self.suspicions(trace, steps.median, restBias)
    notes = trace.notes
  }

  /// Units and signs, judged by what hands and phones do.
  private static func suspicions(_ trace: Trace, _ step: Double, _ bias: Vector3?) -> [String] {
    var suspicions = [String]()
    if step > 1 {
      suspicions.append("one sample every \(step) s: this looks like milliseconds, not seconds")
    }
    if let gravity = trace.gravity {
      let lengths = ErrorStatistics(gravity.map(\.length))
      if abs(lengths.median - 1) < 0.1 {
        suspicions.append("gravity has the length \(short(lengths.median)): this looks like g, not m/s²")
      } else if abs(lengths.median - standardGravity) > 1 {
        suspicions.append("gravity has the length \(short(lengths.median)) m/s² and not 9.8: its unit is unknown")
      }
      let agreement =
        zip(trace.attitude, gravity).reduce(0.0) {
          $0 + $1.0.inverse.act(on: Vector3(0, 0, -1)).dot($1.1 / max($1.1.length, 1e-9))
        } / Double(trace.count)
      if agreement < -0.8 {
        suspicions.append("gravity points up where the attitude says down: the accelerations look like Android's sign")
      } else if agreement < 0.8 {
        suspicions.append("gravity and attitude do not agree (mean cosine \(short(agreement)))")
      }
    }
    if let bias, abs(bias.length - standardGravity) < 1.5 {
      suspicions.append("at rest the acceleration is \(short(bias.length)) m/s²: gravity has not been taken off")
    }
    if let bias, abs(bias.length - 1) < 0.05, trace.userAcceleration.allSatisfy({ $0.length < 8 }) {
      suspicions.append("at rest the acceleration is \(short(bias.length)): this looks like g with gravity, not m/s²")
    }
    let largest = trace.userAcceleration.reduce(0) { max($0, $1.length) }
    let moved = zip(trace.attitude, trace.attitude.dropFirst()).contains { $0.angle(to: $1) > 0.01 }
    if moved, largest > 0, largest < 0.5 {
      suspicions.append(
        "the device turns, but its acceleration stays below \(short(largest)) m/s²: this looks like g, not m/s²")
    }
    if let rate = trace.rotationRate, trace.count > 2 {
      // The attitude's own rate, against the gyroscope's.
      var (own, measured, product) = (0.0, 0.0, 0.0)
      for index in 1..<trace.count {
        let dt = trace.timestamps[index] - trace.timestamps[index - 1]
        let turn = (trace.attitude[index - 1].inverse * trace.attitude[index]).rotationVector / dt
        let mean = (rate[index] + rate[index - 1]) / 2
        own += turn.squaredLength
        measured += mean.squaredLength
        product += turn.dot(mean)
      }
      let ratio = (measured / max(own, 1e-12)).squareRoot()
      if own / Double(trace.count) > 0.01 {
        if ratio > 30, ratio < 110 {
          suspicions.append(
            "the rotation rate is \(short(ratio)) times the attitude's: this looks like deg/s, not rad/s")
        } else if product < -0.5 * (own * measured).squareRoot() {
          suspicions.append("the rotation rate turns against the attitude: the attitude may be inverted")
        }
      }
    }
    return suspicions
  }
}

private func short(_ value: Double) -> String { String(format: "%.3g", value) }

extension TraceSummary: CustomStringConvertible {
  /// A line per fact, as `gimbal trace info` prints it.
  public var description: String {
    var lines = [
      "\(name): \(count) samples in \(short(duration)) s at \(short(rate)) Hz, jitter \(short(jitter * 1000)) ms",
      "quantities: \(quantities.joined(separator: ", "))",
      "gaps: \(gaps.isEmpty ? "none" : "\(gaps.count)")",
      "largest acceleration: \(short(largestAcceleration)) m/s²"
        + (largestRotationRate.map { ", rotation rate: \(short($0)) rad/s" } ?? ""),
    ]
    if let limit = saturation.limit {
      lines.append(
        "saturation at \(short(limit)) m/s²\(saturation.isGuessed ? " (found in the data)" : ""): "
          + "\(saturation.samples.count) samples, about \(short(saturation.missingVelocity)) m/s of velocity missing")
    } else {
      lines.append("saturation: none found")
    }
    switch settlingTime {
    case nil: break
    case 0?: lines.append("start: no transient")
    case let time?: lines.append("start: the readings settle after \(short(time)) s")
    }
    let total = rests.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    lines.append("rest: \(rests.count) periods, \(short(total)) s in all")
    if let restBias {
      lines.append("bias at rest: (\(short(restBias.x)), \(short(restBias.y)), \(short(restBias.z))) m/s²")
    }
    lines += suspicions.map { "suspicious: \($0)" } + notes.map { "note: \($0)" }
    return lines.joined(separator: "\n")
  }
}
