import Basics
import Foundation
import Testing

@testable import Book

@Suite("A book's search")
struct SearchIndexTests {
  @Test("Words are small letters without accents, and numbers")
  func words() {
    #expect(
      SearchIndex.words(of: "Größe, naïve: x² + 3.5 m/s — Δt") == ["große", "naive", "x²", "3", "5", "m", "s", "δt"])
    #expect(SearchIndex.words(of: "  ") == [])
    #expect(SearchIndex.words(of: "ÉCOLE école e\u{301}cole") == ["ecole", "ecole", "ecole"])
  }

  @Test("Sections are found by their headings, with prose and without code, pictures, formulas, captions and solutions")
  func sections() {
    let html = """
      <header><h1>Title</h1></header><nav>Contents</nav><p>The <em>begin</em>ning.</p>
      <h2 id="one">One &amp; <code>two</code></h2><p>Some<br>prose</p><pre>let x</pre><svg><text>drawn</text></svg>
      <figure><figcaption>caption</figcaption></figure><!-- a > comment --><details><summary>Solution</summary><p>solved
      <details><p>deep</p></details></p></details><p class="guess-title" id="x">Guess first</p><div class="answer"><div>told</div></div><p>more</p>
      <h3 id="two">Two <math><mi>n</mi></math></h3><math><mi>m</mi></math><p>last</p>
      """
    #expect(
      PageText.sections(of: html) == [
        .init(anchor: "", title: "", text: "The beginning."),
        .init(anchor: "one", title: "One & two", text: "Some prose more"),
        .init(anchor: "two", title: "Two n", text: "last"),
      ])
  }

  @Test("What a guess veils has its key: the rest of the section with its subsections, and the figures there")
  func veiled() {
    let guess = { (name: String, kind: String) in
      "<div class=\"guess\" role=\"group\" id=\"\(name)\" data-key=\"n/\(name)\"\(kind)>"
        + "<p>Asked \(name).</p><div class=\"answer\">told</div></div>"
    }
    let html = """
      <h2 id="one">One</h2><p>Before.</p>\(guess("a", ""))<p>Behind.</p><figure id="fig-a"></figure>
      <h3 id="deep">Deep</h3><p>Below.</p>\(guess("c", " data-check"))<p>Last.</p>
      <h2 id="two">Two</h2><p>Free.</p><table id="tbl-b"></table>\(guess("b", ""))<table id="tbl-c"></table>
      <section class="footnotes"><p id="note">Note.</p></section>
      """
    let (sections, veiled) = PageText.parts(of: html)
    #expect(
      sections == [
        .init(anchor: "", title: "", text: ""), .init(anchor: "one", title: "One", text: "Before. Asked a."),
        .init(anchor: "one", title: "", text: "Behind.", guesses: ["n/a"], isRest: true),
        .init(anchor: "deep", title: "Deep", text: "Below. Asked c. Last.", guesses: ["n/a"]),
        .init(anchor: "two", title: "Two", text: "Free. Asked b."),
        .init(anchor: "two", title: "", text: "Note.", guesses: ["n/b"], isRest: true),
      ])
    #expect(veiled == ["fig-a": ["n/a"], "deep": ["n/a"], "c": ["n/a"], "tbl-c": ["n/b"]])
  }

  @Test("Every word of every place is in the index where it is, once, and words are in the order of the alphabet")
  func everyWord() throws {
    let bench = try BookBench()
    var random = SeededRandom(seed: 5)
    let letters = Array("abcdeüßéxyz019")
    func word() -> String {
      String((0..<Int.random(in: 1...4, using: &random)).map { _ in letters.randomElement(using: &random)! })
    }
    func text(_ count: Int) -> String { (0..<count).map { _ in word() }.joined(separator: " ") }
    for chapter in ["a", "b", "c"] {
      let body = (0..<4).map { _ in "# \(text(2))\n\n\(text(30))\n" }.joined(separator: "\n")
      try bench.notebook(chapter, text(5) + "\n\n" + body, title: text(2))
    }
    try bench.make()
    let script = try bench.page("search.js")
    #expect(script.hasPrefix("window.gimbalSearch = {") && script.hasSuffix("};\n"))
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(script.dropFirst("window.gimbalSearch = ".count).dropLast(2).utf8))
        as? [String: Any])
    let (words, postings) = (try #require(json["words"] as? [String]), try #require(json["postings"] as? [[Int]]))
    let places = try #require(json["places"] as? [[Any]])
    #expect(zip(words, words.dropFirst()).allSatisfy { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) })
    #expect(places.count == 3 * 5 && words.count == postings.count)
    var expected: [String: Set<Int>] = [:]
    for (number, place) in places.enumerated() {
      let (anchor, title, text) = (place[1] as? String ?? "", place[2] as? String ?? "", place[3] as? String ?? "")
      for word in SearchIndex.words(of: title) {
        expected[word, default: []].insert(number * 4 + (anchor.isEmpty ? 0 : 1))
      }
      for word in SearchIndex.words(of: text) { expected[word, default: []].insert(number * 4 + 2) }
    }
    #expect(Dictionary(uniqueKeysWithValues: zip(words, postings.map(Set.init))) == expected)
    #expect(postings.allSatisfy { $0 == $0.sorted() && Set($0).count == $0.count })
  }
}
