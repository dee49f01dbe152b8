import Basics
import Testing

@Suite struct MarkupTextTests {
  /// Texts of what markup is made of, and of what it is not.
  private static func text(_ seed: UInt64) -> String {
    var random = SeededRandom(seed: seed)
    let pieces = ["<", ">", "&", "\"", "'", "&amp;", "&lt;", "amp;", "#39;", "a", "ñ", "→", "\n", " ", "\u{301}"]
    return (0..<Int.random(in: 0...12, using: &random)).map { _ in pieces.randomElement(using: &random)! }.joined()
  }

  @Test(arguments: 1...300) func whatIsEscapedShowsTheTextAndHoldsNoMarkup(seed: UInt64) {
    let text = Self.text(seed)
    let escaped = MarkupText.escape(text)
    #expect(MarkupText.unescape(escaped) == text)
    #expect(!escaped.utf8.contains { [UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\"")].contains($0) })
  }

  @Test(arguments: 1...300) func aTextIsItsPartsWithTheCutBetweenThem(seed: UInt64) {
    let text = Self.text(seed)
    for cut in ["&", "&amp;", "a", "\u{301}", "nowhere"] {
      let parts = text.parts(between: cut)
      #expect(parts.joined(separator: cut) == text)
      #expect(parts.allSatisfy { !$0.holds(cut) })
      #expect(text.holds(cut) == (parts.count > 1))
      #expect(!text.replacing(bytes: cut, with: "|").holds(cut))
    }
  }

  @Test func referencesThatOthersWriteAreRead() {
    let markup = "a & b; &lt;a&gt; &quot;b&quot; &#39;c&#39; &apos;d&apos; &amp;lt; &nbsp;&"
    #expect(MarkupText.unescape(markup) == "a & b; <a> \"b\" 'c' 'd' &lt; &nbsp;&")
  }
}
