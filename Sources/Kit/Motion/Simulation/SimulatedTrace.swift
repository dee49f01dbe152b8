import Traces

/// The simulated recordings that come with the project, in `notebooks/traces/`.
///
/// `try SimulatedTrace.square.trace().write(to: "notebooks/traces/square.csv")` makes the file again, byte for byte.
public enum SimulatedTrace: String, CaseIterable, Hashable, Sendable, Codable {
  /// Face up on a table.
  case still
  /// Twice around a square with a pause at each corner.
  case square
  /// Five loops of a figure of eight.
  case figureEight = "figure-eight"
  /// From side to side, beyond the 2 g that the sensor reads.
  case waving

  /// The path of the device.
  public var path: Path {
    switch self {
    case .still: .still()
    case .square: .square()
    case .figureEight: .figureEight()
    case .waving: .waving()
    }
  }

  /// The recording; the shipped files have the default sensors and seed.
  ///
  /// - Throws: `TraceError.invalidParameter` for sensors without a rate.
  public func trace(sensors: SensorModel = .course, seed: UInt64 = 1) throws(TraceError) -> Trace {
    try .simulated(path, sensors: sensors, seed: seed)
  }
}
