import Traces

/// Several recordings one after the other in one table: the clock starts again for each.
struct Runs {
  /// The rows of each.
  let rows: [Range<Int>]

  /// A run has as many samples at least; a single wrong timestamp begins none.
  private static let fewestSamples = 20
  /// A run that is shorter than this share of the longest is what was left of a false start.
  private static let smallestShare = 0.1

  /// nil when the times are those of one recording, with or without defects.
  ///
  /// A new run begins where time falls back by more than half of what had passed, and then rises for a while.
  init?(_ times: [Double]) {
    guard times.count >= 2 * Self.fewestSamples else { return nil }
    var starts = [0]
    for index in 1..<times.count where times[index] < times[index - 1] {
      let start = times[starts[starts.count - 1]]
      guard times[index - 1] - times[index] > 0.5 * (times[index - 1] - start) else { continue }
      starts.append(index)
    }
    let ends = starts.dropFirst() + [times.count]
    let rows = zip(starts, ends).map { $0..<$1 }
    guard rows.count > 1, rows.allSatisfy({ $0.count >= Self.fewestSamples }) else { return nil }
    self.rows = rows
  }

  /// Runs between these times, where a recording was paused; nil when the samples lie in one of them.
  init?(_ times: [Double], pausedAt pauses: [Double]) {
    var rows = [Range<Int>]()
    var start = 0
    for pause in pauses.sorted() {
      let end = times[start...].firstIndex { $0 > pause } ?? times.count
      if end > start { rows.append(start..<end) }
      start = end
    }
    if start < times.count { rows.append(start..<times.count) }
    guard rows.count > 1 else { return nil }
    self.rows = rows
  }

  /// The run that was asked for; without a choice, the only one that is longer than a false start.
  ///
  /// - Throws: `RecordingError.severalRuns` when there is no choice to be made but by a person.
  func chosen(
    _ number: Int?, _ times: [Double], _ path: String, _ line: (Int) -> Int?
  ) throws -> (rows: Range<Int>, note: String) {
    let spans = rows.map { times[$0.lowerBound]...max(times[$0.lowerBound], times[$0.upperBound - 1]) }
    if let number {
      guard rows.indices.contains(number - 1) else {
        throw TraceError.invalidParameter("The run", value: Double(number), expected: "between 1 and \(rows.count)")
      }
      return (rows[number - 1], "took run \(number) of \(rows.count)")
    }
    let longest = rows.indices.max { rows[$0].count < rows[$1].count }!
    let others = rows.indices.filter { $0 != longest }
    guard others.allSatisfy({ Double(rows[$0].count) < Self.smallestShare * Double(rows[longest].count) }) else {
      throw RecordingError.severalRuns(
        durations: spans.map { $0.upperBound - $0.lowerBound },
        place: .init(file: path, line: line(rows[1].lowerBound)))
    }
    let left = others.reduce(0) { $0 + rows[$1].count }
    return (
      rows[longest], "took run \(longest + 1) of \(rows.count) and left out the \(left) samples of the short ones"
    )
  }
}

extension Trace.ReadingOptions {
  /// The rows of the run that is to be read, where a table has several.
  ///
  /// - Throws: `RecordingError.severalRuns`, `.invalidParameter`.
  func chosenRun(
    of times: [Double], _ path: String, _ line: (Int) -> Int?
  ) throws -> (rows: Range<Int>, note: String)? {
    // Times that are to be put in order are those of one clock that was set back.
    guard run != nil || timeDefects == .refuse else { return nil }
    if let runs = Runs(times) { return try runs.chosen(run, times, path, line) }
    return nil
  }
}
