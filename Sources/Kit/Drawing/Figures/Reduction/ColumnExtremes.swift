/// The part of a line with ascending abscissas that a picture can show: in every pixel column the first point, the
/// lowest, the highest and the last, in their order.
///
/// A line drawn through these points covers the same pixels as the line through all of them, so no peak is lost.
///
/// - Parameters:
///   - x: abscissas, not descending.
///   - y: ordinates; NaN is a gap, and each gap stays a gap.
///   - columns: how many pixel columns there are between the first and last `position`.
///   - position: where an abscissa lies, 0 at the left and 1 at the right.
/// - Returns: indices into the series, ascending; at most four a column plus the gaps.
/// - Complexity: O(n).
func columnExtremes(x: [Double], y: [Double], columns: Int, position: (Double) -> Double) -> [Int] {
  guard x.count > 4 * max(columns, 1) else { return Array(x.indices) }
  var kept: [Int] = []
  kept.reserveCapacity(4 * columns)
  var column = Int.min
  var (first, lowest, highest, last) = (-1, -1, -1, -1)
  func flush() {
    guard first >= 0 else { return }
    var previous = -1
    for index in [first, min(lowest, highest), max(lowest, highest), last] where index > previous {
      kept.append(index)
      previous = index
    }
    first = -1
  }
  for index in x.indices {
    let share = position(x[index])
    // What a logarithmic axis cannot show is a gap, too.
    if y[index].isNaN || share.isNaN {
      flush()
      if let before = kept.last, !y[before].isNaN { kept.append(index) }
      continue
    }
    // Far outside the picture all columns are one.
    let place = Int(min(max(share * Double(columns), -1), Double(columns) + 1).rounded(.down))
    if place != column || first < 0 {
      flush()
      column = place
      (first, lowest, highest) = (index, index, index)
    }
    if y[index] < y[lowest] { lowest = index }
    if y[index] > y[highest] { highest = index }
    last = index
  }
  flush()
  return kept
}
