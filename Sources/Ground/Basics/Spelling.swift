/// What somebody meant who misspelt a name.
package enum Spelling {
  /// The candidate nearest to `name`, when it is near enough to be a slip: a third of the letters may differ, rounded, at
  /// least 1. Case does not count. Among equally near ones the first in the alphabet.
  ///
  /// - Complexity: O(candidates · length²).
  package static func nearest(to name: String, among candidates: some Sequence<String>) -> String? {
    let wanted = Array(name.lowercased())
    let limit = max(1, (wanted.count + 1) / 3)
    return
      candidates
      .map { (candidate: $0, distance: distance(wanted, Array($0.lowercased()))) }
      .filter { $0.distance <= limit }
      .min { ($0.distance, $0.candidate) < ($1.distance, $1.candidate) }?.candidate
  }

  /// The messages about an unknown name behind a message: what was meant, or else all that there is.
  package static func hint(_ name: String, among known: [String]) -> String {
    if let near = nearest(to: name, among: known) { return "; did you mean “\(near)”?" }
    return "; it can be \(known.sorted().joined(separator: ", "))"
  }

  /// Insertions, deletions, replacements and swaps of neighbours from one word to the other (Damerau 1964).
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        var cost = min(last[j] + (left[i] == right[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] { cost = min(cost, beforeLast[j - 1] + 1) }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[right.count]
  }
}
