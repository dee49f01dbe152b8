/// Markers along lines that lightness alone would not tell apart.
extension PlacedChart {
  /// Centres of markers are about so far apart, in points; each line has three at least.
  private static let distance = 70.0

  /// Puts some markers on the lines whose strokes ask for them, each line's at other places than its neighbours'.
  ///
  /// O(points).
  mutating func markLines() {
    elements = elements.flatMap { element -> [Element] in
      guard case .line(let x, let y, let stroke, let isOrdered, let title) = element, let marks = stroke.marks else {
        return [element]
      }
      let places = isOrdered ? placesAcross(x, y, marks.phase) : placesAlong(x, y, marks.phase)
      let style = MarkerStyle(marker: marks.marker, isFilled: true, size: LineMarks.size, color: stroke.color)
      return [element, .markers(x: places.map(\.x), y: places.map(\.y), style, title: title)]
    }
  }

  /// Places on a line that goes from left to right, evenly across the frame.
  private func placesAcross(_ x: [Double], _ y: [Double], _ phase: Double) -> [(x: Double, y: Double)] {
    let shares = x.map(self.x.position)
    let (left, right) = (max(shares.first ?? 0, 0), min(shares.last ?? 0, 1))
    guard right > left else { return [] }
    let count = Int(max(frame.width * (right - left) / Self.distance, 3))
    var next = 1
    return (0..<count).compactMap { index in
      let share = left + (right - left) * (Double(index) + phase) / Double(count)
      while next < shares.count - 1, shares[next] < share { next += 1 }
      let way = shares[next] - shares[next - 1]
      // Between the points the line is straight on the page, whatever the scale.
      let (low, high) = (self.y.position(y[next - 1]), self.y.position(y[next]))
      let height = way > 0 ? low + (high - low) * (share - shares[next - 1]) / way : low
      guard (0...1).contains(height) else { return nil }
      return (self.x.value(at: share), self.y.value(at: height))
    }
  }

  /// Places on a line that may go anywhere, evenly along it.
  private func placesAlong(_ x: [Double], _ y: [Double], _ phase: Double) -> [(x: Double, y: Double)] {
    let pages = zip(x, y).map { page($0, $1) }
    // What leaves the frame is not seen, however long it is.
    let points = zip(pages, pages.dropFirst()).flatMap { from, to -> [SIMD3<Double>] in
      guard let (start, end) = frame.clipped(from.x, from.y, to.x, to.y) else { return [] }
      let (first, way) = (SIMD3(from.x, from.y, 0), SIMD3(to.x - from.x, to.y - from.y, 0))
      return [SIMD3(repeating: .nan), first + way * start, first + way * end]
    }
    let count = Int(min(max(LineMarks.length(of: points) / Self.distance, 3), 8))
    return LineMarks(marker: .circle, phase: phase).places(on: points, count: count).map { place in
      (
        self.x.value(at: (place.x - frame.left) / frame.width),
        self.y.value(at: (place.y - frame.bottom) / frame.height)
      )
    }
  }
}

/// Markers that are along a line.
struct LineMarks: Hashable, Sendable {
  var marker: Look.Marker
  /// The place of each mark between two steps, 0 to 1, so that the marks of several lines do not coincide.
  var phase: Double

  /// The width of one in points.
  static let size = 5.0

  /// The marks of the next line of a figure: the golden section keeps any number of phases apart.
  init(marker: Look.Marker, after lines: Int) {
    self.init(marker: marker, phase: (0.5 + 0.381966 * Double(lines)).truncatingRemainder(dividingBy: 1))
  }

  init(marker: Look.Marker, phase: Double) { (self.marker, self.phase) = (marker, phase) }

  /// The length of a line through points; NaN makes a gap. O(points).
  static func length(of points: [SIMD3<Double>]) -> Double {
    zip(points, points.dropFirst()).reduce(0) { $0 + step($1.0, $1.1) }
  }

  /// Places on a line through points, evenly along it. O(points).
  func places(on points: [SIMD3<Double>], count: Int) -> [SIMD3<Double>] {
    let whole = Self.length(of: points)
    guard whole > 0, count > 0 else { return [] }
    var places: [SIMD3<Double>] = []
    var way = 0.0
    for (from, to) in zip(points, points.dropFirst()) {
      let step = Self.step(from, to)
      while places.count < count, step > 0 {
        let rest = whole * (Double(places.count) + phase) / Double(count) - way
        guard rest <= step else { break }
        places.append(from + (to - from) * (max(rest, 0) / step))
      }
      way += step
    }
    return places
  }

  private static func step(_ from: SIMD3<Double>, _ to: SIMD3<Double>) -> Double {
    let way = to - from
    let length = (way * way).sum().squareRoot()
    return length.isFinite ? length : 0
  }
}
