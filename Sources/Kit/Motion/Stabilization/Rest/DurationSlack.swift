extension Double {
  /// Seconds by which two moments may miss a duration and still be that far apart, on a clock that reads `time`.
  ///
  /// 0.3 s are thirty steps of 0.01 s, also when rounding says 0.30000000000000004; and a time of day or of an epoch is itself rounded,
  /// by more than that: two readings by one unit in the last place together, their difference by half of one.
  @inline(__always)
  package static func slack(for duration: Double, at time: Double) -> Double { duration * 1e-9 + abs(time) * 0x1p-51 }

  /// The earliest moment that is within `duration` seconds of this one, both on a clock in seconds.
  @inline(__always)
  package func earliest(within duration: Double) -> Double { self - (duration + .slack(for: duration, at: self)) }
}
