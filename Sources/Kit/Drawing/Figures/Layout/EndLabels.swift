/// Heights for labels that want to be at `wanted` and must not come closer than `spacing`: the heights with the
/// least sum of squared moves (isotonic regression by pooling adjacent violators), kept between `low` and `high`.
///
/// - Returns: a height for each label in the order given, or `nil` when there is no room for all of them.
/// - Complexity: O(n log n).
func spreadLabels(_ wanted: [Double], spacing: Double, low: Double, high: Double) -> [Double]? {
  guard Double(wanted.count - 1) * spacing <= high - low else { return nil }
  let order = wanted.indices.sorted { wanted[$0] < wanted[$1] }
  // After subtracting rank · spacing the only demand left is that heights do not descend.
  var blocks: [(sum: Double, count: Int)] = []
  for (rank, index) in order.enumerated() {
    blocks.append((min(max(wanted[index], low), high) - Double(rank) * spacing, 1))
    while blocks.count > 1 {
      let (last, before) = (blocks[blocks.count - 1], blocks[blocks.count - 2])
      guard before.sum / Double(before.count) > last.sum / Double(last.count) else { break }
      blocks.removeLast(2)
      blocks.append((before.sum + last.sum, before.count + last.count))
    }
  }
  var result = wanted
  var rank = 0
  let highest = high - Double(wanted.count - 1) * spacing
  for block in blocks {
    let level = min(max(block.sum / Double(block.count), low), highest)
    for _ in 0..<block.count {
      result[order[rank]] = level + Double(rank) * spacing
      rank += 1
    }
  }
  return result
}
