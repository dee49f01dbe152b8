import Basics
import Foundation
import NotebookDocument

/// The reader that Markdown is written for. What Markdown has no words for, each dialect says in its own.
package enum ProseDialect: Sendable {
  case github, jupyter

  /// What is in place of a directive; empty where the reader has none of the kind.
  package func text(_ line: Directives.Line, references: String, of notebook: Notebook) -> String {
    let isFolding = self == .github
    return switch line {
    case .references: references
    case .guess(let index): title(of: notebook.guesses[index])
    case .answer: isFolding ? "\n<details><summary>Answer</summary>\n" : ""
    case .endOfGuess: isFolding ? "\n</details>\n" : ""
    case .question(let index): MarkdownText.strong("\(notebook.questions[index].title):")
    case .endOfQuestion(let index) where !notebook.isAnswered(notebook.questions[index]):
      isFolding ? "\n\(MarkdownText.emphasis("Not answered yet."))\n" : ""
    case .columns: isFolding ? "\n<table><tr>\n" : ""
    case .column(let index, let shares): isFolding ? column(index, shares) : ""
    case .endOfColumns: isFolding ? "\n</td>\n</tr></table>\n" : ""
    case .endOfColumn, .endOfQuestion, .written, .endOfReferences, .newPage, .pause, .incremental, .endOfIncremental,
      .nothing:
      ""
    }
  }

  /// The end of the column before, too.
  private func column(_ index: Int, _ shares: [Double]) -> String {
    let share = shares.indices.contains(index) ? shares[index] : 1
    return (index == 0 ? "" : "\n</td>\n") + "\n<td valign=\"top\" width=\"\(Int((share * 100).rounded()))%\">\n"
  }

  /// What is before a guess's question, in its paragraph.
  private func title(of guess: Guess) -> String {
    var unit = ""
    if case .number(let name?, _) = guess.kind { unit = ", in " + MarkdownText.escaped(name) }
    return MarkdownText.strong("\(guess.title)\(unit):")
  }

  /// A formula with its number. O(length).
  package static func equation(_ tex: String, number: ItemNumber) -> String {
    let words = Formulas.known(tex.trimmingCharacters(in: .whitespacesAndNewlines))
    return MarkdownText.formula("\n\(words) \\tag{\(number)}\n")
  }
}

extension Guess {
  /// What is above the question.
  package var title: String { isCheck ? "Check yourself" : "Guess first" }
}

extension WrittenQuestion {
  /// “To answer (3 points)”; “To answer” where the answer is worth nothing.
  package var title: String { "To answer\(PointsText.behind(points))" }
}
