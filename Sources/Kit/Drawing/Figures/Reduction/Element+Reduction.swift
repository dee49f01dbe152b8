/// How finely series are kept: what a picture of this size resolves when it is magnified four times.
private let columnsPerPoint = 2.0
private let pathTolerance = 0.12

extension Element {
  /// The same shape with as many points as the picture can resolve.
  func reduced(for chart: PlacedChart) -> Element {
    switch self {
    case .line(let x, let y, let stroke, let isOrdered, let title):
      let columns = Int(chart.frame.width * columnsPerPoint)
      let seen =
        isOrdered ? columnExtremes(x: x, y: y, columns: columns, position: chart.x.position) : Array(x.indices)
      let places = seen.map { chart.page(x[$0], y[$0]) }
      let kept = simplifiedPath(x: places.map(\.x), y: places.map(\.y), tolerance: pathTolerance).map { seen[$0] }
      let (shownX, shownY) = (kept.map { x[$0] }, kept.map { y[$0] })
      let drawn = isOrdered && chart.isDense(shownX, shownY) ? stroke.thinned : stroke
      return .line(x: shownX, y: shownY, drawn, isOrdered: isOrdered, title: title)
    case .ribbon(let x, let low, let high, let color, let title):
      // One set of abscissas has to serve both edges.
      let columns = Int(chart.frame.width * columnsPerPoint)
      let below = columnExtremes(x: x, y: low, columns: columns, position: chart.x.position)
      let above = columnExtremes(x: x, y: high, columns: columns, position: chart.x.position)
      let kept = Set(below).union(above).sorted()
      return .ribbon(
        x: kept.map { x[$0] }, low: kept.map { low[$0] }, high: kept.map { high[$0] }, color, title: title)
    case .markers(let x, let y, let style, let title):
      let kept = distinctMarkers(x: x, y: y, on: chart)
      return .markers(x: kept.map { x[$0] }, y: kept.map { y[$0] }, style, title: title)
    case .polygon, .bands, .boxes: return self
    }
  }

  /// Markers at the same quarter of a point hide each other: the first of them is enough.
  private func distinctMarkers(x: [Double], y: [Double], on chart: PlacedChart) -> [Int] {
    guard x.count > 1000 else { return Array(x.indices) }
    var seen: Set<SIMD2<Int>> = []
    return x.indices.filter { index in
      let place = chart.page(x[index], y[index])
      guard place.x.magnitude < 1e6, place.y.magnitude < 1e6 else { return false }
      return seen.insert(SIMD2(Int((place.x * 4).rounded()), Int((place.y * 4).rounded()))).inserted
    }
  }

  /// Marks on `occupancy` where this shape would be hidden by a legend.
  func occupy(_ occupancy: inout Occupancy, on chart: PlacedChart) {
    switch self {
    case .line(let x, let y, _, _, _):
      let places = zip(x, y).map { chart.page($0, $1) }
      occupancy.addLine(x: places.map(\.x), y: places.map(\.y))
    case .ribbon(let x, let low, let high, _, _):
      for index in x.indices where index > 0 {
        let (left, bottom) = chart.page(x[index - 1], min(low[index - 1], low[index]))
        let (right, top) = chart.page(x[index], max(high[index - 1], high[index]))
        guard [left, right, bottom, top].allSatisfy(\.isFinite) else { continue }
        occupancy.addRectangle(Rectangle(left: left, bottom: bottom, width: right - left, height: top - bottom))
      }
    case .markers(let x, let y, let style, _):
      for (dataX, dataY) in zip(x, y) {
        let place = chart.page(dataX, dataY)
        guard place.x.isFinite, place.y.isFinite, place.x.magnitude < 1e6, place.y.magnitude < 1e6 else { continue }
        let half = style.size / 2
        for (dx, dy) in [(-half, -half), (half, -half), (-half, half), (half, half), (0, 0)] {
          occupancy.addPoint(place.x + dx, place.y + dy)
        }
      }
    case .boxes(let left, let right, let bottom, let top, _, _):
      for index in left.indices {
        let (x0, y0) = chart.page(left[index], bottom[index])
        let (x1, y1) = chart.page(right[index], top[index])
        guard [x0, y0, x1, y1].allSatisfy(\.isFinite) else { continue }
        occupancy.addRectangle(Rectangle(left: x0, bottom: min(y0, y1), width: x1 - x0, height: (y1 - y0).magnitude))
      }
    case .bands(let starts, let ends, _, _):
      for (start, end) in zip(starts, ends) {
        let (left, right) = (chart.page(start, 0).x, chart.page(end, 0).x)
        guard left.isFinite, right.isFinite, right > chart.frame.left, left < chart.frame.right else { continue }
        occupancy.addRectangle(
          Rectangle(left: left, bottom: chart.frame.bottom, width: right - left, height: chart.frame.height))
      }
    case .polygon(let x, let y, _):
      let places = zip(x, y).map { chart.page($0, $1) }
      occupancy.addLine(x: places.map(\.x), y: places.map(\.y))
    }
  }
}

extension PlacedChart {
  /// Whether a line goes up and down so often that it would become a solid area: its way is many times the frame's
  /// width.
  fileprivate func isDense(_ x: [Double], _ y: [Double]) -> Bool {
    var way = 0.0
    for index in y.indices.dropFirst() {
      let step = page(x[index], y[index]).y - page(x[index - 1], y[index - 1]).y
      if step.isFinite { way += min(step.magnitude, frame.height) }
    }
    return way > 12 * frame.width
  }
}

extension Stroke {
  /// For a line that is nearly an area: thin, and solid, as there is no room for dashes.
  fileprivate var thinned: Stroke { Stroke(color: color, dash: .solid, width: min(width, 0.5), marks: marks) }
}
