/// The name that was probably meant.
package enum Suggestion {
  /// The candidate nearest to `name` by edit distance, if it is near enough to be a slip. O(candidates · length²).
  package static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
    let limit = max(1, (name.count + 1) / 3)
    return candidates.map { ($0, distance(name.lowercased(), $0.lowercased())) }
      .filter { $0.1 <= limit }.min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
  }

  /// The Damerau–Levenshtein distance in its restricted form: insertions, deletions, changes, swaps of neighbours.
  private static func distance(_ first: String, _ second: String) -> Int {
    let a = Array(first)
    let b = Array(second)
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var rows = [Array(0...b.count)]
    for i in 1...a.count {
      var row = [i] + Array(repeating: 0, count: b.count)
      for j in 1...b.count {
        row[j] = min(rows[i - 1][j] + 1, row[j - 1] + 1, rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { row[j] = min(row[j], rows[i - 2][j - 2] + 1) }
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
