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
