import BenchmarkHarness
import CInertial
import Gestures
import Inertial

import class Foundation.FileManager
import func Foundation.clock
import func Foundation.strtod

/// What is written by hand for its speed, next to the plain way in the same run: where the ratio is below 1.3, the
/// plain way is to be taken. The perceptron is compared with the course's loop in numpy in `gestures`.
func plainSpeed() throws -> [Measurement] {
  try [decimals(), perceptron()] + archive()
}

/// A pass over 26 letters × 100 examples, processor time: ours looks only at the examples that may be mistaken, and at the features
/// that are not zero.
private func perceptron() throws -> Measurement {
  let examples = try LetterGenerator(variation: .neat).examples(count: 100)
  let labels = Set(examples.map(\.label)).sorted()
  func milliseconds(_ body: () throws -> Int) rethrows -> Timing {
    Timing(
      samples: try (0..<3).map { _ in
        let start = clock()
        let passes = try body()
        return Double(clock() - start) / 1e3 / Double(passes)
      })
  }
  let ours = try milliseconds { try Perceptron(starts: 100).train(examples).report.passes.reduce(0, +) }
  let (width, targets) = (examples[0].features.count, examples.map { labels.firstIndex(of: $0.label) ?? 0 })
  let rows = examples.flatMap(\.features)
  let plain = milliseconds {
    var random = SeededRandom(seed: 1)
    var weights = (0..<(labels.count * width)).map { _ in random.normal() }
    var passes = 0
    for _ in 0..<100 {
      passes += 1
      if plainPass(over: rows, targets, labels: labels.count, &weights) == 0 { break }
    }
    consume(weights)
    return passes
  }
  return Measurement(
    "perceptron, 26 letters × 100 examples, processor time a pass", unit: "ms", ours: ours, peer: "the plain loop",
    theirs: plain, bar: "ratio ≥ 1.3")
}

/// The course's loop: every example is scored by every label's weights. How many were mistaken.
private func plainPass(over rows: [Double], _ targets: [Int], labels: Int, _ weights: inout [Double]) -> Int {
  let width = rows.count / targets.count
  var mistakes = 0
  rows.withUnsafeBufferPointer { rows in
    weights.withUnsafeMutableBufferPointer { weights in
      for (example, target) in targets.enumerated() {
        let start = example * width
        var (best, highest) = (0, -Double.infinity)
        for label in 0..<labels {
          var score = 0.0
          for feature in 0..<width { score += weights[label * width + feature] * rows[start + feature] }
          if score > highest { (best, highest) = (label, score) }
        }
        guard best != target else { continue }
        mistakes += 1
        for feature in 0..<width {
          weights[target * width + feature] += rows[start + feature]
          weights[best * width + feature] -= rows[start + feature]
        }
      }
    }
  }
  return mistakes
}

/// The tables of a recording in a zip archive, next to Python's reader, which unpacks with zlib too.
private func archive() throws -> [Measurement] {
  let table = try ReadingTable(rows: 200_000, .six)
  let path = table.path + ".zip"
  defer {
    table.remove()
    try? FileManager.default.removeItem(atPath: path)
  }
  // It makes the archive, with the table in it four times, and reads it.
  let theirs = peerFigures("inertial_zip.py", [table.path, path])
  guard let minimum = theirs["minimum"], let median = theirs["median"] else { return [] }
  let size = try ZipArchive.contents(of: path).values.reduce(0) { $0 + $1.count }
  return [
    Measurement(
      "four tables of \(size / 4_000_000) MB out of a zip archive", unit: "ms",
      ours: try millisecondsPerCall(repetitions: 5) { consume(try ZipArchive.contents(of: path)) },
      peer: "Python's zipfile", theirs: Timing(minimum: minimum, median: median))
  ]
}

/// A million numbers with 17 digits: ours next to the C library's `strtod`, which rounds exactly as well.
private func decimals() -> Measurement {
  let count = 1_000_000
  var random = SeededRandom(seed: 7)
  var text = [UInt8]()
  for _ in 0..<count {
    text += Array("\(random.normal())".utf8)
    text.append(10)
  }
  // What `strtod` ends at.
  text.append(0)
  var sums = (0.0, 0.0)
  let ours = text.withUnsafeBufferPointer { text in
    nanosecondsPerItem(items: count) {
      var cursor = text.baseAddress
      sums.0 = 0
      for _ in 0..<count {
        var value = 0.0
        cursor = inertial_read_number(cursor, text.baseAddress! + text.count, UInt8(ascii: "."), &value).map { $0 + 1 }
        sums.0 += value
      }
    }
  }
  let theirs = text.withUnsafeBytes { text in
    nanosecondsPerItem(items: count, repetitions: 3) {
      guard var cursor = text.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
      sums.1 = 0
      for _ in 0..<count {
        var end: UnsafeMutablePointer<CChar>?
        sums.1 += strtod(cursor, &end)
        if let end { cursor = UnsafePointer(end) + 1 }
      }
    }
  }
  return Measurement(
    "decimal numbers of 17 digits\(sums.0 == sums.1 ? "" : ", NOT the same")", unit: "ns/number", ours: ours,
    peer: "strtod", theirs: theirs, bar: "ratio ≥ 1.3")
}
