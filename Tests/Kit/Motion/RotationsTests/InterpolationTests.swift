import Basics
import Rotations
import Testing

@Suite struct InterpolationTests {
  @Test func slerpTurnsAtConstantSpeedAboutOneAxis() {
    var random = SeededRandom(seed: 20)
    for _ in 0..<200 {
      let (p, q) = (random.rotation(), random.rotation())
      let whole = p.angle(to: q)
      expectSameRotation(p.slerp(to: q, 0), p)
      expectSameRotation(p.slerp(to: q, 1), q)
      for step in 0..<10 {
        let (a, b) = (p.slerp(to: q, Double(step) / 10), p.slerp(to: q, Double(step + 1) / 10))
        #expect(abs(a.angle(to: b) - whole / 10) < 1e-14)
      }
    }
  }

  @Test func slerpTakesTheShortWayWhicheverSignsTheQuaternionsHave() {
    var random = SeededRandom(seed: 21)
    for _ in 0..<200 {
      let (p, q) = (random.rotation(), random.rotation())
      expectSameRotation(p.slerp(to: -q, 0.3), p.slerp(to: q, 0.3))
      #expect(p.angle(to: p.slerp(to: q, 0.5)) <= .pi / 2 + 1e-14)
    }
  }

  @Test func powersAddUp() {
    var random = SeededRandom(seed: 22)
    for _ in 0..<200 {
      let q = random.rotation()
      expectSameRotation(q.power(2), q * q)
      expectSameRotation(q.power(-1), q.inverse)
      expectSameRotation(q.power(0), Quaternion.identity)
      let (a, b) = (random.number(-2...2), random.number(-2...2))
      expectSameRotation(q.power(a) * q.power(b), q.power(a + b))
    }
  }

  @Test func theAngleBetweenIsAMetricThatACommonRotationKeeps() {
    var random = SeededRandom(seed: 23)
    for _ in 0..<200 {
      let (p, q, r) = (random.rotation(), random.rotation(), random.rotation())
      #expect(abs(p.angle(to: q) - q.angle(to: p)) < 1e-14)
      #expect(p.angle(to: r) <= p.angle(to: q) + q.angle(to: r) + 1e-14)
      #expect(abs((r * p).angle(to: r * q) - p.angle(to: q)) < 1e-14)
      #expect(abs((p * r).angle(to: q * r) - p.angle(to: q)) < 1e-14)
    }
  }

  @Test func smallAnglesKeepTheirDigits() {
    let angle = Quaternion.identity.angle(to: Quaternion(.y, 1e-12))
    #expect(abs(angle - 1e-12) < 1e-26)
  }
}
