extension Plane {
  /// The chart of this plane.
  ///
  /// - Throws: ``FigureError`` for series that cannot be drawn and limits that are not an interval.
  func chart(looks: [String: Look], palette: Palette, panel: Int) throws(FigureError) -> Chart {
    guard !marks.isEmpty else { throw .empty(panel: panel) }
    for mark in marks { try mark.check(x: x, y: y) }
    let (xRange, xCuts) = try range(of: x, padding: xPadding) { $0.xExtent(isLogarithmic: x.scale == .logarithmic) }
    let (yRange, yCuts) = try range(of: y, padding: 0.05) { $0.yExtent(isLogarithmic: y.scale == .logarithmic) }
    var chart = Chart(xAxis: x, yAxis: y, x: xRange, y: yRange, isEqual: aspect == .equal, legend: legend)
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
    return marks.allSatisfy {
      switch $0 {
      case .scatter, .columns, .trajectory: false
      default: true
      }
    } ? 0 : 0.04
  }

  /// The range of one axis, and how far those series reach that are cut off by it.
  private func range(
    of axis: Axis, padding: Double, extent: (Mark) -> (low: Double, high: Double)?
  ) throws(FigureError) -> (AxisRange, cuts: [String: Double]) {
    let isLogarithmic = axis.scale == .logarithmic
    if case .fixed(let low, let high) = axis.limits {
      guard low.isFinite, high.isFinite, low < high, !isLogarithmic || low > 0 else {
        throw .limits(axis: axis.quantity, low: low, high: high, logarithmic: isLogarithmic)
      }
      return (AxisRange(low: low, high: high, isLogarithmic: isLogarithmic), [:])
    }
    if !axis.categories.isEmpty {
      return (AxisRange(low: -0.5, high: Double(axis.categories.count) - 0.5, isLogarithmic: false), [:])
    }
    var extents = marks.compactMap { mark in extent(mark).map { (name: mark.name, low: $0.low, high: $0.high) } }
    var cuts: [String: Double] = [:]
    if case .focused(let factor) = axis.limits {
      let reaches = extents.map { max($0.low.magnitude, $0.high.magnitude) }
      let far = extents.indices.filter { index in
        let others = extents.indices.filter { $0 != index }.map { reaches[$0] }.sorted()
        guard !others.isEmpty else { return false }
        return reaches[index] > factor * others[(others.count - 1) / 2] && others[(others.count - 1) / 2] > 0
      }
      for index in far { cuts[extents[index].name] = max(cuts[extents[index].name] ?? 0, reaches[index]) }
      extents = extents.indices.filter { !far.contains($0) }.map { extents[$0] }
    }
    var low = extents.map(\.low).min() ?? (isLogarithmic ? 1 : 0)
    var high = extents.map(\.high).max() ?? 1
    if case .including(let first, let second) = axis.limits {
      guard first.isFinite, second.isFinite, first <= second, !isLogarithmic || first > 0 else {
        throw .limits(axis: axis.quantity, low: first, high: second, logarithmic: isLogarithmic)
      }
      (low, high) = (min(low, first), max(high, second))
    }
    if isLogarithmic { low = max(low, high * 1e-7) }
    return (AxisRange(holding: (low, high), isLogarithmic: isLogarithmic, padding: padding), cuts)
  }
}
