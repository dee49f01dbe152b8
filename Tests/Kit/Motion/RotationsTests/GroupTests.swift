import Basics
import Foundation
import Rotations
import Testing

@Suite struct GroupTests {
  @Test func composingActsFromRightToLeft() {
    var random = SeededRandom(seed: 1)
    for _ in 0..<1000 {
      let (p, q, v) = (random.rotation(), random.rotation(), random.vector(10))
      expectClose((p * q).act(on: v), p.act(on: q.act(on: v)), 1e-13)
    }
  }

  @Test func compositionIsAssociativeWithIdentityAndInverse() {
    var random = SeededRandom(seed: 2)
    for _ in 0..<1000 {
      let (p, q, r) = (random.rotation(), random.rotation(), random.rotation())
      expectSameRotation((p * q) * r, p * (q * r))
      #expect(p * .identity == p && .identity * p == p)
      expectSameRotation(p * p.inverse, Quaternion.identity)
      expectSameRotation(p.inverse * p, Quaternion.identity)
      #expect((p.inverse * p).vector == .zero)
      expectSameRotation((p * q).inverse, q.inverse * p.inverse)
    }
  }

  @Test func rotatingKeepsLengthsAnglesAndHandedness() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<1000 {
      let (q, u, v) = (random.rotation(), random.vector(), random.vector())
      let (a, b) = (q.act(on: u), q.act(on: v))
      #expect(abs(a.length - u.length) < 1e-14)
      #expect(abs(a.dot(b) - u.dot(v)) < 1e-14)
      expectClose(a.cross(b), q.act(on: u.cross(v)))
    }
  }

  @Test func theTwoSignsOfAQuaternionAreOneRotation() {
    var random = SeededRandom(seed: 4)
    for _ in 0..<100 {
      let (q, v) = (random.rotation(), random.vector())
      #expect((-q).act(on: v) == q.act(on: v))
      #expect(q.angle(to: -q) < 1e-14)
      #expect(q.canonical == (-q).canonical)
    }
  }

  @Test func positiveAngleIsCounterclockwise() {
    expectClose(Quaternion(.z, .pi / 2).act(on: Vector3(1, 0, 0)), Vector3(0, 1, 0))
    expectClose(Quaternion(.x, .pi / 2).act(on: Vector3(0, 1, 0)), Vector3(0, 0, 1))
    expectClose(Quaternion(.y, .pi / 2).act(on: Vector3(0, 0, 1)), Vector3(1, 0, 0))
  }

  @Test func orthogonalityHoldsThroughAMillionRenormalisedProducts() {
    var random = SeededRandom(seed: 5)
    let steps = random.rotations(64)
    var q = Quaternion.identity
    for index in 0..<1_000_000 { q = (q * steps[index & 63]).renormalized }
    #expect(abs(q.dot(q) - 1) < 1e-15)
    #expect(RotationMatrix(q).matrix.orthonormalityError < 1e-12)
  }

  @Test func renormalisingTakesOutASmallErrorOfTheLength() {
    let q = Quaternion(w: 0.6 * 1.00001, x: 0.8 * 1.00001, y: 0, z: 0)
    #expect(abs(q.dot(q) - 1) > 1e-5)
    #expect(abs(q.renormalized.dot(q.renormalized) - 1) < 1e-9)
  }
}

@Test("A random rotation is made of the generator's bits alone, and stays the same")
func randomRotationsArePinned() {
  struct Quarters: RandomNumberGenerator {
    var value: UInt64 = 0
    mutating func next() -> UInt64 {
      value &+= 0x4000_0000_0000_0000
      return value
    }
  }
  var quarters = Quarters()
  // Shoemake's numbers 1/4, 1/2 and 3/4: √(1 − 1/4) at half a turn, √(1/4) at three quarters.
  #expect(Quaternion.random(using: &quarters) == Quaternion(w: 0, x: 0, y: -0.75.squareRoot(), z: -0.5))
  var random = SeededRandom(seed: 1)
  let q = Quaternion.random(using: &random)
  var same = SeededRandom(seed: 1)
  let (radius, first, second) = (same.uniform(), same.uniform(), same.uniform())
  let expected = Quaternion(
    w: radius.squareRoot() * cos(2 * .pi * second), x: (1 - radius).squareRoot() * sin(2 * .pi * first),
    y: (1 - radius).squareRoot() * cos(2 * .pi * first), z: radius.squareRoot() * sin(2 * .pi * second))
  expectSameRotation(q, expected, 4e-15)
}
