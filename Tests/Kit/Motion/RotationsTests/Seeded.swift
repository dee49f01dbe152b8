import Basics
import Rotations
import Testing

extension SeededRandom {
  mutating func rotation() -> Quaternion { Quaternion.random(using: &self) }
  mutating func rotations(_ count: Int) -> [Quaternion] { (0..<count).map { _ in rotation() } }
  mutating func number(_ range: ClosedRange<Double>) -> Double { uniform(range) }
  mutating func vector(_ size: Double = 1) -> Vector3 {
    Vector3(number(-size...size), number(-size...size), number(-size...size))
  }
  mutating func direction() -> Vector3 { rotation().act(on: Vector3(0, 0, 1)) }
}

/// Every component within `tolerance`.
func expectClose(
  _ a: Vector3, _ b: Vector3, _ tolerance: Double = 1e-14, _ comment: Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect((a - b).length <= tolerance, comment ?? "\(a) and \(b)", sourceLocation: sourceLocation)
}

/// The same rotation, whichever sign the quaternions have.
func expectSameRotation(
  _ a: some RotationRepresentation, _ b: some RotationRepresentation, _ tolerance: Double = 1e-14,
  _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  let (p, q) = (a.quaternion, b.quaternion)
  let difference = min((p.wxyz - q.wxyz).magnitude, (p.wxyz + q.wxyz).magnitude)
  #expect(difference <= tolerance, comment ?? "\(p) and \(q)", sourceLocation: sourceLocation)
}

/// All nine entries within `tolerance`.
func expectClose(
  _ a: Matrix3, _ b: Matrix3, _ tolerance: Double = 1e-14, sourceLocation: SourceLocation = #_sourceLocation
) {
  let difference = a - b
  for column in [difference.columns.x, difference.columns.y, difference.columns.z] {
    #expect(column.length <= tolerance, "\(a) and \(b)", sourceLocation: sourceLocation)
  }
}

extension SIMD4<Double> {
  var magnitude: Double { (self * self).sum().squareRoot() }
}
