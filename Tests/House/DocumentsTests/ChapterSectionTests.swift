import Foundation
import NotebookBench
import NotebookDocument
import Testing

/// Whether chapters ask as they say: docs/teaching.md tells teachers that each section does.
@Suite("The sections of the chapters")
struct ChapterSectionTests {
  /// A section with its heading and its place in the notebook's lines.
  struct Section: CustomStringConvertible {
    var chapter: Notebook
    var lines: Range<Int>

    var description: String { "\(chapter.name).md:\(lines.lowerBound): \(chapter.lines[lines.lowerBound - 1])" }

    /// The lines in which figures and tables begin that a text can refer to.
    var results: [Int] {
      chapter.cells.filter { cell in
        ["fig-", "tbl-"].contains { cell.options.label?.hasPrefix($0) == true }
      }.map(\.lines.lowerBound).filter(lines.contains)
    }

    /// The lines of guesses, or of what asks afterwards: questions and exercises.
    func asks(afterwards: Bool) -> [Int] {
      let guesses = chapter.guesses.filter { $0.isCheck == afterwards }.map(\.lines.lowerBound)
      let exercises = chapter.cells.filter { if case .exercise = $0.options.role { true } else { false } }
      return (guesses + (afterwards ? exercises.map(\.lines.lowerBound) : [])).filter(lines.contains)
    }

    static func all(of chapter: Notebook) -> [Section] {
      let starts = chapter.document.headings.filter { $0.level == 1 }.map(\.line)
      return zip(starts, starts.dropFirst() + [chapter.lines.count + 1]).map {
        Section(chapter: chapter, lines: $0..<$1)
      }
    }
  }

  /// The chapters that build on one another, by docs/teaching.md.
  static let chapters = [
    "half-angle", "rotations", "conventions", "accelerometer", "integration", "growth", "schemes", "rest", "sensors",
    "fusion", "which-bug",
  ]

  /// Sections whose figure comes before the guess, as it is what the guess is about.
  static let figuresFirst: Set = ["which-bug: # Six movements", "which-bug: # A mystery"]

  @Test(
    "A section with results asks for a guess before one of them, and ends with a question or an exercise",
    arguments: chapters)
  func asks(name: String) throws {
    let chapter = try NotebookParser.read(Checkout.root.appendingPathComponent("notebooks/\(name).md").path)
    let sections = Section.all(of: chapter).filter { !$0.results.isEmpty }
    #expect(!sections.isEmpty)
    for section in sections where !Self.figuresFirst.contains("\(name): \(chapter.lines[section.lines.lowerBound - 1])")
    {
      let (results, guesses) = (section.results, section.asks(afterwards: false))
      #expect(guesses.contains { guess in results.contains { $0 > guess } }, "\(section): no guess before a result")
      let last = try #require(results.last)
      #expect(section.asks(afterwards: true).contains { $0 > last }, "\(section): no question after the last result")
    }
  }
}
