import Foundation
import LocalServer
import PhoneLink
import TestDisks
import TestTiers
import Testing

import struct Basics.SeededRandom

@testable import Studio

/// People with tabs, a phone, a cell that takes long, kills and a full disk, in a random order; and what was acknowledged to whom.
///
/// A caller that types puts their own words into the text and takes none away: so what was acknowledged has to be in
/// the notebook or in what is kept of a tab.
struct StudioPlay {
  private var random: SeededRandom
  private let disk: SmallDisk?
  private let folder: String
  private let studio: StudioProgram
  private var isFull = false
  /// What happened, for those who have to find out why.
  private(set) var story: [String] = []

  init(seed: UInt64, cache: String) throws {
    random = SeededRandom(seed: seed)
    disk = SmallDisk.isPossible ? try SmallDisk(bytes: 8 << 20) : nil
    folder = "\(disk?.folder ?? NSTemporaryDirectory())/play-\(seed)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let text =
      "---\ntitle: Play\nnotebook: {}\n---\n\n```swift\nimport Foundation\nThread.sleep(forTimeInterval: 20)\n```\n\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/play.md"))
    studio = StudioProgram(folder: folder, cache: cache)
    tabs = (0..<Int.random(in: 2...7, using: &random)).map { Tab(name: "tab\($0)") }
  }

  /// Plays so many steps; what was lost, or nil.
  mutating func fault(steps: Int) throws -> String? {
    defer {
      studio.end()
      try? FileManager.default.removeItem(atPath: folder)
    }
    guard try studio.start(), let answer = studio.ask("GET", "notebooks") else { return "it does not start" }
    id = try JSONDecoder().decode([NotebookShelf.Entry].self, from: answer.body).first?.id ?? ""
    for _ in 0..<steps {
      if let fault = try step() { return fault }
    }
    clear()
    for _ in 0..<200 where phone.contains(where: { !$0.events.isEmpty }) { send() }
    guard phone.allSatisfy({ $0.events.isEmpty }) else { return "the phone cannot get rid of its events" }
    if let fault = lostWords() { return fault }
    studio.end()
    return try lostSamples()
  }

  private mutating func step() throws -> String? {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<30: type()
    case 30..<45: save()
    case 45..<72:
      move(Int.random(in: 1...60, using: &random))
      send()
    case 72..<78: press()
    case 78..<84: isRecording ? stop() : start()
    case 84..<87: reload()
    case 87..<91: fill()
    case 91..<95: clear()
    case 95: openNotebook()
    case 96: if let fault = lostWords() { return fault }
    default: return try killAndStart()
    }
    return nil
  }

  // MARK: The machine

  private mutating func fill() {
    guard let disk else { return }
    clear()
    let left = Int.random(in: 0...30_000, using: &random)
    isFull = (try? disk.fill(leaving: left)) != nil
    story.append("the disk has \(left) bytes left")
  }

  private mutating func clear() {
    disk?.clear()
    if isFull { story.append("the disk has room") }
    isFull = false
  }

  /// Kills the studio, at rest or while somebody is being answered.
  private mutating func killAndStart() throws -> String? {
    let delay = random.uniform(0...0.02)
    story.append("a kill after \(delay) s")
    let studio = studio
    let killer = Thread {
      usleep(UInt32(delay * 1e6))
      studio.kill()
    }
    killer.start()
    switch Int.random(in: 0..<3, using: &random) {
    case 0: type()
    case 1: save()
    default: send()
    }
    studio.wait()
    (isRecording, key, client) = (false, nil, nil)
    return try studio.start() ? nil : "it does not start again"
  }

  private mutating func openNotebook() {
    story.append("the notebook is opened, and runs: \(studio.ask("POST", "notebooks/\(id)/open")?.status ?? 0)")
  }

  // MARK: People

  private struct Tab {
    var name: String
    var text: String?
    var base = ""
  }
  private var tabs: [Tab] = []
  private var words = 0
  /// The texts of a tab that were saved.
  private(set) var keptWords: Set<Substring> = []

  /// The notebook's.
  private var id = ""

  private static func words(_ text: String) -> Set<Substring> { Set(text.matches(of: /word[0-9]+x/).map(\.output)) }

  /// Types into a tab, which is opened first; the draft is kept.
  private mutating func type() {
    let place = tabs.indices.randomElement(using: &random)!
    guard look(place) else { return }
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      words += 1
      tabs[place].text! += "word\(words)x\n"
    }
    send(place, to: "draft")
  }

  private mutating func save() {
    let place = tabs.indices.randomElement(using: &random)!
    if look(place) { send(place, to: "text") }
  }

  /// Opens the notebook in a tab where it is not open yet.
  private mutating func look(_ place: Int) -> Bool {
    if tabs[place].text != nil { return true }
    guard let answer = studio.ask("GET", "notebooks/\(id)/text"), answer.status == 200,
      let text = try? JSONDecoder().decode(NotebookShelf.Text.self, from: answer.body)
    else { return false }
    (tabs[place].text, tabs[place].base) = (text.text, text.hash)
    return true
  }

  private mutating func send(_ number: Int, to place: String) {
    let tab = tabs[number]
    let draft = NotebookShelf.Draft(text: tab.text!, base: tab.base, tab: tab.name)
    let answer = studio.ask("POST", "notebooks/\(id)/\(place)", draft)
    story.append("\(tab.name) sends its \(place): \(answer?.status ?? 0)")
    guard let answer else { return }
    let decoder = JSONDecoder()
    if answer.status == 200 { keptWords.formUnion(Self.words(tab.text!)) }
    if answer.status == 200, let hash = try? decoder.decode([String: String].self, from: answer.body)["hash"] {
      tabs[number].base = hash
    } else if answer.status == 409, let other = try? decoder.decode(NotebookShelf.Text.self, from: answer.body) {
      // What somebody else has saved is taken over, and what was typed is behind it.
      let own = Self.words(tab.text!).subtracting(Self.words(other.text)).sorted()
      (tabs[number].text, tabs[number].base) = (other.text + own.map { "\($0)\n" }.joined(), other.hash)
    }
  }

  private func lostWords() -> String? {
    guard let answer = studio.ask("GET", "notebooks/\(id)/text"), answer.status == 200,
      let text = try? JSONDecoder().decode(NotebookShelf.Text.self, from: answer.body)
    else { return "the notebook cannot be read" }
    let there = text.drafts.reduce(into: Self.words(text.text)) { $0.formUnion(Self.words($1.text)) }
    let lost = keptWords.subtracting(there)
    return lost.isEmpty ? nil : "words that were kept are gone: \(lost.sorted())"
  }

  // MARK: The phone

  /// A page of the phone with what it has not got rid of yet, as its script keeps it.
  private struct Page {
    var number: Int
    var first = 0
    var events: [PhoneEvent] = []
    /// The phone's own recording when the first of the events comes, and now.
    var recording: String?
    var latest: String?
    var clock = 0.0
    var name: String { "page\(number)" }
    var device: PhoneBatch.Device {
      PhoneBatch.Device(convention: .specificForce, name: "phone", origin: 1.7e12 + Double(number) * 1e5)
    }

    func after(_ recording: String?, _ event: PhoneEvent, _ number: Int) -> String? {
      guard case .record(_, let isOn) = event else { return recording }
      return isOn ? recording ?? PhoneBatch.recordingName(page: name, number: number) : nil
    }
  }
  private var phone = [Page(number: 0)]
  private var key: String?
  private var client: Client?
  private var host = ""
  /// Whether the studio's page records, and from which of the phone's pages on at least.
  private var isRecording = false
  private var recordedFrom = 0
  private var samples = 0
  /// Samples that were acknowledged while they were recorded, by the number that each carries as its interval.
  private(set) var keptSamples: Set<Int> = []

  private mutating func move(_ count: Int) {
    let page = phone.count - 1
    for _ in 0..<count {
      samples += 1
      phone[page].clock += 10
      phone[page].events.append(
        .motion(
          .init(
            time: phone[page].clock, accelerationIncludingGravity: .init(0, 0, 9.8), acceleration: nil,
            rotationRate: .init(0, 0, 0), interval: Double(samples))))
    }
  }

  private mutating func press() {
    let page = phone.count - 1
    let event = PhoneEvent.record(time: phone[page].clock, isOn: phone[page].latest == nil)
    let number = phone[page].first + phone[page].events.count
    phone[page].latest = phone[page].after(phone[page].latest, event, number)
    phone[page].events.append(event)
    story.append("the phone's button: \(phone[page].latest ?? "off")")
  }

  private mutating func reload() {
    story.append("the phone's page is loaded anew")
    let latest = phone[phone.count - 1].latest
    phone.append(Page(number: phone.count, recording: latest, latest: latest))
    client = nil
  }

  /// Sends the next events of each page, once.
  private mutating func send() {
    for place in phone.indices where !phone[place].events.isEmpty {
      guard let answer = post(phone[place]) else { return }
      let page = phone[place]
      let count = max(0, min(answer.next - page.first, page.events.count))
      for event in page.events.prefix(count) {
        let number = phone[place].first
        if case .motion(let motion) = event,
          phone[place].recording != nil || (isRecording && page.number >= recordedFrom)
        {
          keptSamples.insert(Int(motion.interval))
        }
        phone[place].recording = page.after(phone[place].recording, event, number)
        phone[place].first += 1
      }
      phone[place].events.removeFirst(count)
    }
  }

  private mutating func post(_ page: Page) -> PhoneService.Answer? {
    if key == nil { join() }
    guard let key, let port = UInt16(host.split(separator: ":").last ?? "") else { return nil }
    client = client ?? Client(port: port)
    let batch = PhoneBatch(
      page: page.name, phone: "phone", first: page.first, recording: page.recording, device: page.device,
      events: Array(page.events.prefix(100)))
    guard let body = try? JSONEncoder().encode(batch),
      let answer = client?.ask("POST", "/events", ["Host": host, "Authorization": "Bearer \(key)"], body)
    else {
      client = nil
      return nil
    }
    story.append("\(page.name) sends \(batch.events.count) from \(page.first): \(answer.status)")
    guard answer.status == 200 else { return nil }
    return try? JSONDecoder().decode(PhoneService.Answer.self, from: Data(answer.body.utf8))
  }

  private mutating func join() {
    guard let answer = studio.ask("POST", "phone/invite"), answer.status == 200,
      let invitation = try? JSONDecoder().decode(PhoneHost.Invitation.self, from: answer.body),
      let address = URL(string: invitation.address), let port = address.port
    else { return }
    host = "127.0.0.1:\(port)"
    client = Client(port: UInt16(port))
    let token = address.lastPathComponent
    guard let joined = client?.ask("POST", "/join", ["Host": host], Data(token.utf8)), joined.status == 200 else {
      return
    }
    key = joined.body
  }

  private mutating func start() {
    let status = studio.ask("POST", "recordings/start")?.status ?? 0
    story.append("the page records: \(status)")
    if status == 200 { (isRecording, recordedFrom) = (true, phone.count - 1) }
  }

  private mutating func stop() {
    let status = studio.ask("POST", "recordings/stop")?.status ?? 0
    story.append("the page's recording ends: \(status)")
    if status == 200 { isRecording = false }
  }

  private func lostSamples() throws -> String? {
    let shelf = RecordingShelf(folder: folder)
    var found: Set<Int> = []
    for id in shelf.unnamed() {
      for case .motion(let motion) in try shelf.read(id).pages.flatMap(\.events) { found.insert(Int(motion.interval)) }
    }
    let lost = keptSamples.subtracting(found).sorted()
    return lost.isEmpty ? nil : "of \(keptSamples.count) samples \(lost.count) are gone: \(lost.prefix(20))"
  }
}

@Suite("Plays at the studio", .serialized, .enabled(if: StudioProgram.isThere, "gimbal is not built"))
struct StudioPlayTests {
  @Test(
    "Tabs, people, a phone, a long cell, kills and a full disk, in a random order: what was acknowledged is there",
    .tags(.prove))
  func plays() throws {
    let environment = ProcessInfo.processInfo.environment
    let count = UInt64(Tier.count(1, proof: 20, or: "GIMBAL_PLAYS"))
    let first = UInt64(environment["GIMBAL_PLAY_SEED"] ?? "") ?? 1
    let cache = "\(NSTemporaryDirectory())gimbal-plays-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: cache) }
    var (words, samples) = (0, 0)
    for seed in first..<first + count {
      var play = try StudioPlay(seed: seed, cache: cache)
      let fault = try play.fault(steps: 100)
      (words, samples) = (words + play.keptWords.count, samples + play.keptSamples.count)
      if let fault { Issue.record("seed \(seed): \(fault)\n\(play.story.joined(separator: "\n"))") }
    }
    #expect(words > 0 && samples > 0)
  }
}
