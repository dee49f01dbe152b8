import Foundation
import Inertial
import LocalServer
import MessageMutations
import PhoneLink
import Studio

import struct Basics.SeededRandom

/// Messages of a phone in which numbers, bytes and order may be wrong, on their whole way: read, put in order, turned into samples and
/// paths, written into recordings, and sent to an open page.
package struct PhoneMutant {
  /// Messages of one conversation.
  package static let messages = 10

  private let seed: UInt64

  package init(seed: UInt64) { self.seed = seed }

  /// What is wrong with how the studio takes a conversation; nil when nothing is. The folder is made and removed.
  package func fault(in folder: String) throws -> String? {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var talk = try Conversation(seed: seed, folder: folder)
    for _ in 0..<Self.messages {
      if let fault = try talk.step() { return fault }
    }
    return try talk.liveFault() ?? talk.recordingFault()
  }
}

/// A studio without a network, what it received, and what it has to have kept of that.
private struct Conversation {
  private var random: SeededRandom
  private let shelf: RecordingShelf
  private let desk: MotionDesk
  private let live: EventQueue

  /// A page as the studio shall know it.
  private struct Page {
    var phone: String
    var origin: Double
    var next: Int
    /// The name of the recording that the phone itself has started.
    var recording: String?
  }
  private var pages: [String: Page] = [:]
  private var numbers: [String: Int] = [:]
  private var clock = 1000.0
  /// A recording that the studio's page has started, what moved at that time, and the samples that came afterwards, each with who sent
  /// it.
  private struct Started {
    var pages: [Page]
    var samples: [(event: PhoneEvent, page: Page)] = []
  }
  private var started: [String: Started] = [:]
  private var running: String?
  /// The samples that the recordings which the phone has started have to have, however many they are.
  private var owned: [PhoneEvent: Int] = [:]

  init(seed: UInt64, folder: String) throws {
    random = SeededRandom(seed: seed)
    shelf = RecordingShelf(folder: folder)
    desk = try MotionDesk(shelf: shelf)
    live = desk.listen()
    let kinds = WaveScheme.Kind.allCases.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random))
    _ = try desk.choose(kinds.map { WaveScheme($0) })
  }

  // MARK: Messages

  mutating func step() throws -> String? {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: start()
    case 1:
      running = nil
      _ = try? desk.stopRecording()
    case 2: desk.beat()
    default: break
    }
    let batch: PhoneBatch
    do throws(PhoneError) {
      batch = try PhoneBatch(json: Data(message()))
    } catch {
      return "\(error)".isEmpty ? "a refusal without words" : nil
    }
    let answer = try desk.take(batch)
    note(batch, answer.next)
    return nil
  }

  private mutating func start() {
    guard running == nil, let id = try? desk.startRecording() else { return }
    running = id
    started[id] = Started(pages: Array(pages.values))
  }

  /// What the events that were acknowledged mean for recordings.
  private mutating func note(_ batch: PhoneBatch, _ next: Int) {
    var page =
      pages[batch.page]
      ?? Page(
        phone: batch.phone ?? batch.page, origin: batch.device.origin, next: batch.first, recording: batch.recording)
    let begin = batch.skips == true ? max(page.next, batch.first) : page.next
    for number in begin..<max(begin, next) {
      let event = batch.events[number - batch.first]
      switch event {
      case .record(_, isOn: true):
        page.recording = page.recording ?? PhoneBatch.recordingName(page: batch.page, number: number)
      case .record: page.recording = nil
      case .motion:
        if page.recording != nil { owned[event, default: 0] += 1 }
        if let running { started[running]?.samples.append((event, page)) }
      default: break
      }
    }
    page.next = max(page.next, next)
    pages[batch.page] = page
  }

  private mutating func message() -> [UInt8] {
    let page = ["a", "b", "c"].randomElement(using: &random)!
    let events = (0..<Int.random(in: 0...25, using: &random)).map { _ in event() }
    let first = max(0, numbers[page, default: 0] - (chance(0.2) ? Int.random(in: 0...9, using: &random) : 0))
    let skipped = chance(0.05) ? 3 : 0
    numbers[page] = first + skipped + events.count
    let origin = ["0", "1000", "1.7e12", "1.7000000001e12", "1e14"].randomElement(using: &random)!
    let device =
      "{\"convention\":\"\(Bool.random(using: &random) ? "apple" : "specificForce")\",\"name\":\"x\",\"origin\":\(origin)}"
    let skips = skipped > 0 ? ",\"skips\":true" : ""
    let recording = chance(0.1) ? ",\"recording\":\"ar7\"" : ""
    let text =
      "{\"page\":\"\(page)\",\"phone\":\"p\",\"first\":\(first + skipped)\(skips)\(recording),\"device\":\(device),"
      + "\"events\":[\(events.joined(separator: ","))]}"
    let bytes = Array(text.utf8)
    return chance(0.2) ? MutatedBytes(bytes, random: SeededRandom(seed: random.next())).bytes : bytes
  }

  private mutating func chance(_ share: Double) -> Bool { random.uniform() < share }

  private mutating func event() -> String {
    switch Int.random(in: 0..<13, using: &random) {
    case 0: return "[\"r\",\(time()),\(Int.random(in: 0...1, using: &random))]"
    case 1: return "[\"t\",\(time()),\(Int.random(in: 0...1, using: &random))]"
    case 2, 3, 4:
      return "[\"o\",\(time()),\(triple(360)),0]"
    case 5: return "[\"f\",\(time()),\(triple(60))]"
    default:
      let user = chance(0.3) ? "null,null,null" : triple(10)
      let rate = chance(0.3) ? "null,null,null" : triple(200)
      return "[\"m\",\(time()),\(triple(15)),\(user),\(rate),10]"
    }
  }

  private static let oddTimes = [
    "0", "-0", "1e-300", "2e-300", "3e-300", "5e-324", "1e-9", "0.0005", "1e10", "9999999999.999", "1000", "1e9",
  ]
  private static let oddNumbers = [
    "0", "-0", "1e-300", "-1e-300", "5e-324", "1000", "-1000", "720", "-720", "90", "180", "20000", "9.80665", "1e-160",
  ]

  private mutating func time() -> String {
    if chance(0.1) { return Self.oddTimes.randomElement(using: &random)! }
    clock += random.uniform() < 0.1 ? random.uniform(-100...100) : 10
    clock = max(clock, 0)
    return "\(clock)"
  }

  private mutating func triple(_ range: Double) -> String {
    (0..<3).map { _ in
      // Few messages would be taken if one of their many numbers were out of range in each.
      if chance(0.05) { return Self.oddNumbers.filter { abs(Double($0)!) <= 3 * range }.randomElement(using: &random)! }
      return "\(random.uniform(-range...range))"
    }.joined(separator: ",")
  }

  // MARK: What has to hold

  /// Every message to a page is JSON with finite numbers.
  func liveFault() -> String? {
    desk.close()
    while let bytes = live.next() {
      for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n\n") where line.hasPrefix("data: ") {
        let json = try? JSONSerialization.jsonObject(with: Data(line.dropFirst(6).utf8)) as? [String: Any]
        guard json?["kind"] is String else { return "a page is told \(line.prefix(300))" }
      }
    }
    return nil
  }

  /// Whatever was acknowledged while it was recorded is in the recordings, once, and they can be opened.
  mutating func recordingFault() throws -> String? {
    var own: [PhoneEvent: Int] = [:]
    for id in shelf.unnamed() {
      let recording = try shelf.read(id)
      guard recording.damagedLines.isEmpty else { return "damaged lines \(recording.damagedLines)" }
      let samples = recording.pages.flatMap(\.events).filter(\.isMotion)
      if let expected = started.removeValue(forKey: id) {
        if let fault = Self.fault(samples, expected) { return fault }
      } else {
        own.merge(Self.count(samples)) { $0 + $1 }
      }
      if let fault = try opened(id, recording) { return fault }
    }
    for expected in started.values {
      if let fault = Self.fault([], expected) { return fault }
    }
    return own == owned ? nil : "the phone's own recordings have other samples than were acknowledged"
  }

  /// Whether samples are those that came since then from the phone that moved, from the page on that moved: one of those that
  /// were there, which one is the studio's to know.
  private static func fault(_ samples: [PhoneEvent], _ started: Started) -> String? {
    let found = count(samples)
    let isRight = started.pages.contains { moving in
      found
        == count(
          started.samples.filter { $0.page.phone == moving.phone && $0.page.origin >= moving.origin }.map(\.event))
    }
    return isRight ? nil : "\(samples.count) samples kept, of \(started.samples.count) that were acknowledged"
  }

  private static func count(_ events: [PhoneEvent]) -> [PhoneEvent: Int] {
    Dictionary(events.map { ($0, 1) }, uniquingKeysWith: +)
  }

  /// A recording becomes a trace that reads back, or the reason is reported.
  private mutating func opened(_ id: String, _ recording: PhoneRecording) throws -> String? {
    do {
      let trace = try recording.trace(named: "r")
      guard trace.userAcceleration.allSatisfy({ $0.length.isFinite }) else { return "a trace with other than numbers" }
      let from = random.uniform(-10...100)
      let seconds: ClosedRange<Double>? = chance(0.3) ? from...from + random.uniform(0...1000) : nil
      let saved = try shelf.save(id, as: "r\(id)", seconds: seconds)
      return try Trace(contentsOf: "\(shelf.folder)/\(saved.file)").count > 0 ? nil : "an empty trace"
    } catch let error as any InertialError {
      return "\(error)".isEmpty ? "an error without words" : nil
    }
  }
}

extension PhoneEvent {
  fileprivate var isMotion: Bool { if case .motion = self { true } else { false } }
}
