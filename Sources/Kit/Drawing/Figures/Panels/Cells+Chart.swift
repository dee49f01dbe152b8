import Foundation

extension Cells {
  /// The chart of these cells.
  func chart(palette: Palette, sizes: TextSizes, panel: Int) throws(FigureError) -> Chart {
    try check(panel: panel)
    let (xEdges, yEdges) = (edges(columns.values, x), edges(rows.values, y))
    let isLogarithmic = quantity.scale == .logarithmic
    let range = try colorRange()
    let shortage = FigureShortage(quantity.quantity, [values], isLogarithmic: isLogarithmic)
    var chart = Chart(xAxis: x, yAxis: y, x: axisRange(xEdges, x), y: axisRange(yEdges, y), showsGrid: false)
    chart.isEqual = !x.categories.isEmpty && !y.categories.isEmpty
    chart.keepsRanges = true
    // As in a table the first of the named rows is at the top.
    let isTable = !y.categories.isEmpty
    if isTable { chart.yAxis.categories = y.categories.reversed() }
    var (left, right, bottom, top, colors) = ([Double](), [Double](), [Double](), [Double](), [Color]())
    for row in 0..<rows.count {
      let place = isTable ? rows.count - 1 - row : row
      for column in 0..<columns.count {
        let index = row * columns.count + column
        let value = values.values[index]
        guard value.isFinite, !isLogarithmic || value > 0 else { continue }
        left.append(xEdges[column])
        right.append(xEdges[column + 1])
        bottom.append(yEdges[place])
        top.append(yEdges[place + 1])
        let color = ColorRamp.color(at: range.position(value))
        colors.append(color)
        guard !texts.isEmpty, !texts[index].isEmpty else { continue }
        // The cell's colour is the same on a light and a dark page, and so is what is written on it.
        let (ink, paper) = (Palette.onLightCells, Palette.light.paper)
        chart.texts.append(
          DataText(
            text: texts[index], x: columns.values[column], y: isTable ? Double(place) : rows.values[row],
            alignment: .center, size: textSize(sizes),
            color: color.contrast(with: ink) >= color.contrast(with: paper) ? ink : paper))
      }
    }
    if let shortage {
      chart.shortages = [shortage]
      if shortage.isWhole { chart.noteEmptiness(at: (chart.x.value(at: 0.5), chart.y.value(at: 0.5)), palette, sizes) }
    }
    chart.elements = [.boxes(left: left, right: right, bottom: bottom, top: top, colors, title: "")]
    if showsBar {
      chart.bar = ColorBar(
        axis: quantity, range: range, colors: (0..<48).map { ColorRamp.color(at: (Double($0) + 0.5) / 48) })
    }
    return chart
  }

  /// The height in centimetres at which square cells fill a figure of this width.
  func tableHeight(width: Double, text sizes: TextSizes) -> Double {
    func widest(_ texts: [String]) -> Double {
      texts.map { TextMetrics.width($0, size: sizes.tick) }.max() ?? 0
    }
    let bar = showsBar ? max(26, TextMetrics.width(quantity.label(), size: sizes.tick)) + 18 : 0
    let across = width * pointsPerCentimetre - widest(y.categories) - 12 - bar
    let cell = across / Double(max(columns.count, 1))
    let below = sizes.roomBelow(
      showsNumbers: true, upright: sizes.upright(x.categories, room: cell), hasLabel: !x.quantity.isEmpty)
    let height = cell * Double(rows.count) + below + sizes.label * 1.6
    return min(max(height / pointsPerCentimetre, 4), 12)
  }

  /// Small enough for the longest text and the number of cells.
  private func textSize(_ sizes: TextSizes) -> Double {
    let longest = texts.map { TextMetrics.width($0, size: 1) }.max() ?? 1
    let cell = 250 / Double(max(columns.count, 1))
    return min(sizes.tick, max(4, min(cell / max(longest, 1) * 0.9, cell * 0.7)))
  }

  private func check(panel: Int) throws(FigureError) {
    guard columns.count > 0, rows.count > 0 else { throw .empty(panel: panel) }
    guard values.count == columns.count * rows.count else {
      throw .cells(
        "\(rows.count) rows of \(columns.count) cells need \(rows.count * columns.count) values, not \(values.count)")
    }
    guard texts.isEmpty || texts.count == values.count else {
      throw .cells("\(values.count) cells need as many texts or none, not \(texts.count)")
    }
    for (axis, centres) in [(x, columns), (y, rows)] {
      guard axis.categories.isEmpty || axis.categories.count == centres.count else {
        throw .cells("axis '\(axis.quantity)' names \(axis.categories.count) categories for \(centres.count) cells")
      }
      if let index = centres.values.firstIndex(where: { $0.isNaN || isBeyondDrawing($0) }) {
        throw .notFinite(series: axis.quantity, index: index, value: centres.values[index])
      }
      guard zip(centres.values, centres.values.dropFirst()).allSatisfy({ $0 < $1 }) else {
        throw .cells("the centres of the cells along '\(axis.quantity)' must ascend")
      }
      if let low = centres.values.first, let high = centres.values.last, low < high {
        guard isDrawable(from: low, to: high, isLogarithmic: false) else {
          throw .limits(axis: axis.quantity, low: low, high: high, logarithmic: false)
        }
      }
      guard axis.scale == .linear || (centres.values.first ?? 0) >= drawableMagnitudes.lowerBound else {
        throw .nothingToDraw(series: axis.quantity, logarithmic: true)
      }
    }
    if let index = values.values.firstIndex(where: isBeyondDrawing) {
      throw .notFinite(series: quantity.quantity, index: index, value: values.values[index])
    }
  }

  /// The numbers from the first colour to the last.
  func colorRange() throws(FigureError) -> AxisRange {
    if let frame = quantity.frame { return frame }
    let isLogarithmic = quantity.scale == .logarithmic
    let shown = values.values.filter { $0.isFinite && (!isLogarithmic || $0 >= drawableMagnitudes.lowerBound) }
    let (low, high) = (shown.min() ?? (isLogarithmic ? 1 : 0), shown.max() ?? (isLogarithmic ? 10 : 1))
    if let fixed = try quantity.fixedRange(isLogarithmic: isLogarithmic) { return fixed }
    return AxisRange(
      holding: try quantity.widened((low, high), isLogarithmic: isLogarithmic), isLogarithmic: isLogarithmic, padding: 0
    )
  }

  /// Half-way between centres, on a logarithmic axis their geometric means; the outer ones as far as the inner ones.
  private func edges(_ centres: [Double], _ axis: FigureAxis) -> [Double] {
    let isLogarithmic = axis.scale == .logarithmic
    let places = isLogarithmic ? centres.map(log) : centres
    // A single cell is as wide as its number is far from zero, roughly.
    let alone = max(1, 0.1 * places[0].magnitude)
    let step = places.count > 1 ? places[1] - places[0] : alone
    let lastStep = places.count > 1 ? places[places.count - 1] - places[places.count - 2] : alone
    let edges =
      [places[0] - step / 2] + zip(places, places.dropFirst()).map { ($0 + $1) / 2 }
      + [places[places.count - 1] + lastStep / 2]
    return isLogarithmic ? edges.map(exp) : edges
  }

  private func axisRange(_ edges: [Double], _ axis: FigureAxis) -> AxisRange {
    AxisRange(low: edges[0], high: edges[edges.count - 1], isLogarithmic: axis.scale == .logarithmic)
  }
}
