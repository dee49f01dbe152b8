import Inertial
import Testing

@Suite struct ReplayTests {
  let samples = (0..<100).map { DeviceMotionTests.sample(Double($0) * 0.01) }

  @Test func pushMissesNothing() throws {
    var replay = try Replay(samples)
    var seen = [Double]()
    for tick in 1...10 { replay.push(until: Double(tick) * 0.1) { seen.append($0.time) } }
    #expect(seen == samples.map(\.time))
    #expect(replay.delivered == 100 && replay.missed == 0)
  }

  @Test func pullSeesTheLatestAndCountsWhatItMissed() throws {
    var replay = try Replay(samples)
    var times = [Double]()
    // A consumer at 30 frames a second of a stream of 100.
    for frame in 0...30 {
      if let sample = replay.pull(at: Double(frame) / 30) { times.append(sample.time) }
    }
    #expect(times.count == 31)
    #expect(replay.delivered + replay.missed == 100)
    #expect(replay.missed == 69)
    // The timestamps alone give the same, up to the last sample that was seen.
    #expect(try SampleCheck.missedSamples(between: times, interval: 0.01) == 69)
  }

  @Test func pullTooEarlyGivesNothingAndTooLateTheLastOne() throws {
    var replay = try Replay(samples)
    #expect(replay.pull(at: -1) == nil)
    #expect(replay.pull(at: 0)?.time == 0)
    #expect(replay.pull(at: 0.005) == nil)
    #expect(replay.pull(at: 1000)?.time == samples.last?.time)
    #expect(replay.pull(at: 2000) == nil)
  }

  @Test func timeMustRunForward() {
    #expect(throws: TraceError.self) { try Replay(samples + [samples[3]]) }
    #expect(throws: TraceError.self) { try SampleCheck.missedSamples(between: [1, 1], interval: 0.1) }
    #expect(throws: TraceError.self) { try SampleCheck.missedSamples(between: [1, 2], interval: 0) }
  }
}
