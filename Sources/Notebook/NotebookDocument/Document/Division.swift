/// A part of the text between fences of colons: `::: columns` to `:::`.
package struct Division: Hashable, Sendable {
  package var fence: DivisionFence
  /// The line at which it begins, counted from 1.
  package var line: Int
  /// Where it ends; nil where nothing ends it.
  package var end: Int?
  /// The index of the division that it is in.
  package var parent: Int?
  /// The list or the quotation that it is in, where it means nothing.
  package var container: Document.Container?

  /// The divisions of a text, by their beginnings. Those in lists and quotations end nowhere. O(blocks).
  static func all(in blocks: [Document.Block]) -> [Division] {
    var (found, open): ([Division], [Int]) = ([], [])
    for block in blocks {
      guard case .fence(let words) = block.kind else { continue }
      if let container = block.containers.first {
        if !words.isEmpty {
          found.append(Division(fence: DivisionFence(words), line: block.lines.lowerBound, container: container))
        }
      } else if words.isEmpty {
        if let last = open.popLast() { found[last].end = block.lines.lowerBound }
      } else {
        found.append(
          Division(fence: DivisionFence(words), line: block.lines.lowerBound, parent: open.last))
        open.append(found.count - 1)
      }
    }
    return found
  }
}
