import BenchmarkHarness
import Inertial
import Rotations

/// One pass over a trace, under each scheme.
func inertialSpeed() throws -> [Measurement] {
  let count = 1_000_000
  var random = SeededRandom(seed: 1)
  let trace = try Trace(
    timestamps: (0..<count).map { Double($0) * 0.01 },
    attitude: (0..<count).map { _ in
      let (w, x, y, z) = (random.normal(), random.normal(), random.normal(), random.normal())
      let norm = (w * w + x * x + y * y + z * z).squareRoot()
      return Quaternion(w: w / norm, x: x / norm, y: y / norm, z: z / norm)
    },
    userAcceleration: (0..<count).map { _ in Vector3(random.normal(), random.normal(), random.normal()) },
    rotationRate: [Vector3](repeating: .zero, count: count))

  var trajectory = Trajectory()
  func pass(_ name: String, _ scheme: any Scheme, bar: String? = nil) -> Measurement {
    let timing = nanosecondsPerItem(items: count, repetitions: 15) {
      scheme.integrate(trace, from: .zero, into: &trajectory)
      consume(trajectory.positions[count - 1])
    }
    return Measurement(name, unit: "ns/sample", ours: timing, bar: bar)
  }
  return try [
    pass("strapdown pass: rotate, negate, split step, store v and x", .none, bar: "≤ 7"),
    pass("exponential damping", .exponential(rate: 2)),
    pass("nonlinear step", .nonlinearStep()),
    pass("rest recognition, fluctuation", .restRecognition()),
    pass("rest recognition, likelihood ratio", .restRecognition(.likelihoodRatio())),
    pass("reset on release", .resetOnRelease(at: [1, 2, 3])),
  ] + sweepSpeed()
}

/// 256 exponential rates over 10⁴ samples on two threads.
private func sweepSpeed() throws -> [Measurement] {
  let (samples, rates) = (10_000, (0..<256).map { 0.02 * Double($0 + 1) })
  var random = SeededRandom(seed: 2)
  let trace = try Trace(
    timestamps: (0..<samples).map { Double($0) / 128 }, attitude: [Quaternion](repeating: .identity, count: samples),
    userAcceleration: (0..<samples).map { _ in Vector3(random.normal(), random.normal(), random.normal()) },
    truePosition: [Vector3](repeating: .zero, count: samples))
  let items = samples * rates.count
  func sweep(_ name: String, usesTruth: Bool, bar: String? = nil) throws -> Measurement {
    let timing = nanosecondsPerItem(items: items, repetitions: 25) {
      consume(try? ExponentialSweep(of: trace, rates: rates, usesTruth: usesTruth, threads: 2))
    }
    return Measurement(name, unit: "ns/sample/rate", ours: timing, bar: bar)
  }
  let grid = nanosecondsPerItem(items: items, repetitions: 5) {
    consume(
      try? Sweep(over: [.init("rate", unit: "1/s", rates)], on: [trace], threads: 2) { .exponential(rate: $0[0]) })
  }
  return [
    try sweep("256 exponential rates, final position (\(ExponentialSweep.kernel))", usesTruth: false, bar: "≤ 0.15"),
    try sweep("256 exponential rates, RMS drift (\(ExponentialSweep.kernel))", usesTruth: true),
    Measurement("256 exponential rates, any scheme's sweep", unit: "ns/sample/rate", ours: grid),
  ]
}
