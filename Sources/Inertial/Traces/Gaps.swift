import Rotations

extension TraceTable {
  /// Does with gaps what the reader was told to.
  ///
  /// - Throws: `TraceError.gap` for the first gap when gaps are refused; `.gapTooLong` when the recording would be mostly
  ///   interpolation.
  mutating func settleGaps(_ choice: Trace.ReadingOptions.Gaps, _ path: String) throws(TraceError) {
    guard TimeSteps.mayHaveGaps(timestamps) else { return }
    let steps = TimeSteps(timestamps)
    let gaps = steps.gaps(in: timestamps)
    guard let first = gaps.first else { return }
    switch choice {
    case .refuse:
      throw .gap(
        from: timestamps[first - 1], to: timestamps[first], usual: steps.median,
        place: .init(file: path, line: line(of: first)))
    case .keep:
      notes.append("kept \(gaps.count) gaps, the first at \(timestamps[first - 1]) s")
    case .interpolate:
      let before = timestamps.count
      try interpolate(gaps, steps.median, path)
      notes.append("filled \(gaps.count) gaps with \(timestamps.count - before) interpolated samples")
    case .longestPiece:
      let ends = [0] + gaps + [timestamps.count]
      let pieces = zip(ends, ends.dropFirst()).map { $0..<$1 }
      let longest = pieces.max { $0.count < $1.count }!
      notes.append("kept the longest of \(pieces.count) pieces, \(longest.count) of \(timestamps.count) samples")
      keep(longest)
    }
  }

  /// Ten samples put in for each that was recorded, or a minute and a half at 100 Hz, is more than anybody can mean.
  private static func mostInterpolated(in count: Int) -> Int { max(10_000, 10 * count) }

  /// Fills the gap before each sample in `gaps` with samples about `step` seconds apart.
  private mutating func interpolate(_ gaps: [Int], _ step: Double, _ path: String) throws(TraceError) {
    let most = Self.mostInterpolated(in: timestamps.count)
    var counts = [Int: Int]()
    var total = 0
    for gap in gaps {
      let wanted = ((timestamps[gap] - timestamps[gap - 1]) / step).rounded() - 1
      guard wanted <= Double(most - total) else {
        throw .gapTooLong(
          from: timestamps[gap - 1], to: timestamps[gap], samples: wanted, limit: most,
          place: .init(file: path, line: line(of: gap)))
      }
      counts[gap] = Int(wanted)
      total += Int(wanted)
    }
    func fill<T>(_ values: inout [T], _ between: (T, T, Double) -> T) {
      guard !values.isEmpty else { return }
      var filled = [T]()
      filled.reserveCapacity(values.count + total)
      for (index, value) in values.enumerated() {
        if let count = counts[index] {
          for k in 0..<count { filled.append(between(values[index - 1], value, Double(k + 1) / Double(count + 1))) }
        }
        filled.append(value)
      }
      values = filled
    }
    let line = { (a: Vector3, b: Vector3, t: Double) in a + (b - a) * t }
    fill(&timestamps) { $0 + ($1 - $0) * $2 }
    fill(&attitude) { $0.slerp(to: $1, $2) }
    fill(&userAcceleration, line)
    fill(&rotationRate, line)
    fill(&specificForce, line)
    fill(&isMoving) { first, _, _ in first }
    fill(&gravity, line)
    fill(&magneticField, line)
    fill(&truePosition, line)
    fill(&trueAttitude) { $0.slerp(to: $1, $2) }
    fill(&isTouching) { first, _, _ in first }
  }
}
