extension Quaternion {
  /// The angle of the rotation, in [0, π] rad.
  public var angle: Double { 2 * Elementary.arcTangent(vector.length, abs(w)) }

  /// The angle of the rotation that leads from this attitude to `other`, in [0, π] rad; the two signs of a quaternion make
  /// no difference.
  public func angle(to other: Quaternion) -> Double { (inverse * other).angle }

  /// The attitude at the fraction `t` of the shortest way to `other`, at constant angular velocity.
  ///
  /// `t` 0 is this attitude and 1 is `other`; values outside go on turning. Among the two ways round, the shorter is
  /// taken: when the attitudes are exactly half a turn apart, the one whose `rotationVector` says (Shoemake, Animating
  /// rotation with quaternion curves, SIGGRAPH 1985).
  public func slerp(to other: Quaternion, _ t: Double) -> Quaternion {
    self * Quaternion(rotationVector: t * (inverse * other).rotationVector)
  }

  /// The rotation applied `exponent` times: the same axis, the angle (the shorter one, at most π) multiplied.
  public func power(_ exponent: Double) -> Quaternion { Quaternion(rotationVector: exponent * rotationVector) }
}
