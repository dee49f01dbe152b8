/// Places a chart on the page: margins, ticks, names, and series reduced to what the frame resolves.
struct Layout {
  let palette: Palette
  let sizes: TextSizes
  /// Room that every panel of a column of panels shares, so that their frames are exactly above each other.
  var leftMargin: Double?
  var showsXNumbers = true
  /// Whether the names are with this panel at all, or once for the whole figure.
  var showsNames = true

  static let edge = 3.0
  static let tickLength = 3.0
  static let sampleWidth = 20.0
  /// Between a frame and names at its right.
  static let keyGap = 10.0
  /// The height in points, 3.2 cm, from which on a frame is read easily; of one of several panels with its numbers.
  static let (leastFrame, leastPanel) = (90.0, 68.0)

  /// The room that a panel needs left of its frame, in points.
  func leftMargin(of chart: Chart, height: Double) -> Double {
    guard chart.showsAxes else { return chart.margin }
    return leftMargin(for: ticks(chart.yAxis, chart.y, count: (height - 40) / (24 * sizes.scale)))
  }

  private func leftMargin(for ticks: Ticks) -> Double {
    let widest = ticks.labelled.map { TextMetrics.width($0.text, size: sizes.tick) }.max() ?? 0
    return Layout.edge + widest + Layout.tickLength + 4
  }

  /// The chart in `room`, with the names of its series where they fit.
  func place(_ chart: Chart, in room: Rectangle) -> PlacedChart {
    let names = showsNames && chart.legend != .hidden ? chart.entries : []
    if chart.legend == .automatic, !names.isEmpty, let labelled = placeWithEndLabels(chart, names, in: room) {
      return labelled
    }
    if chart.legend == .automatic || chart.legend == .inside, !names.isEmpty {
      var placed = frame(chart, in: room, right: 0, top: 0)
      if let items = legendInside(placed, names) {
        placed.items += items
        return placed
      }
    }
    return placeWithLegend(chart, names, in: room)
  }

  /// The chart with its frame, leaving `right` and `top` for the names of its series.
  func frame(_ chart: Chart, in room: Rectangle, right: Double, top: Double) -> PlacedChart {
    let hasLabels = chart.showsAxes
    let left = leftMargin ?? leftMargin(of: chart, height: room.height)
    let rightMargin = max(right, hasLabels ? lastNumberOverhang(chart, width: room.width - left) : chart.margin)
    let width = max(room.width - left - rightMargin, 20)
    let upright = uprightNumbers(of: chart, width: width)
    let below =
      hasLabels
      ? sizes.roomBelow(showsNumbers: showsXNumbers, upright: upright, hasLabel: !chart.xAxis.quantity.isEmpty)
      : chart.margin
    let above = (hasLabels ? (chart.yAxis.quantity.isEmpty ? 6 : sizes.label * 1.6) : chart.margin) + top
    var placed = PlacedChart(
      frame: Rectangle(
        left: room.left + left, bottom: room.bottom + below, width: width,
        height: max(room.height - below - above, 20)),
      x: chart.x, y: chart.y, xTicks: Ticks(categories: []), yTicks: Ticks(categories: []),
      showsAxes: chart.showsAxes, showsGrid: chart.showsGrid, elements: [])
    if chart.isEqual { chart.keepsRanges ? shrinkFrame(&placed) : equalise(&placed) }
    placed.xTicks = ticks(chart.xAxis, placed.x, count: placed.frame.width / (48 * sizes.scale))
    placed.yTicks = ticks(chart.yAxis, placed.y, count: placed.frame.height / (24 * sizes.scale))
    // Other ranges or another height than foreseen can ask for longer numbers.
    if hasLabels, leftMargin(for: placed.yTicks) > left + 0.5 {
      var wider = self
      wider.leftMargin = leftMargin(for: placed.yTicks)
      return wider.frame(chart, in: room, right: right, top: top)
    }
    placed.elements = chart.elements.map { $0.reduced(for: placed) }
    placed.showHidden()
    placed.markLines()
    if hasLabels { placed.items += axisTexts(chart, placed, left: room.left + Layout.edge, upright: upright) }
    placed.items += chart.texts.thinned(on: placed).clear(of: placed).map { text in
      let place = placed.page(text.x, text.y)
      return .text(text.text, x: place.x + text.dx, y: place.y + text.dy, text.alignment, size: text.size, text.color)
    }
    placed.dataTexts = placed.items.count
    return placed
  }

  /// The numbers at the ticks and the labels of both axes.
  private func axisTexts(_ chart: Chart, _ placed: PlacedChart, left: Double, upright: Double?) -> [PageItem] {
    let (frame, number, label) = (placed.frame, sizes.tick, sizes.label)
    var items = placed.yTicks.labelled.map { tick -> PageItem in
      .text(
        tick.text, x: frame.left - Layout.tickLength - 3, y: placed.page(0, tick.value).y, .right, size: number,
        palette.ink)
    }
    if !chart.yAxis.quantity.isEmpty {
      items.append(
        .text(
          chart.yAxis.label(exponent: placed.yTicks.exponent), x: left, y: frame.top + label * 0.95, .left, size: label,
          palette.ink))
    }
    if !showsNames, let note = cutNote(chart, width: frame.right - left) {
      items.append(.text(note, x: frame.right, y: frame.top + label * 0.95, .right, size: number, palette.muted))
    }
    guard showsXNumbers else { return items }
    for tick in placed.xTicks.labelled {
      let x = placed.page(tick.value, 0).x
      let below = frame.bottom - Layout.tickLength
      items.append(
        upright == nil
          ? .text(tick.text, x: x, y: below - number * 0.75, .center, size: number, palette.ink)
          : .text(tick.text, x: x, y: below - 3, .right, size: number, palette.ink, isUpright: true))
    }
    let text = chart.xAxis.label(exponent: placed.xTicks.exponent)
    if !chart.xAxis.quantity.isEmpty {
      let y = frame.bottom - Layout.tickLength - (upright ?? number * 1.3) - label * 0.7
      items.append(.text(text, x: (frame.left + frame.right) / 2, y: y, .center, size: label, palette.ink))
    }
    return items
  }

  /// If the names are above all panels: the series that this panel cuts off, and how far they go.
  private func cutNote(_ chart: Chart, width: Double) -> String? {
    let cut = chart.entries.filter { $0.reach != nil }
    guard !cut.isEmpty else { return nil }
    let label = TextMetrics.width(chart.yAxis.label(exponent: 3), size: sizes.label)
    let notes = [
      cut.map { "\($0.short ?? $0.name) \($0.reach ?? "")" }.joined(separator: ", "),
      "not all shown: " + cut.map { $0.short ?? $0.name }.joined(separator: ", "), "\(cut.count) not all shown",
    ]
    return notes.first { TextMetrics.width($0, size: sizes.tick) + label + 12 <= width }
  }

  /// Shows more along one axis, so that a unit has the same length on both.
  private func equalise(_ placed: inout PlacedChart) {
    let perPoint = max(
      (placed.x.high - placed.x.low) / placed.frame.width, (placed.y.high - placed.y.low) / placed.frame.height)
    func widened(_ range: AxisRange, to extent: Double) -> AxisRange {
      let middle = (range.low + range.high) / 2
      return AxisRange(low: middle - extent / 2, high: middle + extent / 2, isLogarithmic: false)
    }
    placed.x = widened(placed.x, to: perPoint * placed.frame.width)
    placed.y = widened(placed.y, to: perPoint * placed.frame.height)
  }

  /// Makes the frame smaller, so that a unit has the same length on both axes.
  private func shrinkFrame(_ placed: inout PlacedChart) {
    let perPoint = max(
      (placed.x.high - placed.x.low) / placed.frame.width, (placed.y.high - placed.y.low) / placed.frame.height)
    let (width, height) = ((placed.x.high - placed.x.low) / perPoint, (placed.y.high - placed.y.low) / perPoint)
    placed.frame.bottom += placed.frame.height - height
    (placed.frame.width, placed.frame.height) = (width, height)
  }

  /// The height of the names below the axis when they are too long to lie side by side; `nil` when they are not.
  private func uprightNumbers(of chart: Chart, width: Double) -> Double? {
    sizes.upright(chart.xAxis.categories, room: width / Double(max(chart.xAxis.categories.count, 1)))
  }

  private func ticks(_ axis: FigureAxis, _ range: AxisRange, count: Double) -> Ticks {
    axis.categories.isEmpty ? Ticks(over: range, count: max(3, Int(count))) : Ticks(categories: axis.categories)
  }

  private func lastNumberOverhang(_ chart: Chart, width: Double) -> Double {
    let last = ticks(chart.xAxis, chart.x, count: width / (48 * sizes.scale)).labelled.last?.text ?? ""
    return TextMetrics.width(last, size: sizes.tick) / 2 + Layout.edge
  }
}
