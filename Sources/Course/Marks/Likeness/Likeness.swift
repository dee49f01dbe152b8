import Assignments
import Foundation

/// Two submissions that share more than their tasks explain.
package struct Likeness: Hashable, Sendable {
  package var first: String
  package var second: String
  /// What both have of what either has, 0 to 1; a run of words counts the more, the fewer have it.
  package var share: Double
  /// How many runs of words they share that few others have.
  package var shared: Int
  /// In which tasks and questions.
  package var items: [String]
}

extension Likeness {
  /// How much of two submissions must be the same, and how many rare runs of words at least. Among three hundred who solve the same tasks
  /// alone, some make the same choices in half of what they write, and hardly any in four fifths of it; a short solution has only one form.
  package static let least = (share: 0.8, shared: 8)

  /// Pairs that are alike, the most alike first. Runs of words that were handed out do not count. A run that n of N
  /// submissions have weighs ln((N + 2)/n), as much as it would surprise; it is rare where at most a tenth have it,
  /// or three. O(students² · runs).
  ///
  /// - Parameter handedOut: the code of each task as students got it.
  package static func pairs(_ marks: [Mark], handedOut: [String: String] = [:]) -> [Likeness] {
    let owned = marks.map { mark in runs(of: mark, handedOut: handedOut) }
    let whole = owned.map { Set($0.values.joined()) }
    var counts: [UInt64: Int] = [:]
    for runs in whole { for run in runs { counts[run, default: 0] += 1 } }
    let most = max(3, marks.count / 10)
    let weights = counts.mapValues { log(Double(marks.count + 2) / Double($0)) }
    // In the order of the numbers, so that sums of the same are the same.
    func weight(_ runs: Set<UInt64>) -> Double { runs.sorted().map { weights[$0]! }.reduce(0, +) }
    let all = whole.map(weight)
    // Only those that share a rare run can be alike.
    var holders: [UInt64: [Int]] = [:]
    for (index, runs) in whole.enumerated() {
      for run in runs where counts[run]! <= most { holders[run, default: []].append(index) }
    }
    var sharing: [Int: Int] = [:]
    for list in holders.values where list.count > 1 {
      for (place, first) in list.enumerated() {
        for second in list[(place + 1)...] {
          sharing[min(first, second) * marks.count + max(first, second), default: 0] += 1
        }
      }
    }
    return sharing.compactMap { pair, shared -> Likeness? in
      guard shared >= least.shared else { return nil }
      let (first, second) = pair.quotientAndRemainder(dividingBy: marks.count)
      let common = weight(whole[first].intersection(whole[second]))
      let share = common / (all[first] + all[second] - common)
      guard share >= least.share else { return nil }
      let items = owned[first].keys.filter { key in
        owned[first][key]!.contains { counts[$0]! <= most && owned[second][key]?.contains($0) == true }
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
