import Foundation

/// The difference of two texts in the unified format.
package enum UnifiedDiff {
  /// The hunks with three lines of context; empty when the texts are equal. O(lines · differences).
  package static func text(old: [String], new: [String], oldName: String, newName: String, context: Int = 3) -> String {
    let edits = edits(old, new)
    guard edits.contains(where: { $0.kind != " " }) else { return "" }
    var result = "--- \(oldName)\n+++ \(newName)\n"
    var index = 0
    while index < edits.count {
      guard let first = edits[index...].firstIndex(where: { $0.kind != " " }) else { break }
      let start = max(index, first - context)
      var end = first
      // A hunk goes on while the next change is within twice the context.
      while let next = edits[end...].dropFirst().firstIndex(where: { $0.kind != " " }), next - end <= 2 * context + 1 {
        end = next
      }
      let last = min(edits.count, end + context + 1)
      let hunk = edits[start..<last]
      let oldCount = hunk.count { $0.kind != "+" }
      let newCount = hunk.count { $0.kind != "-" }
      let oldStart = edits[..<start].count { $0.kind != "+" } + (oldCount > 0 ? 1 : 0)
      let newStart = edits[..<start].count { $0.kind != "-" } + (newCount > 0 ? 1 : 0)
      result += "@@ -\(oldStart),\(oldCount) +\(newStart),\(newCount) @@\n"
      for edit in hunk { result += "\(edit.kind)\(edit.line)\n" }
      index = last
    }
    return result
  }

  private static func edits(_ old: [String], _ new: [String]) -> [(kind: Character, line: String)] {
    var removed = Set<Int>()
    var inserted = Set<Int>()
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var edits: [(kind: Character, line: String)] = []
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      if i < old.count, removed.contains(i) {
        edits.append(("-", old[i]))
        i += 1
      } else if j < new.count, inserted.contains(j) {
        edits.append(("+", new[j]))
        j += 1
      } else {
        edits.append((" ", old[i]))
        i += 1
        j += 1
      }
    }
    return edits
  }
}
