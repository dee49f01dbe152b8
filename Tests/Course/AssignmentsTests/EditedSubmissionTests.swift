import Basics
import Foundation
import NotebookDocument
import Testing

@testable import Assignments

/// Whatever a student does to the text: seeded sequences of edits.
struct EditedSubmissionTests {
  private let assignment: Assignment
  /// A piece of a submission: a fixed cell, one of the student's own, or prose.
  private struct Piece {
    var fixed: String?
    var own: String?
    var text: String
  }
  private let pieces: [Piece]

  init() throws {
    assignment = try Sample.assignment()
    let text = try assignment.release().text
    let notebook = try NotebookParser.parse(text, path: "lab.md")
    var (pieces, line): ([Piece], Int) = ([], 1)
    for cell in notebook.cells where cell.indent == 0 {
      pieces.append(Piece(text: notebook.lines[line - 1..<cell.lines.lowerBound - 1].joined(separator: "\n")))
      let text = notebook.lines[cell.lines.lowerBound - 1..<cell.lines.upperBound].joined(separator: "\n")
      let fixed: String? = if case .exercise(let name) = cell.options.role { name } else { cell.options.label }
      pieces.append(Piece(fixed: fixed, own: fixed == nil ? cell.code : nil, text: text))
      line = cell.lines.upperBound + 1
    }
    pieces.append(Piece(text: notebook.lines[(line - 1)...].joined(separator: "\n")))
    self.pieces = pieces
  }

  private func expectWhole(_ received: Received, _ seed: UInt64) throws {
    let fixed = received.cells.filter { $0.origin != .own }
    let expected = assignment.fixed.map { cell -> Received.Cell.Origin in
      cell.isLocked ? .locked(cell.label) : .exercise(cell.label)
    }
    #expect(fixed.map(\.origin) == expected, "seed \(seed)")
    for (cell, known) in zip(fixed, assignment.fixed) where known.isLocked {
      #expect(cell.content == known.content.joined(separator: "\n"), "seed \(seed)")
    }
    // What runs can be read, and is what was received.
    let notebook = try NotebookParser.parse(received.text, path: "s.md")
    #expect(notebook.cells.map(\.lines) == received.cells.map(\.lines), "seed \(seed)")
    #expect(notebook.cells.map(\.codeLine) == received.cells.map(\.codeLine), "seed \(seed)")
  }

  @Test(
    "Cells that are deleted, copied, moved, changed and added: every fixed cell is once, own cells where they were"
  )
  func structural() throws {
    var told: Set<CellChange.Kind> = []
    for seed in UInt64(1)...600 {
      var random = SeededRandom(seed: seed)
      func any(_ count: Int) -> Int { Int(random.uniform() * Double(count)) }
      var list = pieces
      var isInOrder = true
      for edit in 0...any(8) {
        let place = any(list.count)
        switch any(6) {
        case 0 where list.count > 1 && place > 0: list.remove(at: place)
        case 1 where list[place].fixed != nil:
          list.insert(list[place], at: 1 + any(list.count))
          isInOrder = false
        case 2:
          let piece = list.remove(at: place)
          list.insert(piece, at: any(list.count + 1))
          // One piece of prose holds a list with a locked cell.
          isInOrder = isInOrder && piece.fixed == nil && !piece.text.contains("check-step-3")
        case 3 where list[place].fixed != nil:
          // Another code under the same name.
          var lines = list[place].text.components(separatedBy: "\n")
          lines.insert("let edited\(edit) = \(seed)", at: lines.count - 1)
          list[place].text = lines.joined(separator: "\n")
        case 4: list.insert(Piece(text: "Prose of my own, number \(edit)."), at: 1 + any(list.count))
        default:
          let code = "let mine\(edit) = \(seed)\n"
          list.insert(Piece(own: code, text: "```swift\n\(code)```"), at: 1 + any(list.count))
        }
      }
      // The front matter stays at the top: what moves is below.
      if let top = list.firstIndex(where: { $0.text.hasPrefix("---") }), top > 0 { list.swapAt(0, top) }
      let received = assignment.receive(list.map(\.text).joined(separator: "\n\n"))
      try expectWhole(received, seed)
      told.formUnion(received.changes.map(\.kind))
      let own = received.cells.filter { $0.origin == .own }.map { $0.content + "\n" }
      #expect(own == list.compactMap(\.own), "seed \(seed)")
      guard isInOrder else { continue }
      // Behind the same fixed cell as in the submission, of those that the submission has.
      let there = Set(list.compactMap(\.fixed))
      #expect(
        Self.anchors(list.map { ($0.own, $0.fixed) })
          == Self.anchors(
            received.cells.map { cell in
              switch cell.origin {
              case .own: (cell.content + "\n", nil)
              case .locked(let label), .exercise(let label): (nil, there.contains(label) ? label : nil)
              }
            }), "seed \(seed)")
    }
    #expect(told == Set(CellChange.Kind.allCases))
  }

  private static func anchors(_ cells: [(own: String?, fixed: String?)]) -> [String] {
    var (last, result) = ("", [String]())
    for cell in cells {
      if let fixed = cell.fixed { last = fixed }
      if let own = cell.own { result.append("\(own) behind \(last)") }
    }
    return result
  }

  @Test(
    "Lines that are deleted, repeated, torn and added anywhere: what runs can be read, and every locked cell is once"
  )
  func lines() throws {
    let text = pieces.map(\.text).joined(separator: "\n")
    let junk = [
      "```", "```swift", "````", ":::", "::: {.answer #why}", "::: notes", "---", "<!--", "-->", "$$", "> quoted",
      "- item",
      "//| label: twice-it", "//| exercise: step", "//| nothing: [", "\u{0}", "\tx", "~~~swift", "    ", "é\u{301}👩‍👩‍👧",
    ]
    for seed in UInt64(1)...600 {
      var random = SeededRandom(seed: seed, stream: 1)
      func any(_ count: Int) -> Int { Int(random.uniform() * Double(count)) }
      var lines = text.components(separatedBy: "\n")
      for _ in 0...any(12) where !lines.isEmpty {
        let place = any(lines.count)
        switch any(5) {
        case 0: lines.remove(at: place)
        case 1: lines.insert(lines[any(lines.count)], at: place)
        case 2: lines[place] = String(lines[place].prefix(any(lines[place].count + 1)))
        case 3: lines.swapAt(place, any(lines.count))
        default: lines.insert(junk[any(junk.count)], at: place)
        }
      }
      try expectWhole(assignment.receive(lines.joined(separator: any(4) == 0 ? "\r\n" : "\n")), seed)
    }
  }
}
