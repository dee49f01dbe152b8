import Foundation
import Gimbal
import Testing

@testable import Display

@Suite("Values in a sentence")
struct ReadableTests {
  @Test(
    "A length has the unit that suits it, and never rounds to nothing",
    arguments: [
      (0.0004, "0.40 mm"), (0.012, "1.2 cm"), (6.58, "6.6 m"), (1234, "1.2 km"), (0, "0 m"), (-0.0004, "−0.40 mm"),
      (0.9996, "1.0 m"), (3e-6, "3.0 µm"), (2e-9, "2.0 nm"), (1e-12, "0.0010 nm"),
    ])
  func lengths(metres: Double, text: String) { #expect(Length(metres).readable == text) }

  @Test("Angles are read in degrees")
  func angles() {
    #expect(Angle(Double.pi / 2).readable == "90.0°")
    #expect(Angle(degrees: 0.012345).readable == "0.0123°")
    #expect(Angle(degrees: 179.96, digits: 2).readable == "180°")
  }

  @Test("Measurements have their unit, lengths in metres the one that suits them")
  func measurements() {
    #expect(Measurement(value: 0.0004, unit: UnitLength.meters).readable == "0.400 mm")
    #expect(Measurement(value: 12.3456, unit: UnitSpeed.metersPerSecond).readable == "12.3 m/s")
    #expect(Measurement(value: 45, unit: UnitAngle.degrees).readable == "45.0°")
  }

  @Test("Vectors and quaternions have as many digits as mean something, in the same place")
  func tuples() throws {
    #expect(Vector3(0.12, -9.81, 0.0004).readable == "(0.12, −9.81, 0.00)")
    #expect(Vector3(-0.0001, 0, 0.5).readable == "(0.000, 0.000, 0.500)")
    #expect(Vector3.zero.readable == "(0, 0, 0)")
    #expect(Vector3(1e-9, 0, 2e-9).readable == "(1.00×10⁻⁹, 0, 2.00×10⁻⁹)")
    #expect(Vector3(.nan, 1, .infinity).readable == "(NaN, 1.00, ∞)")
    #expect(
      Vector3(1234.5, 0.5, -7).readable == "(1234, 0, −7)" || Vector3(1234.5, 0.5, -7).readable == "(1235, 1, −7)")
    #expect(Quaternion(w: 0.7071, x: 0, y: -0.7071, z: 0).readable == "0.707 + 0.000 i − 0.707 j + 0.000 k")
  }

  @Test("A matrix is written in rows: below each other where there is room, in one line in a sentence and in a table")
  func matrices() throws {
    let turned = RotationMatrix(Quaternion(.z, .pi / 6))
    let rows = """
      [0.866  −0.500  0.000]
      [0.500   0.866  0.000]
      [0.000   0.000  1.000]
      """
    let line = "[[0.866, −0.500, 0.000], [0.500, 0.866, 0.000], [0.000, 0.000, 1.000]]"
    let plain = Matrix3(columns: turned.columns.x, turned.columns.y, turned.columns.z)
    for matrix in [turned, plain] as [any CustomStringConvertible & Readable & Displayable & TableValue] {
      #expect("\(matrix)" == rows && matrix.mimeBundle.contents[MediaType.plain] == rows)
      #expect(matrix.readable == line && matrix.tableCell == .text(line))
      #expect(Display.text(of: matrix, inSentence: true) == line)
    }
    struct Row {
      var name = "a"
      var matrix = Matrix3.diagonal(1, 20, 300)
    }
    #expect(
      try Table(reflecting: [Row()]).rows == [["a", .text("[[1.0, 0.0, 0.0], [0.0, 20.0, 0.0], [0.0, 0.0, 300.0]]")]])
    #expect("\(Matrix3.diagonal(1, -20, 300))" == "[1.0    0.0    0.0]\n[0.0  −20.0    0.0]\n[0.0    0.0  300.0]")
    #expect("\(Matrix3.diagonal(1e-9, 0, 2e-25))".contains("[1.000×10⁻⁹  0  0]"))
  }

  @Test(
    "What rounding leaves of zero is zero, next to a full turn and next to the largest of numbers that belong together")
  func rounding() {
    #expect(Angle(2.8e-17).readable == "0°" && Angle(-2.8e-17).readable == "0°")
    #expect(Angle(1e-8).readable == "5.73×10⁻⁷°")
    #expect(Measurement(value: 1.6e-15, unit: UnitAngle.degrees).readable == "0°")
    #expect(Measurement(value: 2.8e-17, unit: UnitAngle.radians).readable == "0 rad")
    #expect(Vector3(1e9, 1e-9, 0).readable == "(1.00×10⁹, 0, 0)")
    let table = Table(
      columns: ["°", "rad", "m"].map { Table.Column("angle", unit: $0) }, rows: [[1.6e-15, -2.8e-17, 1.6e-15]])
    #expect((0..<3).map { table.text(row: 0, column: $0) } == ["0", "0", "1.60×10⁻¹⁵"])
    #expect(NumberFormat.significant(1.6e-15) == "1.60×10⁻¹⁵")
  }

  @Test("Digits before the point are never rounded away")
  func wholeDigits() {
    let words = [1234.5, 12_345.6, -99_999.6, 999_999.2, 999.96, 1_234_567].map { NumberFormat.significant($0) }
    #expect(words == ["1234", "12\u{202F}346", "−100\u{202F}000", "999\u{202F}999", "1000", "1.23×10⁶"])
    #expect(
      NumberFormat.significant(1234.5, digits: 5) == "1234.5" && NumberFormat.significant(87.65, digits: 1) == "88")
  }

  @Test("A proportion says how sure it is")
  func proportions() throws {
    let text = try Proportion(successes: 179, trials: 192).readable
    #expect(text == "93.2 % (95 % confidence: 88.8 to 96.0 %)" || text.hasPrefix("93.2 % (95 % confidence: 88."))
  }

  @Test("What a cell and a sentence show of a value is what it says, also inside of an optional")
  func shown() {
    #expect(Display.text(of: Vector3(1, 2, 3)) == "(1.00, 2.00, 3.00)")
    #expect(Display.text(of: Optional(Length(0.5)) as Any) == "50 cm")
    #expect(
      Display.text(of: [Vector3(0.1, -9.81, 0.03), Vector3(1, 2, 3)]) == "[(0.10, −9.81, 0.03), (1.00, 2.00, 3.00)]")
    #expect(Display.text(of: (Length(0.5), name: "x", Optional(2))) == "(50 cm, name: x, 2)")
    #expect(Display.text(of: [1, 2]) == "[1, 2]" && Display.text(of: (1, "x")) == #"(1, "x")"#)
    #expect(Display.text(of: 0.5) == "0.5" && Display.text(of: "x") == "x")
  }

  @Test("In a sentence a number has the signs of print, and every digit that it had")
  func printed() {
    let cases: [(Any, String)] = [
      (-2, "−2"), (-2.5, "−2.5"), (-2.5e-7, "−2.5×10⁻⁷"), (1e20, "1×10²⁰"), (UInt8(7), "7"), (-Double.infinity, "−∞"),
      (Double.nan, "NaN"), (Optional(-1.5) as Any, "−1.5"), ([-1, 2], "[−1, 2]"), ((-1, "a-b"), "(−1, a-b)"),
      ("-2.5", "-2.5"), ("a-b", "a-b"), ([String](), "[]"), (Float(-0.1), "−0.1"),
    ]
    for (value, text) in cases { #expect(Display.text(of: value, inSentence: true) == text) }
  }

  @Test("What a cell shows of a number is what Swift prints")
  func plain() {
    #expect(Display.text(of: -2.5e-7) == "-2.5e-07" && Display.text(of: [-1, 2]) == "[-1, 2]")
  }

  @Test("A column in which no scheme has a value is left out of the table")
  func columns() throws {
    let recording = try SimulatedTrace.square.trace()
    let known = try Comparison(of: recording, schemes: [.none]).table.columns.map(\.title)
    let unknown = try Comparison(of: recording, schemes: [.none], truth: .unknown).table.columns.map(\.title)
    #expect(known.contains("final drift, origin aligned") && !unknown.contains { $0.contains("drift") })
    #expect(unknown.contains("largest excursion"))
  }
}
