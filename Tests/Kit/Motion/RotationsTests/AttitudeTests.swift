import Basics
import Rotations
import Testing

@Suite struct AttitudeTests {
  /// The phone lies face up and is pitched up by 30°: its top edge rises, and gravity pulls towards its lower edge.
  @Test func gravityInTheDeviceFrameIsTheReferenceToDeviceMatrixTimesDown() {
    let attitude = Quaternion(RollPitchYaw(roll: 0, pitch: .pi / 6, yaw: 1))
    let gravity = attitude.referenceToDeviceMatrix.act(on: Vector3(0, 0, -1))
    expectClose(gravity, Vector3(0, -0.5, -0.75.squareRoot()))
    expectClose(attitude.deviceToReferenceMatrix.act(on: gravity), Vector3(0, 0, -1))
    expectClose(attitude.act(on: gravity), Vector3(0, 0, -1))
  }

  @Test func theTwoReadingsOfAMatrixGiveInverseAttitudes() {
    var random = SeededRandom(seed: 60)
    let attitude = random.rotation()
    expectSameRotation(Quaternion(deviceToReference: attitude.deviceToReferenceMatrix), attitude)
    expectSameRotation(Quaternion(referenceToDevice: attitude.referenceToDeviceMatrix), attitude)
    expectSameRotation(Quaternion(referenceToDevice: attitude.deviceToReferenceMatrix), attitude.inverse)
  }

  @Test func relativeAttitudesBeginAtTheIdentityAndChain() {
    var random = SeededRandom(seed: 61)
    for _ in 0..<100 {
      let (a, b, c) = (random.rotation(), random.rotation(), random.rotation())
      expectSameRotation(a.relative(to: a), Quaternion.identity)
      expectSameRotation(b * a.relative(to: b), a)
      expectSameRotation(b.relative(to: c) * a.relative(to: b), a.relative(to: c))
      // A device-frame vector of a, first to the reference, then into the device frame of b.
      let v = random.vector()
      expectClose(a.relative(to: b).act(on: v), b.inverse.act(on: a.act(on: v)))
    }
  }

  @Test func constantRatesAreIntegratedExactlyWhateverTheStep() {
    var random = SeededRandom(seed: 62)
    for _ in 0..<100 {
      let (start, rate) = (random.rotation(), random.vector(5))
      var (small, large) = (start, start)
      for _ in 0..<64 { small = small.integrating(deviceRate: rate, over: 1.0 / 64) }
      large = large.integrating(deviceRate: rate, over: 1)
      expectSameRotation(small, large, 1e-13)
      let (viaReference, viaDevice) = (
        start.integrating(referenceRate: start.act(on: rate), over: 0.3), start.integrating(deviceRate: rate, over: 0.3)
      )
      expectSameRotation(viaReference, viaDevice)
    }
  }

  @Test func theRateBetweenTwoAttitudesLeadsFromOneToTheOther() throws {
    var random = SeededRandom(seed: 63)
    for _ in 0..<100 {
      let (a, b) = (random.rotation(), random.rotation())
      expectSameRotation(a.integrating(deviceRate: try a.deviceRate(to: b, over: 0.02), over: 0.02), b)
      expectSameRotation(a.integrating(referenceRate: try a.referenceRate(to: b, over: 0.02), over: 0.02), b)
      expectClose(a.act(on: try a.deviceRate(to: b, over: 1)), try a.referenceRate(to: b, over: 1))
    }
    for duration in [0, -1, Double.nan, .infinity] {
      #expect(throws: RotationError.self) { try Quaternion.identity.deviceRate(to: .identity, over: duration) }
    }
  }

  @Test func theFrameOfARateMatters() {
    let start = Quaternion(.x, .pi / 2)
    let rate = Vector3(0, 0, 1)
    let (device, reference) = (
      start.integrating(deviceRate: rate, over: 1), start.integrating(referenceRate: rate, over: 1)
    )
    #expect(device.angle(to: reference) > 1)
  }

  @Test func rodriguesParametersThereAndBack() throws {
    var random = SeededRandom(seed: 66)
    for _ in 0..<200 {
      let q = random.rotation()
      let gibbs = try RodriguesParameters(q)
      expectSameRotation(gibbs, q, 1e-13)
      expectClose(gibbs.vector, AxisAngle(q).axis * tangent(q.angle / 2), 1e-12 * (1 + gibbs.vector.length))
      let modified = ModifiedRodriguesParameters(q)
      expectSameRotation(modified, q)
      #expect(modified.vector.length <= 1)
      // The long way round is the same rotation.
      let shadow = try ModifiedRodriguesParameters(-1 / modified.vector.squaredLength * modified.vector)
      expectSameRotation(shadow, q, 1e-13)
    }
  }

  @Test func rodriguesParametersCompose() throws {
    var random = SeededRandom(seed: 67)
    for _ in 0..<100 {
      let (p, q) = (random.rotation(), random.rotation())
      let (a, b) = (try RodriguesParameters(p).vector, try RodriguesParameters(q).vector)
      let composed = try RodriguesParameters((a + b + a.cross(b)) / (1 - a.dot(b)))
      expectSameRotation(composed, p * q, 1e-11)
    }
  }

  @Test func halfTurnsHaveModifiedButNoRodriguesParameters() throws {
    for sign in [1.0, -1] {
      let half = Quaternion(w: 0, x: 0, y: sign, z: 0)
      #expect { try RodriguesParameters(half) } throws: { "\($0)".contains("no Rodrigues parameters") }
      expectClose(ModifiedRodriguesParameters(half).vector, Vector3(0, 1, 0))
    }
    expectSameRotation(try RodriguesParameters(Vector3(0, 1e300, 0)), Quaternion(.y, .pi))
    expectSameRotation(try ModifiedRodriguesParameters(Vector3(1e300, 0, 0)), Quaternion.identity)
    #expect(throws: RotationError.self) { try RodriguesParameters(Vector3(.nan, 0, 0)) }
    #expect(throws: RotationError.self) { try ModifiedRodriguesParameters(Vector3(.infinity, 0, 0)) }
  }

  private func tangent(_ angle: Double) -> Double { Quaternion(.x, 2 * angle).x / Quaternion(.x, 2 * angle).w }
}
