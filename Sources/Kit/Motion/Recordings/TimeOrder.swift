internal import Basics
import Traces

/// What is done about timestamps that repeat or run backwards.
enum TimeOrder {
  /// Timestamps that rise strictly, and what was done for it.
  struct Settled {
    var times: [Double]
    /// The samples that are left; nil for all.
    var kept: [Int]?
    /// In words.
    var note: String
  }

  /// Mends the timestamps as the options say; nil when they already rise.
  ///
  /// - Parameter line: The line of a sample in the file.
  /// - Throws: `TraceError.repeatedTime`, `.backwardTime`; `RecordingError.noEvenSpread`.
  static func settle(
    _ times: [Double], _ choice: Trace.ReadingOptions.TimeDefects, _ path: String, _ line: (Int) -> Int?
  ) throws -> Settled? {
    guard let first = firstDefect(in: times) else {
      // A caller that wants even steps wants bursts to be evened out, too.
      guard choice == .respace, TimeSteps(times).areBursts, let new = respaced(times), new != times else { return nil }
      return Settled(times: new, note: respacingNote(times, new, "that come in bursts"))
    }
    let (time, previous) = (times[first], times[first - 1])
    let place = TraceError.Place(file: path, line: line(first))
    let defect: TraceError =
      time == previous
      ? .repeatedTime(time, row: first, place: place)
      : .backwardTime(time, previous: previous, row: first, place: place)
    switch choice {
    case .refuse: throw defect
    case .drop:
      let kept = risingSamples(in: times)
      let note = "left out \(Counting.words(times.count - kept.count, "row")) whose time repeats or runs backwards"
      return Settled(times: kept.map { times[$0] }, kept: kept, note: note)
    case .respace:
      guard let new = respaced(times) else {
        throw RecordingError.noEvenSpread(time: time, previous: previous, place: place)
      }
      return Settled(times: new, note: respacingNote(times, new, "whose time repeats or runs backwards"))
    }
  }

  private static func respacingNote(_ times: [Double], _ new: [Double], _ what: String) -> String {
    let shifts = zip(times, new).map { abs($0 - $1) }.filter { $0 > 0 }
    let samples = Counting.words(shifts.count, "sample")
    return "re-spaced \(samples) \(what), by at most \(shortSeconds(shifts.max() ?? 0))"
  }

  /// The first sample that is not later than the one before it.
  ///
  /// - Complexity: O(*n*).
  static func firstDefect(in times: [Double]) -> Int? {
    guard var previous = times.first else { return nil }
    for index in 1..<times.count {
      let time = times[index]
      guard time > previous else { return index }
      previous = time
    }
    return nil
  }

  /// The samples that are later than all before them, from the first on.
  ///
  /// - Complexity: O(*n*).
  private static func risingSamples(in times: [Double]) -> [Int] {
    var latest = -Double.infinity
    return times.indices.filter { index in
      guard times[index] > latest else { return false }
      latest = times[index]
      return true
    }
  }
}

extension TraceTable {
  /// Handles repeated and backward time as the options say, and takes one run of several.
  ///
  /// - Throws: `TraceError.repeatedTime`, `.backwardTime`, `RecordingError.noEvenSpread`, `.severalRuns`.
  mutating func settleTimes(_ options: Trace.ReadingOptions, _ path: String) throws {
    if let run = try options.chosenRun(of: timestamps, path, line(of:)) {
      notes.append(run.note)
      keep(run.rows)
    }
    guard let settled = try TimeOrder.settle(timestamps, options.timeDefects, path, line(of:)) else { return }
    notes.append(settled.note)
    if let kept = settled.kept {
      leftOut += timestamps.count - kept.count
      keep(kept)
    }
    timestamps = settled.times
  }
}
