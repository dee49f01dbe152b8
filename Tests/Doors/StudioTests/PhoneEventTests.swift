import Foundation
import Testing

@testable import PhoneLink

@Suite("What a phone sends is read as it was sent, or refused in words")
struct PhoneEventTests {
  @Test("Every number survives the way there and back, bit for bit")
  func exact() throws {
    var generator = SystemRandomNumberGenerator()
    var events: [PhoneEvent] = []
    for index in 0..<500 {
      func value(_ limit: Double) -> Double { Double.random(in: -limit...limit, using: &generator) }
      events.append(
        .motion(
          .init(
            time: Double(index) * 10.000_000_1, accelerationIncludingGravity: .init(value(1000), value(1e-5), value(9)),
            acceleration: index % 2 == 0 ? nil : .init(value(1), value(1), -0.0),
            rotationRate: index % 3 == 0 ? nil : .init(value(2000), value(1e-12), value(1)), interval: 16.666)))
      events.append(
        .orientation(.init(time: Double(index), angles: .init(value(360), value(180), 5e-324), isAbsolute: true)))
    }
    events += [
      .touch(time: 1, isDown: true), .record(time: 2, isOn: false), .field(time: 3, .init(-47.123456789, 5e-324, -0.0)),
    ]
    let read = try PhoneBatch(json: Samples.json(Samples.batch(events)))
    #expect(read.events == events)
    let recording = try PhoneRecording(text: PhoneRecording(device: Samples.device, events: events).text)
    #expect(recording.events == events && recording.device == Samples.device)
    func bits(_ events: [PhoneEvent]) -> [UInt64] {
      events.flatMap { event -> [UInt64] in
        guard case .motion(let motion) = event else { return [event.time.bitPattern] }
        return [motion.time.bitPattern] + (motion.acceleration?.components ?? []).map(\.bitPattern)
      }
    }
    #expect(bits(read.events) == bits(events) && bits(recording.events) == bits(events))
  }

  @Test(
    "What is no event is refused, and the reason names the event",
    arguments: [
      (#"["m",1,0,0,9.8,null,null,null,null,null,null,10]"#, nil),
      (#"["m",1,null,null,null,0,0,0,null,null,null,10]"#, "no acceleration with gravity"),
      (#"["m",1,0,0,9.8,1,null,null,null,null,null,10]"#, "some axes only"),
      (#"["m",1,0,0,1e4,null,null,null,null,null,null,10]"#, "beyond 1000"),
      (#"["m",1,0,0,9.8,null,null,null,1e6,0,0,10]"#, "beyond 20000"),
      (#"["m",-1,0,0,9.8,null,null,null,null,null,null,10]"#, "negative"),
      (#"["m",1e300,0,0,9.8,null,null,null,null,null,null,10]"#, "time in ms"),
      (#"["m",1,0,0,NaN,null,null,null,null,null,null,10]"#, "not JSON"),
      (#"["m",1,0,0,1e999,null,null,null,null,null,null,10]"#, ""),
      (#"["m",1,0,0,9.8,null,null,null,null,null,null,10,1]"#, "more fields"),
      (#"["o",1,720.5,0,0,0]"#, "beyond 720"), (#"["o",1,null,null,null,0]"#, "no angles"),
      (#"["f",1,20,-3,-45]"#, nil), (#"["f",1,20,-3,1e5]"#, "beyond 10000"),
      (#"["f",1,null,null,null]"#, "no magnetic field"),
      (#"["q",1,1]"#, "unknown kind"), (#"["t",1,"yes"]"#, ""), (#"[]"#, ""), (#"{}"#, ""), (#"["m"]"#, ""),
    ] as [(String, String?)])
  func refusals(event: String, reason: String?) {
    let device = #"{"convention":"apple","name":"x","origin":0}"#
    let json = #"{"page":"p1","first":0,"device":\#(device),"events":[\#(event)]}"#
    do throws(PhoneError) {
      _ = try PhoneBatch(json: Data(json.utf8))
      #expect(reason == nil, "it was taken")
    } catch {
      #expect(reason.map { $0.isEmpty || "\(error)".contains($0) } ?? false, "\(error)")
    }
  }

  @Test("A batch says who sends it, from which event on, and not too much")
  func envelope() throws {
    let event = PhoneEvent.touch(time: 1, isDown: true)
    func isTaken(_ change: (inout PhoneBatch) -> Void) -> Bool {
      var batch = Samples.batch([event])
      change(&batch)
      return (try? PhoneBatch(json: Samples.json(batch))) != nil
    }
    #expect(isTaken { _ in })
    #expect(!isTaken { $0.page = "" })
    #expect(!isTaken { $0.page = "../../etc" })
    #expect(!isTaken { $0.page = String(repeating: "a", count: 81) })
    #expect(isTaken { ($0.phone, $0.recording) = ("p1", "p1r7") })
    #expect(
      !isTaken { $0.phone = "../p" } && !isTaken { $0.device.phone = "../p" } && isTaken { $0.device.phone = "p1" })
    #expect(!isTaken { $0.recording = "" })
    #expect(!isTaken { $0.first = -1 })
    #expect(!isTaken { $0.device.name = String(repeating: "x", count: 201) })
    #expect(!isTaken { $0.device.origin = -1 })
    #expect(isTaken { $0.events = Array(repeating: event, count: PhoneBatch.largestCount) })
    #expect(!isTaken { $0.events = Array(repeating: event, count: PhoneBatch.largestCount + 1) })
    #expect(throws: PhoneError.self) { try PhoneBatch(json: Data(repeating: 32, count: PhoneBatch.largestSize + 1)) }
  }

  @Test("A torn line of a journal costs itself, and is noted with its place")
  func journal() throws {
    let text = PhoneRecording(device: Samples.device, events: Samples.events(.apple, count: 5).events).text
    let cut = try PhoneRecording(text: String(text.dropLast(20)))
    #expect(cut.events.count == 9)
    #expect(cut.damagedLines == [11])
    let broken = try PhoneRecording(text: text.replacing("[\"o\"", with: "[\"p\"", maxReplacements: 1))
    #expect(broken.events.count == 9 && broken.damagedLines == [2])
    #expect(try broken.trace(named: "a").notes.contains { $0.hasPrefix("1 line could not be read") })
    #expect(throws: PhoneError.self) { try PhoneRecording(text: "") }
    #expect(throws: PhoneError.self) { try PhoneRecording(text: "[\"t\",1,1]\n") }
  }

  @Test(
    "Wherever a line was torn, and whether the next one was glued to it or not, all others are read", arguments: 0..<200
  )
  func torn(seed: UInt64) throws {
    var random = Mutator(seed: seed)
    let events = Samples.events(.specificForce, count: 20).events
    var lines = PhoneRecording(device: Samples.device, events: events).text.split(separator: "\n").map(String.init)
    let place = 1 + random.next(lines.count - 1)
    let rest = lines[place].dropLast(1 + random.next(lines[place].count - 1))
    lines[place] = rest + (random.next(2) == 0 && place + 1 < lines.count ? lines.remove(at: place + 1) : "")
    let read = try PhoneRecording(text: lines.joined(separator: "\n") + "\n")
    var expected = events
    expected.remove(at: place - 1)
    #expect(read.events == expected && read.damagedLines == [place + 1])
  }
}

@Suite("Events are taken once and none is passed over")
struct PhoneInboxTests {
  @Test("However batches are lost, repeated and cut, the events come out as they went in", arguments: 0..<20)
  func anyOrder(seed: Int) {
    let events = (0..<300).map { PhoneEvent.touch(time: Double($0), isDown: $0 % 2 == 0) }
    var generator = SystemRandomNumberGenerator()
    var inbox = PhoneInbox()
    var taken: [PhoneEvent] = []
    var next = 0
    while next < events.count {
      // The phone sends from what it believes was the last one that arrived, or earlier, or later.
      let first = max(0, min(next + Int.random(in: -40...10, using: &generator), events.count - 1))
      let end = min(events.count, first + Int.random(in: 1...50, using: &generator))
      switch inbox.take(Samples.batch(Array(events[first..<end]), first: first)) {
      case .new(let fresh, let expected):
        taken += fresh
        if taken.count == fresh.count, first > 0 { return }  // A phone that was there before the studio.
        next = expected
      case .gap(let expected): next = expected
      }
    }
    #expect(taken == events)
  }

  @Test("Events that the phone had to set aside are not waited for")
  func setAside() {
    var inbox = PhoneInbox()
    let event = PhoneEvent.touch(time: 0, isDown: true)
    #expect(inbox.take(Samples.batch([event])) == .new([event], next: 1))
    var later = Samples.batch([event], first: 2)
    #expect(inbox.take(later) == .gap(next: 1))
    later.skips = true
    #expect(inbox.take(later) == .new([event], next: 3) && inbox.next(of: "page1") == 3)
  }

  @Test("Pages are distinguished, and the oldest is forgotten")
  func pages() {
    var inbox = PhoneInbox()
    let event = PhoneEvent.touch(time: 0, isDown: true)
    for page in 0...PhoneInbox.memory {
      #expect(inbox.take(Samples.batch([event], page: "p\(page)")) == .new([event], next: 1))
    }
    #expect(inbox.take(Samples.batch([event], page: "p\(PhoneInbox.memory)")) == .new([], next: 1))
    #expect(inbox.take(Samples.batch([event], first: 7, page: "p0")) == .new([event], next: 8))
    #expect(inbox.take(Samples.batch([event], first: 9, page: "p0")) == .gap(next: 8))
  }
}
