import Display
import Rotations

extension SIMD3: Checkable where Scalar == Double {
  public func checkedDistance(to other: Vector3) -> Double {
    Swift.max(x.checkedDistance(to: other.x), y.checkedDistance(to: other.y), z.checkedDistance(to: other.z))
  }

  public var checkedWords: String { NumberFormat.tuple([x, y, z], digits: 6) }

  public static var classicalMistakes: [Mistake<Vector3>] {
    [
      Mistake("the sign is the wrong way round") { -$0 },
      Mistake("x and y are swapped") { Vector3($0.y, $0.x, $0.z) },
      Mistake("y and z are swapped") { Vector3($0.x, $0.z, $0.y) },
      Mistake("x and z are swapped") { Vector3($0.z, $0.y, $0.x) },
      Mistake("the axes are one place too far: x appears as y") { Vector3($0.z, $0.x, $0.y) },
      Mistake("the axes are one place too early: y appears as x") { Vector3($0.y, $0.z, $0.x) },
      Mistake("the sign of x is the wrong way round") { Vector3(-$0.x, $0.y, $0.z) },
      Mistake("the sign of y is the wrong way round") { Vector3($0.x, -$0.y, $0.z) },
      Mistake("the sign of z is the wrong way round") { Vector3($0.x, $0.y, -$0.z) },
      Mistake("gravity, 9.81 m/s² along z, is still in it: subtract it") { $0 + Vector3(0, 0, gravity) },
      Mistake("gravity, 9.81 m/s² along z, is missing: add it") { $0 - Vector3(0, 0, gravity) },
      Mistake("gravity, 9.81 m/s² along z, has the wrong sign") { $0 + Vector3(0, 0, 2 * gravity) },
      Mistake("gravity, 9.81 m/s² along z, has the wrong sign") { $0 - Vector3(0, 0, 2 * gravity) },
      Mistake("it is in degrees, and radians are asked for") { $0 * (180 / .pi) },
      Mistake("it is in radians, and degrees are asked for") { $0 * (.pi / 180) },
      Mistake("it is twice what is asked for: half of it was forgotten") { 2 * $0 },
      Mistake("it is half of what is asked for: a factor ½ is too much") { $0 / 2 },
    ]
  }
}

extension Quaternion: Checkable {
  /// The larger of the components' differences, with the sign that makes it smaller: `q` and `−q` are the same rotation.
  public func checkedDistance(to other: Quaternion) -> Double {
    min(signedDistance(to: other), signedDistance(to: Quaternion(w: -other.w, x: -other.x, y: -other.y, z: -other.z)))
  }

  /// The same where the sign counts.
  func signedDistance(to other: Quaternion) -> Double {
    max(
      w.checkedDistance(to: other.w), x.checkedDistance(to: other.x), y.checkedDistance(to: other.y),
      z.checkedDistance(to: other.z))
  }

  public var checkedWords: String {
    "(" + [w, x, y, z].map { NumberFormat.significant($0, digits: 5) }.joined(separator: ", ") + ")"
  }

  public static var classicalMistakes: [Mistake<Quaternion>] {
    [
      Mistake("the rotation goes the wrong way round: it is the conjugate") { $0.inverse },
      Mistake("the half angle was forgotten: it turns twice as far") { $0 * $0 },
      Mistake("the angle was halved once too often: it turns half as far") { q in
        let length = (2 + 2 * abs(q.w)).squareRoot()
        let sign: Double = q.w < 0 ? -1 : 1
        return Quaternion(
          w: (1 + abs(q.w)) / length, x: sign * q.x / length, y: sign * q.y / length, z: sign * q.z / length)
      },
      Mistake("w is last, and it belongs first") { Quaternion(w: $0.x, x: $0.y, y: $0.z, z: $0.w) },
      Mistake("x and y are swapped") { Quaternion(w: $0.w, x: $0.y, y: $0.x, z: $0.z) },
      Mistake("y and z are swapped") { Quaternion(w: $0.w, x: $0.x, y: $0.z, z: $0.y) },
      Mistake("x and z are swapped") { Quaternion(w: $0.w, x: $0.z, y: $0.y, z: $0.x) },
    ]
  }
}

extension Matrix3: Checkable {
  private var rows: [Vector3] { (0..<3).map { Vector3(self[$0, 0], self[$0, 1], self[$0, 2]) } }

  public func checkedDistance(to other: Matrix3) -> Double { rows.checkedDistance(to: other.rows) }

  public var checkedWords: String {
    "[" + rows.map { NumberFormat.tuple([$0.x, $0.y, $0.z], digits: 5) }.joined(separator: ", ") + "]"
  }

  public static var classicalMistakes: [Mistake<Matrix3>] {
    [
      Mistake("it is transposed: the rotation goes the wrong way round") { $0.transpose },
      Mistake("the sign is the wrong way round") { -1 * $0 },
    ]
  }
}

extension RotationMatrix: Checkable {
  public func checkedDistance(to other: RotationMatrix) -> Double { matrix.checkedDistance(to: other.matrix) }
  public var checkedWords: String { matrix.checkedWords }
  public static var classicalMistakes: [Mistake<RotationMatrix>] {
    [Mistake("it is transposed: the rotation goes the wrong way round") { $0.transpose }]
  }
}
