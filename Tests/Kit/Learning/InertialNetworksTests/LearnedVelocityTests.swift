import Inertial
import InertialNetworks
import Networks
import Testing

@Suite("A walk's velocity, learned")
struct LearnedVelocityTests {
  /// A walk in the pocket there and back, by a phone of today.
  static func walk(strides: Int, seed: UInt64) throws -> Trace {
    try .simulated(.walk(carrying: .pocket, strides: strides), sensors: .currentPhone, seed: seed)
  }

  /// Taught by simulated walks; made once.
  static let lesson = Result {
    var options = LearnedVelocity.recommendedOptions
    options.epochs = 40
    let walks = try (1...3).map { try walk(strides: 6 + Int($0), seed: UInt64($0)) }
    return try LearnedVelocity.train(on: walks, options: options, hidden: 8)
  }

  @Test("What is learned from walks holds on another one; a recording without truth is named and left out")
  func learned() throws {
    let lesson = try Self.lesson.get()
    #expect(lesson.omitted.isEmpty && lesson.examples > 100)
    let other = try Self.walk(strides: 9, seed: 9)
    let drift = try WindowedDrift(of: other, under: lesson.scheme, duration: 8).median
    let plain = try WindowedDrift(of: other, under: .exponential(rate: 0.5), duration: 8).median
    #expect(drift < plain / 2, "\(drift), \(plain)")
    let blind = try Trace(
      name: "blind", timestamps: other.timestamps, attitude: other.attitude, userAcceleration: other.userAcceleration,
      rotationRate: other.rotationRate)
    var options = LearnedVelocity.recommendedOptions
    options.epochs = 1
    let rest = try LearnedVelocity.train(on: [other, blind], options: options, hidden: 2)
    #expect(rest.omitted.map(\.name) == ["blind"] && rest.omitted[0].reason.contains("truePosition"))
    #expect(throws: TraceError.self) { try LearnedVelocity.train(on: [blind]) }
    #expect(throws: TraceError.self) { try LearnedVelocity(Network(sizes: [3, 2])) }
  }

  @Test("A hand that holds still stays")
  func standing() throws {
    let still = try SimulatedTrace.still.trace()
    #expect(try Self.lesson.get().scheme.integrate(still).positions.map(\.length).max()! < 0.5)
  }

  @Test("Live accumulation equals the pass over the whole trace, bit for bit")
  func liveEqualsWhole() throws {
    let trace = try Self.walk(strides: 4, seed: 1)
    let scheme = try Self.lesson.get().scheme
    var integrator = try Integrator(scheme)
    for index in 0..<trace.count { try integrator.accumulate(trace[index]) }
    #expect(try integrator.trajectory == scheme.integrate(trace))
  }
}
