extension Plane {
  /// The chart of this plane.
  ///
  /// - Throws: ``FigureError`` for series that cannot be drawn and limits that are not an interval.
  func chart(looks: [String: Look], palette: Palette, panel: Int) throws(FigureError) -> Chart {
    guard !marks.isEmpty else { throw .empty(panel: panel) }
    for mark in marks { try mark.check(x: x, y: y) }
    let (xRange, xCuts) = try range(of: x, padding: xPadding) { $0.abscissas }
    let (yRange, yCuts) = try range(of: y, padding: 0.05) { $0.ordinates(isLogarithmic: y.scale == .logarithmic) }
    var chart = Chart(xAxis: x, yAxis: y, x: xRange, y: yRange, isEqual: aspect == .equal, legend: legend)
    (chart.showsAxes, chart.showsGrid) = (showsAxes, showsAxes)
    // Where both ranges are fixed, one scale makes the frame smaller instead of showing more.
    if case .fixed = x.limits, case .fixed = y.limits { chart.keepsRanges = true }
    let cuts = xCuts.merging(yCuts, uniquingKeysWith: max)
    var builder = PlaneBuilder(plane: self, looks: looks, palette: palette, cuts: cuts)
    for mark in marks { builder.add(mark) }
    chart.elements = builder.behind + builder.elements + builder.front
    chart.texts = builder.texts
    chart.entries = builder.entries
    return chart
  }

  /// Lines fill the width; separate points and bars need air.
  private var xPadding: Double {
    if aspect == .equal { return 0.05 }
    return marks.contains { [.points, .bars, .path].contains($0.kind) } ? 0.04 : 0
  }

  /// The range of one axis, and how far those series reach that are cut off by it.
  private func range(
    of axis: FigureAxis, padding: Double, columns: (Mark) -> [Column]
  ) throws(FigureError) -> (AxisRange, cuts: [String: Double]) {
    let isLogarithmic = axis.scale == .logarithmic
    if let fixed = try axis.fixedRange(isLogarithmic: isLogarithmic) { return (fixed, [:]) }
    if !axis.categories.isEmpty {
      return (AxisRange(low: -0.5, high: Double(axis.categories.count) - 0.5, isLogarithmic: false), [:])
    }
    let extents = marks.compactMap { mark in
      SeriesExtent(name: mark.name, columns(mark).map(\.values), isLogarithmic: isLogarithmic)
    }
    var cuts: [String: Double] = [:]
    var low = extents.map(\.low).min() ?? (isLogarithmic ? 1 : 0)
    var high = extents.map(\.high).max() ?? 1
    switch axis.limits {
    case .focused(let factor, let within):
      let focus = Focus(on: extents, factor: factor, within: within)
      (low, high) = focus.range ?? (low, high)
      cuts = focus.cuts
    case .automatic where isLogarithmic:
      low = max(extents.map(\.usualLow).min() ?? low, high * 1e-7, drawableMagnitudes.lowerBound)
    default: break
    }
    let values = try axis.widened((low, high), isLogarithmic: isLogarithmic)
    return (AxisRange(holding: values, isLogarithmic: isLogarithmic, padding: padding), cuts)
  }
}
