import Evaluation
import Figures
import Rotations
import Simulation
import Stabilization
import Traces

extension Comparison {
  /// How the position error of each scheme grows with time.
  ///
  /// A scheme that says how uncertain it is has a band: 95 of 100 errors are inside if the scheme is right.
  ///
  /// A grey line is the error of standing still: the distance of the truth itself from the start. If the truth is
  /// unknown the figure shows the distance from the start instead, and names the axis accordingly.
  ///
  /// ```swift
  /// comparison.driftFigure(without: "none", within: 0...1)
  /// ```
  ///
  /// - Parameters:
  ///   - without: the schemes that are not drawn, by their names, with or without parameters.
  ///   - within: the ordinate's range, m; nil: as far as the schemes reach. Above 0 where the axis is logarithmic.
  ///   - scale: of the ordinate; `nil` chooses: logarithmic as soon as one scheme reaches ten times further than the
  ///     median of the others, unless one is never off at all. On a linear axis a scheme that reaches twenty times further is cut off, and its name says
  ///     how far it goes.
  ///   - laws: drawn on top of the data as thin dashed lines.
  ///   - logarithmicTime: also the abscissa is logarithmic, so that a power of time is a straight line.
  /// - Complexity: O(samples · schemes).
  public func driftFigure(
    without hidden: String..., within range: ClosedRange<Double>? = nil, scale: FigureAxis.Scale? = nil,
    laws: [DriftLaw] = [], logarithmicTime: Bool = false, size: Figure.Size? = nil
  ) -> Figure {
    without(hidden).driftFigure(range, scale, laws, logarithmicTime, size, unknown(hidden))
  }

  private func driftFigure(
    _ range: ClosedRange<Double>?, _ scale: FigureAxis.Scale?, _ laws: [DriftLaw], _ logarithmicTime: Bool,
    _ size: Figure.Size?,
    _ unknown: [Mark]
  ) -> Figure {
    let times = trace.elapsed
    let drifts = runs.map { run -> [Double] in
      let start = run.trajectory.positions.first ?? .zero
      return drawable(run.drift ?? run.trajectory.positions.map { ($0 - start).length })
    }
    let reaches = drifts.map { drift in drift.reduce(0) { $1.isNaN ? $0 : max($0, $1) } }
    // A scheme that is never off at all has no place on a logarithmic axis.
    let isNeverOff = reaches.contains(0)
    let scale = scale ?? (diverges(reaches, factor: 10) && !isNeverOff ? .logarithmic : .linear)
    let quantity = alignment.map { "\(ErrorMeasure("drift", unit: "m", aligned: $0))" } ?? "distance from start"
    // What doing nothing gives: no line where the device did not move, or nobody knows.
    let still = drawable(standingStill.drift ?? [])
    let isDrawn = still.contains { $0 > 0 } && !runs.contains { $0.scheme == StandingStill.name }
    // A logarithmic axis cannot show the start.
    let first = logarithmicTime ? 1 : 0
    let curves = zip(names, zip(drifts, reaches)).map { name, drift in
      // A scheme that is right for a moment has a gap there; one that is never off at all is reported to be so.
      let y = scale == .logarithmic && drift.1 > 0 ? drift.0.map { $0 > 0 ? $0 : .nan } : drift.0
      return Mark.line(name, x: Array(times.dropFirst(first)), y: Array(y.dropFirst(first)))
    }
    let baseline = Mark.line(
      StandingStill.name, x: Array(times.dropFirst(first)),
      y: still.dropFirst(first).map { scale == .linear || $0 > 0 ? $0 : .nan })
    let lawTimes = Array(times.dropFirst())
    return Figure(
      x: FigureAxis("time", unit: "s", scale: logarithmicTime ? .logarithmic : .linear),
      y: FigureAxis(
        quantity, unit: "m", scale: scale,
        limits: range.map { .fixed($0.lowerBound, $0.upperBound) }
          ?? (scale == .linear ? .focused(factor: 20) : .automatic)),
      size: size,
      laws.map { law in .law(law.name, x: lawTimes, y: lawTimes.map(law.drift)) }
        + driftBands(times, isLogarithmic: scale == .logarithmic || logarithmicTime) + drawableOnly(curves)
        + (isDrawn ? [baseline] : []) + unknown)
  }
}

extension Comparison {
  /// Without the curves that have no point: a scheme without drift at all has none on a logarithmic axis.
  func drawableOnly(_ marks: [Mark]) -> [Mark] {
    marks.filter { mark in mark.kind != .line || mark.y.values.contains { !$0.isNaN } }
  }
}
