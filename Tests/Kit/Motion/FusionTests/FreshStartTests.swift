import Inertial
import Rotations
import Testing

/// What a filter has seen before must not matter when it starts again.
@Suite struct FreshStartTests {
  static func recording(_ seed: UInt64) throws -> [RawSample] {
    var random = SeededRandom(seed: seed)
    var sensor = SensorModel.whiteNoise
    sensor.rotationOffset = random.vector(0.02)
    return try sensor.record(duration: 20, attitude: Hand.attitude, acceleration: Hand.acceleration, using: &random)
  }

  @Test(arguments: AttitudeFilterTests.names) func aSecondRecordingGivesWhatItGivesAlone(name: String) throws {
    let (first, second) = (try Self.recording(1), try Self.recording(2))
    var (used, fresh) = (try AttitudeFilterTests.make(name), try AttitudeFilterTests.make(name))
    _ = try used.attitudes(of: first)
    #expect(try used.attitudes(of: second) == fresh.attitudes(of: second))
    #expect(used.rotationRateBias == fresh.rotationRateBias)
    used.start(specificForce: Vector3(0, 0, 9.81), magneticField: nil)
    #expect(used.rotationRateBias == .zero)
  }

  @Test func gravityFiltersStartAnewToo() throws {
    let (first, second) = (try Self.recording(1), try Self.recording(2))
    func check(_ filter: some GravityFilter) throws {
      var (used, fresh) = (filter, filter)
      _ = try used.separate(first)
      #expect(try used.separate(second).map(\.gravity) == fresh.separate(second).map(\.gravity))
    }
    try check(FirstOrderGravityFilter())
    try check(ButterworthGravityFilter(interval: 0.01))
    try check(AdaptiveGravityFilter())
  }

  @Test func limitsThatAreNoneAreRefused() throws {
    let samples = try Self.recording(3)
    for check in [
      SampleCheck(longestStep: .nan), SampleCheck(longestStep: 0), SampleCheck(rotationRateFullScale: -1),
      SampleCheck(specificForceFullScale: .nan),
    ] {
      var filter = try MahonyFilter()
      #expect(throws: TraceError.self) { try filter.attitudes(of: samples, checking: check) }
    }
  }
}
