internal import Basics

/// A path through points, and what a moving pen makes of it.
struct Polyline {
  typealias Point = SIMD2<Double>

  private(set) var points: [Point]

  init(_ points: [Point]) { self.points = points }

  /// The same path with points that are `step` apart along it, or a little less, ends included.
  func evenlySpaced(by step: Double) -> Polyline {
    let line = LinearInterpolation(steps: zip(points, points.dropFirst()).map { Self.length($1 - $0) })
    guard line.end > 0 else { return self }
    let count = max(2, Int((line.end / step).rounded(.up)) + 1)
    return Polyline(line.places(count).map(points.between))
  }

  /// Corners rounded by a running mean over `radius` to either side along the path; the ends stay where they are.
  func rounded(radius: Double, step: Double = 0.01) -> Polyline {
    Polyline(points.runningMean(reach: Int(radius / step)))
  }

  /// Every point moved by what `dx` and `dy` give for its part 0…1 of the path.
  func displaced(by dx: (Double) -> Double, _ dy: (Double) -> Double) -> Polyline {
    var result = self
    for index in points.indices {
      let part = Double(index) / Double(max(1, points.count - 1))
      result.points[index] += Point(dx(part), dy(part))
    }
    return result
  }

  /// The time of each point, in seconds: the pen slows down in bends, as hands do, and at both ends.
  ///
  /// Speed ∝ 1 / (1 + 2·bend), with the bend the turn over 0.06 of the height, as 1 − cos of the angle; a coarse form
  /// of the power law between speed and curvature (Lacquaniti, Terzuolo, Viviani, Acta Psychologica 54, 1983) that
  /// needs no powers.
  func timing(speed: Double, unevenness: (Double) -> Double) -> [Double] {
    var times = [0.0]
    for index in 1..<max(1, points.count) {
      let part = (Double(index) - 0.5) / Double(points.count - 1)
      let reach = 3
      var bend = 0.0
      if index > reach, index + reach < points.count {
        let (before, after) = (points[index] - points[index - reach], points[index + reach] - points[index])
        let lengths = Self.length(before) * Self.length(after)
        if lengths > 0 { bend = 1 - (before * after).sum() / lengths }
      }
      let end = min(part, 1 - part)
      let ease = end < 0.08 ? 0.4 + 0.6 * end / 0.08 : 1
      let local = speed * ease / (1 + 2 * bend) * max(0.2, 1 + unevenness(part))
      times.append(times[times.count - 1] + Self.length(points[index] - points[index - 1]) / local)
    }
    return times
  }

  /// The pen's positions, `rate` times per second and at its last moment.
  func sampled(timing: [Double], rate: Double) -> [(Point, Double)] {
    var line = LinearInterpolation(at: timing)
    let steps = Int(line.end * rate)
    var result = (0...steps).map { step in
      let time = Double(step) / rate
      return (points.count > 1 ? points.between(line.locate(time)) : points[0], time)
    }
    if line.end > Double(steps) / rate { result.append((points[points.count - 1], line.end)) }
    return result
  }

  private static func length(_ v: Point) -> Double { (v * v).sum().squareRoot() }
}

extension Array where Element: SIMD, Element.Scalar == Double {
  /// Each the mean of itself and the `reach` points before and behind it, of fewer near the ends.
  func runningMean(reach: Int) -> Self {
    indices.map { index in
      let around = Swift.min(reach, index, count - 1 - index)
      return self[index - around...index + around].reduce(.zero, +) / Double(2 * around + 1)
    }
  }
}
