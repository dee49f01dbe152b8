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
    for path in [Path.square(), .line(), .polygon(sides: 3), .figureEight(), .waving()] {
      let trace = try recording(.typical, path: path)
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
      Hand(stopError: 0.1, correctionDuration: 0.2),
    ]
    let traces = try hands.map { try recording($0).userAcceleration }
    for (index, trace) in traces.enumerated() { #expect(traces[..<index].allSatisfy { $0 != trace }) }
    #expect(try recording(.typical, seed: 1) != recording(.typical, seed: 2))
    #expect(try recording(.typical, seed: 3) == recording(.typical, seed: 3))
    for hand in [
      Hand(tremor: -1), Hand(sway: .nan), Hand(turning: .infinity), Hand(stopError: -0.1), Hand(correctionDuration: 0),
    ] {
      #expect(throws: TraceError.self) { try recording(hand) }
      #expect(throws: TraceError.self) { try Trace.simulated(Path.square().held(by: hand, seed: 1), sensors: .ideal) }
    }
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
    var steady = SensorModel.handheld
    steady.hand = nil
    #expect(try closing(.handheld) > 3 * closing(steady))
  }
}
