/// The median: the middle value, and of an even number of values the mean of the two in the middle; NaN without values, and
/// where one is NaN. O(*n*) on average.
package func median(of values: consuming [Double]) -> Double {
  guard !values.isEmpty, !values.contains(where: \.isNaN) else { return .nan }
  let middle = values.count / 2
  select(middle, in: &values)
  // Selection has put the smaller ones before.
  guard values.count % 2 == 0, let lower = values[..<middle].max() else { return values[middle] }
  return lower == values[middle] ? lower : lower / 2 + values[middle] / 2
}

/// The least of the values that at least this share of them, from 0 to 1, does not exceed: the quantile by nearest rank. NaN
/// without values, and where one is NaN. O(*n*) on average.
package func quantile(_ share: Double, of values: consuming [Double]) -> Double {
  guard !values.isEmpty, !values.contains(where: \.isNaN) else { return .nan }
  let rank = Int((share * Double(values.count) - 1e-9).rounded(.up)) - 1
  let place = min(max(rank, 0), values.count - 1)
  select(place, in: &values)
  return values[place]
}

/// Puts the value that has this place in rising order there, smaller ones before it and greater ones behind it.
private func select(_ place: Int, in values: inout [Double]) {
  var (low, high) = (0, values.count - 1)
  while low < high {
    let pivot = values[(low + high) / 2]
    var (i, j) = (low, high)
    while i <= j {
      while values[i] < pivot { i += 1 }
      while values[j] > pivot { j -= 1 }
      if i <= j {
        values.swapAt(i, j)
        i += 1
        j -= 1
      }
    }
    if place <= j { high = j } else if place >= i { low = i } else { return }
  }
}
