import Foundation
import Rotations
import Traces

extension ErrorStateFilter {
  /// A direction of the device whose azimuth is known: a compass, or a wall along which it is held.
  ///
  /// `Trace.magneticDirections(every:deviation:tolerance:)` makes them of a recorded magnetic field.
  public struct KnownDirection: Hashable, Sendable {
    /// Seconds since the first sample; it holds for the first sample at that time or later.
    public var time: Double
    /// In the device frame, of any length.
    public var direction: Vector3
    /// Its azimuth, about the vertical from the reference frame's x axis towards y, rad.
    public var azimuth: Double
    /// Standard deviation of the azimuth, rad.
    public var deviation: Double

    /// A known direction; see the properties.
    public init(_ direction: Vector3, azimuth: Double, at time: Double, deviation: Double = 0.1) {
      (self.direction, self.azimuth, self.time, self.deviation) = (direction, azimuth, time, deviation)
    }
  }
}

extension Trace {
  /// What a compass says of the heading: the horizontal part of the magnetic field, which keeps the azimuth that it has in the first interval.
  ///
  /// Each is the mean of the readings of an interval, which the recording's attitudes turn to one another: over a second they drift by nothing that matters.
  /// As the first azimuth is a reading, too, the heading at the start is as uncertain as any of them: set `SensorErrors.heading` to their deviation.
  /// Iron nearby turns the field for seconds, so that readings soon after each other err alike: hence an interval between them, and a
  /// deviation far above a magnetometer's noise. A field of another strength than at the start is somebody else's, and left out.
  ///
  /// - Parameters:
  ///   - interval: Seconds between two of them. Grows: the compass counts for less.
  ///   - deviation: Standard deviation of each azimuth, rad; by default 0.1, six degrees, as indoors.
  ///   - tolerance: The largest change of the field's strength, as a share of that at the start. Grows: disturbed readings are used, too.
  ///   - isDisturbed: For each sample, whether the field is disturbed, as ``VersatileSmoother`` and ``VersatileFilter`` judge it by its strength and dip; nil
  ///     judges by the strength alone. An interval with such a sample counts with ten times the deviation: a heading that nothing else holds still follows it.
  /// - Returns: Directions for ``ErrorStateFilter/knownDirections``; none where the field at the start is vertical.
  /// - Throws: `TraceError.missingQuantity` without a magnetic field; `TraceError.invalidParameter` for a parameter that is not positive,
  ///   `TraceError.lengthMismatch` for another number of judgements than of samples.
  /// - Complexity: O(samples).
  public func magneticDirections(
    every interval: Double = 1, deviation: Double = 0.1, tolerance: Double = 0.1, isDisturbed: [Bool]? = nil
  ) throws(TraceError) -> [ErrorStateFilter.KnownDirection] {
    try requirePositive("interval", interval, unit: "s")
    try requirePositive("deviation", deviation, unit: "rad")
    try requirePositive("tolerance", tolerance, unit: "of the field")
    guard let magneticField else {
      throw .missingQuantity(
        "magneticField", neededBy: "a compass", remedy: "record the magnetometer, or leave the heading to the gyroscope"
      )
    }
    if let isDisturbed, isDisturbed.count != count {
      throw .lengthMismatch(column: "isDisturbed", found: isDisturbed.count, expected: count)
    }
    // Sums in the reference frame over one interval, and the first interval's mean.
    var (sum, strengths, readings, wasDisturbed) = (Vector3.zero, 0.0, 0.0, false)
    var start: (azimuth: Double, strength: Double)?
    var end = timestamps[0] + interval
    var directions = [ErrorStateFilter.KnownDirection]()
    for index in magneticField.indices {
      let length = magneticField[index].length
      if start.map({ abs(length - $0.strength) <= tolerance * $0.strength }) ?? true {
        sum += attitude[index].act(on: magneticField[index])
        (strengths, readings) = (strengths + length, readings + 1)
        wasDisturbed = wasDisturbed || isDisturbed?[index] ?? false
      }
      guard timestamps[index] >= end, readings > 0 else { continue }
      if let start {
        directions.append(
          .init(
            attitude[index].inverse.act(on: sum), azimuth: start.azimuth, at: timestamps[index] - timestamps[0],
            deviation: wasDisturbed ? 10 * deviation : deviation))
      } else {
        guard Vector3(sum.x, sum.y, 0).length > 0.01 * strengths else { return [] }
        start = (atan2(sum.y, sum.x), strengths / readings)
      }
      (sum, strengths, readings, wasDisturbed) = (.zero, 0, 0, false)
      end = timestamps[index] + interval
    }
    return directions
  }
}
