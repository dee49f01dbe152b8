/// How the two axes of a stroke are brought to [0, 1].
public enum Scaling: Hashable, Codable, Sendable {
  /// Both axes by the larger of width and height: the shape keeps its proportions. The course's rule.
  case uniform
  /// Each axis by its own extent, but never by less than `flattest` times the other's.
  ///
  /// `flattest` is a ratio in 0…1. With 1 nothing is stretched, as in ``uniform``. Towards 0 every letter fills the
  /// square, and an I that leans by a hair becomes a diagonal; ``Scaling/separate`` has the value that keeps an I an I.
  case separate(flattest: Double)

  /// Each axis by its own extent, keeping strokes more than three times as tall as wide (or as wide as tall) tall and
  /// thin.
  public static let separate = Scaling.separate(flattest: 1.0 / 3)
}

/// The size of a stroke, before and after it is clipped from below, in the unit of its samples.
public struct StrokeExtent: Hashable, Sendable {
  /// The smallest x and y.
  public let minX, minY: Double
  /// The width and the height.
  public let width, height: Double

  /// The larger of width and height (task 1A).
  public var size: Double { max(width, height) }

  /// `max(size, minSize)`: what a stroke is divided by (task 1A).
  public func clippedSize(minSize: Double) -> Double { max(size, minSize) }
}

extension Stroke {
  /// The bounding box. Complexity: O(n).
  public var extent: StrokeExtent {
    var (minX, minY) = (Double.infinity, Double.infinity)
    var (maxX, maxY) = (-Double.infinity, -Double.infinity)
    for sample in samples {
      minX = min(minX, sample.x)
      maxX = max(maxX, sample.x)
      minY = min(minY, sample.y)
      maxY = max(maxY, sample.y)
    }
    return StrokeExtent(minX: minX, minY: minY, width: maxX - minX, height: maxY - minY)
  }

  /// The stroke moved and scaled into [0, 1] × [0, 1], its times and its unit unchanged: x → (x − minX) / clippedSize, y likewise.
  ///
  /// Source: task 1A of the course.
  /// - Parameters:
  ///   - minSize: the smallest size that a stroke is meant to have, in the unit of the samples: 100 points on a
  ///     screen, 0.01
  ///     m in the air. A stroke below it is not blown up: a dot stays a dot. With 0, whatever has a size fills the square.
  ///   - scaling: one factor for both axes (the default, the course's) or one for each.
  /// - Throws: ``GestureError/outOfRange(quantity:value:expected:)`` for a `minSize` that is negative or not finite,
  ///   and for a `flattest` outside 0…1. Complexity: O(n).
  public func rescaled(minSize: Double, scaling: Scaling = .uniform) throws(GestureError) -> Stroke {
    let extent = extent
    let (scaleX, scaleY) = try extent.divisors(minSize: minSize, scaling: scaling)
    return Stroke(
      unchecked: samples.map {
        Sample2D(x: ($0.x - extent.minX) / scaleX, y: ($0.y - extent.minY) / scaleY, t: $0.t)
      }, unit: unit)
  }
}

extension StrokeExtent {
  /// What x and y are divided by; never 0, so that a dot lands on (0, 0).
  func divisors(minSize: Double, scaling: Scaling) throws(GestureError) -> (x: Double, y: Double) {
    try require("minSize", minSize, in: .nonnegative, "a length of 0 or more")
    func divisor(_ length: Double) -> Double { length > 0 ? length : 1 }
    switch scaling {
    case .uniform:
      let clipped = divisor(clippedSize(minSize: minSize))
      return (clipped, clipped)
    case .separate(let flattest):
      try require("flattest", flattest, in: 0...1, "a ratio from 0 to 1")
      return (
        divisor(max(width, flattest * height, minSize)), divisor(max(height, flattest * width, minSize))
      )
    }
  }
}
