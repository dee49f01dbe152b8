import Assignments

/// Two submissions that share more than their tasks explain.
package struct Likeness: Hashable, Sendable {
  package var first: String
  package var second: String
  /// What both have of what either has: 0 to 1.
  package var share: Double
  /// How many runs of words they share that few others have.
  package var shared: Int
  /// In which tasks and questions.
  package var items: [String]
}

extension Likeness {
  /// How much of two submissions must be the same, and how many runs of words at least. A short solution has only one form, and
  /// below this everybody would be like everybody.
  package static let least = (share: 0.5, shared: 12)

  /// Pairs that are alike, the most alike first. Runs of words that were handed out, or that more than a tenth of the submissions
  /// have (three at least), are nobody's own and do not count. O(students² · runs).
  ///
  /// - Parameter handedOut: the code of each task as students got it.
  package static func pairs(_ marks: [Mark], handedOut: [String: String] = [:]) -> [Likeness] {
    var owned = marks.map { mark in runs(of: mark, handedOut: handedOut) }
    var counts: [UInt64: Int] = [:]
    for runs in owned { for run in Set(runs.values.joined()) { counts[run, default: 0] += 1 } }
    let most = max(3, marks.count / 10)
    for index in owned.indices {
      for key in owned[index].keys { owned[index][key] = owned[index][key]!.filter { counts[$0]! <= most } }
    }
    let whole = owned.map { Set($0.values.joined()) }
    // Only those that share a rare run can be alike.
    var holders: [UInt64: [Int]] = [:]
    for (index, runs) in whole.enumerated() { for run in runs { holders[run, default: []].append(index) } }
    var sharing: [Int: Int] = [:]
    for list in holders.values where list.count > 1 {
      for (place, first) in list.enumerated() {
        for second in list[(place + 1)...] {
          sharing[min(first, second) * marks.count + max(first, second), default: 0] += 1
        }
      }
    }
    return sharing.compactMap { pair, shared -> Likeness? in
      let (first, second) = pair.quotientAndRemainder(dividingBy: marks.count)
      let share = Double(shared) / Double(whole[first].count + whole[second].count - shared)
      guard shared >= least.shared, share >= least.share else { return nil }
      let items = owned[first].keys.filter { key in
        !owned[first][key]!.isDisjoint(with: owned[second][key] ?? [])
      }
      return Likeness(
        first: marks[first].student, second: marks[second].student, share: share, shared: shared,
        items: items.sorted())
    }.sorted { ($1.share, $0.first, $0.second) < ($0.share, $1.first, $1.second) }
  }

  /// The runs of words of each task and question.
  private static func runs(of mark: Mark, handedOut: [String: String]) -> [String: Set<UInt64>] {
    var runs: [String: Set<UInt64>] = [:]
    for task in mark.tasks where task.status != .blank {
      runs[task.name] = Shingles.ofCode(task.code).subtracting(handedOut[task.name].map(Shingles.ofCode) ?? [])
    }
    for answer in mark.answers { runs[answer.question] = Shingles.ofProse(answer.text) }
    return runs
  }
}
