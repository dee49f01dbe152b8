import Evaluation
import Figures
import Stabilization

extension Consistency {
  /// Whether the filter is as sure as it may be: each rest's squared error in units of what the filter expected, with the value that 95 of 100
  /// stay below. About all below is right; many above, and the filter is too sure; all near 0, and it is too timid. If the truth is known, a second panel
  /// has the errors of position and attitude.
  ///
  /// For several recordings: the share of the errors up to each size, next to the share that a filter that is right would have.
  public func figure(size: Figure.Size? = nil) -> Figure {
    guard recordings == 1 else { return distributionFigure(size: size) }
    let truth = [position, attitude].compactMap { $0 }
    let end = ([innovations] + truth).flatMap(\.times).max() ?? 1
    var planes = [Plane]()
    if !innovations.values.isEmpty {
      planes.append(
        plane("NIS", [.points("innovations", x: innovations.times, y: innovations.values)], innovations.limit, end))
    }
    if !truth.isEmpty {
      planes.append(plane("NEES", truth.map { .line($0.quantity, x: $0.times, y: $0.values) }, truth[0].limit, end))
    }
    return Figure(stacked: planes, size: size)
  }

  private func plane(_ quantity: String, _ marks: [Mark], _ limit: Double, _ end: Double) -> Plane {
    let laws: [Mark] = [
      .law("95 % below", x: [0, end], y: [limit, limit]), .law("mean of a right filter", x: [0, end], y: [3, 3]),
    ]
    return Plane(
      x: FigureAxis("time", unit: "s"), y: FigureAxis(quantity, scale: .logarithmic), laws + marks)
  }

  private func distributionFigure(size: Figure.Size?) -> Figure {
    let shares = stride(from: 0.005, to: 0.999, by: 0.005)
    let right = shares.map { NormalizedErrors.quantile($0, noiseFrom: filter.noiseFreedom) }
    return Figure(
      x: FigureAxis("normalised squared error", scale: .logarithmic),
      y: FigureAxis("share of the errors", limits: .fixed(0, 1)), size: size,
      [.law("a right filter", x: right, y: Array(shares))] + tests.map { .ecdf($0.quantity, $0.values) })
  }
}

extension RestThresholds {
  /// The detectors' operating characteristic, where it is known when the device moves, and the position error over the threshold. The best threshold on the right
  /// need not be the best on the left.
  public func figure(size: Figure.Size? = nil) -> Figure {
    let statistics = points.map(\.statistic).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    func own(_ statistic: String) -> [Point] {
      points.filter { $0.statistic == statistic }.sorted { $0.threshold < $1.threshold }
    }
    let known = statistics.compactMap { statistic -> Mark? in
      let rates = own(statistic).compactMap { point in
        point.falsePositives.flatMap { x in point.truePositives.map { (x, $0) } }
      }
      return rates.isEmpty ? nil : .line(statistic, x: rates.map(\.0), y: rates.map(\.1))
    }
    let errors = Plane(
      x: FigureAxis.spanning(points.map(\.threshold), "threshold", unit: nil),
      y: FigureAxis("\(measure)", unit: measure.unit, scale: .logarithmic),
      statistics.map { statistic in
        let points = own(statistic)
        return .line(statistic, x: points.map(\.threshold), y: drawable(points.map(\.error)))
      })
    guard !known.isEmpty else { return Figure(errors, size: size) }
    let rates = Plane(
      x: FigureAxis("false positive rate", limits: .fixed(0, 1)),
      y: FigureAxis("true positive rate", limits: .fixed(0, 1.02)),
      [.law("guessing", x: [0, 1], y: [0, 1])] + known)
    return Figure(panels: [.plane(rates), .plane(errors)], columns: 2, size: size)
  }
}
