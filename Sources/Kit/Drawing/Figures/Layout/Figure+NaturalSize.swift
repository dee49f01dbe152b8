/// How large a figure is where nobody says.
extension Figure {
  /// The size it is drawn at unless another is asked for.
  public var naturalSize: Size { size ?? Size(width: Self.usualWidth, height: naturalHeight(width: Self.usualWidth)) }

  /// Centimetres.
  private static var usualWidth: Double { 12 }

  /// The height in centimetres that suits a width: as high as the figure's kind asks for, and higher where the names of its series
  /// would leave too little of it. What is narrower than usual is not as much lower, so that its names, which need as much room
  /// as ever, leave some to the lines. O(points) for spaces without a box, else O(series).
  func naturalHeight(width: Double) -> Double {
    let share = width / Self.usualWidth
    let isFree = panels.contains { if case .plane(let plane) = $0 { plane.aspect == .free } else { false } }
    let key = keyHeight(width: width)
    if let height = openHeight(width: width) {
      return min(max(height + key, 4), share < 1 ? min(9.5, 0.95 * width) : 9.5 * share)
    }
    let height = usualHeight * (share < 1 && isFree ? 0.35 + 0.65 * share : share)
    guard key > 0 else { return height }
    guard panels.count == 1 else { return height + key }
    // The labels and the numbers are above and below a frame.
    return max(height, key + (Layout.leastFrame + 4.5 * TextSizes(text).label) / pointsPerCentimetre)
  }

  private var usualHeight: Double {
    let rows = (panels.count + max(columns, 1) - 1) / max(columns, 1)
    switch (rows, panels.first) {
    case (0...1, .plane(let plane)): return plane.aspect == .equal && columns <= 1 ? 9.5 : 7.4
    case (0...1, .space): return columns > 1 ? 6.5 : 9.5
    case (0...1, .cells(let cells)):
      return cells.x.categories.isEmpty || cells.y.categories.isEmpty
        ? 8.5 : cells.tableHeight(width: size?.width ?? Self.usualWidth, text: TextSizes(text))
    default: return sharesAbscissa ? 1.4 + 3.2 * Double(rows) : 6 * Double(rows)
    }
  }

  /// The height in centimetres of the names of the series in rows above everything; 0 where there are at most two rows, which
  /// usual heights allow for.
  private func keyHeight(width: Double) -> Double {
    let sizes = TextSizes(text)
    var names: [String] = []
    for name in panels.flatMap(\.keyNames) where !name.isEmpty && !names.contains(name) { names.append(name) }
    let room = width * pointsPerCentimetre
    var (rows, last) = (0, Double.infinity)
    for name in shortened(names, width: room, sizes) {
      let own = sizes.entryWidth(name) + 12
      if last + own <= room { last += own } else { (rows, last) = (rows + 1, own) }
    }
    return rows > 2 ? Double(rows) * sizes.legend * 1.35 / pointsPerCentimetre : 0
  }

  /// The height in centimetres at which spaces without boxes fill a row of this width; nil for any other figure.
  private func openHeight(width: Double) -> Double? {
    let across = Double(min(max(columns, 1), panels.count))
    let room = width * pointsPerCentimetre / max(across, 1)
    var highest = 0.0
    for panel in panels {
      guard case .space(let space) = panel, !space.showsBox, let ratio = space.outline else { return nil }
      let margin = 2 * space.openMargin(TextSizes(text))
      highest = max(highest, (room - margin) * ratio + margin)
    }
    guard highest > 0, Double(panels.count) <= across else { return nil }
    return highest / pointsPerCentimetre
  }
}

extension Figure.Panel {
  /// The names of its series as a legend has them.
  fileprivate var keyNames: [String] {
    switch self {
    case .plane(let plane): plane.legend == .hidden ? [] : plane.marks.filter { $0.kind != .text }.map(\.name)
    case .space(let space): space.paths.map(\.name)
    case .cells: []
    }
  }
}
