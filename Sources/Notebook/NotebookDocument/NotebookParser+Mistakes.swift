import Basics
import Foundation

extension NotebookParser {
  /// Reads a notebook as if a line with a mistake, such as an unknown option, were empty: it takes nothing from the rest.
  ///
  /// - Returns: the notebook, nil where passing lines over does not help, and the mistakes. O(length · mistakes).
  package static func parseAround(_ text: String, path: String) -> (notebook: Notebook?, mistakes: [NotebookError]) {
    var lines = split(text)
    var mistakes: [NotebookError] = []
    while mistakes.count < mostMistakes {
      do {
        return (try parse(lines.joined(separator: "\n"), path: path), mistakes)
      } catch let error as NotebookError {
        if mistakes.last != error { mistakes.append(error) }
        guard let line = guilty(of: error, in: lines, path) else { return (nil, mistakes) }
        lines[line] = passedOver(lines[line])
      } catch { return (nil, mistakes) }
    }
    return (nil, mistakes)
  }

  /// The line that has to be passed over for a mistake: its own or, for a quotation or bracket of the front matter that YAML finds
  /// open only further down, the nearest one above without which the mistake is gone.
  private static func guilty(of error: NotebookError, in lines: [String], _ path: String) -> Int? {
    let place = (error.position?.line ?? 0) - 1
    let end = lines.dropFirst().firstIndex(where: isFence) ?? 0
    let candidates = ([place] + (place <= end ? Array(lines[..<max(place, 0)].indices.reversed()) : []))
      .filter { lines.indices.contains($0) && passedOver(lines[$0]) != lines[$0] }
    guard place <= end, candidates.count > 1 else { return candidates.first }
    return candidates.first { line in
      var rest = lines
      rest[line] = passedOver(lines[line])
      do {
        _ = try frontMatter(rest, path)
        return true
      } catch { return (error as? NotebookError)?.position?.line != place + 1 }
    } ?? candidates.first
  }

  /// The line, emptied. What makes the text a notebook with cells stays.
  private static func passedOver(_ line: String) -> String {
    if line.prefixMatch(of: compiled(/["']?notebook["']?\s*:/)) != nil {
      return line.contains("{") ? "notebook: {}" : line
    }
    let isKept = !isFull(line) || isFence(line) || MarkdownText.beginsBlock(line[...])
    return isKept ? line : ""
  }

  private static func isFence(_ line: String) -> Bool {
    line.wholeMatch(of: compiled(/\u{FEFF}?(?:---|\.\.\.)\s*/)) != nil
  }

  private static func isFull(_ line: String) -> Bool { line.contains { !$0.isWhitespace } }

  /// Lines with mistakes that are passed over; a text with more is something else.
  private static let mostMistakes = 20

  /// Whether a file is a notebook by its first lines: its front matter has the key `notebook`, be the rest of it right or wrong. A word or a
  /// number behind the key is another program's, such as one for notes that are in notebooks.
  package static func looksLikeNotebook(_ lines: some Sequence<String>) -> Bool {
    var isFirst = true
    for line in lines.prefix(1000) {
      let isFence = isFence(line)
      if isFirst || isFence {
        guard isFirst, isFence else { return false }
        isFirst = false
      } else if line.wholeMatch(of: compiled(/["']?notebook["']?\s*:\s*(?:[{#&*!~].*|\[[^\]]*|null\s*)?/)) != nil {
        return true
      } else if line.prefixMatch(of: compiled(/["']?notebook["']?\s*:/)) != nil {
        return false
      }
    }
    return false
  }
}
