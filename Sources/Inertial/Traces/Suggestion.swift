/// The candidate most similar to `name` when it is similar enough to be meant, by edit distance without regard to case.
///
/// "Similar enough" is a third of the letters, at least 2. O(candidates · length²).
func suggestion(for name: String, among candidates: [String]) -> String? {
  let wanted = Array(name.lowercased().utf8)
  let limit = max(2, wanted.count / 3)
  return
    candidates
    .map { (candidate: $0, distance: editDistance(wanted, Array($0.lowercased().utf8))) }
    .filter { $0.distance <= limit }
    .min { $0.distance < $1.distance }?.candidate
}

/// Insertions, deletions and substitutions from one to the other (Levenshtein).
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  var previous = Array(0...right.count)
  for (i, a) in left.enumerated() {
    var current = [i + 1]
    for (j, b) in right.enumerated() {
      current.append(min(previous[j + 1] + 1, current[j] + 1, previous[j] + (a == b ? 0 : 1)))
    }
    previous = current
  }
  return previous[right.count]
}
