internal import Basics

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
    try require("count", Double(count), in: 2...1e7, "2 to 10⁷ samples")
    var line = LinearInterpolation(
      steps: zip(samples, samples.dropFirst()).map { spacing == .time ? $1.t - $0.t : $0.distance(to: $1) })
    if line.end <= 0 { line = LinearInterpolation(at: samples.indices.map(Double.init)) }
    guard samples.count > 1 else { return Stroke(unchecked: Array(repeating: samples[0], count: count), unit: unit) }
    return Stroke(
      unchecked: line.places(count).map { segment, part in
        let (from, to) = (samples[segment], samples[segment + 1])
        return Sample2D(
          x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y), t: from.t + part * (to.t - from.t))
      }, unit: unit)
  }
}
