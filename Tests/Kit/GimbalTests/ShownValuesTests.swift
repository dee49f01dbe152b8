import Foundation
import Gimbal
import Testing

@testable import Display

@Suite("How much of a value is shown")
struct ShownValuesTests {
  private struct Reading {
    var time: Double
    var name = "x"
  }
  private struct Recording {
    var name = "walk"
    var times: [Double]
    var readings: [Reading]
  }
  private struct Lines: CustomStringConvertible {
    var count: Int
    var description: String { (0..<count).map { "line \($0)" }.joined(separator: "\n") }
  }
  private enum Case { case many([Double]) }

  private static func trace(_ count: Int) throws -> Trace {
    try Trace(
      timestamps: (0..<count).map { 0.01 * Double($0) }, attitude: .init(repeating: .identity, count: count),
      userAcceleration: .init(repeating: Vector3(0.1, -9.81, 0.03), count: count))
  }

  /// A value of each kind with so many parts.
  private static func values(_ count: Int) throws -> [(kind: String, value: Any)] {
    let numbers = (0..<count).map { Double($0) / 3 }
    let trace = try trace(count)
    let trajectory = try Unstabilized().integrate(trace)
    let readings = numbers.map { Reading(time: $0) }
    return [
      ("numbers", numbers), ("whole numbers", Array(0..<count)), ("texts", numbers.map { "\($0)" }),
      ("yes and no", numbers.map { $0 > 1 }), ("a slice", numbers[1...]), ("vectors", trace.userAcceleration),
      ("attitudes", trace.attitude), ("structures", readings), ("optional structures", readings.map(Optional.some)),
      ("tuples", numbers.map { (time: $0, count: 1) }), ("tuples without names", numbers.map { ($0, 1) }),
      ("dictionaries", numbers.map { ["a": $0] }),
      ("a dictionary", Dictionary(uniqueKeysWithValues: zip(0..<count, numbers))),
      ("a set", Set(numbers)), ("arrays in an array", numbers.map { [$0, $0] }),
      ("one long array in an array", [numbers]),
      ("a trace", trace), ("traces", [trace, trace]), ("a trajectory", trajectory),
      ("an optional", Optional(numbers) as Any), ("a structure", Recording(times: numbers, readings: readings)),
      ("a tuple", (numbers, name: numbers)), ("a case", Case.many(numbers)),
      ("a lazy sequence", numbers.lazy.map { $0 }),
      ("what describes itself", Lines(count: count)), ("a text of lines", Lines(count: count).description),
      ("a text without lines", String(repeating: "x", count: 4 * count)),
      ("what shows itself", numbers.map { Markdown("\($0)") }), ("tables", numbers.map { Table([$0]) }),
      ("matrices", numbers.map { Matrix3.diagonal($0, 1, 1) }), ("angles", numbers.map { Angle($0) }),
      ("long texts", Array(repeating: String(repeating: "x", count: count), count: 3)),
      ("structures with long texts", [Reading(time: 1, name: String(repeating: "x", count: count))]),
    ]
  }

  @Test("A task is shown as one, whatever it gives, and not by its private parts")
  func tasks() {
    for task: Any in [Task { 1 }, Task { throw CancellationError() }, Task.detached {}] {
      #expect(
        bundles(of: task).map { $0.contents[MediaType.plain] } == [
          "a task, which may still run: “await” its “value” to have its result here"
        ])
    }
  }

  @Test("No kind of value shows more than fits, and the last line says how much is missing and how to see it")
  func large() throws {
    let count = 20_000
    for (kind, value) in try Self.values(count) {
      let shown = bundles(of: value)
      let texts = shown.map { $0.contents[MediaType.plain] ?? "" }
      #expect(shown.count <= Excerpt.rows + 1, "\(kind): \(shown.count) bundles")
      // A table of a row for each sample has more characters than a text, but no more rows.
      let isTable = shown.contains { $0.contents[MediaType.table] != nil }
      let length = texts.joined().count
      #expect(length <= (isTable ? 16_000 : Excerpt.characters + 200), "\(kind): \(length) characters")
      let lines = texts.joined(separator: "\n").split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 4 * Excerpt.rows, "\(kind): \(lines.count) lines")
      let last = lines.last ?? ""
      let isShort = ["traces", "structures with long texts"].contains(kind)
      if isShort {
        #expect(texts.joined().contains("…"), "\(kind)")
      } else {
        #expect(
          last.hasPrefix("… ") && (last.contains("print(…)") || last.contains("a slice such as [")), "\(kind): \(last)")
      }
      // In a sentence it is no more, and in one line where the value is.
      #expect(Excerpt.text(of: value, inSentence: true).text.count <= Excerpt.characters + 1, "\(kind)")
    }
  }

  @Test("What the last line counts is right, and its slice is there")
  func counts() throws {
    for count in [27, 100, 20_000] {
      let rows = bundles(of: (0..<count).map { Reading(time: Double($0)) })
      let slice = "a slice such as [20..<\(min(40, count))] shows others"
      let words = "more of \(NumberFormat.grouped(count)) rows; \(slice), Table(…) all"
      #expect(rows.last?.contents[MediaType.plain] == "… and \(NumberFormat.grouped(count - 20)) \(words)")
      let trace = bundles(of: try Self.trace(count))
      let more = "… and \(NumberFormat.grouped(count - 20)) more of \(NumberFormat.grouped(count)) samples; \(slice)"
      #expect(trace.count == 2 && trace.last?.contents[MediaType.plain] == more)
    }
    let text = Excerpt.text(of: Array(0..<5000))
    let shown = text.text.dropFirst().dropLast(4).split(separator: ", ").compactMap { Int($0) }
    #expect(shown == Array(0..<shown.count) && shown.count > 100)
    #expect(text.rest?.hasPrefix("… and \(NumberFormat.grouped(5000 - shown.count)) more of 5000 elements; ") == true)
    #expect(Excerpt.text(of: Lines(count: 500)).rest == "… and 480 more lines; print(…) shows all")
  }

  @Test("What is small is shown as Swift prints it, without a word")
  func small() throws {
    // An entry of a table has room for little: that of a whole column of a trace is cut.
    for (kind, value) in try Self.values(4) where kind != "traces" {
      let shown = bundles(of: value)
      #expect(!shown.contains { $0.contents[MediaType.plain]?.contains("…") ?? true }, "\(kind)")
    }
    #expect(bundles(of: ["a": [1.5]])[0].contents[MediaType.plain] == #"["a": [1.5]]"#)
    #expect(bundles(of: [1, nil, 3])[0].contents[MediaType.plain] == "[Optional(1), nil, Optional(3)]")
    // An alphabet is whole.
    #expect(bundles(of: (0..<26).map { Markdown("\($0)") }).count == 26)
  }

  @Test(
    "Angles, lengths, measurements, vectors and shares are in a table by their key paths, and lengths and angles are sorted"
  )
  func tableValues() throws {
    struct Row {
      var angle = Angle(degrees: 12.34)
      var length = Length(0.012)
      var speed = Measurement(value: 1.5, unit: UnitSpeed.metersPerSecond)
      var place = Vector3(1, 2, 3)
      var point = SIMD2(0.5, 1)
      var matrix = Matrix3.identity
    }
    let share = try Proportion(successes: 1, trials: 2)
    let table = Table(
      [Row()], columns: .init("a", \.angle), .init("b", \.length), .init("c", \.speed), .init("d", \.place),
      .init("e", \.point), .init("f", \.matrix), .init("g", { _ in share }))
    let texts = ["12.3°", "1.2 cm", "1.50 m/s", "(1.00, 2.00, 3.00)", "(0.50, 1.00)"].map(Table.Cell.text)
    #expect(Array(table.rows[0].prefix(5)) == texts && table.rows[0][6] == .text(share.readable))
    #expect([Angle(2), Angle(-3), Angle(1)].sorted().map(\.radians) == [-3, 1, 2])
    #expect([Length(2), Length(0.5)].min() == Length(0.5))
  }

  @Test("An angle in rad is read in degrees by its own word")
  func degrees() {
    #expect(abs(Quaternion(.z, 45.degrees).angle.inDegrees - 45) < 1e-12)
    #expect(22.5.degrees.inDegrees == 22.5 && (-Double.pi).inDegrees == -180)
  }
}
