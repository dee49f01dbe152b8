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
  /// What a compass says of the heading: the horizontal part of the magnetic field, which keeps the azimuth that it has at the start.
  ///
  /// Iron nearby turns the field for seconds, so that readings soon after each other err alike: hence an interval between them, and a
  /// deviation far above a magnetometer's noise. A field of another strength than at the start is somebody else's, and left out.
  ///
  /// - Parameters:
  ///   - interval: Seconds between two of them. Grows: the compass counts for less.
  ///   - deviation: Standard deviation of each azimuth, rad; by default 0.1, six degrees, as indoors.
  ///   - tolerance: The largest change of the field's strength, as a share of that at the start. Grows: disturbed readings are used, too.
  /// - Returns: Directions for ``ErrorStateFilter/knownDirections``; none where the field at the start is vertical.
  /// - Throws: `TraceError.missingQuantity` without a magnetic field; `TraceError.invalidParameter` for a parameter that is not positive.
  /// - Complexity: O(samples).
  public func magneticDirections(
    every interval: Double = 1, deviation: Double = 0.1, tolerance: Double = 0.1
  ) throws(TraceError) -> [ErrorStateFilter.KnownDirection] {
    try requirePositive("interval", interval, unit: "s")
    try requirePositive("deviation", deviation, unit: "rad")
    try requirePositive("tolerance", tolerance, unit: "of the field")
    guard let magneticField else {
      throw .missingQuantity(
        "magneticField", neededBy: "a compass", remedy: "record the magnetometer, or leave the heading to the gyroscope"
      )
    }
    let (strength, start) = (magneticField[0].length, attitude[0].act(on: magneticField[0]))
    guard Vector3(start.x, start.y, 0).length > 0.01 * strength else { return [] }
    let azimuth = atan2(start.y, start.x)
    var last = timestamps[0]
    return magneticField.indices.compactMap { index in
      guard timestamps[index] - last >= interval else { return nil }
      guard abs(magneticField[index].length - strength) <= tolerance * strength else { return nil }
      last = timestamps[index]
      return .init(magneticField[index], azimuth: azimuth, at: last - timestamps[0], deviation: deviation)
    }
  }
}
