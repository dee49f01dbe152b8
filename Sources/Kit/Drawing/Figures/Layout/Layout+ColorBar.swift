extension Layout {
  /// The chart in `room`, with the bar that explains its colours at its right if it has one.
  func placeWithBar(_ chart: Chart, in room: Rectangle) -> [PlacedChart] {
    guard let bar = chart.bar else { return [place(chart, in: room)] }
    let ticks = Ticks(over: bar.range, count: 5)
    let numbers = ticks.labelled.map { TextMetrics.width($0.text, size: sizes.tick) }.max() ?? 0
    let title = bar.axis.label(exponent: ticks.exponent)
    let titleWidth = TextMetrics.width(title, size: sizes.tick)
    let barWidth = 9.0
    let strip = max(barWidth + numbers + 8, titleWidth) + 8
    var left = room
    left.width -= strip
    let placed = place(chart, in: left)
    let frame = Rectangle(
      left: placed.frame.right + 10, bottom: placed.frame.bottom, width: barWidth,
      height: placed.frame.height - sizes.tick * 1.6)
    let count = bar.colors.count
    let edges = (0...count).map { bar.range.value(at: Double($0) / Double(count)) }
    var placedBar = PlacedChart(
      frame: frame, x: AxisRange(low: 0, high: 1, isLogarithmic: false), y: bar.range, xTicks: Ticks(categories: []),
      yTicks: Ticks(categories: []), showsAxes: false, showsGrid: false,
      elements: [
        .boxes(
          left: bar.colors.map { _ in 0 }, right: bar.colors.map { _ in 1 }, bottom: Array(edges.dropLast()),
          top: Array(edges.dropFirst()), bar.colors, title: "")
      ])
    for tick in ticks.labelled {
      let y = placedBar.page(0, tick.value).y
      placedBar.items.append(
        .text(tick.text, x: frame.right + 4, y: y, .left, size: sizes.tick, palette.ink))
    }
    placedBar.items.append(
      .text(
        title, x: frame.left, y: placed.frame.top - sizes.tick * 0.5, .left, size: sizes.tick,
        palette.ink))
    return [placed, placedBar]
  }
}
