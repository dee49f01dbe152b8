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
  return [
    pass("strapdown pass: rotate, negate, split step, store v and x", .none, bar: "≤ 7"),
    pass("exponential damping", .exponential(rate: 2)),
    pass("nonlinear step", .nonlinearStep()),
    pass("rest recognition, fluctuation", .restRecognition()),
    pass("rest recognition, likelihood ratio", .restRecognition(.likelihoodRatio())),
    pass("reset on release", .resetOnRelease(at: [1, 2, 3])),
  ]
}
