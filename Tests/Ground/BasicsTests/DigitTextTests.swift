import Basics
import Testing

@Suite struct DigitTextTests {
  @Test func `Decimals end with their last digit that counts`() {
    for (value, most, text) in [
      (3.0, 2, "3"), (2.5, 2, "2.5"), (2 / 3.0, 2, "0.67"), (100, 0, "100"), (-0.001, 2, "0"), (-1.5, 1, "-1.5"),
      (71.84, 3, "71.84"), (.infinity, 2, "inf"),
    ] { #expect(DigitText.decimals(value, most: most) == text) }
  }

  @Test func `Digits are grouped from five on, before the point alone`() {
    #expect(DigitText.grouped("1234.56789") == "1234.56789")
    #expect(DigitText.grouped("12345") == "12\u{202F}345")
    #expect(DigitText.grouped("1234567.8901", by: " ") == "1 234 567.8901")
  }

  @Test func `Whole numbers are raised with their sign`() {
    #expect(DigitText.superscript(-1203) == "⁻¹²⁰³" && DigitText.superscript(0) == "⁰")
    #expect(DigitText.superscript(.min) == "⁻⁹²²³³⁷²⁰³⁶⁸⁵⁴⁷⁷⁵⁸⁰⁸")
  }
}
