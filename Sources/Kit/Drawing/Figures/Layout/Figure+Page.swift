internal import Basics

extension Figure {
  /// The charts of this figure at their places on a page of `size`.
  ///
  /// - Throws: ``FigureError`` for what cannot be drawn.
  func page(size: Size, palette: Palette) throws(FigureError) -> [PlacedChart] {
    guard !panels.isEmpty else { throw .empty(panel: 0) }
    guard size.width >= 3, size.height >= 3, size.width <= 200, size.height <= 200 else {
      throw .size(width: size.width, height: size.height)
    }
    try checkLettering()
    let sizes = TextSizes(text)
    let looks = looks
    var charts: [Chart] = []
    for (index, panel) in panels.enumerated() {
      charts.append(try panel.chart(looks: looks, palette: palette, sizes: sizes, panel: index))
    }
    shortenNames(&charts, width: size.width * pointsPerCentimetre, sizes)
    if sharesAbscissa { shareAbscissa(&charts) }
    for chart in charts { try chart.checkRanges() }
    var room = Rectangle(
      left: 0, bottom: 0, width: size.width * pointsPerCentimetre, height: size.height * pointsPerCentimetre)
    var layout = Layout(palette: palette, sizes: sizes)
    var legend: [PageItem] = []
    if charts.count > 1, let common = commonNames(charts) {
      layout.showsNames = false
      (legend, room) = layout.legend(common, in: room, down: (charts.count + max(columns, 1) - 1) / max(columns, 1))
    }
    var result = place(charts, in: room, layout)
    if !result.isEmpty { result[0].items += legend }
    return result
  }

  private func place(_ charts: [Chart], in room: Rectangle, _ layout: Layout) -> [PlacedChart] {
    let across = min(max(columns, 1), charts.count)
    let down = (charts.count + across - 1) / across
    let width = room.width / Double(across)
    // The lowest panel also carries the numbers and the label of a shared abscissa.
    let hasLabel = !(charts.last?.xAxis.quantity.isEmpty ?? true)
    let extra =
      sharesAbscissa && down > 1
      ? layout.sizes.roomBelow(showsNumbers: true, hasLabel: hasLabel)
        - layout.sizes.roomBelow(showsNumbers: false, hasLabel: hasLabel) : 0
    let height = (room.height - extra) / Double(down)
    return charts.enumerated().flatMap { index, chart in
      let (row, column) = (index / across, index % across)
      let isLowest = row == down - 1
      let panelRoom = Rectangle(
        left: room.left + Double(column) * width,
        bottom: room.bottom + (isLowest ? 0 : extra + Double(down - 1 - row) * height), width: width,
        height: height + (isLowest ? extra : 0))
      var own = layout
      own.showsXNumbers = !sharesAbscissa || isLowest
      own.leftMargin = stride(from: column, to: charts.count, by: across).map {
        layout.leftMargin(of: charts[$0], height: height)
      }.max()
      return own.placeWithBar(chart, in: panelRoom).map { placed in
        var placed = placed
        (placed.panel, placed.room, placed.shortages) = (index, panelRoom, chart.shortages)
        return placed
      }
    }
  }

  /// Names that would fill the page are shortened to the part in which they differ: those of the series, all alike in
  /// all panels, and those along axes.
  private func shortenNames(_ charts: inout [Chart], width: Double, _ sizes: TextSizes) {
    let names = charts.flatMap { $0.entries.map(\.name) }
    let short = shortened(names, width: width, sizes)
    let table = Dictionary(zip(names, short), uniquingKeysWith: { first, _ in first })
    for index in charts.indices {
      for entry in charts[index].entries.indices {
        charts[index].entries[entry].short = table[charts[index].entries[entry].name]
      }
      charts[index].xAxis.categories = DistinctNames.shortened(charts[index].xAxis.categories, to: 24)
      charts[index].yAxis.categories = DistinctNames.shortened(charts[index].yAxis.categories, to: 24)
    }
  }

  /// The names of series as short as it takes to tell them apart in a figure of this width in points.
  func shortened(_ names: [String], width: Double, _ sizes: TextSizes) -> [String] {
    let room = width / Double(min(max(columns, 1), max(panels.count, 1))) - Layout.sampleWidth - 20
    let characters = room / (0.55 * sizes.legend)
    // Sizes that cannot be drawn are reported elsewhere.
    return DistinctNames.shortened(names, to: characters.isFinite ? Int(min(max(characters, 12), 44)) : 44)
  }

  /// Names that more than one panel uses are once, above all panels.
  private func commonNames(_ charts: [Chart]) -> [LegendEntry]? {
    let all = charts.filter { $0.legend != .hidden }.flatMap(\.entries)
    var distinct: [LegendEntry] = []
    for var entry in all where !distinct.contains(where: { $0.name == entry.name }) {
      entry.reach = nil
      distinct.append(entry)
    }
    return distinct.count < all.count ? distinct : nil
  }

  private func shareAbscissa(_ charts: inout [Chart]) {
    guard let first = charts.first else { return }
    let low = charts.map(\.x.low).min() ?? first.x.low
    let high = charts.map(\.x.high).max() ?? first.x.high
    for index in charts.indices {
      charts[index].x.low = low
      charts[index].x.high = high
    }
  }
}

extension Chart {
  /// Numbers that do not differ by more than rounding cannot be distinguished on an axis.
  fileprivate func checkRanges() throws(FigureError) {
    let ranges = [(xAxis, x), (yAxis, y)] + (bar.map { [($0.axis, $0.range)] } ?? [])
    for (axis, range) in ranges
    where !isDrawable(from: range.low, to: range.high, isLogarithmic: range.isLogarithmic) {
      throw .limits(axis: axis.quantity, low: range.low, high: range.high, logarithmic: range.isLogarithmic)
    }
  }
}

/// 72 points are an inch, 2.54 cm.
let pointsPerCentimetre = 72 / 2.54

extension Figure.Panel {
  func chart(
    looks: [String: Look], palette: Palette, sizes: TextSizes, panel: Int
  ) throws(FigureError) -> Chart {
    switch self {
    case .plane(let plane): try plane.chart(looks: looks, palette: palette, sizes: sizes, panel: panel)
    case .space(let space): try space.chart(looks: looks, palette: palette, sizes: sizes, panel: panel)
    case .cells(let cells): try cells.chart(palette: palette, sizes: sizes, panel: panel)
    }
  }
}
