extension Quaternion {
  /// The components with the scalar first: this library, Eigen's constructor, MATLAB, Core Motion's mathematics.
  @inlinable
  public var wxyz: SIMD4<Double> { SIMD4(w, x, y, z) }

  /// The components with the scalar last: scipy's default, ROS, Eigen's storage, Unity, `simd_quatd.vector`, GLKit.
  @inlinable
  public var xyzw: SIMD4<Double> { SIMD4(x, y, z, w) }

  /// Reads four components with the scalar first, of any length but 0.
  ///
  /// - Throws: `RotationError.countMismatch`, `.notFinite`, `.zeroLength`.
  public init(wxyz components: some Collection<Double>) throws(RotationError) {
    guard components.count == 4 else {
      throw .countMismatch(argument: "wxyz", count: components.count, expected: 4)
    }
    let c = Array(components)
    try self.init(normalizing: c[0], x: c[1], y: c[2], z: c[3])
  }

  /// Reads four components with the scalar last, of any length but 0.
  ///
  /// - Throws: `RotationError.countMismatch`, `.notFinite`, `.zeroLength`.
  public init(xyzw components: some Collection<Double>) throws(RotationError) {
    guard components.count == 4 else {
      throw .countMismatch(argument: "xyzw", count: components.count, expected: 4)
    }
    let c = Array(components)
    try self.init(normalizing: c[3], x: c[0], y: c[1], z: c[2])
  }
}
