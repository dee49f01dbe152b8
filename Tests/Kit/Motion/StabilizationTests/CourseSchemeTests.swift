import Foundation
import Inertial
import MotionBench
import Rotations
import Testing

@Suite("The course's schemes against closed forms")
struct CourseSchemeTests {
  @Test("Split step is exact for constant acceleration; Euler's first step goes twice as far")
  func constantAcceleration() throws {
    let a = Vector3(0.3, -2, 1)
    let recording = try trace(count: 1001, step: 0.01) { _ in a }
    let split = try Unstabilized().integrate(recording)
    let euler = try Unstabilized(rule: .euler).integrate(recording)
    #expect(distance(split.positions[1000], a * 50) < 1e-10)
    #expect(distance(split.velocities[1000], a * 10) < 1e-11)
    #expect(distance(euler.positions[1], 2 * split.positions[1]) < 1e-15)
    // After n steps Euler's error is ½aTΔt.
    #expect(distance(euler.positions[1000] - split.positions[1000], a * (0.5 * 10 * 0.01)) < 1e-10)
  }

  @Test("Without acceleration exponential damping decays as e^(−αt), position as the double pole says")
  func exponentialDecay() throws {
    let recording = try trace(count: 2001, step: 0.001) { _ in .zero }
    let start = Motion(velocity: Vector3(1, 2, 3), position: Vector3(-1, 0, 4))
    let alpha = 1.7
    let result = try ExponentialDamping(velocityRate: alpha, positionRate: alpha).integrate(recording, from: start)
    let decay = exp(-alpha * 2)
    #expect(distance(result.velocities[2000], start.velocity * decay) < 1e-12)
    // x(t) = (x₀ + v₀t)·e^(−αt), up to the second-order error of the step.
    #expect(distance(result.positions[2000], (start.position + start.velocity * 2) * decay) < 1e-3)
  }

  @Test("Under constant acceleration exponential damping comes to rest at a/α and a/(αβ)")
  func exponentialSteadyState() throws {
    let a = Vector3(1, -1, 0.5)
    let recording = try trace(count: 40001, step: 0.001) { _ in a }
    let same = try ExponentialDamping.exponential(rate: 2).integrate(recording)
    #expect(distance(same.velocities[40000], a / 2) < 1e-3)
    #expect(distance(same.positions[40000], a / 4) < 1e-3)
    let separate = try ExponentialDamping.exponential(velocityRate: 2, positionRate: 0.5).integrate(recording)
    #expect(distance(separate.positions[40000], a / (2 * 0.5)) < 2e-3)
  }

  @Test("The nonlinear step takes a constant amount per second, stops at 0 and takes 0/0 as 0")
  func nonlinearStep() throws {
    let recording = try trace(count: 301, step: 0.01) { _ in .zero }
    let start = Motion(velocity: Vector3(0, 0.6, 0.8), position: .zero)
    let scheme = NonlinearStep(velocityRate: 0.5, positionRate: 0)
    let result = try scheme.integrate(recording, from: start)
    #expect(abs(result.velocities[100].y - 0.3) < 1e-12)
    #expect(abs(result.velocities[100].z - 0.4) < 1e-12)
    #expect(result.velocities[300] == .zero)
    // v falls from 1 to 0 in 2 s: 1 m, plus half a step's loss, as the loss comes after each step.
    #expect(abs(result.positions[300].z / 0.8 - 1.005) < 1e-9)
    #expect(try scheme.integrate(recording).positions[300] == .zero)
    let pulled = try NonlinearStep(velocityRate: 0, positionRate: 2).integrate(
      recording, from: Motion(position: Vector3(3, 0, 0)))
    #expect(abs(pulled.positions[100].x - 1) < 1e-12)
    #expect(pulled.positions[300] == .zero)
  }

  @Test("A pulse and rest: rest recognition removes the drift of a constant bias from velocity and position exactly")
  func pulseAndRest() throws {
    // Out by one metre between 1 s and 2 s with a bias that only ends when the device rests.
    let bias = Vector3(0.2, -0.1, 0.05)
    let pulse = { (t: Double) -> Vector3 in
      guard t > 1, t <= 2 else { return .zero }
      return Vector3(2 * .pi * sin(2 * .pi * (t - 1)), 0, 0) + bias
    }
    let recording = try trace(count: 401, step: 0.01, kinematic: pulse)
    let scheme = RestRecognition(
      over: Unstabilized(), detector: .fluctuation(threshold: 0.1, duration: 0.3, hysteresis: 1))
    let result = try scheme.integrate(recording)
    let plain = try Unstabilized().integrate(recording)
    #expect(distance(plain.positions[400], Vector3(1, 0, 0)) > 0.4)
    #expect(result.velocities[400] == .zero)
    #expect(distance(result.positions[400], Vector3(1, 0, 0)) < 0.02)
    // The past is corrected as well: half way through, half a metre.
    #expect(distance(result.positions[150], Vector3(0.5, 0, 0)) < 0.02)
    #expect(distance(result.positions[220], result.positions[400]) < 1e-12)
    let uncorrected = try RestRecognition(over: Unstabilized(), detector: scheme.detector, correction: .none)
      .integrate(recording)
    #expect(uncorrected.velocities[400] == .zero)
    #expect(uncorrected.positions[150] == plain.positions[150])
    #expect(distance(uncorrected.positions[400], Vector3(1, 0, 0)) > 0.1)
  }

  @Test("Reset on release sets velocity and position to 0 at the end of a stroke, from the recording or from times")
  func resetOnRelease() throws {
    let recording = try trace(
      count: 301, step: 0.01, isTouching: { $0 < 1 }, kinematic: { _ in Vector3(1, 0, 0) })
    let touched = try ResetOnRelease(over: Unstabilized()).integrate(recording)
    #expect(touched.positions[99].x > 0.4)
    #expect(touched[100] == .zero)
    #expect(abs(touched.positions[300].x - 2) < 1e-9)
    let timed = try ResetOnRelease(over: Unstabilized(), releases: [2, 1]).integrate(recording)
    #expect(timed[200] == .zero)
    #expect(abs(timed.positions[300].x - 0.5) < 1e-9)
    // Given times are all that counts: not the lift at 1 s.
    let late = try ResetOnRelease(over: Unstabilized(), releases: [2]).integrate(recording)
    #expect(abs(late.velocities[199].x - 1.99) < 1e-9 && late[200] == .zero)
    let never = try ResetOnRelease(over: Unstabilized(), releases: []).integrate(recording)
    #expect(try never == Unstabilized().integrate(recording))
  }

  @Test("Reset on release needs to know when strokes end")
  func resetWithoutTouch() throws {
    let recording = try trace(count: 3, step: 0.01) { _ in .zero }
    #expect(throws: TraceError.self) { try Comparison(of: recording, schemes: [.resetOnRelease]) }
    for times in [[], [0.01]] {
      #expect(throws: Never.self) { try Comparison(of: recording, schemes: [.resetOnRelease(at: times)]) }
    }
  }

  @Test(
    "Every stabilised scheme keeps vigorous waving with a clipped sensor finite and near; plain integration does not")
  func waving() throws {
    let recording = try SimulatedTrace.waving.trace(sensors: .mounted)
    let comparison = try Comparison(
      of: recording,
      schemes: [.none, .exponential(rate: 2), .nonlinearStep(velocityRate: 2, positionRate: 0.5), .restRecognition()])
    #expect(try comparison["none"].score.finalDrift! > 1)
    #expect(try comparison["exponential"].score.finalDrift! < 0.1)
    #expect(try comparison["rest recognition"].score.residualSpeed! < 0.05)
  }

  @Test("Parameters out of range are refused by name")
  func badParameters() throws {
    let recording = try trace(count: 3, step: 0.01) { _ in .zero }
    let bad: [any Scheme] = [
      .exponential(rate: -1), .exponential(rate: .nan), .exponential(velocityRate: 1, positionRate: .infinity),
      .nonlinearStep(velocityRate: -1, positionRate: 0), .restRecognition(threshold: -1, duration: 1),
      .restRecognition(threshold: 1, duration: 0), .restRecognition(.angularRateEnergy()),
      .restRecognition(.fluctuation(hysteresis: 0.5)),
    ]
    for scheme in bad {
      #expect(throws: TraceError.self) { try Comparison(of: recording, schemes: [scheme]) }
    }
  }
}
