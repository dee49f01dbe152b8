import Foundation
import NotebookBench
import NotebookDocument
import Testing

/// Whether chapters ask as docs/teaching.md tells teachers: at one or two surprises.
@Suite("The guesses of the chapters")
struct ChapterSectionTests {
  /// The chapters that build on one another, by docs/teaching.md.
  static let chapters = [
    "accelerometer", "sensors", "integration", "growth", "forgetting", "waiting", "schemes", "rest", "walking",
    "half-angle", "whose-axes", "gyroscope", "rotations", "conventions", "device-motion", "fusion", "which-bug",
    "stabilisation", "steady-dice", "handwriting", "posture", "air-writing",
  ]

  /// Every notebook that ships, by its path.
  static let notebooks = ["notebooks", "notebooks/lab"].flatMap { folder in
    ((try? FileManager.default.contentsOfDirectory(atPath: Checkout.root.appendingPathComponent(folder).path)) ?? [])
      .filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
  }

  @Test("A sentence that a chapter ties to its numbers is one of the chapter's", arguments: notebooks)
  func claims(path: String) throws {
    let text = try String(contentsOf: Checkout.root.appendingPathComponent(path), encoding: .utf8)
    func oneLine(_ text: some StringProtocol) -> String {
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    // A call of “claim” is no sentence of the page.
    let lines = text.split(separator: "\n")
    let page = oneLine(lines.filter { !$0.hasPrefix("claim(") }.joined(separator: "\n"))
    for line in lines where line.hasPrefix("claim(") {
      let sentence = try #require(line.firstMatch(of: #/^claim\("((?:[^"\\]|\\.)*)", /#)?.output.1, "\(path): \(line)")
      #expect(page.contains(oneLine(sentence)), "\(path) does not say: \(sentence)")
    }
  }

  @Test("A chapter asks for one or two guesses, each before a result, and for none afterwards", arguments: chapters)
  func asks(name: String) throws {
    let chapter = try NotebookParser.read(Checkout.root.appendingPathComponent("notebooks/\(name).md").path)
    let guesses = chapter.guesses.map(\.lines.lowerBound)
    let results = chapter.cells.filter { cell in
      ["fig-", "tbl-"].contains { cell.options.label?.hasPrefix($0) == true }
    }.map(\.lines.lowerBound)
    #expect((1...2).contains(guesses.count), "\(name): \(guesses.count) guesses")
    #expect(!chapter.guesses.contains { $0.isCheck })
    for guess in guesses {
      #expect(results.contains { $0 > guess }, "\(name):\(guess): there is no result after this guess")
    }
  }
}
