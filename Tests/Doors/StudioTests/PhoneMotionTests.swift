import Foundation
import Inertial
import Rotations
import Testing

@testable import PhoneLink

@Suite("Browsers' units, signs and axes become the project's")
struct PhoneMotionTests {
  private func convert(_ events: [PhoneEvent], _ convention: PhoneConvention) -> ([MotionSample], PhoneMotion) {
    var motion = PhoneMotion(convention: convention)
    let samples = events.flatMap { motion.take($0) } + motion.finish()
    return (samples, motion)
  }

  @Test(
    "iOS and Android report with opposite signs and give the same samples",
    arguments: [PhoneConvention.apple, .specificForce])
  func conventions(convention: PhoneConvention) throws {
    let (events, truth) = Samples.events(convention)
    let (samples, motion) = convert(events, convention)
    try #require(samples.count == truth.count)
    #expect(motion.source == .browser && !motion.isConventionCorrected)
    for (sample, true_) in zip(samples, truth) {
      #expect(abs(sample.timestamp - true_.timestamp) < 1e-9)
      #expect(abs(sample.attitude.dot(true_.attitude)) > 1 - 1e-12)
      #expect((sample.userAcceleration - true_.userAcceleration).length < 1e-9)
      #expect((sample.acceleration - true_.acceleration).length < 1e-9)
      #expect((try #require(sample.gravity) - (try #require(true_.gravity))).length < 1e-9)
    }
  }

  @Test(
    "A page that announces the wrong signs is corrected by gravity at rest, in the recording from its first sample on")
  func correction() throws {
    let (events, truth) = Samples.events(.apple)
    let (samples, motion) = convert(events, .specificForce)
    #expect(motion.isConventionCorrected && motion.convention == .apple)
    #expect((samples[150].userAcceleration - truth[150].userAcceleration).length < 1e-9)
    var device = Samples.device
    device.convention = .specificForce
    let trace = try PhoneRecording(device: device, events: events).trace(named: "a")
    #expect((trace.userAcceleration[100] - truth[100].userAcceleration).length < 1e-9)
    #expect(trace.notes.contains { $0.contains("gravity at rest says these") })
  }

  @Test("Without acceleration the attitude's gravity is taken off the acceleration with gravity")
  func withoutAcceleration() {
    let (events, truth) = Samples.events(.specificForce)
    let bare = events.map { event -> PhoneEvent in
      guard case .motion(var motion) = event else { return event }
      motion.acceleration = nil
      return .motion(motion)
    }
    let (samples, _) = convert(bare, .specificForce)
    #expect((samples[120].userAcceleration - truth[120].userAcceleration).length < 1e-9)
  }

  @Test(
    "The rotation rate is about x, y and z in degrees: a phone that turns about each axis, followed by our own filter",
    arguments: 0..<3)
  func rotationRate(axis: Int) throws {
    // A browser without orientation events: 90°/s about one axis for one second, after a second at rest.
    var events: [PhoneEvent] = []
    var attitude = Quaternion.identity
    var turn = Vector3.zero
    turn[axis] = .pi / 2
    for index in 0..<200 {
      let rate = index >= 100 ? turn : .zero
      if index > 0 { attitude = attitude * Quaternion(rotationVector: rate * 0.01) }
      let force = attitude.inverse.act(on: Vector3(0, 0, standardGravity))
      let degrees = rate * (180 / .pi)
      events.append(
        .motion(
          .init(
            time: Double(index) * 10, accelerationIncludingGravity: .init(force.x, force.y, force.z), acceleration: nil,
            rotationRate: .init(degrees.x, degrees.y, degrees.z), interval: 10)))
    }
    let (samples, motion) = convert(events, .specificForce)
    #expect(motion.source == .filter && samples.count == 200)
    let last = try #require(samples.last)
    #expect(last.attitude.angle(to: attitude) < 0.05, "\(last.attitude) \(attitude)")
    #expect(last.userAcceleration.length < 0.5)
  }

  @Test("With neither orientation nor rotation rate nothing is guessed")
  func nothing() {
    let (events, _) = Samples.events(.apple, orientation: false, rate: false)
    let (samples, motion) = convert(events, .apple)
    #expect(samples.isEmpty && motion.source == PhoneMotion.AttitudeSource.none && motion.losses.noAttitude == 200)
    #expect(throws: TraceError.self) { try PhoneRecording(device: Samples.device, events: events).trace(named: "a") }
  }

  @Test("Time that runs backwards, and orientation that stops, cost samples and are reported")
  func losses() {
    var (events, _) = Samples.events(.apple)
    events.swapAt(301, 303)
    let (samples, motion) = convert(events, .apple)
    #expect(motion.losses.timeBackwards == 1 && samples.count == 199)
    #expect(motion.remarks.contains { $0.contains("1 sample left out") })
    let stopped = events.enumerated().filter { index, event in
      if case .orientation = event { index < 100 } else { true }
    }.map(\.element)
    let (fewer, state) = convert(stopped, .apple)
    #expect(state.losses.noAttitude > 100 && fewer.count + state.losses.noAttitude + state.losses.timeBackwards == 200)
  }

  @Test("One time far ahead costs its own sample, and not those that come after it", arguments: [true, false])
  func oneTimeAhead(orientation: Bool) throws {
    var events = Samples.events(.specificForce, orientation: orientation).events
    let all = try PhoneRecording(device: Samples.device, events: events).trace(named: "a")
    let motions = events.indices.filter { if case .motion = events[$0] { true } else { false } }
    guard case .motion(var motion) = events[motions[80]] else { throw CancellationError() }
    motion.time += 600_000
    events[motions[80]] = .motion(motion)
    let trace = try PhoneRecording(device: Samples.device, events: events).trace(named: "a")
    #expect(trace.count == all.count - 1)
    #expect(trace.duration == all.duration)
    #expect(trace.notes.contains { $0.contains("1 sample left out: their time is far ahead") }, "\(trace.notes)")
  }

  @Test("Pauses are where nothing came, with their beginning and length")
  func pauses() {
    let times = [10, 10.01, 10.02, 14.82, 14.83, 15.03]
    let found = SampleQuality.pauses(in: times)
    #expect(found.count == 1)
    #expect(abs(found[0].start - 0.02) < 1e-9 && abs(found[0].length - 4.8) < 1e-9)
  }

  @Test("Event by event or all at once: the same samples, bit for bit")
  func streaming() throws {
    let (events, _) = Samples.events(.specificForce, orientation: false)
    let (whole, _) = convert(events, .specificForce)
    var motion = PhoneMotion(convention: .specificForce)
    var parts: [MotionSample] = []
    for event in events { parts += motion.take(event) }
    #expect(parts + motion.finish() == whole && whole.count == 200)
  }

  @Test("A recording is trimmed by its own clock and keeps the attitude that holds where it begins")
  func trimming() throws {
    let recording = PhoneRecording(device: Samples.device, events: Samples.events(.specificForce).events)
    let trimmed = try recording.trimmed(to: 0.5...1).trace(named: "a")
    #expect(trimmed.count == 51 && abs(trimmed.timestamps[0] - 5.5) < 1e-9)
    let whole = try recording.trace(named: "a")
    #expect(trimmed.userAcceleration[0] == whole.userAcceleration[50])
  }

  @Test("Rate, jitter and missing samples are those of the times")
  func quality() {
    var times = (0..<1000).map { Double($0) * 0.01 }
    times.removeSubrange(500..<503)
    let quality = SampleQuality(times: times)
    #expect(abs(quality.rate - 100) < 1e-6 && quality.dropped == 3 && quality.jitter < 1e-6)
    #expect(SampleQuality(times: []).rate == 0 && SampleQuality(times: [1]).dropped == 0)
  }
}
