import Basics
import Foundation

/// What the speaker of slides says and nobody else reads: the lines from `::: notes` to `:::`, as pandoc and Quarto have them.
package struct SpeakerNote: Hashable, Sendable {
  /// The notebook's lines, both fences included, counted from 1.
  package var lines: ClosedRange<Int>
  /// The lines between the fences, counted from 1; empty where there are none.
  package var content: Range<Int> { lines.lowerBound + 1..<lines.upperBound }

  /// The notes in a text, and the lines of fences that nothing closes. `isCode` says which lines, counted from 1, are code.
  /// O(length).
  package static func find(
    in lines: [String], isCode: (Int) -> Bool
  ) -> (notes: [SpeakerNote], unclosed: [Int]) {
    var (notes, open): ([SpeakerNote], [(line: Int, isNote: Bool)]) = ([], [])
    for (index, line) in lines.enumerated() where line.holds(":::") {
      guard !isCode(index + 1), let fence = line.wholeMatch(of: compiled(/\s{0,3}:{3,}\s*([^:]*?)\s*:*\s*/)) else {
        continue
      }
      let name = fence.output.1
      if !name.isEmpty {
        open.append((index + 1, name == "notes" || name.wholeMatch(of: compiled(/\{\s*\.notes\s*\}/)) != nil))
      } else if let begun = open.popLast(), begun.isNote, !open.contains(where: \.isNote) {
        notes.append(SpeakerNote(lines: begun.line...(index + 1)))
      }
    }
    return (notes, open.filter(\.isNote).map(\.line))
  }
}

extension Notebook {
  /// What a speaker says to the slides, in order. O(length).
  package var speakerNotes: [SpeakerNote] {
    guard lines.contains(where: { $0.holds(":::") }) else { return [] }
    let body = Array(repeating: "", count: frontMatterLength) + lines.dropFirst(frontMatterLength)
    let code = Set(CodeBlocks.find(in: body).flatMap(\.lines))
    return SpeakerNote.find(in: body, isCode: code.contains).notes
  }
}
