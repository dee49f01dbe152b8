/// Brings a placed space into the form that a page's script draws.
struct TurnableSpaceBuilder {
  let space: Space
  let chart: PlacedChart
  let box: SpaceBox
  let looks: [String: Look]
  let palette: Palette
  let sizes: TextSizes
  /// The picture's height in points of the page.
  let height: Double

  /// Points that a dropped point of a path may be off, seen from any of three sides.
  private static let tolerance = 0.2

  private var middle: SIMD3<Double> { (box.low + box.high) / 2 }
  /// Points a unit.
  private var scale: Double { chart.frame.width / (chart.x.high - chart.x.low) }

  func build() -> TurnableSpace {
    let flat = Projection(space.view)(middle)
    let place = chart.page(flat.x, flat.y)
    return TurnableSpace(
      room: rectangle(chart.room), frame: rectangle(chart.frame),
      middle: [rounded(place.x), rounded(height - place.y)], view: [space.view.azimuth, space.view.elevation],
      box: space.showsBox ? coordinates(box.high) : nil,
      sphere: space.sphere.map { coordinates(.zero) + [rounded($0 * scale)] }, axes: space.showsBox ? axes : [],
      paths: markedPaths, arrows: space.arrows.map(arrow),
      items: legendItems.compactMap(item), sizes: [sizes.label, sizes.tick],
      ink: paint(palette.ink), muted: paint(palette.muted), faint: paint(palette.faint))
  }

  /// What is in the panel next to the words that belong to places in the data.
  private var legendItems: [PageItem] {
    chart.items.dropFirst(chart.dataTexts).filter { item in
      switch item {
      case .text(_, _, let y, _, _, _, _), .stroke(_, let y, _, _, _), .marker(_, let y, _): y <= chart.room.top
      case .rectangle: false
      }
    }
  }

  /// Left, top, width, height from the page's upper left corner.
  private func rectangle(_ box: Rectangle) -> [Double] {
    [box.left, height - box.top, box.width, box.height].map(rounded)
  }

  private func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }

  /// A point in points from the middle.
  private func coordinates(_ point: SIMD3<Double>) -> [Double] {
    let moved = (point - middle) * scale
    return [rounded(moved.x), rounded(moved.y), rounded(moved.z)]
  }

  // MARK: Colours

  private static let roles = ColorRole.byColor(.light)

  private func paint(_ color: Color) -> TurnableSpace.Paint {
    switch TurnableSpaceBuilder.roles[color]?.inline {
    case .ink(let opacity): .init(color: "currentColor", opacity: opacity == "1" ? nil : Double("0" + opacity))
    case .tinted(let tint): .init(color: tint.hex, opacity: 0.25)
    case .mixed(let series): .init(color: ColorRole.mixed(series), opacity: nil)
    case nil: .init(color: color.hex, opacity: nil)
    }
  }

  private func line(_ stroke: Stroke) -> TurnableSpace.Line {
    TurnableSpace.Line(
      paint: paint(stroke.color), width: stroke.width,
      dash: stroke.dash.pattern.isEmpty ? nil : stroke.dash.pattern.map { rounded($0 * stroke.width / 2) })
  }

  // MARK: What is shown

  private var axes: [TurnableSpace.Axis] {
    zip([space.x, space.y, space.z], box.ticks).enumerated().map { index, pair in
      let (axis, ticks) = pair
      let label = axis.label()
      return TurnableSpace.Axis(
        label: label, half: rounded(TextMetrics.width(label, size: sizes.label) / 2),
        ticks: ticks.map { .init(at: rounded(($0.value - middle[index]) * scale), text: $0.text) },
        widest: rounded(ticks.map { TextMetrics.width($0.text, size: sizes.tick) }.max() ?? 0))
    }
  }

  private var markedPaths: [TurnableSpace.Path] {
    var marked = 0
    return zip(space.paths, space.lookNames).map { path, name in
      let look = Look.resolved(path.look, name, looks)
      defer { marked += look.isMarked ? 1 : 0 }
      return self.path(path, look, after: marked)
    }
  }

  private func path(_ path: Space.Path, _ own: Look, after marked: Int) -> TurnableSpace.Path {
    var look = own
    let color = palette.line(look)
    look.width = chart.width(of: path.name, color, look.dash) ?? look.width
    let stroke = Stroke(color: color, dash: look.dash, width: look.width)
    var parts: [[SIMD3<Double>]] = [[]]
    var isGap = true
    var (starts, ends) = (false, false)
    for index in 0..<path.x.count {
      let point = path.point(index)
      isGap = point.x.isNaN || !box.contains(point)
      if index == 0 { starts = !isGap }
      ends = !isGap
      if !isGap {
        parts[parts.count - 1].append((point - middle) * scale)
      } else if parts.last?.isEmpty == false {
        parts.append([])
      }
    }
    return TurnableSpace.Path(
      name: path.name,
      line: line(stroke),
      shadow: space.showsShadows && space.showsBox ? paint(palette.tint(look.color)) : nil,
      // A point alone is a line without length, which has round ends.
      parts: parts.filter { !$0.isEmpty }.map { simplified($0.count > 1 ? $0 : [$0[0], $0[0]]) },
      far: space.sphere.map { _ in line(Globe.far(stroke, isGuide: look.isGuide, palette)) },
      marks: look.isMarked ? marks(on: parts, LineMarks(marker: look.marker, after: marked)) : nil,
      mark: look.isMarked ? look.marker.rawValue : nil,
      start: path.marksEnds && starts,
      end: path.marksEnds && ends ? look.marker.rawValue : nil)
  }

  /// The places of some markers along the parts of a line, as numbers in a row.
  private func marks(on parts: [[SIMD3<Double>]], _ marks: LineMarks) -> [Double] {
    let gap = [SIMD3(repeating: Double.nan)]
    return marks.places(on: Array(parts.joined(separator: gap)), count: 6).flatMap { [$0.x, $0.y, $0.z].map(rounded) }
  }

  /// The points that are needed from one of three sides, as numbers in a row.
  private func simplified(_ points: [SIMD3<Double>]) -> [Double] {
    var kept: Set<Int> = []
    for (a, b) in [(0, 1), (0, 2), (1, 2)] {
      kept.formUnion(
        simplifiedPath(
          x: points.map { $0[a] }, y: points.map { $0[b] }, tolerance: TurnableSpaceBuilder.tolerance))
    }
    return kept.sorted().flatMap { [points[$0].x, points[$0].y, points[$0].z].map(rounded) }
  }

  private func arrow(_ arrow: Space.Arrow) -> TurnableSpace.Arrow {
    TurnableSpace.Arrow(
      name: arrow.name, from: coordinates(arrow.from), to: coordinates(arrow.to),
      head: rounded(space.arrowHead * scale),
      line: line(
        Stroke(
          color: palette.line(arrow.look.color), dash: arrow.look.dash, width: max(arrow.look.width, 1.8))),
      text: paint(palette.text(arrow.look.color)))
  }

  private func item(_ item: PageItem) -> TurnableSpace.Item? {
    switch item {
    case .text(let text, let x, let y, let alignment, let size, let color, _):
      let anchor = [PageItem.Alignment.left: "start", .center: "middle", .right: "end"][alignment]
      return .init(text: text, paint: paint(color), size: size, anchor: anchor, at: [rounded(x), rounded(height - y)])
    case .stroke(let fromX, let fromY, let toX, let toY, let stroke):
      return .init(
        paint: paint(stroke.color), at: [fromX, height - fromY, toX, height - toY].map(rounded), line: line(stroke))
    case .marker(let x, let y, let style):
      return .init(paint: paint(style.color), marker: style.marker.rawValue, at: [rounded(x), rounded(height - y)])
    case .rectangle: return nil
    }
  }
}
