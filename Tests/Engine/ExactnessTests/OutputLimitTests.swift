import CellKernel
import Display
import Foundation
import Testing

import struct Basics.SeededRandom

/// Whatever a unit sends, the same amount is kept, and kept and omitted output add up to all output.
@Suite("Bounds of what a unit sends")
struct OutputLimitTests {
  /// A collector with small bounds, and what it has passed on.
  private struct Bench {
    let limits: OutputLimits
    var collector: OutputCollector
    var sent = (text: 0, displays: 0, records: 0)

    init(displays: Int = 7, records: Int = 5, bytes: Int = 4000) {
      var limits = OutputLimits()
      (limits.head, limits.tail, limits.displays, limits.records, limits.bytes) = (300, 100, displays, records, bytes)
      (self.limits, collector) = (limits, OutputCollector(limits: limits) { _ in })
    }

    mutating func printed(_ text: String, to stream: Int = 0) {
      sent.text += text.utf8.count
      Array(text.utf8).withUnsafeBytes { collector.take(stream, $0) }
    }

    mutating func show(_ contents: [String: String]) {
      if contents[MediaType.record] != nil { sent.records += 1 } else { sent.displays += 1 }
      // As it comes: in pieces that mean nothing.
      let bytes = ChannelMessage(bundle: MIMEBundle(contents)).bytes
      for start in stride(from: 0, to: bytes.count, by: 1000) {
        bytes[start..<min(start + 1000, bytes.count)].withUnsafeBytes { collector.take(2, $0) }
      }
      collector.finishDisplay()
    }

    /// What is kept, counted by itself.
    mutating func kept() -> (text: Int, displays: Int, records: Int, bytes: Int, omission: Omission) {
      var kept = (text: 0, displays: 0, records: 0, bytes: 0, omission: Omission())
      for output in collector.finish() {
        switch output {
        case .text(let text), .errorText(let text): kept.text += text.utf8.count
        case .omitted(let omission): kept.omission += omission
        case .bundle(let bundle):
          if bundle.contents[MediaType.record] != nil { kept.records += 1 } else { kept.displays += 1 }
          kept.bytes += bundle.contents.reduce(0) { $0 + $1.value.utf8.count }
        }
      }
      return kept
    }
  }

  @Test(
    "Any order of texts, things to show and results: what is kept is within the bounds, and nothing is lost uncounted")
  func anything() {
    var generator = SeededRandom(seed: 28)
    for trial in 0..<300 {
      var bench = Bench()
      for _ in 0..<Int.random(in: 0...60, using: &generator) {
        let size = Int.random(in: 0...200, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bench.printed(String(repeating: "x", count: size))
        case 1: bench.printed(String(repeating: "y", count: size), to: 1)
        case 2: bench.show([MediaType.record: "{}", MediaType.plain: String(repeating: "r", count: size)])
        case 3: bench.show([MediaType.plain: "the value", MediaType.placing: "result"])
        default: bench.show([MediaType.plain: String(repeating: "d", count: size * 3)])
        }
      }
      let kept = bench.kept()
      #expect(kept.displays <= bench.limits.displays + 1 && kept.records <= bench.limits.records, "trial \(trial)")
      #expect(kept.bytes <= bench.limits.bytes && kept.text <= 2 * bench.limits.head + 4 * bench.limits.tail)
      #expect(kept.displays + kept.omission.displays == bench.sent.displays, "trial \(trial)")
      #expect(kept.records + kept.omission.records == bench.sent.records, "trial \(trial)")
      #expect(kept.text + kept.omission.text == bench.sent.text, "trial \(trial)")
    }
  }

  @Test("The value of the last expression is kept behind more than there is room for")
  func value() {
    var bench = Bench()
    for number in 0..<20 { bench.show([MediaType.plain: "\(number)"]) }
    bench.show([MediaType.plain: "the value", MediaType.placing: "result"])
    let outputs = bench.collector.finish()
    #expect(outputs.contains(.bundle(MIMEBundle([MediaType.plain: "the value"]))))
    #expect(outputs.contains { if case .omitted(let omission) = $0 { omission.displays == 13 } else { false } })
  }

  @Test("What is larger than all that is kept is left out as one thing, and what follows it is shown")
  func huge() {
    var bench = Bench()
    bench.show([MediaType.html: String(repeating: "x", count: 100_000)])
    bench.show([MediaType.plain: "small"])
    let kept = bench.kept()
    #expect(kept.displays == 1 && kept.omission.displays == 1 && kept.text == 0)
  }

  @Test("What is shown again or cleared makes room; results that were recorded stay")
  func cleared() {
    var bench = Bench()
    for number in 0..<1000 {
      bench.show([MediaType.plain: "\(number)", MediaType.placing: number == 0 ? "named a" : "replacing a"])
    }
    #expect(bench.kept() == (0, 1, 0, 3, Omission()))
    bench = Bench()
    bench.show([MediaType.record: "{}"])
    for number in 0..<100 {
      bench.show([MediaType.placing: "clearing"])
      bench.show([MediaType.plain: "\(number)"])
    }
    #expect(bench.kept() == (0, 1, 1, 4, Omission()))
  }

  @Test("Left-out results are announced in one way")
  func words() {
    #expect(Omission(text: 1).words == "… 1 byte of output is left out …")
    #expect(Omission(displays: 2).words == "… 2 displays are left out …")
    #expect(
      Omission(text: 3_000_000, displays: 1, records: 4).words
        == "… 3.00 MB of output, 1 display and 4 recorded results are left out …")
  }
}
