import BenchmarkHarness
import Inertial
import Rotations
import StrapdownC

/// One pass over a trace, under each scheme; the plain pass next to scipy, a C loop and a copy of the same bytes.
func inertialSpeed() throws -> [Measurement] {
  let count = 1_000_000
  var random = SeededRandom(seed: 1)
  let attitude = (0..<count).map { _ in
    let (w, x, y, z) = (random.normal(), random.normal(), random.normal(), random.normal())
    let norm = (w * w + x * x + y * y + z * z).squareRoot()
    return Quaternion(w: w / norm, x: x / norm, y: y / norm, z: z / norm)
  }
  func noise(_ size: (Int) -> Double) throws -> Trace {
    try Trace(
      timestamps: (0..<count).map { Double($0) * 0.01 }, attitude: attitude,
      userAcceleration: (0..<count).map { Vector3(random.normal(), random.normal(), random.normal()) * size($0) },
      rotationRate: [Vector3](repeating: .zero, count: count))
  }
  let noisy = try noise { _ in 1 }
  // Three seconds of movement, three of rest.
  let resting = try noise { $0 / 300 % 2 == 0 ? 0.02 : 1 }

  var trajectory = Trajectory()
  func pass(
    _ name: String, _ scheme: any Scheme, over trace: Trace? = nil, beside plain: Measurement? = nil, bar: String? = nil
  ) -> Measurement {
    let timing = nanosecondsPerItem(items: count, repetitions: 15) {
      try! scheme.integrate(trace ?? noisy, into: &trajectory)
      consume(trajectory.positions[count - 1])
    }
    return Measurement(
      name, unit: "ns/sample", ours: timing, peer: plain.map { _ in "plain pass" }, theirs: plain?.ours, bar: bar)
  }
  let plain = pass("strapdown pass: rotate, negate, split step, store v and x", .none, bar: "≤ 7")
  let third = "ratio ≥ 0.33"
  return try strapdownRivals(of: plain, noisy) + [
    pass("exponential damping", .exponential(rate: 2), beside: plain, bar: third),
    pass("nonlinear step", .nonlinearStep(), beside: plain, bar: third),
    pass("rest recognition, fluctuation", .restRecognition(), beside: plain, bar: third),
    pass("the same, half of the time at rest", .restRecognition(), over: resting, beside: plain),
    pass("rest recognition, likelihood ratio", .restRecognition(.likelihoodRatio()), beside: plain),
    pass("reset on release", .resetOnRelease(at: [1, 2, 3]), beside: plain),
    sweepSpeed(),
  ]
}

/// The plain pass next to what else does the same: the ratio above 1 says that ours is faster.
private func strapdownRivals(of plain: Measurement, _ trace: Trace) throws -> [Measurement] {
  // Copies in plain doubles, as C sees them; a vector of three lies in four.
  let count = trace.count
  let attitude: [Double] = trace.attitude.flatMap { [$0.w, $0.x, $0.y, $0.z] }
  let acceleration: [Double] = trace.userAcceleration.flatMap { [$0.x, $0.y, $0.z, 0] }
  var velocity = [Double](repeating: 0, count: 4 * count)
  var position = [Double](repeating: 0, count: 4 * count)
  let loop = nanosecondsPerItem(items: count, repetitions: 15) {
    strapdown_pass(trace.timestamps, attitude, acceleration, count, &velocity, &position)
  }
  let expected = try Unstabilized().integrate(trace).positions[count - 1]
  let found = Vector3(position[4 * count - 4], position[4 * count - 3], position[4 * count - 2])
  guard (found - expected).length <= 1e-9 * expected.length else { throw Disagreement(ours: expected, theirs: found) }
  let copy = nanosecondsPerItem(items: count, repetitions: 15) {
    strapdown_copy(trace.timestamps, attitude, acceleration, count, &velocity, &position)
  }
  let peers = peerFigures("inertial_strapdown.py")
  let scipy = peers["scipy"].map { Timing(samples: [peers["scipy min"] ?? $0, $0, $0]) }
  func beside(_ name: String, _ theirs: Timing?) -> Measurement {
    Measurement(
      plain.name, unit: plain.unit, ours: plain.ours, peer: theirs == nil ? nil : name, theirs: theirs, bar: plain.bar)
  }
  return [
    beside("scipy: rotate, two trapezoids", scipy), beside("C loop, -O2", loop), beside("copy of the same bytes", copy),
  ]
}

private struct Disagreement: Error {
  var ours, theirs: Vector3
}

/// The scheme's sweep over 256 exponential rates and 10⁴ samples on two threads.
private func sweepSpeed() throws -> Measurement {
  let (samples, rates) = (10_000, (0..<256).map { 0.02 * Double($0 + 1) })
  var random = SeededRandom(seed: 2)
  let trace = try Trace(
    timestamps: (0..<samples).map { Double($0) / 128 }, attitude: [Quaternion](repeating: .identity, count: samples),
    userAcceleration: (0..<samples).map { _ in Vector3(random.normal(), random.normal(), random.normal()) },
    truePosition: [Vector3](repeating: .zero, count: samples))
  let grid = nanosecondsPerItem(items: samples * rates.count, repetitions: 5) {
    consume(
      try? Sweep(over: [.init("rate", unit: "s⁻¹", rates)], on: [trace], threads: 2) { .exponential(rate: $0[0]) })
  }
  return Measurement("256 exponential rates, any scheme's sweep", unit: "ns/sample/rate", ours: grid)
}
