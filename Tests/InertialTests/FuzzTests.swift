import Foundation
import Inertial
import Testing

@Suite("Mutated files")
struct FuzzTests {
  @Test("Seeded mutations of every format give a trace or an error, and no trap", arguments: TraceFormat.allCases)
  func mutations(format: TraceFormat) throws {
    let text = smallFiles[format] ?? smallFiles[.phyphox]!
    let mutations = 300
    var random = SeededRandom(seed: 77)
    try withFile("") { path in
      var read = 0
      for _ in 0..<mutations {
        let mutant = mutated(Array(text.utf8), &random)
        try Data(mutant).write(to: URL(fileURLWithPath: path))
        var options = Trace.ReadingOptions(oxiod: .raw)
        if random.uniform() < 0.5 { options.format = format }
        options.badRows = random.uniform() < 0.3 ? .drop : .refuse
        options.timeDefects = random.uniform() < 0.3 ? .drop : .refuse
        options.gaps = random.uniform() < 0.3 ? .interpolate : .refuse
        do {
          _ = try RawRecording(contentsOf: path, options: options)
          read += 1
        } catch is TraceError {}
      }
      #expect(read < mutations)
    }
  }
}

/// A copy with a few bytes changed, inserted, removed or doubled, often by what breaks readers.
func mutated(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
  var bytes = bytes
  let spices = [
    "nan", "inf", "-", "1e999", "1e-999", ",", ",,,", "\n", "\"", ";", "\t", "\u{0}", "é", "99999999999999999999999",
    "#",
    ".", "e", "\r", "0x10", "-0", "1e",
  ]
  for _ in 0..<(1 + Int(random.next() % 4)) {
    let place = bytes.isEmpty ? 0 : Int(random.next() % UInt64(bytes.count))
    switch random.next() % 5 {
    case 0: if !bytes.isEmpty { bytes[place] = UInt8(truncatingIfNeeded: random.next()) }
    case 1: bytes.insert(contentsOf: Array(spices[Int(random.next() % UInt64(spices.count))].utf8), at: place)
    case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + Int(random.next() % 20)))
    case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 40)], at: place)
    default: bytes.removeLast(min(bytes.count, Int(random.next() % 30)))
    }
  }
  return bytes
}
