import Evaluation
import Figures
import Rotations
import Simulation
import Stabilization
import Traces

extension Trace {
  /// In which frame a vector is shown.
  public enum Frame: Hashable, Sendable {
    /// The device's: x to its right, y to its top edge, z out of the screen.
    case device
    /// The reference frame: z up.
    case reference
  }

  /// The user acceleration over time, with the times at rest as bands.
  ///
  /// It shows what the device reported, which is minus the kinematic acceleration.
  ///
  /// - Parameters:
  ///   - frame: the device's, or turned into the reference frame.
  ///   - rest: finds the times at rest; `nil` for no bands.
  /// - Throws: `TraceError` when the detector needs a quantity that the trace lacks, or has a parameter out of range.
  /// - Complexity: O(samples).
  public func accelerationFigure(
    in frame: Frame = .device, rest: RestDetector? = .fluctuation(), size: Figure.Size? = nil
  ) throws -> Figure {
    let shown =
      frame == .device ? userAcceleration : zip(attitude, userAcceleration).map { $0.act(on: $1) }
    let times = elapsed
    var bands: [Mark] = []
    if let rest {
      bands.append(.bands("at rest", restIntervals(try rest.restingSamplesInHindsight(of: self), times: times)))
    }
    return Figure(
      stacked: CoordinateAxis.allCases.map { axis in
        Plane(
          x: FigureAxis("time", unit: "s"), y: FigureAxis("user acceleration \(axis.name)", unit: "m/s²"),
          bands
            + [
              .line(
                "", x: times, y: shown.map { $0[axis.rawValue] }, look: Look(color: Look(named: axis.name).color))
            ])
      }, size: size)
  }

  /// Roll, pitch and yaw over time in degrees, as Core Motion defines them; with the true attitude where it is known.
  ///
  /// If an angle passes ±180° the line is interrupted, not drawn across the figure.
  ///
  /// - Complexity: O(samples).
  public func attitudeFigure(size: Figure.Size? = nil) -> Figure {
    let times = elapsed
    let measured = angles(of: attitude)
    guard let trueAttitude else {
      return Figure(
        x: FigureAxis("time", unit: "s"), y: FigureAxis("angle", unit: "°"), size: size,
        zip(["roll", "pitch", "yaw"], measured).map { name, values in Trace.interrupted(name, times, values) })
    }
    let actual = angles(of: trueAttitude)
    return Figure(
      stacked: zip(["roll", "pitch", "yaw"], zip(measured, actual)).map { name, values in
        Plane(
          x: FigureAxis("time", unit: "s"), y: FigureAxis(name, unit: "°"),
          [
            Trace.interrupted("truth", times, values.1),
            Trace.interrupted("attitude", times, values.0, look: Look(color: .blue, dash: .long)),
          ])
      }, size: size)
  }

  private func angles(of attitudes: [Quaternion]) -> [[Double]] {
    let degrees = 180 / Double.pi
    let angles = attitudes.map(\.rollPitchYaw)
    return [angles.map { $0.roll * degrees }, angles.map { $0.pitch * degrees }, angles.map { $0.yaw * degrees }]
  }

  /// A line with a gap where the angle wraps around.
  private static func interrupted(_ name: String, _ times: [Double], _ values: [Double], look: Look? = nil) -> Mark {
    var (x, y) = ([Double](), [Double]())
    for index in values.indices {
      if index > 0, (values[index] - values[index - 1]).magnitude > 180 {
        x.append(times[index])
        y.append(.nan)
      }
      x.append(times[index])
      y.append(values[index])
    }
    return .line(name, x: x, y: y, look: look)
  }
}
