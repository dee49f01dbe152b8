import Basics
import Foundation
import Fusion
import PhoneLink
import Recordings
import Stabilization
import Traces

#if canImport(Glibc)
  import Glibc
#endif

/// A recording that runs: its journal on the disk, and how its samples come.
///
/// Events are held first; `write()` puts all that is held on the disk, and after that either `settle()` lets it be or
/// `takeBack()` makes journal and counts what they were. So several recordings take a message together, or none does. There is
/// no file before the first sample.
package final class RunningRecording {
  /// The most events of one recording, more than an hour of motion and orientation at 100 Hz, and the most bytes of
  /// its journal. Later events begin another recording.
  package static let (mostEvents, mostBytes) = (1_000_000, 256 << 20)
  /// Steps between samples from which the usual step is computed.
  private static let window = 100

  let id: String
  /// The phone whose events it takes.
  let phone: String
  /// When the page was opened from which on it takes the phone's events, ms since 1970.
  let origin: Double
  private(set) var lastWritten = ContinuousClock.now
  /// What has been settled, for a session that somebody follows; nil for others.
  private(set) var memory: PhoneRecording?
  private var held: [Item] = []
  private let mostEvents: Int
  private let shelf: RecordingShelf
  private var file: Int32 = -1
  private var state = State()
  private var settled = State()

  private struct Item {
    var event: PhoneEvent
    var device: PhoneBatch.Device
  }

  private struct State {
    /// What is not written yet.
    var text = ""
    /// Bytes of the journal.
    var length = 0
    /// Whether the journal may end within a line.
    var isTorn = false
    /// Whose events the journal's last lines are.
    var device: PhoneBatch.Device?
    /// What holds when the first sample comes: the last orientation and the last touch.
    var waiting: [Item] = []
    var events = 0
    var samples = 0
    var dropped = 0
    /// ms since 1970, by the pages' clocks.
    var start: Double?
    var end = 0.0
    var steps: [Double] = []
  }

  /// - Parameter remembered: Keeps the events also in memory, as a recording of this device.
  init(
    id: String, phone: String, origin: Double, mostEvents: Int, on shelf: RecordingShelf,
    remembered: PhoneBatch.Device? = nil
  ) {
    memory = remembered.map { PhoneRecording(device: $0) }
    (self.id, self.phone, self.origin, self.mostEvents, self.shelf) = (id, phone, origin, mostEvents, shelf)
  }

  /// One that goes on where another, which is full, ends.
  convenience init(after full: RunningRecording, id: String) {
    self.init(id: id, phone: full.phone, origin: full.origin, mostEvents: full.mostEvents, on: full.shelf)
  }

  deinit { if file >= 0 { close(file) } }

  /// Samples.
  var count: Int { state.samples }
  /// Samples that are missing: each step is compared with the median of those before.
  var dropped: Int { state.dropped }
  /// Seconds from the first sample to the last.
  var seconds: Double { state.start.map { (state.end - $0) / 1000 } ?? 0 }
  /// Whether it takes no more events.
  var isFull: Bool { state.events >= mostEvents || state.length >= Self.mostBytes }

  /// Takes an event in, to be written next.
  func hold(_ event: PhoneEvent, from device: PhoneBatch.Device) {
    guard case .motion(let motion) = event else {
      if state.samples > 0 { return put(event, device) }
      state.waiting.removeAll { $0.event.isOfKind(of: event) }
      return state.waiting.append(Item(event: event, device: device))
    }
    for item in state.waiting { put(item.event, item.device) }
    state.waiting = []
    put(event, device)
    count(device.origin + motion.time)
  }

  private func put(_ event: PhoneEvent, _ device: PhoneBatch.Device) {
    if state.device != device { state.text += PhoneRecording.header(device) }
    state.device = device
    if memory != nil { held.append(Item(event: event, device: device)) }
    state.text += PhoneRecording.lines(CollectionOfOne(event))
    state.events += 1
  }

  private func count(_ time: Double) {
    if state.samples > 0, time > state.end {
      let step = time - state.end
      if state.steps.count >= Self.window / 5 {
        state.dropped += SampleQuality.missing(in: step, usual: median(of: state.steps))
      }
      state.steps.append(step)
      if state.steps.count > Self.window { state.steps.removeFirst() }
    }
    state.start = state.start ?? time
    state.end = time
    state.samples += 1
  }

  // MARK: The journal

  /// Writes what is held and waits until the disk has it.
  ///
  /// - Throws: `StudioError`; `takeBack()` has to follow.
  func write() throws(StudioError) {
    guard !state.text.isEmpty else { return }
    if file < 0 { file = try shelf.makeJournal(id) }
    // Behind a torn line a new one begins.
    let bytes = Array(((state.isTorn ? "\n" : "") + state.text).utf8)
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress! + done, bytes.count - done) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Self.failure }
      done += count
    }
    guard fdatasync(file) == 0 else { throw Self.failure }
    state.length += bytes.count
    state.isTorn = false
  }

  private static var failure: StudioError {
    .unwritable("The recording", reason: String(cString: strerror(errno == 0 ? EIO : errno)))
  }

  /// Lets are what was written.
  func settle() {
    state.text = ""
    settled = state
    for item in held { memory?.append(CollectionOfOne(item.event), from: item.device) }
    held = []
    lastWritten = .now
  }

  /// Forgets what was held, and takes it out of the journal as far as it was written.
  func takeBack() {
    (state, held) = (settled, [])
    guard file >= 0 else { return }
    if state.length == 0 {
      close(file)
      file = -1
      if let path = try? shelf.journal(id) { unlink(path) }
    } else if ftruncate(file, off_t(state.length)) != 0 {
      (state.isTorn, settled.isTorn) = (true, true)
    }
  }
}

extension PhoneEvent {
  fileprivate func isOfKind(of other: PhoneEvent) -> Bool {
    switch (self, other) {
    case (.motion, .motion), (.orientation, .orientation), (.field, .field), (.touch, .touch), (.record, .record): true
    default: false
    }
  }
}
