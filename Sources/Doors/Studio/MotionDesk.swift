import Foundation
import Fusion
import LocalServer
import PhoneLink
import Recordings
import Rotations
import Stabilization
import Traces

/// Receives the events of phones. They become samples, paths, recordings and letters, which are sent to the open
/// pages.
///
/// A message is processed completely or not at all: its recorded part is on the disk before anything is computed from
/// it, and before the phone gets its answer.
package final class MotionDesk: @unchecked Sendable {
  /// A phone's page, or the studio's virtual phone.
  private struct Guest {
    /// The phone; its pages follow one another.
    let phone: String
    var device: PhoneBatch.Device
    var motion: PhoneMotion
    var lastSeen = ContinuousClock.now
    /// The name of the recording that this phone itself has started.
    var recording: String?
    var times: [Double] = []
  }

  /// Guests that are remembered, and recordings that phones have started and not ended.
  private static let mostGuests = 16
  /// Seconds without a word after which Gimbal reports that the phone that is recorded is silent.
  private static let silence = 3.0
  /// Seconds after which a recording that a phone has started counts as ended, until more comes.
  private static let abandonment = 60.0
  /// Seconds after which a calibration's recording ends by itself, as when it was forgotten.
  private static let longestCalibration = 600.0

  private let lock = NSLock()
  private let shelf: RecordingShelf
  private let mostEvents: Int
  let stream = MotionStream()
  private var inbox = PhoneInbox()
  private var guests: [String: Guest] = [:]
  private var live: String?
  private var bench: WaveBench
  /// What the studio's page has started.
  private var recording: RunningRecording?
  /// What phones have started, by the names that they give it.
  private var owned: [String: RunningRecording] = [:]
  private var problem: String?
  private var shortage: (words: String?, asked: ContinuousClock.Instant)?
  private var lastMeter = ContinuousClock.now
  private var level = 0.0

  /// - Parameter mostEvents: The most events of one recording; later events begin another one.
  package init(shelf: RecordingShelf, mostEvents: Int = RunningRecording.mostEvents) throws {
    (self.shelf, self.mostEvents) = (shelf, mostEvents)
    bench = try WaveBench([WaveScheme(.none), WaveScheme(.exponential)])
  }

  // MARK: Events

  /// Takes what a phone has sent. What the answer says has arrived is on the disk as far as it belongs to a recording.
  ///
  /// - Throws: `PhoneError.notKept` where that is not possible; none of the message is taken then.
  package func take(_ batch: PhoneBatch) throws(PhoneError) -> PhoneService.Answer {
    lock.lock()
    defer { lock.unlock() }
    var inbox = self.inbox
    guard case .new(let events, let next) = inbox.take(batch) else {
      return PhoneService.Answer(next: self.inbox.next(of: batch.page) ?? batch.first, isRecording: recording != nil)
    }
    admit(batch)
    do throws(StudioError) {
      try keep(events, first: next - events.count, of: batch)
      problem = nil
    } catch {
      problem = "\(error) The phone keeps what it records until there is room."
      sendMeter()
      throw .notKept(error.description)
    }
    self.inbox = inbox
    process(events, of: batch.page)
    let guest = guests[batch.page]
    let isFollowed = guest?.motion.source != PhoneMotion.AttitudeSource.none
    return PhoneService.Answer(
      next: next, isRecording: guest.map { isRecorded($0) || $0.recording != nil } ?? false,
      words: warning ?? (isFollowed ? nil : noAttitude))
  }

  private let noAttitude = "This browser reports neither orientation nor rotation rate: the studio cannot follow it."

  private func admit(_ batch: PhoneBatch) {
    if guests[batch.page] == nil {
      guests[batch.page] = Guest(
        phone: batch.phone ?? batch.page, device: batch.device,
        motion: PhoneMotion(convention: batch.device.convention), recording: batch.recording)
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

  // MARK: What is kept

  /// Whether what this guest sends belongs to the recording that the studio's page has started: the recording follows the
  /// phone from the page on that moved when it began.
  private func isRecorded(_ guest: Guest) -> Bool {
    recording.map { $0.phone == guest.phone && $0.origin <= guest.device.origin } ?? false
  }

  /// Writes the parts of recordings, all of it or nothing; `first` is the number of the first of these events.
  private func keep(_ events: [PhoneEvent], first: Int, of batch: PhoneBatch) throws(StudioError) {
    guard var guest = guests[batch.page] else { return }
    var (recording, owned) = (self.recording, self.owned)
    var touched: [RunningRecording] = []
    var ended: [String] = []
    func put(_ event: PhoneEvent, into current: RunningRecording) -> RunningRecording {
      var current = current
      if current.isFull {
        ended.append(current.id)
        current = RunningRecording(after: current, id: Self.newID())
      }
      if !touched.contains(where: { $0 === current }) { touched.append(current) }
      current.hold(event, from: guest.device)
      return current
    }
    for (index, event) in events.enumerated() {
      if case .record(_, let isOn) = event {
        if isOn {
          guest.recording = guest.recording ?? PhoneBatch.recordingName(page: batch.page, number: first + index)
        } else if let name = guest.recording {
          if let over = owned.removeValue(forKey: name) { ended.append(over.id) }
          guest.recording = nil
        }
        continue
      }
      if let name = guest.recording { owned[name] = put(event, into: owned[name] ?? begin(guest)) }
      if let present = recording, isRecorded(guest) {
        let isOver = present.memory != nil && present.seconds > Self.longestCalibration
        recording = isOver ? nil : put(event, into: present)
      }
    }
    do throws(StudioError) {
      for one in touched { try one.write() }
    } catch {
      for one in touched { one.takeBack() }
      throw error
    }
    for one in touched { one.settle() }
    guests[batch.page] = guest
    (self.recording, self.owned) = (recording, owned)
    if owned.count > Self.mostGuests,
      let oldest = owned.min(by: { $0.value.lastWritten < $1.value.lastWritten })
    {
      self.owned[oldest.key] = nil
      ended.append(oldest.value.id)
    }
    for id in ended { stream.send(Self.json(["kind": "recorded", "id": id])) }
  }

  private func begin(_ guest: Guest, calibrating: Bool = false) -> RunningRecording {
    RunningRecording(
      id: (calibrating ? RecordingShelf.calibrationPrefix : "") + Self.newID(), phone: guest.phone,
      origin: guest.device.origin, mostEvents: mostEvents, on: shelf, remembered: calibrating ? guest.device : nil)
  }

  /// What a person should know: that something could not be written, that the disk is nearly full, that the phone that is
  /// recorded is silent.
  private var warning: String? {
    if let problem { return problem }
    if let shortage = lookForRoom() { return shortage }
    guard let recording else { return nil }
    let heard = guests.values.filter(isRecorded).map(\.lastSeen).max() ?? recording.lastWritten
    let seconds = (ContinuousClock.now - heard) / .seconds(1)
    guard seconds > Self.silence else { return nil }
    return
      "The phone that is recorded has sent nothing for \(Int(min(seconds, 1e6))) s. What it keeps comes when it is back."
  }

  /// The shelf's shortage, looked for once a second.
  private func lookForRoom() -> String? {
    if let shortage, shortage.asked + .seconds(1) > .now { return shortage.words }
    let words = shelf.shortage
    shortage = (words, .now)
    return words
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

  /// All paths begin again.
  package func clear() {
    lock.withLock {
      bench.clear()
      stream.send(Self.json(["kind": "clear"]))
    }
  }

  /// A page begins to look.
  package func listen() -> EventQueue { stream.listen(first: Self.setupText(setup)) }

  // MARK: Recording

  /// The phone's session is over: until it joins again, nothing moves. A virtual phone has no session.
  func endSession() {
    lock.withLock {
      if let page = live, guests[page]?.phone != page { live = nil }
    }
  }

  /// Starts to record the phone that moves. A calibration also keeps the events in memory, to judge them while they come.
  package func startRecording(calibrating: Bool = false) throws -> String {
    try lock.withLock {
      guard recording == nil else {
        throw StudioError.notNow(
          recording?.memory == nil
            ? "A recording is already running: stop it first."
            : "A calibration is running: finish or discard it first.")
      }
      guard let live, let guest = guests[live] else {
        throw StudioError.notNow("Nothing moves yet: connect a phone, or use the virtual one.")
      }
      try shelf.prepare()
      let started = begin(guest, calibrating: calibrating)
      recording = started
      return started.id
    }
  }

  /// What the running calibration has recorded, nil while none runs; the phone that moves, and what a person should know.
  var calibration: (recording: PhoneRecording?, phone: PhoneBatch.Device?, warning: String?) {
    lock.withLock { (recording?.memory, live.flatMap { guests[$0]?.device }, warning) }
  }

  /// Stops it; its id, how many samples it has, and what is missing. Without any sample there is no such recording.
  package func stopRecording(calibrating: Bool = false) throws -> (id: String, count: Int, words: String?) {
    try lock.withLock {
      guard let ended = recording, (ended.memory != nil) == calibrating else {
        throw StudioError.notNow("No \(calibrating ? "calibration" : "recording") is running.")
      }
      recording = nil
      sendMeter()
      let words = problem.map { _ in "What the phone still keeps, since it could not be written, is not part of it." }
      return (ended.id, ended.count, words)
    }
  }

  /// The recordings that run now: they cannot be saved yet.
  package var running: Set<String> {
    lock.withLock { Set([recording?.id].compactMap { $0 } + owned.values.filter(isHeard).map(\.id)) }
  }

  /// Lets go of a recording that a phone has started and not ended, so that it can be saved: what still comes for it goes into
  /// another one.
  ///
  /// - Throws: `StudioError` while it runs.
  func release(_ id: String) throws(StudioError) {
    lock.lock()
    defer { lock.unlock() }
    let name = owned.first { $0.value.id == id }?.key
    guard recording?.id != id, !(name.flatMap { owned[$0] }.map(isHeard) ?? false) else {
      throw .notNow("This recording is still running: stop it first.")
    }
    if let name { owned[name] = nil }
  }

  private func isHeard(_ recording: RunningRecording) -> Bool {
    recording.lastWritten + .seconds(Self.abandonment) > .now
  }

  private static func newID() -> String { String(UInt64.random(in: 0...UInt64.max), radix: 36) }

  // MARK: Messages

  /// A sign of life for the pages that look, and the state of the phone and its recording.
  package func beat() {
    stream.beat()
    lock.withLock { if live != nil { sendMeter() } }
  }

  private func sendMeter() {
    lastMeter = .now
    let times = live.flatMap { guests[$0]?.times } ?? []
    let quality = SampleQuality(times: times.map { $0 / 1000 })
    let remarks = live.flatMap { guests[$0]?.motion.remarks } ?? []
    stream.send(
      Self.json([
        "kind": "meter", "rate": quality.rate, "jitter": quality.jitter, "level": level.isFinite ? level : 0,
        "recording": recording.flatMap { $0.memory == nil ? $0.id as Any : nil } ?? NSNull(),
        "seconds": recording?.seconds ?? 0,
        "count": recording?.count ?? 0, "dropped": recording?.dropped ?? quality.dropped, "remarks": remarks,
        "problem": warning.map { $0 as Any } ?? NSNull(),
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
