import Foundation
import Testing

import struct Basics.SeededRandom

@testable import Grids

@Suite("Ranges of grids")
struct RangeTests {
  private func values(_ axis: String, integers: Bool = false) throws -> [String] {
    try Design.full.combinations([GridAxis(axis)], integers: integers ? ["a"] : []).map { $0[0] }
  }

  /// What holds of the values of every range: as many as asked, both ends, in order, each another name that reads back.
  private func expectRange(_ axis: String, _ count: Int, from: Double, to: Double, integers: Bool = false) throws {
    let texts = try values(axis, integers: integers)
    let numbers = try texts.map { try #require(Double($0), "\(axis): \($0)") }
    #expect(texts.count == count, "\(axis)")
    #expect(numbers.first == from && numbers.last == to, "\(axis): \(texts.first ?? ""), \(texts.last ?? "")")
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }, "\(axis)")
    var names = FolderNames()
    #expect(texts.allSatisfy { names.name(for: ["a=\($0)"], "0") == "a=\($0)" }, "\(axis)")
    if integers { #expect(texts.allSatisfy { Int($0) != nil }) }
  }

  @Test("Numbers keep the digits that tell them apart")
  func digits() throws {
    // Six digits made one point and two of these.
    #expect(try values("a=123456.7..123456.8/3") == ["123456.7", "123456.75", "123456.8"])
    #expect(try values("a=1..1.00001/5") == ["1", "1.0000025", "1.000005", "1.0000075", "1.00001"])
    #expect(try values("a=0..1/4") == ["0", "0.333333", "0.666667", "1"])
    #expect(try values("a=0.01..1/3 log") == ["0.01", "0.1", "1"])
    #expect(try values("a=1e-30..1e30/3 log") == ["1e-30", "1", "1e30"])
    #expect(try values("a=-1e300..1e300/3") == ["-1e300", "0", "1e300"])
    #expect(try values("a=-1.7e308..1.7e308/3") == ["-1.7e308", "0", "1.7e308"])
    #expect(try values("a=0.1234567890123..1/2") == ["0.1234567890123", "1"])
    #expect(try values("a=0..100000/3") == ["0", "50000", "100000"])
    #expect(try values("a=0..1000000/3") == ["0", "500000", "1000000"])
  }

  @Test(
    "A range that is written in another way is told how it is written",
    arguments: [
      ("0.1..10/5 logarithmic", "0.1..10/5 log"), ("0.1..10/5 LOG10", "0.1..10/5 log"), ("1..10 by 4", "1..10/4"),
      ("1...10", "1..10/5"), ("0..<3", "0..3/5"), ("-1e-3..1e3:7", "-1e-3..1e3/7"), ("0.1..10/5 linear", "0.1..10/5"),
    ])
  func otherwise(_ text: String, _ form: String) throws {
    let error = try #require(#expect(throws: GridError.self) { try GridAxis("a=\(text)") })
    #expect("\(error)".contains("“\(text)”") && "\(error)".contains("“\(form)”"), "\(error)")
    // Words and paths with dots are values.
    for value in ["../a.csv", "a..b", "..", "1..", "v1..v2"] {
      #expect(try GridAxis("a=\(value)").choice == .values([value]))
    }
  }

  @Test("Random ranges hold as many values as asked, in order, from end to end", arguments: 0..<400)
  func numbers(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let isLogarithmic = random.uniform() < 0.3
    let size = pow(10, 60 * random.uniform() - 30)
    var from = isLogarithmic ? size : (2 * random.uniform() - 1) * size
    // From a hundred millionth of the size on: about 1e8 doubles at least lie between.
    var to = from + size * pow(10, -8 * random.uniform()) * (0.1 + random.uniform())
    if random.uniform() < 0.5 {
      (from, to) = (Double(String(format: "%.9g", from))!, Double(String(format: "%.9g", to))!)
    }
    guard from < to, (to - from) / max(abs(from), abs(to)) > 1e-9 else { return }
    let count = 2 + Int(random.uniform() * (seed % 20 == 0 ? 20_000 : 300))
    let axis = "a=\(from)..\(to)/\(count)\(isLogarithmic ? " log" : "")"
    try expectRange(axis, count, from: from, to: to)
    guard !isLogarithmic else { return }
    let step = (to - from) / Double(count - 1)
    let astray = try values(axis).enumerated().first { index, text in
      abs(Double(text)! - (from + Double(index) * step)) > 0.002 * step + abs(to) * 1e-15
    }
    #expect(astray == nil, "\(axis)")
  }

  @Test("Random ranges of integers hold as many integers as asked", arguments: 0..<200)
  func integers(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let low = Int((2 * random.uniform() - 1) * pow(10, 15 * random.uniform()))
    let high = low + 1 + Int(pow(10, 15 * random.uniform()))
    let count = 2 + Int(random.uniform() * Double(min(500, high - low)))
    guard count <= high - low + 1 else { return }
    try expectRange("a=\(low)..\(high)/\(count)", count, from: Double(low), to: Double(high), integers: true)
  }

  @Test("A range of integers on a logarithmic scale is logarithmic")
  func logarithmicIntegers() throws {
    #expect(try values("a=1..1000/4 log", integers: true) == ["1", "10", "100", "1000"])
    #expect(throws: GridError.self) { try values("a=1..10/10 log", integers: true) }
    #expect(try values("a=0.5..3.5/3", integers: true) == ["1", "2", "3"])
  }

  @Test(
    "A count that a range cannot hold is refused with what to do, never cut or trapped",
    arguments: [
      ("a=1..1e30/5", true), ("a=0..1/9000000000000000000", false), ("a=0..1/99999999999999999999999", false),
      ("a=0..100000/1000000", true), ("a=0.2..0.8/2", true), ("a=0..1/3", true), ("a=1..1.0000000000000004/9", false),
      ("a=0..1/20000000", false), ("a=1e400..2/3", false), ("a=-1e400..1e400/3", false), ("a=5..1/3", false),
      ("a=-9223372036854775808..9223372036854775807/3", true), ("a=1..2/0", false), ("a=0..5/3 log", false),
    ])
  func refused(axis: String, integers: Bool) {
    #expect(throws: GridError.self) { try values(axis, integers: integers) }
  }

  @Test("A million points asked for are a million")
  func million() throws {
    #expect(Set(try values("a=0..1/1000000")).count == 1_000_000)
  }

  @Test("No text of an axis traps, whatever the design and the type", arguments: 0..<300)
  func fuzz(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let parts = [
      "a", "=", "..", "/", ",", ";", " log", "-", "+", "1", "0", "7", "1e30", "1e-300", "1e400", "nan", "inf", "-inf",
      "9223372036854775807", "-9223372036854775808", "18446744073709551616", "0.1", "4.9e-324",
      "1.7976931348623157e308",
      "", " ", "é", "/3", "/2", "..1", "0..",
    ]
    for _ in 0..<50 {
      let length = 1 + Int(random.uniform() * 6)
      let text = "a=" + (0..<length).map { _ in parts[Int(random.uniform() * Double(parts.count))] }.joined()
      guard let axis = try? GridAxis(text) else { continue }
      if case .range(let range) = axis.choice, range.steps ?? 0 > 1000 { continue }
      for integers in [[], ["a"]] as [Set<String>] {
        for design in [Design.full, .random(points: 5, seed: seed), .latinHypercube(points: 5, seed: seed)] {
          let points = try? design.combinations([axis], integers: integers)
          if case .range(let range) = axis.choice, let points {
            #expect(points.allSatisfy { Double($0[0]).map { range.from <= $0 && $0 <= range.to } ?? false }, "\(text)")
          }
        }
      }
    }
  }

  @Test("A job's length of any size gives at least one shard and at most one for each point")
  func shards() {
    let points = (0..<7).map { GridPlan.Point(id: "\($0)", values: [], folder: "\($0)") }
    let plan = GridPlan(
      notebook: "a.md", name: "a", title: "A", notebookHash: "", kit: "", compiler: "", version: "",
      options: PointOptions(), fixed: [], points: points)
    for (seconds, shards) in [(1e-300, 7), (1e300, 1), (300, 1), (5, 7), (.leastNonzeroMagnitude, 7)] {
      var terms = Workflow.Terms()
      terms.jobSeconds = seconds
      #expect(Workflow(plan, in: "/nonexistent", terms).shards == shards, "\(seconds)")
    }
  }
}
