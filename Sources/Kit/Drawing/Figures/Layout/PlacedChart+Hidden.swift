extension PlacedChart {
  /// Widens lines that later lines cover almost completely, so that they show at both sides: two schemes with the
  /// same result remain visible as two.
  ///
  /// O(lines² · points).
  mutating func showHidden() {
    let traced = elements.map { element -> Traced? in
      switch element {
      case .line(let x, let y, let stroke, _, _) where stroke.width >= 1:
        return Traced(page(x, y), hasGaps: stroke.dash != .solid, isLine: true)
      case .markers(let x, let y, _, let title) where title != "start":
        return Traced(page(x, y), hasGaps: false, isLine: false)
      default: return nil
      }
    }
    var levels = elements.map { _ in 0 }
    for index in elements.indices.reversed() {
      guard let lower = traced[index] else { continue }
      for above in elements.indices.dropFirst(index + 1) {
        guard let upper = traced[above], upper.covers(lower, in: frame) else { continue }
        // Through gaps a line without any is seen where it is as wide.
        let isHidden = !upper.hasGaps || lower.hasGaps
        levels[index] = max(levels[index], levels[above] + (isHidden ? 1 : 0))
      }
    }
    for (index, level) in levels.enumerated() where level > 0 {
      switch elements[index] {
      case .line(let x, let y, var stroke, let isOrdered, let title):
        stroke.width += 2.2 * Double(level)
        elements[index] = .line(x: x, y: y, stroke, isOrdered: isOrdered, title: title)
      case .markers(let x, let y, var style, let title):
        style.size += 3.5 * Double(level)
        elements[index] = .markers(x: x, y: y, style, title: title)
      default: break
      }
    }
  }

  /// The width with which a line of this name, colour and dash is drawn.
  func width(of name: String, _ color: Color, _ dash: Look.Dash) -> Double? {
    for case .line(_, _, let stroke, _, name) in elements where stroke.color == color && stroke.dash == dash {
      return stroke.width
    }
    return nil
  }

  private func page(_ x: [Double], _ y: [Double]) -> [SIMD2<Double>] {
    zip(x, y).map {
      let place = page($0, $1)
      return SIMD2(place.x, place.y)
    }
  }
}

/// A line or markers on the page.
private struct Traced {
  let points: [SIMD2<Double>]
  let hasGaps: Bool
  let isLine: Bool
  /// Some of its points, evenly along its way.
  private let samples: [SIMD2<Double>]

  /// How many points are looked at; how many of a hundred must be covered; how near in points that is.
  private static let (sampled, share, reach) = (48, 80, 0.7)

  init(_ points: [SIMD2<Double>], hasGaps: Bool, isLine: Bool) {
    (self.points, self.hasGaps, self.isLine) = (points, hasGaps, isLine)
    let seen = points.filter { $0.x.magnitude < 1e6 && $0.y.magnitude < 1e6 }
    guard isLine else {
      let step = max(1, seen.count / Traced.sampled)
      samples = stride(from: 0, to: seen.count, by: step).map { seen[$0] }
      return
    }
    var lengths = [0.0]
    for (a, b) in zip(seen, seen.dropFirst()) { lengths.append(lengths[lengths.count - 1] + Traced.length(b - a)) }
    var samples: [SIMD2<Double>] = []
    var at = 0
    for number in 0..<(seen.isEmpty ? 0 : Traced.sampled) {
      let way = lengths[lengths.count - 1] * (Double(number) + 0.5) / Double(Traced.sampled)
      while at + 2 < lengths.count, lengths[at + 1] < way { at += 1 }
      guard at + 1 < seen.count else {
        samples.append(seen[at])
        continue
      }
      let part = lengths[at + 1] - lengths[at]
      samples.append(seen[at] + (seen[at + 1] - seen[at]) * (part > 0 ? (way - lengths[at]) / part : 0))
    }
    self.samples = samples
  }

  /// Whether this lies on nearly all of `lower` that is seen in a frame.
  func covers(_ lower: Traced, in frame: Rectangle) -> Bool {
    guard isLine == lower.isLine else { return false }
    let inside = lower.samples.filter {
      $0.x >= frame.left && $0.x <= frame.right && $0.y >= frame.bottom && $0.y <= frame.top
    }
    guard !inside.isEmpty else { return false }
    var missed = 0
    for sample in inside where !covers(sample) {
      missed += 1
      if missed * 100 > inside.count * (100 - Traced.share) { return false }
    }
    return true
  }

  private func covers(_ point: SIMD2<Double>) -> Bool {
    let reach = Traced.reach
    guard isLine else { return points.contains { Traced.length($0 - point) < reach } }
    for (a, b) in zip(points, points.dropFirst()) {
      guard min(a.x, b.x) - reach < point.x, max(a.x, b.x) + reach > point.x else { continue }
      let (way, from) = (b - a, point - a)
      let squared = (way * way).sum()
      let along = squared > 0 ? min(max((way * from).sum() / squared, 0), 1) : 0
      if Traced.length(from - way * along) < reach { return true }
    }
    return points.count == 1 && Traced.length(points[0] - point) < reach
  }

  private static func length(_ way: SIMD2<Double>) -> Double { (way * way).sum().squareRoot() }
}
