/// What is done about timestamps that repeat or run backwards.
enum TimeOrder {
  /// The first sample that is not later than the one before it.
  ///
  /// - Complexity: O(*n*).
  static func firstDefect(in times: [Double]) -> Int? {
    var previous = -Double.infinity
    for (index, time) in times.enumerated() {
      guard time > previous else { return index }
      previous = time
    }
    return nil
  }

  /// The samples that are later than all before them, from the first on.
  ///
  /// - Complexity: O(*n*).
  static func risingSamples(in times: [Double]) -> [Int] {
    var latest = -Double.infinity
    return times.indices.filter { index in
      guard times[index] > latest else { return false }
      latest = times[index]
      return true
    }
  }
}

extension TraceTable {
  /// Does with repeated and backward time what the reader was told to.
  ///
  /// - Throws: `TraceError.repeatedTime`, `.backwardTime` when they are refused.
  mutating func settleTimes(_ choice: Trace.ReadingOptions.Rows, _ path: String) throws(TraceError) {
    guard let first = TimeOrder.firstDefect(in: timestamps) else { return }
    switch choice {
    case .refuse:
      let (time, place) = (timestamps[first], TraceError.Place(file: path, line: line(of: first)))
      if time == timestamps[first - 1] { throw .repeatedTime(time, row: first, place: place) }
      throw .backwardTime(time, previous: timestamps[first - 1], row: first, place: place)
    case .drop:
      let kept = TimeOrder.risingSamples(in: timestamps)
      notes.append("left out \(timestamps.count - kept.count) rows whose time repeats or runs backwards")
      keep(kept)
    }
  }
}
