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
        // YAML finds an open bracket only on a line below.
        let place = error.position?.line ?? 0
        let line =
          mistakes.last?.position?.line == place ? lines[..<max(place - 1, 0)].lastIndex(where: isFull) : place - 1
        if mistakes.last != error { mistakes.append(error) }
        guard let line, lines.indices.contains(line), isFull(lines[line]),
          lines[line].prefixMatch(of: compiled(/\s*(?:---|\.\.\.|```|~~~|["']?notebook)/)) == nil
        else { return (nil, mistakes) }
        lines[line] = ""
      } catch { return (nil, mistakes) }
    }
    return (nil, mistakes)
  }

  private static func isFull(_ line: String) -> Bool { line.contains { !$0.isWhitespace } }

  /// Lines with mistakes that are passed over; a text with more is something else.
  private static let mostMistakes = 20

  /// Whether a file is a notebook by its first lines: its front matter has the key `notebook`, be the rest of it right or wrong. A word or a
  /// number behind the key is another program's, such as one for notes that are in notebooks.
  package static func looksLikeNotebook(_ lines: some Sequence<String>) -> Bool {
    var isFirst = true
    for line in lines.prefix(1000) {
      let isFence = line.wholeMatch(of: compiled(/\u{FEFF}?(?:---|\.\.\.)\s*/)) != nil
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
