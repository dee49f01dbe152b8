extension Plane {
  /// The chart of this plane.
  ///
  /// - Throws: ``FigureError`` for series that cannot be drawn and limits that are not an interval.
  func chart(looks: [String: Look], palette: Palette, sizes: TextSizes, panel: Int) throws(FigureError) -> Chart {
    guard !marks.isEmpty else { throw .empty(panel: panel) }
    guard marks.allSatisfy({ $0.places == nil }) else {
      return try withPlaces().chart(looks: looks, palette: palette, sizes: sizes, panel: panel)
    }
    for mark in marks { try mark.check() }
    let (xRange, xCuts) = try abscissas()
    let (yRange, yCuts) = try ordinates()
    var chart = Chart(xAxis: x, yAxis: y, x: xRange, y: yRange, isEqual: aspect == .equal, legend: legend)
    (chart.showsAxes, chart.showsGrid) = (showsAxes, showsAxes)
    // If both ranges are fixed, one scale makes the frame smaller instead of showing more.
    if case .fixed = x.limits, case .fixed = y.limits { chart.keepsRanges = true }
    let cuts = xCuts.merging(yCuts, uniquingKeysWith: max)
    var builder = PlaneBuilder(plane: self, looks: looks, palette: palette, sizes: sizes, cuts: cuts)
    for (mark, name) in zip(marks, lookNames) { builder.add(mark, lookName: name) }
    chart.elements = builder.behind + builder.elements + builder.front
    chart.texts = builder.texts
    chart.entries = builder.entries
    chart.shortages = builder.shortages
    let series = marks.count { ![.text, .bands, .law].contains($0.kind) }
    if series > 0, builder.shortages.count(where: \.isWhole) >= series {
      chart.noteEmptiness(at: (xRange.value(at: 0.5), yRange.value(at: 0.5)), palette, sizes)
    }
    return chart
  }

  /// The ranges of both axes.
  ///
  /// - Throws: ``FigureError`` for series that cannot be drawn and limits that are not an interval.
  func ranges() throws(FigureError) -> (x: AxisRange, y: AxisRange) {
    let plane = marks.allSatisfy { $0.places == nil } ? self : try withPlaces()
    return (try plane.abscissas().range, try plane.ordinates().range)
  }

  private func abscissas() throws(FigureError) -> (range: AxisRange, cuts: [String: Double]) {
    try range(of: x, padding: xPadding) { $0.abscissas }
  }

  private func ordinates() throws(FigureError) -> (range: AxisRange, cuts: [String: Double]) {
    try range(of: y, padding: 0.05) { $0.ordinates(isLogarithmic: y.scale == .logarithmic) }
  }

  /// Lines fill the width; separate points need air.
  private var xPadding: Double {
    if aspect == .equal { return 0.05 }
    return marks.contains { [.points, .path].contains($0.kind) } ? 0.04 : 0
  }

  /// The range of one axis, and the extent of the series that it cuts off.
  private func range(
    of axis: FigureAxis, padding: Double, columns: (Mark) -> [Column]
  ) throws(FigureError) -> (range: AxisRange, cuts: [String: Double]) {
    let isLogarithmic = axis.scale == .logarithmic
    if let fixed = try axis.fixedRange(isLogarithmic: isLogarithmic) { return (fixed, [:]) }
    if !axis.categories.isEmpty {
      return (AxisRange(low: -0.5, high: Double(axis.categories.count) - 0.5, isLogarithmic: false), [:])
    }
    let extents = marks.compactMap { mark in
      SeriesExtent(name: mark.name, columns(mark).map(\.values), isLogarithmic: isLogarithmic)
    }
    if let frame = axis.frame {
      let far = extents.filter { $0.low < frame.low || $0.high > frame.high }
      guard case .focused = axis.limits else { return (frame, [:]) }
      return (
        frame,
        Dictionary(far.map { ($0.name, max($0.low.magnitude, $0.high.magnitude)) }, uniquingKeysWith: max)
      )
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

extension Plane {
  /// The plane with numbers for the names over which marks are: those of the axis, or all that the marks have, as they
  /// come.
  ///
  /// - Throws: ``FigureError/place(series:name:known:)`` for a name that the axis lacks, ``FigureError/lengthsDiffer(series:lengths:)``.
  fileprivate func withPlaces() throws(FigureError) -> Plane {
    var plane = self
    if x.categories.isEmpty {
      for name in marks.flatMap({ $0.places ?? [] }) where !plane.x.categories.contains(name) {
        plane.x.categories.append(name)
      }
    }
    for (index, mark) in marks.enumerated() {
      guard let places = mark.places else { continue }
      guard places.count == mark.y.count else {
        throw .lengthsDiffer(series: mark.description, lengths: [places.count, mark.y.count])
      }
      var numbers: [Double] = []
      for name in places {
        guard let place = plane.x.categories.firstIndex(of: name) else {
          throw .place(series: mark.description, name: name, known: plane.x.categories)
        }
        numbers.append(Double(place))
      }
      plane.marks[index].x = Column(numbers)
      plane.marks[index].places = nil
    }
    return plane
  }
}

extension Chart {
  /// Says in the frame that nothing is seen in it because there is nothing.
  mutating func noteEmptiness(at place: (x: Double, y: Double), _ palette: Palette, _ sizes: TextSizes) {
    texts.append(
      DataText(
        text: "no number to show", x: place.x, y: place.y, alignment: .center, size: sizes.tick, color: palette.muted))
  }
}
