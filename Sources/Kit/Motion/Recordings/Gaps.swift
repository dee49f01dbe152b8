internal import Basics
import Rotations
import Traces

/// Where samples are missing in a recording.
struct GapList: CustomStringConvertible {
  /// The samples that follow a gap.
  let indices: [Int]
  /// Seconds: how long each is.
  let lengths: [Double]
  /// The usual step and the whole recording, in seconds.
  let usual: Double
  let duration: Double

  /// A gap of this many seconds may be bridged by a line without asking.
  ///
  /// What it costs was measured by cutting gaps out of recordings (OxIOD, a walk with the phone in the hand): the
  /// velocity's error is 0.02 m/s after 0.07 s, 0.04 m/s after 0.1 s, 0.11 m/s after 0.2 s, 0.21 m/s after 0.3 s and
  /// 0.52 m/s after 0.5 s, in the mean square. The phone's own errors take 0.17 m/s in any second of the same recordings:
  /// up to 0.2 s a gap costs less than the recording costs anyway, and beyond it the error grows with the third power.
  static let longestBridged = 0.2
  /// All bridges together may be this share of the recording: the rest has to be what was measured.
  static let largestBridgedShare = 0.05

  /// The longest gap, in seconds, that is filled if the option names no limit.
  static let longestFilled = Trace.ReadingOptions().longestFilled

  /// nil where no sample is missing. O(*n*).
  init?(_ times: [Double]) {
    guard TimeSteps.mayHaveGaps(times) else { return nil }
    let steps = TimeSteps(times)
    indices = steps.gaps(in: times)
    guard !indices.isEmpty else { return nil }
    lengths = indices.map { times[$0] - times[$0 - 1] }
    usual = steps.usual
    duration = times[times.count - 1] - times[0]
  }

  var longest: Double { lengths.max() ?? 0 }
  var total: Double { lengths.reduce(0, +) }

  /// The sample after the first gap that a reader who bridges short ones refuses; any gap when all are refused.
  func firstUnbridgeable(_ choice: Trace.ReadingOptions.Gaps) -> Int? {
    guard choice == .bridge else { return indices[0] }
    if let long = lengths.firstIndex(where: { $0 > Self.longestBridged }) { return indices[long] }
    return total > Self.largestBridgedShare * duration ? indices[0] : nil
  }

  func error(_ index: Int, _ times: [Double], _ place: TraceError.Place) -> RecordingError {
    .gap(
      from: times[index - 1], to: times[index], usual: usual, of: indices.count, place: place)
  }

  /// Makes sure that the gaps may be filled or bridged as was chosen.
  ///
  /// - Parameter place: A sample's index.
  /// - Throws: `RecordingError.gap`, `.gapBeyondLimit`.
  func requireFillable(
    _ options: Trace.ReadingOptions, _ times: [Double], _ place: (_ sample: Int) -> TraceError.Place
  ) throws {
    switch options.gaps {
    case .refuse, .bridge:
      if let refused = firstUnbridgeable(options.gaps) { throw error(refused, times, place(refused)) }
    case .interpolate:
      // A limit that is not a number lifts nothing.
      guard let long = lengths.firstIndex(where: { !($0 <= options.longestFilled) }) else { return }
      let sample = indices[long]
      throw RecordingError.gapBeyondLimit(
        from: times[sample - 1], to: times[sample], limit: options.longestFilled, place: place(sample))
    case .keep, .longestPiece: break
    }
  }

  var description: String {
    indices.count == 1
      ? "a gap of \(shortSeconds(longest))"
      : "\(indices.count) gaps, the longest of \(shortSeconds(longest)), \(shortSeconds(total)) in all"
  }
}

extension TraceTable {
  /// Handles gaps as the options say.
  ///
  /// - Throws: `RecordingError.gap` for the first gap when gaps are refused; `.gapBeyondLimit`, `.gapTooLong` when the recording
  ///   would be mostly interpolation.
  mutating func settleGaps(_ options: Trace.ReadingOptions, _ path: String) throws {
    guard let gaps = GapList(timestamps) else { return }
    let file = timeFile ?? path
    try gaps.requireFillable(options, timestamps) { .init(file: file, line: line(of: $0)) }
    switch options.gaps {
    case .refuse, .bridge:
      let before = timestamps.count
      try interpolate(gaps.indices, gaps.usual, file)
      notes.append("bridged \(gaps.description), with \(timestamps.count - before) samples on a line between its ends")
    case .keep:
      notes.append("kept \(gaps.description), the first at \(shortSeconds(timestamps[gaps.indices[0] - 1]))")
    case .interpolate:
      let before = timestamps.count
      try interpolate(gaps.indices, gaps.usual, file)
      notes.append(
        "filled \(gaps.description), with \(Counting.words(timestamps.count - before, "interpolated sample"))")
    case .longestPiece:
      let ends = [0] + gaps.indices + [timestamps.count]
      let pieces = zip(ends, ends.dropFirst()).map { $0..<$1 }
      let longest = pieces.max { $0.count < $1.count }!
      notes.append("kept the longest of \(pieces.count) pieces, \(longest.count) of \(timestamps.count) samples")
      keep(longest)
    }
  }

  /// Ten samples put in for each that was recorded, or a minute and a half at 100 Hz, is more than anybody can mean.
  private static func mostInterpolated(in count: Int) -> Int { max(10_000, 10 * count) }

  /// Fills the gap before each sample in `gaps` with samples about `step` seconds apart.
  private mutating func interpolate(_ gaps: [Int], _ step: Double, _ path: String) throws {
    let most = Self.mostInterpolated(in: timestamps.count)
    var counts = [Int: Int]()
    var total = 0
    for gap in gaps {
      let wanted = ((timestamps[gap] - timestamps[gap - 1]) / step).rounded() - 1
      guard wanted <= Double(most - total) else {
        throw RecordingError.gapTooLong(
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
    fill(&timestamps) { $0 + ($1 - $0) * $2 }
    fill(&attitude) { $0.slerp(to: $1, $2) }
    fill(&trueAttitude) { $0.slerp(to: $1, $2) }
    fill(&isMoving) { first, _, _ in first }
    fill(&isTouching) { first, _, _ in first }
    for array in Self.vectors { fill(&self[keyPath: array]) { $0.onLine(to: $1, $2) } }
  }
}
