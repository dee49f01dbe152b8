import Basics
import Inertial
import Rotations
import Testing

@Suite("A part of a trace by time")
struct TraceDuringTests {
  @Test("It holds exactly the samples whose time since the first lies in the range", arguments: 0..<40)
  func samples(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let count = Int.random(in: 1...50, using: &random)
    var time = Double.random(in: -5...1000, using: &random)
    let times = (0..<count).map { _ in
      time += Double.random(in: 0.01...1, using: &random)
      return time
    }
    let trace = try Trace(
      timestamps: times, attitude: times.map { _ in .identity }, userAcceleration: times.map { Vector3($0, 0, 0) })
    let bounds = [
      Double.random(in: -1...trace.duration + 1, using: &random), trace.elapsed.randomElement(using: &random)!,
    ]
    let range = bounds.min()!...bounds.max()!
    let inside = times.filter { range.contains($0 - times[0]) }
    let part = try trace.during(range)
    #expect(part.timestamps == inside && part.userAcceleration == inside.map { Vector3($0, 0, 0) })
  }

  @Test("If there is no sample, the message says how long the recording is")
  func nothing() throws {
    let trace = try Trace(
      timestamps: [3, 4, 5], attitude: .init(repeating: .identity, count: 3),
      userAcceleration: .init(repeating: .zero, count: 3))
    for range in [2.5...9, -3 ... -1, 0.2...0.7] {
      let error = #expect(throws: TraceError.self) { try trace.during(range) }
      #expect(error.map { "\($0)" }?.contains("lasts from 0 to 2 s") == true, "\(error as Any)")
    }
  }
}
