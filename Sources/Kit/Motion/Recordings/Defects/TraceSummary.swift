internal import Basics
import Foundation
import Rotations
import Stabilization
import Traces

/// What one wants to know of a recording before trusting it; `description` says it in words.
public struct TraceSummary: Hashable, Sendable {
  /// Where samples are missing.
  public struct Gap: Hashable, Sendable {
    /// Seconds from the first sample to the last one before the gap.
    public let start: Double
    /// Seconds.
    public let length: Double
  }

  /// What the recording is called.
  public let name: String
  /// Samples.
  public let count: Int
  /// Seconds.
  public let duration: Double
  /// Hz: from the median step, or from the mean one, gaps left out, where the two disagree.
  public let rate: Double
  /// Standard deviation of the time steps that are not gaps, s.
  public let jitter: Double
  /// Steps of more than 3.5 usual steps.
  public let gaps: [Gap]
  /// The quantities that the recording has.
  public let quantities: [String]
  /// Greatest user acceleration and rotation rate, m/s² and rad/s.
  public let largestAcceleration: Double
  /// See `largestAcceleration`; nil without a gyroscope.
  public let largestRotationRate: Double?
  /// The end of the gyroscope's range in rad/s, where its readings stay on it; nil where they do not.
  public let rotationRateLimit: Double?
  /// Samples on `rotationRateLimit`.
  public let saturatedRotationRates: Int
  /// The first sample's time on the recording's clock, s.
  private let start: Double
  /// Where the accelerometer was at the end of its range; nil where gravity cannot be told from acceleration.
  public let saturation: Saturation?
  /// Seconds after the start when the readings have settled; nil where no transient is shown. See `Trace.settlingTime`.
  public let settlingTime: Double?
  /// When the device rests, as ranges of seconds from the first sample.
  public let rests: [ClosedRange<Double>]
  /// Mean acceleration at rest, m/s², device frame; nil without rest, and without an attitude, where it would be gravity.
  public let restBias: Vector3?
  /// What does not look like the units, signs and axes of a trace, and why; empty when all is well.
  public let doubts: [Trace.Doubt]
  /// What reading did to the data, in words.
  public let notes: [String]
  private let hasAttitude: Bool

  /// Looks for the accelerometer's range, and for rest as `Trace.restingSamples` does. O(*n*).
  public init(of trace: Trace) { self.init(of: trace, quantities: nil) }

  /// - Parameter limit: The accelerometer's range in m/s², gravity included; nil looks for it.
  /// - Parameter rest: What tells when the device rests; nil asks accelerometer and gyroscope, as `Trace.restingSamples` does.
  /// - Parameter trace: The recording.
  /// - Throws: `TraceError` for a limit or a detector that makes no sense.
  /// - Complexity: O(*n*).
  public init(
    of trace: Trace, accelerationLimit limit: Double? = nil, rest: RestDetector? = nil
  ) throws {
    let saturation = try Saturation(of: trace, limit: limit)
    self.init(
      of: trace, saturation: saturation, resting: try rest?.restingSamplesInHindsight(of: trace), quantities: nil)
  }

  /// - Parameters:
  ///   - saturation: The trace's saturation; nil looks for it.
  ///   - resting: Whether the device rests, per sample; nil goes by `Trace.restingSamples`.
  ///   - hasAttitude: Whether the trace's attitude is one; what depends on it is left out otherwise.
  ///   - isRemnant: Whether a repair has left so little that nothing is doubted.
  ///   - quantities: What the recording has, where that is not what the trace has.
  init(
    of trace: Trace, saturation: Saturation? = nil, resting: [Bool]? = nil, hasAttitude: Bool = true,
    isRemnant: Bool = false, quantities given: [String]?
  ) {
    self.hasAttitude = hasAttitude
    name = trace.name
    count = trace.count
    duration = trace.duration
    let steps = TimeSteps(trace.timestamps)
    gaps = steps.gaps(in: trace.timestamps).map { index in
      Gap(
        start: trace.timestamps[index - 1] - trace.timestamps[0],
        length: trace.timestamps[index] - trace.timestamps[index - 1])
    }
    rate = steps.usual > 0 ? 1 / steps.usual : 0
    start = trace.timestamps[0]
    let regular = zip(trace.timestamps.dropFirst(), trace.timestamps).map { $0 - $1 }
      .filter { $0 <= steps.shortestGap }
    jitter = regular.isEmpty ? 0 : ErrorStatistics(regular).deviation
    var quantities = ["attitude", "user acceleration"]
    for (name, isThere) in [
      ("rotation rate", trace.rotationRate != nil), ("gravity", trace.gravity != nil),
      ("magnetic field", trace.magneticField != nil), ("true position", trace.truePosition != nil),
      ("true attitude", trace.trueAttitude != nil), ("touch", trace.isTouching != nil),
    ] where isThere { quantities.append(name) }
    self.quantities = given ?? quantities
    largestAcceleration = trace.userAcceleration.reduce(0) { max($0, $1.length) }
    largestRotationRate = trace.rotationRate?.reduce(0) { max($0, $1.length) }
    let rotationLimit = trace.rotationRate.flatMap(RotationRange.limit)
    (rotationRateLimit, saturatedRotationRates) = (rotationLimit?.limit, rotationLimit?.samples ?? 0)
    self.saturation = hasAttitude ? saturation ?? Saturation(of: trace) : nil
    settlingTime = hasAttitude ? trace.settlingTime : nil
    let resting = resting ?? trace.restingSamples
    rests = RestDetector.intervals(resting, at: trace.elapsed)
    restBias = hasAttitude ? trace.restBias(where: resting) : nil
    doubts = hasAttitude && !isRemnant ? trace.doubts : []
    notes = trace.notes
  }
}

extension TraceSummary: CustomStringConvertible {
  /// A line per fact, with options as a cell writes them.
  public var description: String { message(naming: .swift) }

  /// A line per fact, as `gimbal trace info` prints it.
  public func message(naming option: OptionNaming) -> String {
    var lines = [
      "\(name): \(Counting.words(count, "sample")) in \(shortSeconds(duration)) at \(shortNumber(rate)) Hz, jitter "
        + "\(shortNumber(jitter * 1000)) ms",
      "quantities: \(quantities.joined(separator: ", "))", "gaps: \(gapWords)",
    ]
    let hasAcceleration = quantities.contains { $0.contains("acceleration") }
    let ranges = [
      hasAcceleration ? "acceleration: \(shortNumber(largestAcceleration)) m/s²" : nil,
      largestRotationRate.map { "rotation rate: \(shortNumber($0)) rad/s" },
    ].compactMap { $0 }
    if !ranges.isEmpty { lines.append("largest \(ranges.joined(separator: ", "))") }
    if let saturation {
      if let limit = saturation.limit {
        lines.append(
          "saturation at \(shortNumber(limit)) m/s²\(saturation.isGuessed ? " (found in the data)" : ""): "
            + "\(Counting.words(saturation.samples.count, "sample")), about \(shortNumber(saturation.missingVelocity)) m/s of velocity missing"
        )
      } else {
        lines.append("saturation: none found")
      }
    }
    if let rotationRateLimit {
      lines.append(
        "saturation of the gyroscope at \(shortNumber(rotationRateLimit)) rad/s (\(shortNumber(rotationRateLimit * 180 / .pi))°/s): "
          + Counting.words(saturatedRotationRates, "sample"))
    }
    if hasAttitude {
      lines.append(
        "start: " + (settlingTime.map { "the readings settle after \(shortSeconds($0))" } ?? "no transient shown"))
    }
    guard hasAcceleration else {
      return (lines + notes.map { "note: \($0)" }).joined(separator: "\n")
    }
    let total = rests.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    lines.append("rest: \(Counting.words(rests.count, "period")), \(shortSeconds(total)) in all")
    if let restBias {
      lines.append(
        "bias at rest: (\(shortNumber(restBias.x)), \(shortNumber(restBias.y)), \(shortNumber(restBias.z))) m/s²")
    }
    lines += doubts.map { "doubtful: \($0.message(naming: option))" } + notes.map { "note: \($0)" }
    return lines.joined(separator: "\n")
  }

  private var gapWords: String {
    guard let longest = gaps.max(by: { $0.length < $1.length }) else { return "none" }
    // On the recording's clock, as errors and notes give times.
    let places = gaps.prefix(5).map { "\(shortSeconds($0.length)) after \(shortSeconds(start + $0.start))" }
    return "\(gaps.count) (\(places.joined(separator: ", "))\(gaps.count > 5 ? ", …" : ""))"
      + (gaps.count > 5 ? ", the longest of \(shortSeconds(longest.length))" : "")
  }
}
