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
