import Foundation

/// Draws a space as a flat chart: floor, ticks, shadows, paths, arrows.
struct SpaceBuilder {
  let space: Space
  let palette: Palette
  let sizes: TextSizes
  let projection: Projection
  let box: SpaceBox

  var behind: [Element] = []
  var elements: [Element] = []
  var front: [Element] = []
  var texts: [DataText] = []
  var entries: [LegendEntry] = []
  var markedLines = 0

  func chart() -> Chart {
    // All corners of the box where it is seen, else what is drawn.
    var points = space.showsBox ? [] : space.drawnPoints
    for corner in 0..<8 where space.showsBox {
      points.append(
        projection(
          SIMD3(
            corner & 1 == 0 ? box.low.x : box.high.x, corner & 2 == 0 ? box.low.y : box.high.y,
            corner & 4 == 0 ? box.low.z : box.high.z)))
    }
    func range(_ values: [Double]) -> AxisRange {
      AxisRange(
        holding: (values.min() ?? 0, values.max() ?? 1), isLogarithmic: false, padding: space.showsBox ? 0.01 : 0.04)
    }
    var chart = Chart(
      xAxis: FigureAxis(""), yAxis: FigureAxis(""), x: range(points.map(\.x)), y: range(points.map(\.y)),
      showsAxes: false,
      showsGrid: false, isEqual: true)
    chart.margin = space.showsBox ? 30 * sizes.scale : space.openMargin(sizes)
    (chart.elements, chart.texts, chart.entries) = (behind + elements + front, texts, entries)
    return chart
  }

  // MARK: The box

  private var isPlan: Bool { projection.towardsEye.z > 0.999 }

  /// The floor with a grid, numbers along its two near edges, and the upright axis at the left.
  mutating func addBox() {
    let (low, high) = (box.low, box.high)
    let nearX = projection.towardsEye.x > 0 ? high.x : low.x
    let nearY = projection.towardsEye.y > 0 ? high.y : low.y
    let grid = Stroke(color: palette.faint, width: 0.6)
    let edge = Stroke(color: palette.muted, width: 0.8)
    let ticks = box.ticks
    let (xTicks, yTicks) = (ticks[0], ticks[1])
    for tick in xTicks { line([tick.value, low.y, low.z], [tick.value, high.y, low.z], grid) }
    for tick in yTicks { line([low.x, tick.value, low.z], [high.x, tick.value, low.z], grid) }
    line([low.x, nearY, low.z], [high.x, nearY, low.z], edge)
    line([nearX, low.y, low.z], [nearX, high.y, low.z], edge)
    numbers(xTicks, space.x, 0) { [$0, nearY, low.z] }
    numbers(yTicks, space.y, 1) { [nearX, $0, low.z] }
    guard !isPlan else { return }
    let corners = [low.x, high.x].flatMap { x in [low.y, high.y].map { y in SIMD3(x, y, low.z) } }
    let left = corners.min { projection($0).x < projection($1).x } ?? low
    line(left, [left.x, left.y, high.z], edge)
    numbers(ticks[2], space.z, 2) { [left.x, left.y, $0] }
  }

  private mutating func line(_ from: SIMD3<Double>, _ to: SIMD3<Double>, _ stroke: Stroke) {
    let (a, b) = (projection(from), projection(to))
    behind.append(.line(x: [a.x, b.x], y: [a.y, b.y], stroke, isOrdered: false, title: ""))
  }

  /// Numbers next to an edge, on the side away from the middle of the floor, and the axis' label beyond them.
  private mutating func numbers(
    _ ticks: [Ticks.Label], _ axis: FigureAxis, _ axisIndex: Int, at place: (Double) -> SIMD3<Double>
  ) {
    guard let first = ticks.first, let last = ticks.last else { return }
    let middle = projection([(box.low.x + box.high.x) / 2, (box.low.y + box.high.y) / 2, (box.low.z + box.high.z) / 2])
    let (a, b) = (projection(place(first.value - 1e-3)), projection(place(last.value + 1e-3)))
    var outwards = SIMD2(b.y - a.y, a.x - b.x)
    let length = (outwards * outwards).sum().squareRoot()
    guard length > 0 else { return }
    outwards /= length
    let centre = (a + b) / 2
    if ((centre - middle) * outwards).sum() < 0 { outwards = -outwards }
    let widest = ticks.map { TextMetrics.width($0.text, size: sizes.tick) }.max() ?? 0
    for (index, tick) in ticks.enumerated() {
      let point = projection(place(tick.value))
      texts.append(
        DataText(
          text: tick.text, x: point.x, y: point.y, dx: outwards.x * (4 + widest / 2), dy: outwards.y * 8 * sizes.scale,
          alignment: .center, size: sizes.tick, color: palette.ink, tick: (axisIndex, index)))
    }
    let label = axis.label()
    let half = TextMetrics.width(label, size: sizes.label) / 2
    // An upright axis has its label on top, where it needs no room at the side.
    if outwards.x.magnitude > 0.98 {
      let top = projection([place(0).x, place(0).y, box.high.z])
      texts.append(
        DataText(
          text: label, x: top.x, y: top.y, dy: 9 * sizes.scale, alignment: .center, size: sizes.label,
          color: palette.ink))
      return
    }
    // So far out that it overlaps no number, wherever along the edge one is: a line parallel to the edge parts the two.
    let sides = SIMD2(outwards.x.magnitude, outwards.y.magnitude)
    let high = sizes.scale
    let numbersEnd =
      sides.x * sides.x * (4 + widest / 2) + 8 * high * sides.y * sides.y + sides.x * widest / 2 + 5 * high * sides.y
    let distance = numbersEnd + sides.x * half + 6 * high * sides.y + 2
    texts.append(
      DataText(
        text: label, x: centre.x, y: centre.y, dx: outwards.x * distance, dy: outwards.y * distance, alignment: .center,
        size: sizes.label, color: palette.ink))
  }

  // MARK: Paths and arrows

  mutating func add(_ path: Space.Path, look: Look) {
    var stroke = Stroke(color: palette.line(look), dash: look.dash, width: look.width)
    if look.isMarked {
      stroke.marks = LineMarks(marker: look.marker, after: markedLines)
      markedLines += 1
    }
    // What leaves the box leaves the picture: a line outside the box would seem to be elsewhere inside it.
    let points = (0..<path.x.count).map { index -> SIMD3<Double> in
      let point = path.point(index)
      return box.contains(point) ? point : SIMD3(repeating: .nan)
    }
    let leaves = zip(points, 0..<path.x.count).contains { $0.x.isNaN && !path.point($1).x.isNaN }
    let flat = points.map { projection($0) }
    if let radius = space.sphere {
      let parts = Globe(radius: radius, towardsEye: projection.towardsEye).parts(of: points)
      behind.append(
        line(parts.far, Globe.far(stroke, isGuide: look.isGuide, palette), title: path.name))
      elements.append(line(parts.near, stroke, title: path.name))
    } else {
      elements.append(line(points, stroke, title: path.name))
    }
    let alone = isolated(points.map { !$0.x.isNaN })
    if !alone.isEmpty {
      let style = MarkerStyle(marker: look.marker, isFilled: true, size: 4, color: stroke.color)
      elements.append(.markers(x: alone.map { flat[$0].x }, y: alone.map { flat[$0].y }, style, title: path.name))
    }
    if space.showsShadows, !isPlan, space.showsBox {
      let shadow = points.map { projection([$0.x, $0.y, $0.z.isNaN ? .nan : box.low.z]) }
      behind.append(
        .line(
          x: shadow.map(\.x), y: shadow.map(\.y),
          Stroke(color: palette.tint(look.color), width: 0.8),
          isOrdered: false, title: ""))
    }
    if path.marksEnds {
      if let start = flat.first, !start.x.isNaN {
        let ring = MarkerStyle(marker: .circle, isFilled: false, size: 6, color: palette.ink)
        front.append(.markers(x: [start.x], y: [start.y], ring, title: "start"))
      }
      if let end = flat.last, !end.x.isNaN {
        let style = MarkerStyle(marker: look.marker, isFilled: true, size: 6, color: stroke.color)
        front.append(.markers(x: [end.x], y: [end.y], style, title: "end"))
      }
    }
    guard !path.name.isEmpty, !entries.contains(where: { $0.name == path.name }) else { return }
    entries.append(
      LegendEntry(
        name: path.name, sample: .stroke(stroke), color: palette.text(look.color), end: nil,
        reach: path.shortage?.note ?? (leaves ? "leaves the box" : nil)))
  }

  /// The edge of a sphere that is seen through.
  mutating func addSphere(radius: Double) {
    let middle = projection(.zero)
    let angles = (0...120).map { Double($0) * .pi / 60 }
    behind.append(
      .line(
        x: angles.map { middle.x + radius * cos($0) }, y: angles.map { middle.y + radius * sin($0) },
        Stroke(color: palette.muted, width: 0.6), isOrdered: false, title: ""))
  }

  private func line(_ points: [SIMD3<Double>], _ stroke: Stroke, title: String) -> Element {
    let flat = points.map { projection($0) }
    return .line(x: flat.map(\.x), y: flat.map(\.y), stroke, isOrdered: false, title: title)
  }

  mutating func add(_ arrow: Space.Arrow) {
    let (from, to) = (projection(arrow.from), projection(arrow.to))
    let flat = to - from
    let length = (flat * flat).sum().squareRoot()
    let color = palette.line(arrow.look.color)
    let whole = arrow.to - arrow.from
    let size = (whole * whole).sum().squareRoot()
    // Seen from the front an arrow is a point: its head then has no direction.
    guard length > 0.02 * size, size > 0 else {
      elements.append(
        .markers(
          x: [to.x], y: [to.y], MarkerStyle(marker: .circle, isFilled: true, size: 4, color: color),
          title: arrow.name))
      label(arrow, at: to, direction: SIMD2(0.7, 0.7))
      return
    }
    let direction = flat / length
    let across = SIMD2(-direction.y, direction.x)
    let head = min(space.arrowHead, 0.13 * size, length)
    let neck = to - head * direction
    elements.append(
      .line(
        x: [from.x, neck.x], y: [from.y, neck.y],
        Stroke(color: color, dash: arrow.look.dash, width: max(arrow.look.width, 1.8)), isOrdered: false,
        title: arrow.name))
    let corners = [to, neck + 0.36 * head * across, neck - 0.36 * head * across, to]
    elements.append(.polygon(x: corners.map(\.x), y: corners.map(\.y), color))
    label(arrow, at: to, direction: direction)
  }

  private mutating func label(_ arrow: Space.Arrow, at point: SIMD2<Double>, direction: SIMD2<Double>) {
    guard !arrow.name.isEmpty else { return }
    texts.append(
      DataText(
        text: arrow.name, x: point.x, y: point.y, alignment: .center, size: sizes.label,
        color: palette.text(arrow.look.color), leans: direction))
  }
}

extension Space {
  /// Room in points around what is drawn without a box: for the names of arrows.
  func openMargin(_ sizes: TextSizes) -> Double { arrows.isEmpty ? 5 : 16 * sizes.scale }

  /// Where paths and arrows come to lie in the picture.
  fileprivate var drawnPoints: [SIMD2<Double>] {
    let projection = Projection(view)
    var points = arrows.flatMap { [projection($0.from), projection($0.to)] }
    for path in paths {
      // Columns of different lengths are reported when the chart is made.
      let count = min(path.x.count, path.y.count, path.z.count)
      points += (0..<count).map { projection(path.point($0)) }.filter { !$0.x.isNaN }
    }
    return points
  }

  /// The height of what is drawn divided by its width; nil where it has none.
  var outline: Double? {
    let points = drawnPoints
    guard let left = points.map(\.x).min(), let right = points.map(\.x).max(), let low = points.map(\.y).min(),
      let high = points.map(\.y).max(), right > left, high > low
    else { return nil }
    let ratio = (high - low) / (right - left)
    return ratio.isFinite ? ratio : nil
  }

  /// The length of the heads of arrows, in the unit of the axes: alike in one picture, where one arrow is much longer, too.
  var arrowHead: Double {
    let lengths = arrows.map { (($0.to - $0.from) * ($0.to - $0.from)).sum().squareRoot() }.sorted()
    return lengths.isEmpty ? 0 : 0.13 * lengths[(lengths.count - 1) / 2]
  }
}
