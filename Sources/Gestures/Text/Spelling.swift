/// The candidate that `word` is most likely a misspelling of, or nil when none is near.
func suggestion(for word: String, among candidates: [String]) -> String? {
  let near = candidates.map { ($0, editDistance(word.lowercased(), $0.lowercased())) }.min { $0.1 < $1.1 }
  guard let near, near.1 <= max(1, word.count / 3) else { return nil }
  return near.0
}

/// Insertions, deletions and replacements from one word to the other (Levenshtein).
private func editDistance(_ left: String, _ right: String) -> Int {
  var row = Array(0...right.count)
  for (i, a) in left.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, b) in right.enumerated() {
      let replaced = diagonal + (a == b ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
    }
  }
  return row[right.count]
}
