/// The shares of negative and of positive examples whose score reaches a threshold, as it falls from above all scores to the
/// lowest; none where one of the two classes is missing. Examples of equal score pass together: Fawcett, "An introduction to
/// ROC analysis" (2006), algorithm 1. O(n log n).
package func operatingPoints(
  scores: [Double], isPositive: [Bool]
) -> [(threshold: Double, falsePositives: Double, truePositives: Double)] {
  let positives = Double(isPositive.count { $0 })
  let negatives = Double(isPositive.count) - positives
  guard positives > 0, negatives > 0 else { return [] }
  let order = scores.indices.sorted { scores[$0] > scores[$1] }
  var points = [(threshold: scores[order[0]].nextUp, falsePositives: 0.0, truePositives: 0.0)]
  var (hits, alarms) = (0.0, 0.0)
  for (rank, index) in order.enumerated() {
    if isPositive[index] { hits += 1 } else { alarms += 1 }
    if rank + 1 < order.count, scores[order[rank + 1]] == scores[index] { continue }
    points.append((scores[index], alarms / negatives, hits / positives))
  }
  return points
}
