/// Where the names of series are.
extension Layout {
  /// Names at the lines' ends, if every line ends at the right and the names find room there.
  func placeWithEndLabels(_ chart: Chart, _ names: [LegendEntry], in room: Rectangle) -> PlacedChart? {
    let ends = names.compactMap(\.end)
    guard ends.count == names.count, ends.allSatisfy({ chart.x.position($0.x) > 0.93 && chart.x.position($0.x) < 1.02 })
    else { return nil }
    let size = sizes.legend
    let widest = names.map { TextMetrics.width($0.text, size: size) }.max() ?? 0
    let leader = 10.0
    guard widest + leader <= 0.36 * room.width else { return nil }
    var placed = frame(chart, in: room, right: widest + leader + Layout.edge, top: 0)
    let (bottom, top) = (placed.frame.bottom + size * 0.3, placed.frame.top - size * 0.3)
    let wanted = ends.map { min(max(placed.page($0.x, $0.y).y, bottom), top) }
    guard let heights = spreadLabels(wanted, spacing: size * 1.15, low: bottom, high: top) else { return nil }
    // A name far from its line names another line.
    guard zip(heights, wanted).allSatisfy({ ($0 - $1).magnitude <= 2.6 * size }) else { return nil }
    for (index, entry) in names.enumerated() {
      let from = placed.page(ends[index].x, ends[index].y)
      let x = placed.frame.right + leader - 3
      if case .stroke(let stroke) = entry.sample, (heights[index] - wanted[index]).magnitude > 2 {
        placed.items.append(
          .stroke(
            fromX: min(from.x, placed.frame.right) + 1, fromY: wanted[index], toX: x - 1, toY: heights[index],
            Stroke(color: stroke.color, width: 0.5)))
      }
      placed.items.append(.text(entry.text, x: x, y: heights[index], .left, size: size, entry.color))
    }
    return placed
  }

  /// Names below each other in a corner of the frame that holds no data.
  func legendInside(_ placed: PlacedChart, _ names: [LegendEntry]) -> [PageItem]? {
    var occupancy = Occupancy(frame: placed.frame)
    for element in placed.elements { element.occupy(&occupancy, on: placed) }
    for case .text(let text, let x, let y, let alignment, let size, _, false) in placed.items {
      let width = TextMetrics.width(text, size: size)
      let left = alignment == .left ? x : alignment == .right ? x - width : x - width / 2
      occupancy.addRectangle(Rectangle(left: left, bottom: y - size / 2, width: width, height: size))
    }
    let size = sizes.legend
    let line = size * 1.3
    let width =
      Layout.sampleWidth + 5 + (names.map { TextMetrics.width($0.text, size: size) }.max() ?? 0)
    let height = Double(names.count) * line
    let gap = 5.0
    let frame = placed.frame
    let lefts = [frame.right - width - gap, frame.left + gap, frame.left + (frame.width - width) / 2]
    let bottoms = [frame.top - height - 3, frame.bottom + gap, frame.bottom + (frame.height - height) / 2]
    for bottom in bottoms {
      for left in lefts {
        let box = Rectangle(left: left - 3, bottom: bottom - 2, width: width + 6, height: height + 4)
        guard occupancy.isFree(box) else { continue }
        return names.enumerated().flatMap { row, entry in
          item(for: placed.asDrawn(entry), left: left, y: bottom + height - (Double(row) + 0.5) * line)
        }
      }
    }
    return nil
  }

  /// Names above the frame; next to it where rows would leave less than a readable height, and this leaves more.
  func placeWithLegend(_ chart: Chart, _ names: [LegendEntry], in room: Rectangle) -> PlacedChart {
    let above = placeWithLegendAbove(chart, names, in: room)
    guard chart.legend != .above, above.frame.height < Layout.leastFrame,
      let beside = placeWithLegendBeside(chart, names, in: room),
      min(beside.frame.width, beside.frame.height) > max(above.frame.height, 0.8 * Layout.leastFrame)
    else { return above }
    return beside
  }

  /// Names in rows above the frame; in the line of the ordinate's label where there is room.
  private func placeWithLegendAbove(_ chart: Chart, _ names: [LegendEntry], in room: Rectangle) -> PlacedChart {
    guard !names.isEmpty else { return frame(chart, in: room, right: 0, top: 0) }
    let legend = rows(names, width: room.width - 2 * Layout.edge)
    let label = chart.showsAxes ? TextMetrics.width(chart.yAxis.label(exponent: 3), size: sizes.label) : 0
    let line = sizes.legend * 1.35
    let fitsBeside = legend.count == 1 && legend[0].width + label + 16 <= room.width - 2 * Layout.edge && label > 0
    var placed = frame(chart, in: room, right: 0, top: fitsBeside ? 0 : Double(legend.count) * line + 3)
    placed.items += items(
      for: legend.map { row in (row.entries.map { (placed.asDrawn($0.0), $0.1) }, row.width) },
      top: room.top - (fitsBeside ? 0 : 1), line: line,
      left: fitsBeside ? room.right - Layout.edge - legend[0].width : room.left + Layout.edge)
    return placed
  }

  /// The names in as few rows as hold them; in columns where that takes no more.
  private func rows(_ names: [LegendEntry], width: Double) -> [(entries: [(LegendEntry, Double)], width: Double)] {
    var rows: [(entries: [(LegendEntry, Double)], width: Double)] = []
    let between = 12.0
    let widths = names.map { sizes.entryWidth($0.text) }
    for (entry, own) in zip(names, widths) {
      if let last = rows.last, last.width + between + own <= width {
        rows[rows.count - 1].entries.append((entry, last.width + between))
        rows[rows.count - 1].width += between + own
      } else {
        rows.append(([(entry, 0)], own))
      }
    }
    let across = (names.count + rows.count - 1) / max(rows.count, 1)
    let columns = (0..<across).map { column in
      stride(from: column, to: names.count, by: across).map { widths[$0] }.max() ?? 0
    }
    let whole = columns.reduce(0, +) + between * Double(across - 1)
    guard rows.count > 1, whole <= width else { return rows }
    let lefts = columns.indices.map { columns[..<$0].reduce(0, +) + between * Double($0) }
    return stride(from: 0, to: names.count, by: across).map { first in
      (names[first..<min(first + across, names.count)].enumerated().map { ($1, lefts[$0]) }, whole)
    }
  }

  /// Names below each other at the right of the frame; nil where they do not fit there.
  private func placeWithLegendBeside(_ chart: Chart, _ names: [LegendEntry], in room: Rectangle) -> PlacedChart? {
    guard let key = column(names, height: room.height) else { return nil }
    var placed = frame(chart, in: room, right: key.width, top: 0)
    placed.items += items(
      for: names.map { ([(placed.asDrawn($0), 0)], 0) }, top: max(placed.frame.top, room.bottom + key.height),
      line: key.line, left: placed.frame.right + Layout.keyGap)
    return placed
  }

  /// How wide and high names below each other are, with what parts them from a frame; nil where they are higher than this.
  private func column(
    _ names: [LegendEntry], height: Double
  ) -> (width: Double, height: Double, line: Double)? {
    let line = sizes.legend * 1.3
    let high = line * Double(names.count) + 2 * Layout.edge
    guard high <= height else { return nil }
    return ((names.map { sizes.entryWidth($0.text) }.max() ?? 0) + Layout.keyGap + Layout.edge, high, line)
  }

  /// The names of a whole figure: in rows above its panels, or next to them where the rows would leave too little
  /// height for the panels above each other.
  ///
  /// - Returns: what shows the names, and the room that is left.
  func legend(_ names: [LegendEntry], in room: Rectangle, down: Int) -> (items: [PageItem], room: Rectangle) {
    let line = sizes.legend * 1.35
    let legend = rows(names, width: room.width - 2 * Layout.edge)
    var left = room
    left.height -= Double(legend.count) * line + 3
    if left.height < Double(down) * Layout.leastPanel, let key = column(names, height: room.height),
      key.width < 0.45 * room.width
    {
      var beside = room
      beside.width -= key.width
      let entries = names.map { (entries: [($0, 0.0)], width: 0.0) }
      return (items(for: entries, top: room.top - 1, line: key.line, left: beside.right + Layout.keyGap), beside)
    }
    return (items(for: legend, top: room.top - 1, line: line, left: room.left + Layout.edge), left)
  }

  private func items(
    for rows: [(entries: [(LegendEntry, Double)], width: Double)], top: Double, line: Double, left: Double
  ) -> [PageItem] {
    rows.enumerated().flatMap { row, content in
      content.entries.flatMap { entry, offset in
        item(for: entry, left: left + offset, y: top - (Double(row) + 0.55) * line)
      }
    }
  }

  private func item(for entry: LegendEntry, left: Double, y: Double) -> [PageItem] {
    let middle = left + Layout.sampleWidth / 2
    var items: [PageItem]
    switch entry.sample {
    case .stroke(let stroke):
      items = [.stroke(fromX: left, fromY: y, toX: left + Layout.sampleWidth, toY: y, stroke)]
      if let marker = stroke.marks?.marker {
        let style = MarkerStyle(marker: marker, isFilled: true, size: LineMarks.size, color: stroke.color)
        items.append(.marker(x: middle, y: y, style))
      }
    case .marker(let style): items = [.marker(x: middle, y: y, style)]
    case .swatch(let color):
      items = [
        .rectangle(Rectangle(left: left + 4, bottom: y - 3.5, width: Layout.sampleWidth - 8, height: 7), color)
      ]
    }
    return items + [
      .text(entry.text, x: left + Layout.sampleWidth + 5, y: y, .left, size: sizes.legend, entry.color)
    ]
  }
}

extension PlacedChart {
  /// An entry with the stroke that its line really has: a line that is nearly an area is drawn thin and solid.
  fileprivate func asDrawn(_ entry: LegendEntry) -> LegendEntry {
    guard case .stroke(let stroke) = entry.sample else { return entry }
    var result = entry
    for case .line(_, _, let drawn, _, let title) in elements where title == entry.name && drawn.color == stroke.color {
      result.sample = .stroke(drawn)
    }
    return result
  }
}
