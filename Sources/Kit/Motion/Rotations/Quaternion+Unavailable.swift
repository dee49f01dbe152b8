/// What looks like arithmetic of rotations and is not: the compiler says what to write instead. Without these it searches all
/// overloads of an operator, and often gives up.
extension Quaternion {
  @available(
    *, unavailable,
    message: "a rotation moves a vector by “q.act(on: v)”"
  )
  /// Not defined: `act(on:)` moves a vector.
  public static func * (left: Quaternion, right: Vector3) -> Vector3 { left.act(on: right) }

  @available(
    *, unavailable,
    message: "a vector is moved by a rotation with “q.act(on: v)”"
  )
  /// Not defined: `act(on:)` moves a vector.
  public static func * (left: Vector3, right: Quaternion) -> Vector3 { right.act(on: left) }

  @available(
    *, unavailable,
    message:
      "a sum of rotations is not a rotation: one between two is “a.slerp(to: b, 0.5)”, the mean “try Quaternion.average(of: [a, b])”"
  )
  /// Not defined: `slerp(to:_:)` and `average(of:)` give rotations between others.
  public static func + (left: Quaternion, right: Quaternion) -> Quaternion { left }

  @available(
    *, unavailable,
    message: "a difference of rotations is not a rotation: the one from one to the other is “a.inverse * b”"
  )
  /// Not defined: `a.inverse * b` leads from one to the other.
  public static func - (left: Quaternion, right: Quaternion) -> Quaternion { left }

  @available(
    *, unavailable,
    message: "a multiple of a rotation turns further: “q.power(0.5)”; one between two is “a.slerp(to: b, 0.5)”"
  )
  /// Not defined: `power(_:)` multiplies the angle.
  public static func * (left: Double, right: Quaternion) -> Quaternion { right }

  @available(
    *, unavailable,
    message: "a multiple of a rotation turns further: “q.power(0.5)”; one between two is “a.slerp(to: b, 0.5)”"
  )
  /// Not defined: `power(_:)` multiplies the angle.
  public static func * (left: Quaternion, right: Double) -> Quaternion { left }

  @available(
    *, unavailable,
    message: "a part of a rotation turns less far: “q.power(0.5)”"
  )
  /// Not defined: `power(_:)` divides the angle.
  public static func / (left: Quaternion, right: Double) -> Quaternion { left }
}
