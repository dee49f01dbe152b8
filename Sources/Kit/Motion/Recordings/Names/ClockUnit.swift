import Foundation

/// The unit in which a clock counts whose name does not say it.
enum ClockUnit {
  /// Names, and seconds per unit.
  static let all: [(name: String, seconds: Double)] = [("s", 1), ("ms", 1e-3), ("us", 1e-6), ("ns", 1e-9)]

  /// The units of Xsens's SampleTimeFine: microseconds, or ticks of 0.1 ms, by model.
  static let sampleTimeFine: [(name: String, seconds: Double)] = [("us", 1e-6), ("100us", 1e-4)]

  /// The unit in which a step is nearest to 10 ms.
  static func nearest(_ units: [(name: String, seconds: Double)], step: Double) -> (name: String, seconds: Double)? {
    units.min { abs(log(step * $0.seconds / 0.01)) < abs(log(step * $1.seconds / 0.01)) }
  }

  /// Whether a motion may have been sampled so: `step` in s.
  static func isPlausible(step: Double) -> Bool { (0.0004...1.05).contains(step) }

  /// The unit in which a clock counts since 1970 that shows `time` between 2001 and 2049; nil for another clock.
  static func since1970(_ time: Double) -> (name: String, seconds: Double)? {
    all.first { (1e9...2.5e9).contains(time.magnitude * $0.seconds) }
  }

  /// The largest unit in which a step of this size is plausible for a motion; nil if there is no such unit.
  static func plausible(step: Double) -> (name: String, seconds: Double)? {
    all.first { isPlausible(step: step * $0.seconds) }
  }
}
