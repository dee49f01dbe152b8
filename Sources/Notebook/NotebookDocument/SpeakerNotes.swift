/// What the speaker of slides says and nobody else reads: the lines from `::: notes` to `:::`, as pandoc and Quarto have them.
package struct SpeakerNote: Hashable, Sendable {
  /// The notebook's lines, both fences included, counted from 1.
  package var lines: ClosedRange<Int>
  /// The lines between the fences, counted from 1; empty where there are none.
  package var content: Range<Int> { lines.lowerBound + 1..<lines.upperBound }
}

extension Division {
  /// Whether it is what a speaker says.
  package var isNotes: Bool { fence.classes.first == "notes" }
}

extension Document {
  /// What a speaker says, in order. O(divisions).
  package var speakerNotes: [SpeakerNote] {
    divisions.compactMap { division in
      guard division.isNotes, let end = division.end else { return nil }
      var outer = division.parent
      while let index = outer {
        if divisions[index].isNotes { return nil }
        outer = divisions[index].parent
      }
      return SpeakerNote(lines: division.line...end)
    }
  }
}

extension Notebook {
  /// What a speaker says to the slides, in order. O(divisions).
  package var speakerNotes: [SpeakerNote] { document.speakerNotes }

  /// Looks whether nothing that a reader is to see is in what a speaker says, and whether that ends.
  ///
  /// - Throws: `NotebookError` with the line.
  mutating func checkNotes() throws {
    for division in document.divisions where division.isNotes {
      guard let container = division.container else {
        if division.end == nil {
          warnings.append(NotebookWarning(reason: .unclosedNotes, position: Position(line: division.line)))
        }
        continue
      }
      throw NotebookError(.containedNotes(container.name), file: path, position: Position(line: division.line))
    }
    let notes = speakerNotes
    for cell in cells {
      guard let note = notes.first(where: { $0.lines.contains(cell.lines.lowerBound) }) else { continue }
      throw NotebookError(
        .cellInNotes(line: note.lines.lowerBound), file: path, position: Position(line: cell.lines.lowerBound))
    }
  }
}
