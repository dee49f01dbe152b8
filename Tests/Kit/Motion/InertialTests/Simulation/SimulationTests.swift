import Foundation
import Inertial
import MotionBench
import Rotations
import Testing

@Suite("Simulation")
struct SimulationTests {
  @Test("Each shipped trace is what the simulator makes, byte for byte", arguments: SimulatedTrace.allCases)
  func shipped(simulation: SimulatedTrace) throws {
    let url = shippedTraces.appendingPathComponent("\(simulation.rawValue).csv")
    if ProcessInfo.processInfo.environment["GIMBAL_REGENERATE"] != nil {
      try simulation.trace().write(to: url.path)
    }
    #expect(try String(contentsOf: url, encoding: .utf8) == simulation.trace().table)
    #expect(try Trace(contentsOf: url.path) == simulation.trace())
  }

  @Test("A seed gives the same trace again, another seed another one")
  func seeds() throws {
    #expect(try SimulatedTrace.square.trace(seed: 7) == SimulatedTrace.square.trace(seed: 7))
    #expect(try SimulatedTrace.square.trace(seed: 7) != SimulatedTrace.square.trace(seed: 8))
  }

  @Test("The generator is xoshiro256** with SplitMix64: the reference implementation's first numbers")
  func generator() {
    // SplitMix64 from 0 starts with e220a8397b1dcdaf; xoshiro256** from it: rotl(s₁·5, 7)·9.
    var random = SeededRandom(seed: 0)
    let first = random.next()
    let s1: UInt64 = 0x6e78_9e6a_a1b9_65f4
    let product = s1 &* 5
    #expect(first == ((product << 7) | (product >> 57)) &* 9)
    var mean = 0.0
    var square = 0.0
    for _ in 0..<20000 {
      let x = random.normal()
      mean += x / 20000
      square += x * x / 20000
    }
    #expect(abs(mean) < 0.03)
    #expect(abs(square - 1) < 0.05)
  }

  @Test(
    "Ideal sensors, integrated, give the path back",
    arguments: Path.names.filter { !$0.hasPrefix("letter") || "RSW".contains($0.last!) })
  func idealMotion(name: String) throws {
    // A foot that strikes the ground asks for more samples a second than a hand.
    let trace = try Trace.simulated(Path(named: name), sensors: SensorModel(rate: name == "walk-foot" ? 4000 : 500))
    let comparison = try Comparison(of: trace, schemes: [.none])
    #expect(comparison.runs[0].score.rmsDrift! < 0.005)
  }

  @Test("Acceleration and rotation rate are the derivatives of position and attitude")
  func derivatives() throws {
    for name in Path.names {
      let path = try Path(named: name)
      for t in stride(from: 0.5, to: path.duration - 0.5, by: 0.37) {
        let h = 1e-4
        let (before, now, after) = (path.pose(.time(t - h)), path.pose(.time(t)), path.pose(.time(t + h)))
        let velocity = (after.position - before.position) / (2 * h)
        let acceleration = (after.velocity - before.velocity) / (2 * h)
        #expect(distance(velocity, now.velocity) < 1e-4)
        // At the corners of a letter and at a heel strike the jerk jumps.
        #expect(distance(acceleration, now.acceleration) < (name.hasPrefix("walk") ? 0.2 : 0.02), "\(name) at \(t) s")
        let turn = before.attitude.inverse * after.attitude
        let sign = turn.w < 0 ? -1.0 : 1.0
        let rate = Vector3(turn.x, turn.y, turn.z) * (sign / h)
        #expect(distance(rate, now.rotationRate) < 1e-4)
      }
    }
  }

  @Test("Each setting of the sensors changes the recording as it says")
  func sensors() throws {
    func reading(_ change: (inout SensorModel) -> Void, _ path: Path = .still(duration: 5)) throws -> Trace {
      var sensors = SensorModel.ideal
      change(&sensors)
      return try .simulated(path, sensors: sensors, seed: 3)
    }
    func deviation(_ trace: Trace) -> Double {
      let z = trace.userAcceleration.map(\.z)
      let mean = z.reduce(0, +) / Double(z.count)
      return (z.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(z.count)).squareRoot()
    }
    let ideal = try reading { _ in }
    #expect(ideal.userAcceleration.allSatisfy { $0 == .zero })
    #expect(try reading { $0.rate = 50 }.count == 251)
    #expect(abs(deviation(try reading { $0.accelerationNoise = 0.01 }) - 0.01 * 50.squareRoot()) < 0.01)
    let biased = try reading { $0.accelerationBias = 0.1 }
    #expect(deviation(biased) < 1e-6)
    #expect(biased.userAcceleration[0] != .zero)
    let transient = try reading { $0.transient = 1 }
    #expect(abs(transient.userAcceleration[0].z) > 100 * abs(transient.userAcceleration[400].z))
    #expect(try reading { $0.rotationBias = 0.01 }.rotationRate![9] != .zero)
    #expect(try reading { $0.rotationNoise = 0.01 }.rotationRate![9] != .zero)
    #expect(deviation(try reading { $0.accelerationBiasWalk = 0.1 }) > 0.01)
    #expect(try reading { $0.dropProbability = 0.2 }.count < 450)
    let jittered = try reading { $0.jitter = 0.002 }
    #expect(
      Set(zip(jittered.timestamps.dropFirst(), jittered.timestamps).map { (($0 - $1) * 1e6).rounded() }).count > 100)
    let tilted = try reading { $0.tiltError = 0.01 }
    #expect(abs(tilted.userAcceleration[0].x) > 0.001)
    #expect(tilted.attitude[0] != .identity)
    let clipped = try reading({ $0.accelerationRange = 2 * standardGravity }, .waving())
    let free = try reading({ _ in }, .waving())
    #expect(free.userAcceleration.map(\.x).max()! > clipped.userAcceleration.map(\.x).max()! + 5)
    let coarse = try reading(
      {
        $0.accelerationRange = 2 * standardGravity
        $0.accelerationBits = 8
      }, .waving())
    let values = Set(coarse.userAcceleration.prefix(100).map(\.x))
    #expect(values.count < 20)
    #expect(throws: TraceError.self) { try reading { $0.rate = 0 } }
  }

  @Test("A misspelt path or phone gets a suggestion")
  func names() throws {
    #expect(throws: SimulationError.unknownSimulation("figure-eigth", suggestion: "figure-eight")) {
      try Path(named: "figure-eigth")
    }
    #expect(throws: SimulationError.unknownPhone("curent", suggestion: "current")) { try SensorModel(named: "curent") }
    #expect(throws: SimulationError.self) { try Path(named: "letter-Ä") }
    #expect(throws: SimulationError.self) { try Path.letter("4") }
    for name in Path.names {
      #expect(
        try Path(named: name.uppercased()).name.lowercased().hasPrefix(name.prefix(4).lowercased())
          || name == "triangle")
    }
    for preset in SensorModel.presets { #expect(try SensorModel(named: preset.name.uppercased()) == preset.sensors) }
  }
}
