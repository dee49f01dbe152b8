/// A letter's path as straight lines and Bézier curves, in the unit of its height, y downwards.
struct LetterTemplate: Sendable {
  typealias Point = SIMD2<Double>

  /// The control points of each piece after the start: one for a line, two or three for a curve; the last is where it
  /// ends.
  let start: Point
  let pieces: [[Point]]

  /// Reads M, L, Q and C with absolute coordinates. The paths are in our source: a mistake in one is ours.
  init(path: String) {
    var start = Point.zero
    var pieces: [[Point]] = []
    for piece in path.splitBeforeLetters() {
      let numbers = piece.dropFirst().split(separator: " ").compactMap { Double($0) }
      let points = stride(from: 0, to: numbers.count - 1, by: 2).map { Point(numbers[$0], numbers[$0 + 1]) }
      let expected = ["M": 1, "L": 1, "Q": 2, "C": 3][String(piece.prefix(1))]
      precondition(points.count == expected && numbers.count == 2 * points.count, "letter path “\(path)” at “\(piece)”")
      if piece.hasPrefix("M") { start = points[0] } else { pieces.append(points) }
    }
    (self.start, self.pieces) = (start, pieces)
  }

  /// Points along the path: `perPiece` for a curve and for a line, after the start. `displace` moves every control
  /// point first; the same point of the drawing is moved alike wherever it is used, so that a retraced line stays
  /// one.
  func points(perPiece: Int = 12, displace: (Point) -> Point) -> [Point] {
    var result = [displace(start)]
    for piece in pieces {
      let controls = [result[result.count - 1]] + piece.map(displace)
      for step in 1...perPiece {
        result.append(Self.bezier(controls, at: Double(step) / Double(perPiece)))
      }
    }
    return result
  }

  /// De Casteljau's construction.
  private static func bezier(_ controls: [Point], at part: Double) -> Point {
    var points = controls
    while points.count > 1 {
      points = zip(points, points.dropFirst()).map { $0 + part * ($1 - $0) }
    }
    return points[0]
  }
}

extension String {
  /// "M0 1 L2 3" → ["M0 1 ", "L2 3"].
  fileprivate func splitBeforeLetters() -> [Substring] {
    let starts = indices.filter { self[$0].isLetter }
    return starts.indices.map { self[starts[$0]..<($0 + 1 < starts.count ? starts[$0 + 1] : endIndex)] }
  }
}
