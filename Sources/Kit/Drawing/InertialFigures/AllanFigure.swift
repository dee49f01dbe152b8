import Evaluation
import Figures
import Simulation
import Stabilization
import Traces

extension Figure {
  /// Allan deviation over averaging time on logarithmic axes, with the slopes by which noises are distinguished.
  ///
  /// White noise falls with slope −½; the deviation at 1 s is its two-sided density. A random walk rises with slope +½. The flat
  /// part between them is the bias instability (IEEE Std 952-1997, annex C).
  ///
  /// - Parameters:
  ///   - deviations: a name, averaging times in s, and deviations in `unit`, for each sensor axis.
  ///   - unit: of the deviation, "m/s²" or "rad/s".
  ///   - noiseDensity: white noise in `unit` per √Hz, drawn as the law N/√τ of the two-sided density N; `nil` for none.
  ///   - randomWalk: random walk in `unit`/√s, drawn as a law √(τ/3) times it; `nil` for none.
  ///   - biasInstability: bias instability in `unit`, drawn as the flat line at 0.664 times it; `nil` for none.
  public static func allanDeviation(
    _ deviations: [(name: String, times: [Double], deviation: [Double])], unit: String,
    noiseDensity: NoiseDensity? = nil, randomWalk: Double? = nil, biasInstability: Double? = nil, size: Size? = nil
  ) -> Figure {
    let times = Set(deviations.flatMap(\.times)).sorted()
    var marks: [Mark] = []
    if let noiseDensity {
      marks.append(.law("N/√τ", x: times, y: times.map { noiseDensity.twoSided / $0.squareRoot() }))
    }
    if let randomWalk { marks.append(.law("K√(τ/3)", x: times, y: times.map { randomWalk * ($0 / 3).squareRoot() })) }
    if let biasInstability { marks.append(.law("0.664 B", x: times, y: times.map { _ in 0.664 * biasInstability })) }
    return Figure(
      x: FigureAxis("averaging time", unit: "s", scale: .logarithmic),
      y: FigureAxis("Allan deviation", unit: unit, scale: .logarithmic), size: size,
      marks + deviations.map { .line($0.name, x: $0.times, y: drawable($0.deviation)) })
  }
}

extension Figure {
  /// The Allan deviations of the three axes of accelerometer and gyroscope, side by side, each with the noises that fit it as a thin line.
  ///
  /// - Parameter samples: A still device's readings; the longest piece without a gap is taken.
  /// - Throws: `TraceError` for fewer than three samples.
  /// - Complexity: O(samples · averaging times).
  public static func allanDeviations(of samples: [RawSample], size: Size? = nil) throws -> Figure {
    let deviations = try AllanDeviation.axes(of: samples)
    func plane(_ axes: [AllanDeviation], _ sensor: String, _ unit: String) -> Plane {
      let fits = axes.compactMap { axis in
        axis.fit().map { fit in
          Mark.law("", x: axis.times, y: axis.times.map { fit.deviation(at: $0) })
        }
      }
      return Plane(
        x: FigureAxis("averaging time", unit: "s", scale: .logarithmic),
        y: FigureAxis(sensor, unit: unit, scale: .logarithmic),
        fits + zip(["x", "y", "z"], axes).map { .line($0, x: $1.times, y: drawable($1.deviations)) })
    }
    return Figure(
      panels: [
        .plane(plane(deviations.accelerometer, "accelerometer", "m/s²")),
        .plane(plane(deviations.gyroscope, "gyroscope", "rad/s")),
      ], columns: 2, size: size)
  }
}

extension AllanDeviation {
  /// The deviations as a figure, with the laws of the noises that they show.
  ///
  /// - Parameters:
  ///   - name: of the sensor axis.
  ///   - unit: of the readings, "m/s²" or "rad/s".
  public func figure(name: String = "measured", unit: String, size: Figure.Size? = nil) -> Figure {
    .allanDeviation(
      [(name: name, times: times, deviation: deviations)], unit: unit,
      noiseDensity: whiteNoise.value, randomWalk: randomWalk.value, biasInstability: biasInstability.value, size: size)
  }
}
