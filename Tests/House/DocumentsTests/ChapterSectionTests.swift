import CellCompiler
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
    "how-sure",
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

  /// A page has no code of a hidden cell: readers could not look such a name up.
  @Test(
    "A shown cell uses no name that only hidden cells define",
    arguments: chapters + ["questions", "lab/1-letters", "lab/2-tracking", "lab/3-air"])
  func showsDefinitions(name: String) throws {
    let chapter = try NotebookParser.read(Checkout.root.appendingPathComponent("notebooks/\(name).md").path)
    var (hidden, shown) = (Set<String>(), Set<String>())
    for cell in chapter.cells {
      let analysis = CellAnalysis(cell.code)
      let own = Set(analysis.definitions.map(\.name))
      guard cell.options.echo, cell.options.include else {
        hidden.formUnion(own)
        continue
      }
      shown.formUnion(own)
      // The code of exercises and checks is judged elsewhere; “name:” is an argument's label.
      guard cell.options.role == .plain else { continue }
      for used in analysis.usedNames.intersection(hidden).subtracting(shown).sorted()
      where !cell.code.contains("\(used):") {
        Issue.record(
          "\(name).md:\(cell.lines.lowerBound): “\(used)” is defined in a hidden cell; show that cell, or hide this one"
        )
      }
    }
  }
}
