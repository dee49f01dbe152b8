/// Turns marks into the shapes, words and legend entries of a chart.
struct PlaneBuilder {
  let plane: Plane
  let looks: [String: Look]
  let palette: Palette
  let sizes: TextSizes
  /// How far the series reach that the axes cut off.
  let cuts: [String: Double]

  var behind: [Element] = []
  var elements: [Element] = []
  var front: [Element] = []
  var texts: [DataText] = []
  var entries: [LegendEntry] = []
  var barsDrawn = 0
  var markedLines = 0
  var lawsDrawn = 0
  private static let lawDashes: [Look.Dash] = [.short, .dotted, .dashDot, .dashDotDot, .long]

  /// What of the marks the axes cannot show.
  var shortages: [FigureShortage] = []

  mutating func add(_ mark: Mark, lookName: String) {
    let look = Look.resolved(mark.look, lookName, looks)
    let (color, words) = (palette.line(look), palette.text(look.color))
    var stroke = Stroke(color: color, dash: look.dash, width: look.width)
    if look.isMarked, [.line, .path].contains(mark.kind) {
      stroke.marks = LineMarks(marker: look.marker, after: markedLines)
      markedLines += 1
    }
    let (name, x, y) = (mark.name, mark.x.values, mark.y.values)
    let shortage = mark.shortage(x: plane.x, y: plane.y)
    if let shortage { shortages.append(shortage) }
    switch mark.kind {
    case .line:
      elements.append(line(mark, stroke))
      let alone = addIsolated(mark, look.marker, color)
      addEntry(
        name, alone.map { .marker($0) } ?? .stroke(stroke), words, shortage, end: lastPoint(of: mark))
    case .path:
      addPath(mark, look.marker, stroke)
      addEntry(name, .stroke(stroke), words, shortage)
    case .law:
      // A law often coincides with its curve, and laws cross: named ones are dashed, each differently, and on top.
      guard !name.isEmpty else {
        return behind.append(line(mark, Stroke(color: palette.muted, dash: .solid, width: 0.7)))
      }
      let dash = Self.lawDashes[lawsDrawn % Self.lawDashes.count]
      lawsDrawn += 1
      let thin = Stroke(color: palette.ink, dash: dash, width: 0.8)
      front.append(line(mark, thin))
      addEntry(name, .stroke(thin), palette.muted, shortage, end: lastPoint(of: mark))
    case .points:
      let style = MarkerStyle(marker: look.marker, isFilled: true, size: x.count > 300 ? 2.5 : 5, color: color)
      elements.append(.markers(x: x, y: y, style, title: name))
      addEntry(name, .marker(style), words, shortage)
    case .bars:
      addBars(mark, color)
      addEntry(name, .swatch(color), words, shortage)
    case .ribbon:
      let tint = palette.tint(look.color)
      behind.append(.ribbon(x: x, low: y, high: mark.high?.values ?? y, tint, title: name))
      addEntry(name, .swatch(tint), words, shortage)
    case .bands:
      guard !x.isEmpty else { return }
      behind.insert(.bands(starts: x, ends: y, palette.faint, title: name), at: 0)
      addEntry(name, .swatch(palette.faint), palette.muted)
    case .text:
      texts.append(
        DataText(text: name, x: x[0], y: y[0], dx: 4, alignment: .left, size: sizes.tick, color: palette.muted))
    }
  }

  private mutating func addPath(_ path: Mark, _ marker: Look.Marker, _ stroke: Stroke) {
    let (x, y) = (path.x.values, path.y.values)
    elements.append(.line(x: x, y: y, stroke, isOrdered: false, title: path.name))
    _ = addIsolated(path, marker, stroke.color)
    if let start = zip(x, y).first(where: { !$0.1.isNaN }) {
      let ring = MarkerStyle(marker: .circle, isFilled: false, size: 6, color: palette.ink)
      front.append(.markers(x: [start.0], y: [start.1], ring, title: "start"))
    }
    if let end = lastPoint(of: path) {
      let style = MarkerStyle(marker: marker, isFilled: true, size: 6, color: stroke.color)
      front.append(.markers(x: [end.x], y: [end.y], style, title: "end"))
    }
  }

  private mutating func addBars(_ bars: Mark, _ color: Color) {
    let series = plane.marks.count { $0.kind == .bars }
    let (x, y) = (bars.x.values, bars.y.values)
    let width = 0.76 * bars.barGap / Double(series)
    let shift = (Double(barsDrawn) - Double(series - 1) / 2) * width
    // A bar on a logarithmic axis has no zero to be on: it is on the frame.
    let base = plane.y.scale == .logarithmic ? Double.leastNormalMagnitude : 0
    let drawn = x.indices.filter { !y[$0].isNaN }
    elements.append(
      .boxes(
        left: drawn.map { x[$0] + shift - width * 0.47 }, right: drawn.map { x[$0] + shift + width * 0.47 },
        bottom: drawn.map { min(base, y[$0]) }, top: drawn.map { max(base, y[$0]) }, drawn.map { _ in color },
        title: bars.name))
    barsDrawn += 1
  }

  /// Markers where a line has a point between two gaps, which a line alone does not show.
  ///
  /// - Returns: The marker where the line has no other points; it is then all that is seen of it.
  private mutating func addIsolated(_ curve: Mark, _ marker: Look.Marker, _ color: Color) -> MarkerStyle? {
    let (x, y) = (curve.x.values, curve.y.values)
    let isLogarithmic = plane.y.scale == .logarithmic
    let isShown = y.map { !$0.isNaN && (!isLogarithmic || $0 > 0) }
    let alone = isolated(isShown)
    guard !alone.isEmpty else { return nil }
    let style = MarkerStyle(marker: marker, isFilled: true, size: 4, color: color)
    elements.append(.markers(x: alone.map { x[$0] }, y: alone.map { y[$0] }, style, title: curve.name))
    return alone.count == isShown.count(where: { $0 }) ? style : nil
  }

  private func line(_ curve: Mark, _ stroke: Stroke) -> Element {
    let x = curve.x.values
    let isOrdered = zip(x, x.dropFirst()).allSatisfy { $0 <= $1 }
    // What a logarithmic axis cannot show is a gap.
    let y = plane.y.scale == .logarithmic ? curve.y.values.map { $0 > 0 ? $0 : .nan } : curve.y.values
    return .line(x: x, y: y, stroke, isOrdered: isOrdered, title: curve.name)
  }

  private func lastPoint(of curve: Mark) -> (x: Double, y: Double)? {
    zip(curve.x.values, curve.y.values).reversed().first { !$0.1.isNaN && (plane.y.scale == .linear || $0.1 > 0) }
      .map { (x: $0.0, y: $0.1) }
  }

  /// One entry a name, however many marks share it.
  private mutating func addEntry(
    _ name: String, _ sample: LegendEntry.Sample, _ color: Color, _ shortage: FigureShortage? = nil,
    end: (x: Double, y: Double)? = nil
  ) {
    guard !name.isEmpty else { return }
    let unit = plane.y.unit.map { " " + $0 } ?? ""
    let notes = [cuts[name].map { "to \(roundedText($0))\(unit)" }, shortage?.note].compactMap { $0 }
    let entry = LegendEntry(
      name: name, sample: sample, color: color, end: end, reach: notes.isEmpty ? nil : notes.joined(separator: ", "))
    guard let index = entries.firstIndex(where: { $0.name == name }) else {
      entries.append(entry)
      return
    }
    // A line tells more than the area around it.
    if case .swatch = entries[index].sample { entries[index] = entry }
  }
}

/// The places that are shown while neither neighbour is. O(n).
func isolated(_ isShown: [Bool]) -> [Int] {
  isShown.indices.filter { index in
    isShown[index] && (index == 0 || !isShown[index - 1]) && (index + 1 == isShown.count || !isShown[index + 1])
  }
}
