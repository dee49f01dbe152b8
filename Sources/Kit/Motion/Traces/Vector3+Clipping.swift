import Rotations

extension Vector3 {
  /// Each component cut off at ±`limit`.
  @inlinable @inline(__always)
  package func clipped(to limit: Double) -> Vector3 {
    clamped(lowerBound: Vector3(repeating: -limit), upperBound: Vector3(repeating: limit))
  }
}
