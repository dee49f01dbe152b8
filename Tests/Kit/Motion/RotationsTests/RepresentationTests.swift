import Basics
import Foundation
import Rotations
import Testing

@Suite struct RepresentationTests {
  @Test func everyRepresentationThereAndBack() {
    var random = SeededRandom(seed: 10)
    for _ in 0..<1000 {
      let q = random.rotation()
      expectSameRotation(RotationMatrix(q), q)
      expectSameRotation(AxisAngle(q), q)
      expectSameRotation(RotationVector(q), q)
      expectSameRotation(RollPitchYaw(q), q, 1e-13)
      expectSameRotation(RotationMatrix(RollPitchYaw(AxisAngle(q))), q, 1e-13)
    }
  }

  @Test("Degrees are angles in rad, as a property of a number and as an argument")
  func degrees() {
    #expect(90.degrees == .pi / 2 && 22.5.degrees == .pi / 8 && (-180).degrees == -.pi && UInt8(45).degrees == .pi / 4)
    #expect(Quaternion(.z, .degrees(90)) == Quaternion(.z, .pi / 2))
    #expect(RollPitchYaw(roll: 0, pitch: 30.degrees, yaw: -30.degrees).pitch == 30 * .pi / 180)
  }

  @Test(arguments: EulerSequence.allCases)
  func eulerAnglesThereAndBack(_ sequence: EulerSequence) {
    var random = SeededRandom(seed: 11)
    for _ in 0..<200 {
      let q = random.rotation()
      let angles = EulerAngles(q, sequence: sequence)
      expectSameRotation(angles, q, 1e-13)
      #expect(!angles.isGimbalLocked)
      let middle = sequence.isProper ? 0...Double.pi : -Double.pi / 2...Double.pi / 2
      #expect(middle.contains(angles.second))
    }
  }

  /// The definition, by matrices that are written out: no quaternion takes part.
  @Test(arguments: EulerSequence.allCases)
  func eulerAnglesAreProductsOfTurnsAboutTheAxes(_ sequence: EulerSequence) {
    var random = SeededRandom(seed: 12)
    let angles = (random.number(-3...3), random.number(-3...3), random.number(-3...3))
    let axes = sequence.axes
    let (a, b, c) = (turn(axes.0, angles.0), turn(axes.1, angles.1), turn(axes.2, angles.2))
    let expected = sequence.isIntrinsic ? a * b * c : c * b * a
    let euler = EulerAngles(sequence: sequence, angles.0, angles.1, angles.2)
    expectClose(RotationMatrix(euler).matrix, expected)
  }

  @Test(arguments: EulerSequence.allCases, [0.0, 1])
  func gimbalLockSetsTheThirdAngleToZero(_ sequence: EulerSequence, _ end: Double) {
    var random = SeededRandom(seed: 13)
    for _ in 0..<50 {
      let second = sequence.isProper ? end * .pi : (end - 0.5) * .pi
      let angles = EulerAngles(sequence: sequence, random.number(-3...3), second, random.number(-3...3))
      #expect(angles.isGimbalLocked)
      let read = EulerAngles(angles, sequence: sequence)
      #expect(read.isGimbalLocked && read.third == 0)
      expectSameRotation(read, angles, 1e-13)
    }
  }

  @Test func coreMotionsAnglesAreYawThenPitchThenRoll() {
    var random = SeededRandom(seed: 14)
    for _ in 0..<100 {
      let (roll, pitch, yaw) = (random.number(-3...3), random.number(-1.5...1.5), random.number(-3...3))
      let attitude = Quaternion(RollPitchYaw(roll: roll, pitch: pitch, yaw: yaw))
      expectClose(RotationMatrix(attitude).matrix, turn(.z, yaw) * turn(.x, pitch) * turn(.y, roll))
      let read = attitude.rollPitchYaw
      #expect(abs(read.roll - roll) < 1e-12 && abs(read.pitch - pitch) < 1e-12 && abs(read.yaw - yaw) < 1e-12)
    }
  }

  @Test func coreMotionsAnglesAreTheProductOfTheirTurnsBitForBit() {
    var random = SeededRandom(seed: 141)
    for _ in 0..<10_000 {
      let (roll, pitch, yaw) = (random.number(-10...10), random.number(-10...10), random.number(-10...10))
      #expect(
        RollPitchYaw(roll: roll, pitch: pitch, yaw: yaw).quaternion
          == Quaternion(.z, yaw) * Quaternion(.x, pitch) * Quaternion(.y, roll))
      #expect(Quaternion(.z, yaw).w == cos(yaw / 2) && Quaternion(.z, yaw).z == sin(yaw / 2))
    }
  }

  @Test func theLogarithmInvertsTheExponential() {
    var random = SeededRandom(seed: 15)
    for _ in 0..<1000 {
      let vector = random.direction() * random.number(0...3.14)
      expectClose(Quaternion(rotationVector: vector).rotationVector, vector)
    }
    for size in [0, 1e-300, 1e-160, 1e-20, 1e-9, 1e-7, 1e-4] {
      let vector = size * random.direction()
      expectClose(Quaternion(rotationVector: vector).rotationVector, vector, size * 1e-14)
    }
  }

  @Test func atHalfATurnTheAxisWhoseFirstComponentIsPositiveIsChosen() {
    for axis in [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1), Vector3(0, 0.6, -0.8)] {
      for sign in [1.0, -1] {
        let q = Quaternion(w: 0, x: sign * axis.x, y: sign * axis.y, z: sign * axis.z)
        expectClose(q.rotationVector, .pi * axis)
        expectClose(AxisAngle(q).axis, axis)
        #expect(AxisAngle(q).angle == .pi)
      }
    }
  }

  @Test func matricesOfEveryHalfTurnComeBack() {
    // Each branch of the conversion: the largest of w, x, y, z decides.
    var random = SeededRandom(seed: 16)
    for axis in CoordinateAxis.allCases {
      for angle in [0, 0.1, 1.5, 3.0, .pi] {
        let q = Quaternion(axis, angle) * Quaternion(rotationVector: random.vector(1e-3))
        expectSameRotation(Quaternion(RotationMatrix(q)), q)
      }
    }
  }

  @Test func matrixTimesVectorIsTheQuaternionsAction() {
    var random = SeededRandom(seed: 17)
    for _ in 0..<200 {
      let (p, q, v) = (random.rotation(), random.rotation(), random.vector())
      expectClose(RotationMatrix(q).act(on: v), q.act(on: v))
      expectSameRotation(RotationMatrix(p) * RotationMatrix(q), p * q)
      expectSameRotation(RotationMatrix(p).inverse, p.inverse)
    }
  }

  @Test func subscriptsAreRowThenColumn() throws {
    let matrix = try RotationMatrix(rows: Vector3(0, -1, 0), Vector3(1, 0, 0), Vector3(0, 0, 1))
    #expect(matrix[0, 1] == -1 && matrix[1, 0] == 1 && matrix[2, 2] == 1)
    #expect(matrix.matrix[0, 1] == -1)
    expectSameRotation(matrix, Quaternion(.z, .pi / 2))
  }

  @Test func roundedMatricesAreBroughtBackToRotations() throws {
    var random = SeededRandom(seed: 18)
    for _ in 0..<100 {
      let m = RotationMatrix(random.rotation())
      func rounded(_ row: Int) -> Vector3 {
        (Vector3(m[row, 0], m[row, 1], m[row, 2]) * 1e6).rounded(.toNearestOrEven) / 1e6
      }
      let read = try RotationMatrix(rows: rounded(0), rounded(1), rounded(2))
      #expect(read.matrix.orthonormalityError < 1e-15)
      expectClose(read.matrix, m.matrix, 2e-6)
    }
  }

  @Test func componentOrdersDiffer() throws {
    let q = try Quaternion(wxyz: [1, 2, 3, 4])
    #expect((q.wxyz * 30.0.squareRoot() - SIMD4(1, 2, 3, 4)).magnitude < 1e-14)
    #expect(try Quaternion(xyzw: [2, 3, 4, 1]) == q)
    #expect(q.xyzw == SIMD4(q.x, q.y, q.z, q.w))
    #expect(try Quaternion(xyzw: [1, 2, 3, 4]) != q)
  }

  /// A turn about an axis as a matrix, written out.
  private func turn(_ axis: CoordinateAxis, _ angle: Double) -> Matrix3 {
    let (c, s) = (Quaternion(.x, 2 * angle).w, Quaternion(.x, 2 * angle).x)
    return switch axis {
    case .x: Matrix3(rows: Vector3(1, 0, 0), Vector3(0, c, -s), Vector3(0, s, c))
    case .y: Matrix3(rows: Vector3(c, 0, s), Vector3(0, 1, 0), Vector3(-s, 0, c))
    case .z: Matrix3(rows: Vector3(c, -s, 0), Vector3(s, c, 0), Vector3(0, 0, 1))
    }
  }
}
