extension Quaternion {
  /// The rotation by the smallest angle that turns the direction of `start` into that of `end`; lengths do not matter.
  ///
  /// Exact to rounding near 0 and near π as well.
  ///
  /// - Parameter axis: what to turn about when the two are opposite and every axis at right angles to them would do; its
  ///   part at right angles is used. Without it, opposite directions are an error.
  /// - Parameter end: The direction that it becomes.
  /// - Parameter start: A direction of any length but 0.
  /// - Throws: `RotationError.parallel` when the two are opposite to within rounding and `axis` is nil, or along them too;
  ///   `.zeroLength` and `.notFinite`.
  public init(
    from start: Vector3, to end: Vector3, axisIfOpposite axis: Vector3? = nil
  ) throws(RotationError) {
    let a = try start.normalized(as: "start")
    let b = try end.normalized(as: "end")
    let sum = a + b
    let length = sum.length
    if length > 1e-14 {
      // |a + b|/2 and |a − b|/2 are the cosine and the sine of half the angle. a × (a + b) is along the axis, and unlike
      // a × b it does not lose its digits when the two are nearly opposite.
      let across = a.cross(sum)
      let size = across.length
      guard size > 0 else {
        self = .identity
        return
      }
      let vector = (a - b).length / 2 / size * across
      try self.init(normalizing: length / 2, x: vector.x, y: vector.y, z: vector.z)
      return
    }
    guard let axis else { throw .parallel(argument: "start", other: "end") }
    let candidate = try axis.normalized(as: "axisIfOpposite")
    let perpendicular = candidate - candidate.dot(a) * a
    guard perpendicular.length > 1e-8 else { throw .parallel(argument: "axisIfOpposite", other: "start") }
    let unit = try perpendicular.normalized()
    self.init(w: 0, x: unit.x, y: unit.y, z: unit.z)
  }
}
