/// Turns marks into the shapes, words and legend entries of a chart.
struct PlaneBuilder {
  let plane: Plane
  let looks: [String: Look]
  let palette: Palette
  /// How far the series reach that the axes cut off.
  let cuts: [String: Double]

  var behind: [Element] = []
  var elements: [Element] = []
  var front: [Element] = []
  var texts: [DataText] = []
  var entries: [LegendEntry] = []
  private var barsDrawn = 0

  init(plane: Plane, looks: [String: Look], palette: Palette, cuts: [String: Double]) {
    (self.plane, self.looks, self.palette, self.cuts) = (plane, looks, palette, cuts)
  }

  mutating func add(_ mark: Mark) {
    switch mark {
    case .curve(let curve): addCurve(curve)
    case .trajectory(let curve): addTrajectory(curve)
    case .reference(let curve): addReference(curve)
    case .scatter(let curve): addScatter(curve)
    case .columns(let curve): addBars(curve)
    case .area(let area): addArea(area)
    case .intervals(let intervals): addIntervals(intervals)
    case .note(let note):
      texts.append(
        DataText(text: note.text, x: note.x, y: note.y, dx: 4, alignment: .left, color: palette.muted))
    }
  }

  private func look(_ name: String, _ own: Look?) -> Look {
    own ?? looks[name] ?? (name.isEmpty ? Look(color: .blue) : Look(named: name))
  }

  private func stroke(_ look: Look) -> Stroke {
    Stroke(color: palette.line(look.color), dash: look.dash, width: look.width)
  }

  private mutating func addCurve(_ curve: Mark.Curve) {
    let look = look(curve.name, curve.look)
    elements.append(line(curve, stroke(look)))
    addEntry(curve.name, .stroke(stroke(look)), palette.text(look.color), end: lastPoint(of: curve))
  }

  private mutating func addTrajectory(_ curve: Mark.Curve) {
    let look = look(curve.name, curve.look)
    let stroke = stroke(look)
    elements.append(
      .line(x: curve.x.values, y: curve.y.values, stroke, isOrdered: false, title: curve.name))
    if let start = zip(curve.x.values, curve.y.values).first(where: { !$0.1.isNaN }) {
      let ring = MarkerStyle(marker: .circle, isFilled: false, size: 6, color: palette.ink)
      front.append(.markers(x: [start.0], y: [start.1], ring, title: "start"))
    }
    if let end = lastPoint(of: curve) {
      let style = MarkerStyle(marker: look.marker, isFilled: true, size: 6, color: stroke.color)
      front.append(.markers(x: [end.x], y: [end.y], style, title: "end"))
    }
    addEntry(curve.name, .stroke(stroke), palette.text(look.color), end: nil)
  }

  private mutating func addReference(_ curve: Mark.Curve) {
    let stroke = Stroke(color: palette.muted, dash: .solid, width: 0.7)
    behind.append(line(curve, stroke))
    addEntry(curve.name, .stroke(stroke), palette.muted, end: lastPoint(of: curve))
  }

  private mutating func addScatter(_ curve: Mark.Curve) {
    let look = look(curve.name, curve.look)
    let size = curve.x.count > 300 ? 2.5 : 5.0
    let style = MarkerStyle(marker: look.marker, isFilled: true, size: size, color: palette.line(look.color))
    elements.append(.markers(x: curve.x.values, y: curve.y.values, style, title: curve.name))
    addEntry(curve.name, .marker(style), palette.text(look.color), end: nil)
  }

  private mutating func addBars(_ curve: Mark.Curve) {
    let look = look(curve.name, curve.look)
    let series = plane.marks.filter { if case .columns = $0 { true } else { false } }.count
    let x = curve.x.values
    let gap = zip(x.sorted().dropFirst(), x.sorted()).map { $0.0 - $0.1 }.filter { $0 > 0 }.min() ?? 1
    let width = 0.76 * gap / Double(series)
    let shift = (Double(barsDrawn) - Double(series - 1) / 2) * width
    // A bar on a logarithmic axis has no zero to stand on: it stands on the frame.
    let base = plane.y.scale == .logarithmic ? Double.leastNormalMagnitude : 0
    let drawn = x.indices.filter { !curve.y.values[$0].isNaN }
    elements.append(
      .boxes(
        left: drawn.map { x[$0] + shift - width * 0.47 }, right: drawn.map { x[$0] + shift + width * 0.47 },
        bottom: drawn.map { min(base, curve.y.values[$0]) }, top: drawn.map { max(base, curve.y.values[$0]) },
        drawn.map { _ in palette.line(look.color) }, title: curve.name))
    barsDrawn += 1
    addEntry(curve.name, .swatch(palette.line(look.color)), palette.text(look.color), end: nil)
  }

  private mutating func addArea(_ area: Mark.Area) {
    let look = look(area.name, area.look)
    behind.append(
      .ribbon(
        x: area.x.values, low: area.low.values, high: area.high.values, palette.tint(look.color), title: area.name))
    addEntry(area.name, .swatch(palette.tint(look.color)), palette.text(look.color), end: nil)
  }

  private mutating func addIntervals(_ intervals: Mark.Intervals) {
    guard intervals.starts.count > 0 else { return }
    behind.insert(
      .bands(
        starts: intervals.starts.values, ends: intervals.ends.values, palette.faint, title: intervals.name),
      at: 0)
    addEntry(intervals.name, .swatch(palette.faint), palette.muted, end: nil)
  }

  private func line(_ curve: Mark.Curve, _ stroke: Stroke) -> Element {
    let x = curve.x.values
    let isOrdered = zip(x, x.dropFirst()).allSatisfy { $0 <= $1 }
    // What a logarithmic axis cannot show is a gap.
    let y = plane.y.scale == .logarithmic ? curve.y.values.map { $0 > 0 ? $0 : .nan } : curve.y.values
    return .line(x: x, y: y, stroke, isOrdered: isOrdered, title: curve.name)
  }

  private func lastPoint(of curve: Mark.Curve) -> (x: Double, y: Double)? {
    zip(curve.x.values, curve.y.values).reversed().first { !$0.1.isNaN && (plane.y.scale == .linear || $0.1 > 0) }
      .map { (x: $0.0, y: $0.1) }
  }

  /// One entry a name, however many marks share it.
  private mutating func addEntry(
    _ name: String, _ sample: LegendEntry.Sample, _ color: Color, end: (x: Double, y: Double)?
  ) {
    guard !name.isEmpty else { return }
    let unit = plane.y.unit.map { " " + $0 } ?? ""
    let entry = LegendEntry(
      name: name, sample: sample, color: color, end: end, reach: cuts[name].map { "to \(roundedText($0))\(unit)" })
    guard let index = entries.firstIndex(where: { $0.name == name }) else {
      entries.append(entry)
      return
    }
    // A line tells more than the area around it.
    if case .swatch = entries[index].sample { entries[index] = entry }
  }
}
