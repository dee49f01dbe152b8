import Foundation
import Inertial
import PhoneLink
import Rotations
import StrictHTTP

/// Where the events of phones arrive: they become samples, paths, recordings and letters, and what comes of them is told to
/// the pages that look.
package final class MotionDesk: @unchecked Sendable {
  /// A phone's page, or the studio's virtual phone.
  private struct Guest {
    var device: PhoneBatch.Device
    var motion: PhoneMotion
    var lastSeen = ContinuousClock.now
    /// Recordings that this phone itself has started.
    var own: RunningRecording?
    var times: [Double] = []
  }

  /// Guests that are remembered.
  private static let mostGuests = 16

  private let lock = NSLock()
  private let shelf: RecordingShelf
  let stream = MotionStream()
  private var inbox = PhoneInbox()
  private var guests: [String: Guest] = [:]
  private var live: String?
  private var bench: WaveBench
  private var recording: RunningRecording?
  private var problem: String?
  private var lastMeter = ContinuousClock.now
  private var level = 0.0

  package init(shelf: RecordingShelf) throws {
    self.shelf = shelf
    bench = try WaveBench([WaveScheme(.none), WaveScheme(.exponential)])
  }

  // MARK: Events

  /// Takes what a phone has sent; what is new goes its way before the answer says that it arrived.
  package func take(_ batch: PhoneBatch) -> PhoneService.Answer {
    lock.withLock {
      switch inbox.take(batch) {
      case .gap(let next):
        return PhoneService.Answer(next: next, isRecording: recording != nil)
      case .new(let events, let next):
        admit(batch)
        process(events, of: batch.page)
        let words = problem ?? (guests[batch.page]?.motion.source == PhoneMotion.AttitudeSource.none ? noAttitude : nil)
        return PhoneService.Answer(
          next: next, isRecording: recording?.page == batch.page || guests[batch.page]?.own != nil, words: words)
      }
    }
  }

  private let noAttitude = "This browser reports neither orientation nor rotation rate: the studio cannot follow it."

  private func admit(_ batch: PhoneBatch) {
    if guests[batch.page] == nil {
      guests[batch.page] = Guest(device: batch.device, motion: PhoneMotion(convention: batch.device.convention))
      if guests.count > Self.mostGuests, let oldest = guests.min(by: { $0.value.lastSeen < $1.value.lastSeen })?.key {
        guests[oldest] = nil
      }
    }
    guests[batch.page]?.lastSeen = .now
    // The page that was opened last is the one that moves: what an earlier one still had to send is only recorded.
    // One that has fallen silent leaves its place.
    let isNewest =
      live.flatMap { guests[$0] }.map {
        $0.device.origin <= batch.device.origin || $0.lastSeen + .seconds(2) < .now
      } ?? true
    guard live != batch.page, isNewest else { return }
    live = batch.page
    bench.clear()
    stream.send(Self.json(["kind": "source", "name": batch.device.name]))
  }

  private func process(_ events: [PhoneEvent], of page: String) {
    guard var guest = guests[page] else { return }
    var rows: [WaveBench.Row] = []
    for event in events {
      record(event, &guest, page)
      if case .motion(let motion) = event {
        guest.times.append(motion.time)
        if guest.times.count > 200 { guest.times.removeFirst() }
      }
      for sample in guest.motion.take(event) where page == live {
        rows.append(bench.take(sample))
        level = max(level * 0.95, sample.userAcceleration.length)
        if let letter = bench.follow(sample) { stream.send(Self.text(letter)) }
      }
    }
    guests[page] = guest
    if page == live, !rows.isEmpty { stream.send(Self.wave(rows)) }
    if lastMeter + .milliseconds(100) < .now { sendMeter() }
  }

  private func record(_ event: PhoneEvent, _ guest: inout Guest, _ page: String) {
    do {
      if case .record(_, let isOn) = event {
        if isOn, guest.own == nil {
          guest.own = try RunningRecording(id: Self.newID(), page: page, device: guest.device, on: shelf)
        } else if !isOn, let ended = guest.own {
          guest.own = nil
          stream.send(Self.json(["kind": "recorded", "id": ended.id]))
        }
        return
      }
      try guest.own?.append([event])
      if let recording, recording.page == page { try recording.append([event]) }
    } catch {
      problem = "\(error)"
    }
  }

  // MARK: Wave

  /// What the pages see of the schemes.
  package struct Setup: Codable, Sendable {
    package var schemes: [WaveScheme]
    package var names: [String]
    package var knobs: [[WaveScheme.Knob]]
  }

  package var setup: Setup { lock.withLock { makeSetup() } }

  private func makeSetup() -> Setup {
    Setup(schemes: bench.schemes, names: bench.schemes.map(\.name), knobs: bench.schemes.map(\.knobs))
  }

  /// Takes other schemes or parameters; they act from the next sample on.
  package func choose(_ schemes: [WaveScheme]) throws -> Setup {
    try lock.withLock {
      try bench.choose(schemes)
      let setup = makeSetup()
      stream.send(Self.setupText(setup))
      return setup
    }
  }

  /// All paths begin anew.
  package func clear() {
    lock.withLock {
      bench.clear()
      stream.send(Self.json(["kind": "clear"]))
    }
  }

  /// A page begins to look.
  package func listen() -> EventQueue { stream.listen(first: Self.setupText(setup)) }

  // MARK: Recording

  /// Starts to record the phone that moves.
  package func startRecording() throws -> String {
    try lock.withLock {
      guard recording == nil else { throw StudioError.notNow("A recording runs already: stop it first.") }
      guard let live, let guest = guests[live] else {
        throw StudioError.notNow("Nothing moves yet: connect a phone, or use the virtual one.")
      }
      problem = nil
      let started = try RunningRecording(id: Self.newID(), page: live, device: guest.device, on: shelf)
      recording = started
      return started.id
    }
  }

  /// Stops it; its id.
  package func stopRecording() throws -> String {
    try lock.withLock {
      guard let ended = recording else { throw StudioError.notNow("No recording runs.") }
      recording = nil
      sendMeter()
      return ended.id
    }
  }

  /// The recordings that run now: they cannot be saved yet.
  package var running: Set<String> {
    lock.withLock { Set([recording?.id].compactMap { $0 } + guests.values.compactMap { $0.own?.id }) }
  }

  private static func newID() -> String { String(UInt64.random(in: 0...UInt64.max), radix: 36) }

  // MARK: Messages

  private func sendMeter() {
    lastMeter = .now
    let times = live.flatMap { guests[$0]?.times } ?? []
    let quality = SampleQuality(times: times.map { $0 / 1000 })
    let remarks = live.flatMap { guests[$0]?.motion.remarks } ?? []
    stream.send(
      Self.json([
        "kind": "meter", "rate": quality.rate, "jitter": quality.jitter, "level": level,
        "recording": recording.map { $0.id as Any } ?? NSNull(), "seconds": recording?.seconds ?? 0,
        "count": recording?.count ?? 0, "dropped": recording?.dropped ?? quality.dropped, "remarks": remarks,
        "problem": problem.map { $0 as Any } ?? NSNull(),
        "device": live.flatMap { guests[$0]?.device.name }.map { $0 as Any } ?? NSNull(),
      ]))
    level = 0
  }

  /// Samples as rows of numbers: time in ms on the phone's clock, attitude, rest, touch, then a position for each scheme.
  private static func wave(_ rows: [WaveBench.Row]) -> String {
    var text = "{\"kind\":\"wave\",\"rows\":["
    for (index, row) in rows.enumerated() {
      if index > 0 { text += "," }
      let attitude = row.sample.attitude
      text += "[\(row.sample.timestamp * 1000)"
      for value in [attitude.w, attitude.x, attitude.y, attitude.z] { text += ",\(Float(value))" }
      text += row.isAtRest ? ",1" : ",0"
      text += row.sample.isTouching == true ? ",1" : ",0"
      for position in row.positions {
        // A path that has flown off the scale of a page has no place there any longer.
        for value in [position.x, position.y, position.z] { text += ",\(Float(min(max(value, -1e6), 1e6)))" }
      }
      text += "]"
    }
    return text + "]}"
  }

  private static func setupText(_ setup: Setup) -> String { "{\"kind\":\"setup\",\"setup\":\(text(setup))}" }

  private static func text(_ value: some Encodable) -> String {
    String(decoding: (try? JSONEncoder().encode(value)) ?? Data("{}".utf8), as: UTF8.self)
  }

  private static func json(_ fields: [String: Any]) -> String {
    let data = (try? JSONSerialization.data(withJSONObject: fields, options: [.sortedKeys])) ?? Data("{}".utf8)
    return String(decoding: data, as: UTF8.self)
  }

  /// Tells pages that nothing more comes.
  package func close() { stream.close() }
}
