import Foundation
import Inertial
import Rotations
import Testing

@Suite("A hand that trembles")
struct HandTests {
  private func recording(_ hand: Hand?, seed: UInt64 = 1, path: Path = .square()) throws -> Trace {
    var sensors = SensorModel.ideal
    sensors.hand = hand
    return try .simulated(path, sensors: sensors, seed: seed)
  }

  @Test("It accelerates and turns as much as it is set to, in every seed", arguments: [1, 2, 3])
  func strength(seed: UInt64) throws {
    let still = Path(name: "held", duration: 30) { _ in .init() }
    func deviation(_ vectors: [Vector3]) -> Double {
      (vectors.reduce(0) { $0 + $1.squaredLength } / Double(3 * vectors.count)).squareRoot()
    }
    for hand in [Hand(tremor: 0.1), Hand(sway: 0.05), Hand(tremor: 0.06, sway: 0.08)] {
      let trace = try Trace.simulated(still.held(by: hand, seed: seed), sensors: .ideal)
      let expected = hypot(hand.tremor, hand.sway)
      #expect(abs(deviation(trace.userAcceleration) / expected - 1) < 0.15)
    }
    let turning = try Trace.simulated(still.held(by: Hand(turning: 0.03), seed: seed), sensors: .ideal)
    #expect(abs(deviation(turning.rotationRate!) / 0.03 - 1) < 0.15)
  }

  @Test("The truth trembles along: a perfect sensor finds it by integration alone")
  func truth() throws {
    var hand = Hand.typical
    hand.tiltError = 0
    for path in [Path.square(), .line(), .polygon(sides: 3), .figureEight(), .waving()] {
      let trace = try recording(hand, path: path)
      let start = try #require(trace.trueMotion(at: 0))
      let score = try Comparison(of: trace, schemes: [.none], from: start).runs[0].score
      // The first velocity is fitted to positions that are rounded to 0.01 mm.
      #expect(try #require(score.rmsDrift) < 0.05, "\(path.name): \(score)")
    }
  }

  @Test("Only what a hand holds trembles, and each property changes that")
  func effects() throws {
    for path in [Path.still(), .walk(carrying: .foot), .walk(carrying: .pocket)] {
      #expect(try recording(.typical, path: path) == recording(nil, path: path))
      #expect(!path.isHeld)
    }
    let hands = [
      nil, Hand.typical, Hand(tremor: 0.1), Hand(sway: 0.1), Hand(turning: 0.1), Hand(stopError: 0.1),
      Hand(stopError: 0.1, correctionDuration: 0.2), Hand(tiltError: 0.01),
    ]
    let traces = try hands.map { try recording($0).userAcceleration }
    for (index, trace) in traces.enumerated() { #expect(traces[..<index].allSatisfy { $0 != trace }) }
    #expect(try recording(.typical, seed: 1) != recording(.typical, seed: 2))
    #expect(try recording(.typical, seed: 3) == recording(.typical, seed: 3))
    for hand in [
      Hand(tremor: -1), Hand(sway: .nan), Hand(turning: .infinity), Hand(stopError: -0.1), Hand(correctionDuration: 0),
      Hand(tiltError: -0.01),
    ] {
      #expect(throws: TraceError.self) { try recording(hand) }
      #expect(throws: TraceError.self) { try Trace.simulated(Path.square().held(by: hand, seed: 1), sensors: .ideal) }
    }
  }

  @Test("In a hand the attitude is wrong from the first moment, and on a table it is not")
  func attitude() throws {
    var sensors = SensorModel.ideal
    (sensors.hand, sensors.tiltError) = (Hand(tiltError: 0.008), 0.006)
    let errors = try (1...200).map { (seed: UInt64) -> Double in
      let trace = try Trace.simulated(.line(), sensors: sensors, seed: seed)
      return try (#require(trace.trueAttitude)[0].inverse * trace.attitude[0]).rotationVector.length
    }
    let deviation = (errors.reduce(0) { $0 + $1 * $1 } / Double(3 * errors.count)).squareRoot()
    #expect(abs(deviation / 0.01 - 1) < 0.1)
    sensors.tiltError = 0
    #expect(try Trace.simulated(.still(), sensors: sensors) == .simulated(.still(), sensors: .ideal))
  }

  @Test("With it, squares close by rest recognition as badly as real ones, not to millimetres")
  func squares() throws {
    func closing(_ sensors: SensorModel) throws -> Double {
      let errors = try (1...12).map { seed in
        try Comparison(of: .simulated(.square(), sensors: sensors, seed: UInt64(seed)), schemes: [.restRecognition()])
          .runs[0].score.closingError
      }
      return errors.sorted()[6]
    }
    #expect(try closing(.course) > 10 * closing(.mounted))
  }

  @Test(
    "With short pauses they close to about a metre, as real ones do, for the attitude is wrong while the phone moves")
  func pausedSquares() throws {
    func closing(_ sensors: SensorModel) throws -> [Double] {
      var sensors = sensors
      (sensors.rate, sensors.transient) = (20, 0)
      return try (1...30).map { seed in
        let path = Path.square(side: 0.3, sideDuration: 0.85, pause: 0.35, rounds: 1)
        let trace = try Trace.simulated(path, sensors: sensors, seed: UInt64(seed)).dropping(first: 1.4)[0..<102]
        return try Comparison(of: trace, schemes: [.restRecognition()]).runs[0].score.closingError
      }.sorted()
    }
    let (held, mounted) = (try closing(.course), try closing(.mounted))
    #expect((0.7...1.6).contains(held[15]) && held[7] < 1.2 && held[22] > 1.2, "\(held)")
    #expect(held[15] > 1.5 * mounted[15])
  }

  @Test("The attitude's error in motion grows with the acceleration, and goes at rest")
  func tilt() throws {
    var sensors = SensorModel.ideal
    sensors.tiltErrorInMotion = 0.025
    func error(_ path: Path, _ seconds: Range<Double>) throws -> Double {
      let squares = try (1...20).flatMap { seed -> [Double] in
        let trace = try Trace.simulated(path, sensors: sensors, seed: UInt64(seed))
        return try trace.timestamps.indices.filter { seconds.contains(trace.timestamps[$0]) }.map { index in
          let truth = try #require(trace.trueAttitude)
          return pow((truth[index].inverse * trace.attitude[index]).rotationVector.length, 2) / 3
        }
      }
      return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }
    #expect(try error(.still(duration: 5), 0..<5) == 0)
    let (slow, fast) = (
      Path.waving(amplitude: 0.1, frequency: 1, duration: 9), Path.waving(amplitude: 0.2, frequency: 1, duration: 9)
    )
    let (less, more) = (try error(slow, 5..<9), try error(fast, 5..<9))
    #expect((1.6...2.4).contains(more / less), "\(less) \(more)")
    sensors.tiltErrorInMotion = -1
    #expect(throws: TraceError.self) { try Trace.simulated(slow, sensors: sensors) }
  }
}
