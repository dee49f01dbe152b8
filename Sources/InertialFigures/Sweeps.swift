import Figures

extension FigureAxis {
  /// An axis for these numbers: logarithmic where all are positive and span more than a factor of ten.
  package static func spanning(_ numbers: [Double], _ quantity: String, unit: String?) -> FigureAxis {
    let finite = numbers.filter(\.isFinite)
    let (low, high) = (finite.min() ?? 0, finite.max() ?? 0)
    return FigureAxis(quantity, unit: unit, scale: low > 0 && high > 10 * low ? .logarithmic : .linear)
  }
}

extension Figure {
  /// A sweep over two parameters as a heat map: the drift at each pair.
  ///
  /// - Parameters:
  ///   - x: the parameter along the columns, for example `FigureAxis("α", unit: "1/s", scale: .logarithmic)`.
  ///   - columns: its values, ascending.
  ///   - y: the parameter along the rows.
  ///   - rows: its values, ascending.
  ///   - drift: row by row, `drift[row * columns.count + column]`; what is not finite (a scheme that ran away) leaves the
  ///     cell empty.
  ///   - quantity: what `drift` is; logarithmic, since a sweep spans decades.
  public static func sweep(
    x: FigureAxis, columns: [Double], y: FigureAxis, rows: [Double], drift: [Double],
    quantity: FigureAxis = FigureAxis("drift", unit: "m", scale: .logarithmic), size: Size? = nil
  ) -> Figure {
    Figure(
      Cells(
        x: x, y: y, columns: columns, rows: rows, values: drawable(drift), quantity: quantity), size: size)
  }

  /// A sweep over one parameter: a line per trace, with the best value of each marked.
  ///
  /// - Parameters:
  ///   - values: the parameter's values, ascending.
  ///   - drifts: for each trace its name and the drift at each value, in `quantity`'s unit.
  public static func sweep(
    _ parameter: FigureAxis, values: [Double], drifts: [(trace: String, drift: [Double])],
    quantity: FigureAxis = FigureAxis("drift", unit: "m", scale: .logarithmic), size: Size? = nil
  ) -> Figure {
    let looks = Look.assignment(for: drifts.map(\.trace))
    return Figure(
      x: parameter, y: quantity, size: size,
      drifts.map { .line($0.trace, x: values, y: drawable($0.drift), look: looks[$0.trace]) }
        + drifts.compactMap { name, drift in
          let best = drift.indices.filter { drift[$0].isFinite && values.indices.contains($0) }
            .min { drift[$0] < drift[$1] }
          return best.map { .points("", x: [values[$0]], y: [drift[$0]], look: looks[name]) }
        })
  }
}
