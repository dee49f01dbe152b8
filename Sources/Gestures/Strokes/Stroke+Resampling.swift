extension Stroke {
  /// What runs evenly along a resampled stroke.
  public enum Spacing: Hashable, Codable, Sendable {
    /// Equal steps of the path's length: the shape alone, however unevenly it was drawn.
    case pathLength
    /// Equal steps of time.
    case time
  }

  /// `count` samples, evenly spaced from the first to the last, interpolated linearly; times are interpolated too.
  ///
  /// A stroke with no length (or no duration) spaces its samples evenly by index. Complexity: O(n + count).
  /// - Throws: ``GestureError/outOfRange(quantity:value:expected:)`` for a `count` below 2 or above 10⁷.
  public func resampled(count: Int, by spacing: Spacing = .pathLength) throws(GestureError) -> Stroke {
    guard (2...10_000_000).contains(count) else {
      throw .outOfRange(quantity: "count", value: Double(count), expected: "2 to 10⁷ samples")
    }
    var positions = [0.0]
    positions.reserveCapacity(samples.count)
    for (from, to) in zip(samples, samples.dropFirst()) {
      let (dx, dy) = (to.x - from.x, to.y - from.y)
      let step = spacing == .time ? to.t - from.t : (dx * dx + dy * dy).squareRoot()
      positions.append(positions[positions.count - 1] + step)
    }
    if positions[positions.count - 1] <= 0 { positions = samples.indices.map(Double.init) }
    let total = positions[positions.count - 1]
    var segment = 0
    return Stroke(
      unchecked: (0..<count).map { index in
        let position = total * Double(index) / Double(count - 1)
        while segment + 2 < positions.count, positions[segment + 1] < position { segment += 1 }
        guard samples.count > 1 else { return samples[0] }
        let (from, to) = (samples[segment], samples[segment + 1])
        let width = positions[segment + 1] - positions[segment]
        let part = width > 0 ? min(max((position - positions[segment]) / width, 0), 1) : 0
        return Sample2D(
          x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y), t: from.t + part * (to.t - from.t))
      })
  }
}
