/// The unit in which a clock counts whose name does not say it.
enum ClockUnit {
  /// Names, and seconds per unit.
  static let all: [(name: String, seconds: Double)] = [("s", 1), ("ms", 1e-3), ("us", 1e-6), ("ns", 1e-9)]

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
