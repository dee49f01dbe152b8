import Foundation
import Inertial
import Rotations
import Testing

@Suite("Simulated sensors")
struct SensorModelTests {
  private func still(
    _ duration: Double, rate: Double = 100, seed: UInt64 = 3, _ change: (inout SensorModel) -> Void
  ) throws -> Trace {
    var sensors = SensorModel(rate: rate)
    change(&sensors)
    return try .simulated(.still(duration: duration), sensors: sensors, seed: seed)
  }

  /// Root mean square over axes and seeds of the Allan deviation at each averaging time, by its definition: means of
  /// neighbouring stretches, without overlap.
  private func allan(
    at times: [Double], _ readings: (UInt64) throws -> [[Double]], step: Double
  ) throws -> [Double] {
    let all = try (1...4).flatMap { try readings(UInt64($0)) }
    return times.map { time in
      let size = Int((time / step).rounded())
      let squares = all.flatMap { axis -> [Double] in
        let means = stride(from: 0, through: axis.count - size, by: size).map { start in
          axis[start..<(start + size)].reduce(0, +) / Double(size)
        }
        return zip(means, means.dropFirst()).map { ($1 - $0) * ($1 - $0) / 2 }
      }
      return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }
  }

  private func axes(_ vectors: [Vector3]) -> [[Double]] { [vectors.map(\.x), vectors.map(\.y), vectors.map(\.z)] }

  @Test("Bias instability is a flat Allan plot at 0.664 of what was asked for, for both sensors")
  func flat() throws {
    let times = [1.0, 3, 10, 30]
    let force = try allan(
      at: times,
      { seed in axes(try still(400, rate: 20, seed: seed) { $0.accelerationBiasInstability = 0.02 }.userAcceleration) },
      step: 0.05)
    let rate = try allan(
      at: times,
      { seed in axes(try still(400, rate: 20, seed: seed) { $0.rotationBiasInstability = 0.03 }.rotationRate!) },
      step: 0.05)
    for deviation in force { #expect(abs(deviation / (0.664 * 0.02) - 1) < 0.2) }
    for deviation in rate { #expect(abs(deviation / (0.664 * 0.03) - 1) < 0.2) }
  }

  @Test("The bias instability that was asked for is shown, within its interval, unless other noise hides it")
  func biasInstability() throws {
    func found(_ noise: Double, seed: UInt64) throws -> [AllanDeviation.Coefficient<Double>] {
      let trace = try still(400, rate: 20, seed: seed) {
        ($0.accelerationBiasInstability, $0.accelerationNoise) = (0.02, NoiseDensity(oneSided: noise))
      }
      return try axes(trace.userAcceleration).map { try AllanDeviation(of: $0, step: 0.05).biasInstability }
    }
    let shown = try (1...12).flatMap { try found(0, seed: $0) }
    let right = shown.count { if case .shown(_, let interval) = $0 { interval.contains(0.02) } else { false } }
    // At 95 % confidence two of 36 are outside; every one of them is shown.
    #expect(right >= 32 && shown.allSatisfy { if case .shown = $0 { true } else { false } }, "\(shown)")
    // White noise of 0.1 m/s² a √Hz covers it for 28 s; the rest only shows that it is not greater.
    for bias in try (1...4).flatMap({ try found(0.1, seed: $0) }) {
      guard case .notShown(let bound) = bias else {
        Issue.record("\(bias)")
        continue
      }
      #expect(bound > 0.02 && bound < 0.2)
    }
  }

  @Test("White noise falls as τ^(−½) from its density, a random walk rises as K√(τ/3), for both sensors")
  func slopes() throws {
    let times = [0.5, 2, 8, 32]
    func check(_ expected: (Double) -> Double, _ deviations: [Double]) {
      for (time, deviation) in zip(times, deviations) { #expect(abs(deviation / expected(time) - 1) < 0.2) }
    }
    func force(_ change: @escaping (inout SensorModel) -> Void) throws -> [Double] {
      try allan(at: times, { axes(try still(400, rate: 20, seed: $0, change).userAcceleration) }, step: 0.05)
    }
    func rate(_ change: @escaping (inout SensorModel) -> Void) throws -> [Double] {
      try allan(at: times, { axes(try still(400, rate: 20, seed: $0, change).rotationRate!) }, step: 0.05)
    }
    // One-sided densities: the Allan line is 1/√2 of them.
    check({ 0.05 / (2 * $0).squareRoot() }, try force { $0.accelerationNoise = 0.05 })
    check({ 0.02 / (2 * $0).squareRoot() }, try rate { $0.rotationNoise = 0.02 })
    check({ 0.05 * ($0 / 3).squareRoot() }, try force { $0.accelerationBiasWalk = 0.05 })
    check({ 0.03 * ($0 / 3).squareRoot() }, try rate { $0.rotationBiasWalk = 0.03 })
  }

  @Test("Quantisation steps are range over 2 to the bits, with 8 and with 12", arguments: [8, 12])
  func quantisation(bits: Int) throws {
    let trace = try still(5) {
      $0.accelerationNoise = 0.2
      $0.accelerationRange = 2 * standardGravity
      $0.accelerationBits = bits
    }
    let step = 4 * standardGravity / Double(1 << bits)
    for a in trace.userAcceleration {
      #expect(abs((a.x / step).rounded() * step - a.x) < 1e-5)
    }
    #expect(Set(trace.userAcceleration.map { ($0.x / step).rounded() }).count > 3)
  }

  @Test("Misalignment turns gravity out of its axis; scale and non-orthogonality change its length and angles")
  func misalignment() throws {
    func readings(_ change: @escaping (inout SensorModel) -> Void) throws -> [(force: Vector3, rate: Vector3)] {
      try (1...200).map { seed in
        var sensors = SensorModel.ideal
        change(&sensors)
        // A constant turn about all axes at once, at the first sample level.
        let path = Path(name: "turn", duration: 0) { t in
          Path.Pose(roll: t * 0.5, pitch: t * 0.7, yaw: t * 0.9)
        }
        let trace = try Trace.simulated(path, sensors: sensors, seed: UInt64(seed))
        return (-(trace.userAcceleration[0] + Vector3(0, 0, -standardGravity)), trace.rotationRate![0])
      }
    }
    func deviation(_ values: [Double]) -> Double { rootMeanSquare(values) }
    func rootMeanSquare(_ values: [Double]) -> Double {
      (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
    }
    let turned = try readings { $0.misalignment = 0.02 }
    // A rotation: lengths stay; x and y get g times the angle about the other axis.
    #expect(turned.allSatisfy { abs($0.force.length - standardGravity) < 1e-4 })
    #expect(abs(rootMeanSquare(turned.map(\.force.x)) / (0.02 * standardGravity) - 1) < 0.2)
    #expect(turned.allSatisfy { abs($0.rate.length - Vector3(0.7, 0.5, 0.9).length) < 1e-4 })
    // Both sensors are turned together: the angle between their readings stays.
    let angle = Vector3(0, 0, 1).dot(Vector3(0.7, 0.5, 0.9))
    #expect(turned.allSatisfy { abs($0.force.dot($0.rate) / standardGravity - angle) < 1e-3 })
    let scaled = try readings { $0.scaleError = 0.03 }
    #expect(scaled.allSatisfy { $0.force.x == 0 && $0.force.y == 0 })
    #expect(abs(rootMeanSquare(scaled.map { $0.force.z / standardGravity - 1 }) / 0.03 - 1) < 0.2)
    #expect(rootMeanSquare(scaled.map { $0.rate.x / 0.7 - 1 }) > 0.02)
    // Axes that are not at right angles: x reads gravity only if turned, z a little less of it.
    let sheared = try readings { $0.nonOrthogonality = 0.05 }
    #expect(sheared.allSatisfy { $0.force.x == 0 && $0.force.z <= standardGravity })
    #expect(rootMeanSquare(sheared.map { $0.rate.y - 0.5 }) > 0.02)
    #expect(Set(turned.map { ($0.force.x * 1e5).rounded() }).count > 150)
  }

  @Test("The gyroscope's range clips, and a recording without the new defects is what it was")
  func rotationRange() throws {
    let free = try Trace.simulated(.waving(), sensors: .ideal)
    let clipped = try Trace.simulated(.waving(), sensors: SensorModel(rotationRange: 2))
    #expect(free.rotationRate!.map(\.y).max()! > 5)
    #expect(clipped.rotationRate!.map(\.y).max()! == 2 && clipped.rotationRate!.map(\.y).min()! == -2)
    #expect(clipped.userAcceleration == free.userAcceleration)
    // Other defects draw from their own numbers: the noise stays what it was.
    let noisy = try still(1) { $0.accelerationNoise = 0.1 }
    let both = try still(1) {
      $0.accelerationNoise = 0.1
      $0.rotationBiasInstability = 0.1
    }
    #expect(noisy.userAcceleration == both.userAcceleration && noisy.rotationRate != both.rotationRate)
  }

  @Test("A setting that no sensor has is refused by name")
  func refusals() {
    let bad: [(String, (inout SensorModel) -> Void)] = [
      ("accelerationNoise", { $0.accelerationNoise = -1 }), ("rotationBias", { $0.rotationBias = .nan }),
      ("rotationBiasWalk", { $0.rotationBiasWalk = .infinity }), ("misalignment", { $0.misalignment = -0.1 }),
      ("scaleError", { $0.scaleError = -0.1 }), ("accelerationRange", { $0.accelerationRange = 0 }),
      ("rotationRange", { $0.rotationRange = -1 }), ("transientDuration", { $0.transientDuration = 0 }),
      ("transient", { $0.transient = .nan }), ("tiltDuration", { $0.tiltDuration = -3 }),
      ("dropProbability", { $0.dropProbability = 1 }), ("accelerationBits", { $0.accelerationBits = 100 }),
      ("accelerationBits", { $0.accelerationBits = -8 }), ("accelerationRange", { $0.accelerationBits = 8 }),
      ("rotationOffset", { $0.rotationOffset = SIMD3(0, .nan, 0) }), ("jitter", { $0.jitter = -1 }),
      ("accelerationBiasInstability", { $0.accelerationBiasInstability = -1 }),
    ]
    for (name, change) in bad {
      let error = #expect(throws: TraceError.self) { try still(1, change) }
      guard case .invalidParameter(let found, _, _) = error else {
        Issue.record("\(name): \(String(describing: error))")
        continue
      }
      #expect(found == name)
    }
  }
}
