import Foundation
import Inertial
import Rotations
import Testing

@testable import Fusion

@Suite struct FusionArithmeticTests {
  @Test func incrementEqualsTheExactRotationOnBothSidesOfItsSeries() {
    var random = SeededRandom(seed: 1)
    for scale in [1e-9, 1e-3, 0.05, 0.0999, 0.1001, 1, 3] {
      for _ in 0..<50 {
        let v = random.vector(scale)
        let h = v.length / 2
        let exact = Quaternion(
          w: cos(h), x: v.x / (2 * h) * sin(h), y: v.y / (2 * h) * sin(h), z: v.z / (2 * h) * sin(h))
        #expect(angle(Quaternion(rotationVector: v), exact) < 1e-14)
        #expect(abs(Quaternion(rotationVector: v).w - exact.w) < 1e-15)
      }
    }
  }

  @Test func axesSeenFromTheDeviceAreRowsOfTheMatrix() {
    var random = SeededRandom(seed: 2)
    for _ in 0..<100 {
      let p = random.rotation()
      #expect(close(p.upInDevice, p.inverse.act(on: Vector3(0, 0, 1)), 1e-14))
      #expect(close(p.northInDevice, p.inverse.act(on: Vector3(0, 1, 0)), 1e-14))
    }
  }

  @Test func startFromTwoDirectionsRecoversAnyAttitude() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<500 {
      let q = random.rotation()
      let force = q.inverse.act(on: Vector3(0, 0, 9.81))
      let field = q.inverse.act(on: Vector3(0, 20, -45))
      #expect(angle(Quaternion(specificForce: force, magneticField: field), q) < 1e-12)
      let level = Quaternion(specificForce: force, magneticField: nil)
      #expect(close(level.act(on: force), Vector3(0, 0, 9.81), 1e-12))
      #expect(abs(level.headingAboutUp) < 1e-12)
    }
  }

  @Test(arguments: [Vector3(0, 9.81, 0), Vector3(0, -9.81, 0), Vector3(9.81, 0, 0), Vector3(0, 0, -9.81)])
  func startsInEveryAttitudeThatLocksEulerAngles(force: Vector3) {
    let q = Quaternion(specificForce: force, magneticField: nil)
    #expect(close(q.act(on: force), Vector3(0, 0, 9.81), 1e-12))
    let field = Vector3(12, 5, 7)
    let r = Quaternion(specificForce: force, magneticField: field)
    #expect(close(r.act(on: force), Vector3(0, 0, 9.81), 1e-12))
    #expect(abs(r.act(on: field).x) < 1e-12 && r.act(on: field).y > 0)
  }

  @Test func wrappedAnglesLieInTheirInterval() {
    var random = SeededRandom(seed: 4)
    for _ in 0..<200 {
      let a = random.unit() * 50
      let w = wrapped(a)
      #expect(w > -.pi && w <= .pi)
      #expect(abs(sin(w) - sin(a)) < 1e-12 && abs(cos(w) - cos(a)) < 1e-12)
    }
    #expect(wrapped(-.pi) == .pi && wrapped(.pi) == .pi)
  }

  @Test func butterworthPassesHalfThePowerAtItsCutoffAndAllOfAConstant() {
    let interval = 0.01
    for cutoff in [0.5, 2, 10] {
      func gain(_ frequency: Double) -> Double {
        var filter = ButterworthLowPass(cutoff: cutoff, interval: interval, averaging: 0)
        filter.settle(at: .zero)
        var sum = 0.0
        let count = Int(20 / cutoff / interval)
        for index in 0..<(2 * count) {
          let x = sin(2 * .pi * frequency * Double(index) * interval)
          let y = filter(Vector3(x, 0, 0)).x
          if index >= count { sum += y * y }
        }
        return (2 * sum / Double(count)).squareRoot()
      }
      #expect(abs(gain(cutoff) - 0.5.squareRoot()) < 0.01)
      #expect(gain(cutoff / 10) > 0.99)
      // Second order: 12 dB an octave; the bilinear transform only adds to it.
      #expect(gain(cutoff * 4) < 1.0 / 15)
    }
    var filter = ButterworthLowPass(time: 1, interval: interval)
    for _ in 0..<1000 { #expect(close(filter(Vector3(1, 2, 3)), Vector3(1, 2, 3), 1e-9)) }
  }

  @Test func acausalLowPassHasNoDelay() {
    // A symmetric pulse stays symmetric about its centre.
    let values = (0..<2001).map { Vector3(exp(-pow(Double($0 - 1000) / 50, 2)), 0, 0) }
    let smooth = ButterworthLowPass.acausal(values, time: 0.3, interval: 0.01)
    let peak = smooth.indices.max { smooth[$0].x < smooth[$1].x }
    #expect(peak == 1000)
    #expect(smooth[1000].x < 0.95)
  }
}
