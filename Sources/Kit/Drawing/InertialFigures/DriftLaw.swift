import Evaluation
import Simulation
import Stabilization
import Traces

/// A law by which the position error of plain integration grows, to be laid under measured drift.
public struct DriftLaw: Sendable {
  /// What the figure calls it, "½bt²".
  public var name: String
  /// Seconds since the start to metres.
  public var drift: @Sendable (Double) -> Double

  /// Your own law.
  public init(_ name: String, _ drift: @escaping @Sendable (Double) -> Double) {
    (self.name, self.drift) = (name, drift)
  }

  /// A constant bias of the acceleration, `bias` in m/s²: ½bt².
  public static func bias(_ bias: Double) -> DriftLaw { DriftLaw("½bt²") { ErrorGrowth.bias(bias, after: $0) } }

  /// White noise of the acceleration with this density in m/s²/√Hz: N·t^1.5/√3, the standard deviation of the twice integrated
  /// noise, where N is the two-sided density.
  public static func noise(density: NoiseDensity) -> DriftLaw {
    DriftLaw("Nt¹ᐧ⁵/√3") { ErrorGrowth.noise(density, after: $0) }
  }

  /// An attitude that is wrong by `angle` radians lets gravity through: ½g·sin θ·t².
  public static func tilt(_ angle: Double) -> DriftLaw {
    DriftLaw("½g sin θ t²") { ErrorGrowth.tilt(angle, after: $0) }
  }
}
