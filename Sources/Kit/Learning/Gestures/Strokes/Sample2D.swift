/// One touch of a stroke: where, and when.
///
/// The frame is that of a screen: x to the right, y **downwards**, the origin at the top left. The unit of x and y is
/// the caller's (points on a screen, metres in the air); every function that compares a length takes it in the same
/// unit.
@frozen
public struct Sample2D: Hashable, Codable, Sendable {
  /// To the right, in the caller's unit of length.
  public var x: Double
  /// Downwards, in the caller's unit of length.
  public var y: Double
  /// The time in seconds, from any origin.
  public var t: Double

  /// A touch at (`x`, `y`) at time `t` in seconds.
  @inlinable
  public init(x: Double, y: Double, t: Double) {
    (self.x, self.y, self.t) = (x, y, t)
  }
  /// How far the pen moves from here to `other`, in the unit of x and y.
  func distance(to other: Sample2D) -> Double {
    let (dx, dy) = (other.x - x, other.y - y)
    return (dx * dx + dy * dy).squareRoot()
  }
}
