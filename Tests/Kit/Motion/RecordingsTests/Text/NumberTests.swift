import Foundation
import Inertial
import RecordingMutations
import Testing

@Suite("Decimal numbers")
struct NumberTests {
  @Test("Numbers round as strtod rounds them: halves, the smallest, many digits, every notation", arguments: 1...4)
  func rounding(seed: UInt64) throws {
    var trial = NumberTrial(seed: seed)
    #expect(try trial.differences(count: 9000) == [])
  }

  private func read(_ fields: String, separator: String = ",") throws -> [Double] {
    let row = fields + separator + "0" + separator + "0\n"
    let recording = try RawRecording(
      contentsOf: "a.csv", in: ["a.csv": Data(row.utf8)],
      options: .init(columns: ColumnMapping(time: .rate(1), specificForce: .init(["1", "2", "3"]))))
    return recording.specificForce.map(\.x)
  }

  @Test("Every notation of a number, and nothing else")
  func notations() throws {
    for (text, value) in [
      ("1", 1.0), ("-1", -1), ("+1", 1), ("1.", 1), (".5", 0.5), ("-.5", -0.5), ("1e3", 1000), ("1E+3", 1000),
      ("1.5e-3", 0.0015), ("0e99999999999999999999", 0), ("1e-99999999999", 0), ("00001", 1), ("0.0000", 0),
      ("9007199254740993", 9_007_199_254_740_992), ("9007199254740993.0000000000000000001", 9_007_199_254_740_994),
      ("1.7976931348623157e308", Double.greatestFiniteMagnitude), ("4.9406564584124654e-324", 5e-324),
      ("2.4703282292062327e-324", 0), ("2.4703282292062328e-324", 5e-324),
      ("2.2250738585072011e-308", 0x1p-1022.nextDown),
      ("12345678", 12_345_678), ("1234567890123456789012345678901234567890", 1.2345678901234568e39),
      ("0.123456789012345678901234567890123456789", 0.12345678901234568),
      (String(repeating: "0", count: 5000) + "7", 7), ("1" + String(repeating: "0", count: 300), 1e300),
      ("0." + String(repeating: "0", count: 300) + "1", 1e-301),
    ] {
      #expect(try read(text) == [value], "\(text)")
      #expect(try read("\"\(text)\"") == [value], "\(text) in quotation marks")
      #expect(try read(" \(text) ") == [value], "\(text) between blanks")
    }
    #expect(try read("-0")[0].sign == .minus)
    for text in [
      "", "-", "+", ".", "-.", "e5", "1e", "1e+", "1e-", "--1", "1.2.3", "0x10", "1 2", "1_000", "٣", "1f",
    ] {
      #expect(throws: RecordingError.self, "\(text)") { try read(text, separator: ";") }
    }
    for text in [
      "nan", "-NaN", "inf", "-Infinity", "1e309", "-1.7976931348623159e308", "1" + String(repeating: "0", count: 400),
    ] {
      let error = #expect(throws: RecordingError.self) { try read(text) }
      #expect("\(error!)".contains("is not a finite number"), "\(text)")
    }
  }
}
