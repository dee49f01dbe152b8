import Basics
import Foundation
import NotebookBench
import NotebookDocument
import SafeMarkup
import TestTiers
import Testing

/// A text as a browser reads it, to which a combining accent is a letter as any other.
private func lettersForAccents(_ text: String) -> String {
  text.unicodeScalars.map { $0 == "\u{301}" ? "_" : String($0) }.joined()
}

@Suite("HTML of authors and of cells is kept, without scripts and forms")
struct SafeMarkupTests {
  @Test("Nothing that is slipped in acts, by itself and in parts", arguments: slippedActs)
  func slipped(act: String) {
    for html in [
      SafeMarkup.whole(act), SafeMarkup.part(act), SafeMarkup.whole("<div><svg>" + act), SafeMarkup.part("</b>" + act),
    ] {
      #expect(acts(in: html).isEmpty, "\(html)")
      #expect(!html.contains("alert(1)</script") && !html.contains("<!--"), "\(html)")
    }
    // What was cleaned is clean: it comes out as it is.
    #expect(SafeMarkup.whole(SafeMarkup.whole(act)) == SafeMarkup.whole(act))
    if act.contains("shown") { #expect(SafeMarkup.whole(act).contains("shown"), "the words are lost") }
    // A sign and the accent behind it are one character for Swift, and two for a browser.
    for sign in "\"'<>=" {
      let accented = act.map { $0 == sign ? "\($0)\u{301}" : String($0) }.joined()
      for clean in [SafeMarkup.whole, SafeMarkup.part] {
        #expect(acts(in: lettersForAccents(clean(accented))).isEmpty, "\(accented) gave \(clean(accented))")
      }
    }
  }

  @Test(
    "What only shows stays as it was written",
    arguments: [
      "<details open><summary>More</summary>text &amp; <b>words</b></details>",
      "<div class=\"x\" data-cell=\"7\"></div>",
      "<table border=\"1\"><thead><tr><th scope=\"col\">a</th></tr></thead><tbody><tr><td colspan=\"2\">1 &lt; 2</td></tr></tbody></table>",
      "<a href=\"https://example.org/?a=1&amp;b=2#c\" title=\"so &eacute;\">there</a>",
      "<a href=\"data/walk%201.csv\">data</a>",
      "<a href=\"#drift\">above</a>", "<a href=\"mailto:a@example.org\">mail</a>",
      "<img src=\"photo.png\" alt=\"A “photo”\" width=\"300\">",
      "<img src=\"data:image/png;base64,iVBORw0KGgo=\" alt=\"\">",
      "<p style=\"color: red; width: calc(100% - 2em)\">red</p>",
      "<style>.mine > td { color: green; } @media print { .mine { display: none } }</style>",
      "<p>H<sub>2</sub>O<br>10<sup>3</sup><br/><kbd>Ctrl</kbd></p>", "<ruby>a<rt>b</rt></ruby>",
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\"><defs><linearGradient id=\"g\"><stop offset=\"0\" stop-color=\"red\"/></linearGradient></defs><rect width=\"10\" height=\"10\" fill=\"url(#g)\" transform=\"rotate(5)\"/></svg>",
      "<svg viewBox=\"0 0 9 9\"><title>A dot</title><circle r=\"2\"><animate attributeName=\"cx\" values=\"0;9\" dur=\"2s\" repeatCount=\"indefinite\"/></circle><use xlink:href=\"#a\"/></svg>",
      "<math display=\"block\"><mfrac><mi>a</mi><mn>2</mn></mfrac></math>", "a < b".replacing("<", with: "&lt;"),
      "<input type=\"checkbox\" disabled checked>", "<video src=\"film.mp4\" controls></video>",
      "<p title=\"a &gt; b\" aria-label=\"x\" lang=\"de\">Größe 😀</p>",
    ])
  func kept(html: String) {
    #expect(SafeMarkup.whole(html) == html)
    #expect(SafeMarkup.part(html) == html)
  }

  @Test("In parts, each tag stays by itself; complete HTML is balanced")
  func parts() {
    #expect(SafeMarkup.part("<details><summary>x</summary>") == "<details><summary>x</summary>")
    #expect(SafeMarkup.part("</details>") == "</details>")
    #expect(SafeMarkup.whole("<details><b>x") == "<details><b>x</b></details>")
    #expect(SafeMarkup.whole("</main></section><i>x</p></i>") == "<i>x</i>")
    #expect(SafeMarkup.part("<path d=\"M0 0\"/>") == "<path d=\"M0 0\"/>")
    #expect(SafeMarkup.whole("1 < 2 <3 <div") == "1 &lt; 2 &lt;3 &lt;div")
  }

  @Test("A picture from elsewhere becomes a link to it, and within a link its words")
  func pictures() {
    #expect(
      SafeMarkup.whole("<img src=\"https://example.org/x.png\" alt=\"A <b>\">")
        == "<a href=\"https://example.org/x.png\">A &lt;b&gt;</a>")
    #expect(
      SafeMarkup.whole("<a href=\"https://a.org\"><img src=\"https://b.org/x.png\" alt=\"badge\"></a>")
        == "<a href=\"https://a.org\">badge</a>")
  }

  @Test("Any text whatever comes out clean, and the same when it is cleaned again")
  func random() {
    var random = SeededRandom(seed: 29)
    let pieces =
      "< > / = \" ' & ; ! - -- [ ] ( ) : # \\ \n \t a script style svg math title img src href onerror url( javascript: </ <! <!-- --> x /> <svg> </svg> <style> </style> <a <p"
      .split(separator: " ", omittingEmptySubsequences: true).map(String.init) + [" ", "\u{301}"]
    for _ in 0..<600 {
      let text = (0..<Int.random(in: 1...24, using: &random)).map { _ in pieces.randomElement(using: &random)! }
        .joined()
      for clean in [SafeMarkup.whole, SafeMarkup.part] {
        let html = clean(text)
        #expect(acts(in: lettersForAccents(html)).isEmpty, "\(text) gave \(html)")
        #expect(clean(html) == html, "\(text)")
      }
    }
  }

  @Test("A deep and a long text take a time that grows with their length")
  func linear() {
    func seconds(_ count: Int) -> Double {
      let texts = [
        String(repeating: "<b>", count: count), String(repeating: "<i></b>", count: count),
        String(repeating: "<", count: count),
        String(repeating: "<!--", count: count), String(repeating: "<a href='", count: count),
        String(repeating: "<script", count: count),
      ]
      return (0..<3).map { _ in
        processorTime { for text in texts { _ = SafeMarkup.whole(text) } }
      }.min()!
    }
    let (short, long) = (seconds(1_000), seconds(8_000))
    #expect(long < 24 * short, "\(short) s for 1 000, \(long) s for 8 000")
  }
}
