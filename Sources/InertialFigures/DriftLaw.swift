import Foundation

/// A law by which the position error of plain integration grows, to be laid under measured drift.
public struct DriftLaw: Sendable {
  /// What the figure calls it, "½bt²".
  public var name: String
  /// Seconds since the start to metres.
  public var drift: @Sendable (Double) -> Double

  /// A law of one's own.
  public init(_ name: String, _ drift: @escaping @Sendable (Double) -> Double) {
    (self.name, self.drift) = (name, drift)
  }

  /// A constant bias of the acceleration, `bias` in m/s²: ½bt².
  public static func bias(_ bias: Double) -> DriftLaw { DriftLaw("½bt²") { 0.5 * bias * $0 * $0 } }

  /// White noise of the acceleration with the density `density` in m/s²/√Hz: N·t^1.5/√3, the standard deviation of the
  /// twice integrated noise.
  public static func noise(density: Double) -> DriftLaw {
    DriftLaw("Nt¹ᐧ⁵/√3") { density * pow($0, 1.5) / 3.0.squareRoot() }
  }

  /// An attitude that is wrong by `angle` radians lets gravity through: ½g·sin θ·t².
  public static func tilt(_ angle: Double) -> DriftLaw {
    DriftLaw("½g sin θ t²") { 0.5 * 9.80665 * sin(angle) * $0 * $0 }
  }
}
