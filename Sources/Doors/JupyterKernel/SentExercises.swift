import CellCompiler
import NotebookDocument

/// The exercises whose cells a front end has sent: which are done, and what waits for those that are not.
struct SentExercises {
  private enum State { case open, done, solved }
  private var states: [String: State] = [:]
  private var awaited = AwaitedNames()

  /// The messages about a cell in place of running it, as Markdown; nil where it runs.
  mutating func words(inPlaceOf cell: CellCode) -> String? {
    let role = cell.options.role
    switch role {
    case .exercise(let name):
      let blanks = CodeUnit.analysis(of: cell.code).blanks
      guard !blanks.isEmpty else { break }
      states[name] = .open
      awaited.wait(with: cell.code, for: name)
      let hints = blanks.filter { !$0.isEmpty }.map { "\n" + MarkdownText.item($0) }.joined()
      return MarkdownText.strong("Not done yet.") + (hints.isEmpty ? "" : " In the blank belongs:\n\(hints)")
    case .solution(let name) where states[name] == .done:
      return "Exercise “\(name)” is done with your own code, so the solution does not run."
    case .check(let name) where states[name] == .open:
      return MarkdownText.emphasis("Waits for exercise “\(name)”: fill in the blank, and run that cell first.")
    case .solution: return nil
    case .plain, .check: break
    }
    guard let name = awaited.exercise(neededBy: cell.code) else { return nil }
    awaited.wait(with: cell.code, for: name)
    return MarkdownText.emphasis("Waits for exercise “\(name)”.")
  }

  /// Notes that a cell has run as it should.
  mutating func note(_ cell: CellCode) {
    awaited.define(cell.code)
    switch cell.options.role {
    case .exercise(let name): states[name] = .done
    case .solution(let name): states[name] = .solved
    case .plain, .check: break
    }
  }
}
