import Rotations

/// One sensor's readings on their own timestamps.
struct SensorStream {
  /// Seconds, strictly increasing.
  var times: [Double]
  /// Per column, per sample.
  var columns: [[Double]]

  /// Reads a time column and some columns of a table.
  ///
  /// - Throws: `TraceError` for a missing column, a bad row, repeated or backward time, a gap, unless the options say otherwise.
  init(
    _ text: DelimitedText, time: String, timeScale: Double = 1, _ names: [String], scale: Double = 1,
    _ options: Trace.ReadingOptions
  ) throws(TraceError) {
    var indices = [try text.required(time)]
    for name in names {
      let index = try text.required(name)
      guard !indices.contains(index) else { throw .repeatedColumn(name, place: text.place(text.headerLine)) }
      indices.append(index)
    }
    var times = [Double]()
    var columns = [[Double]](repeating: [], count: names.count)
    _ = try text.forEachRow(indices, dropsBadRows: options.badRows == .drop) { (values, line) throws(TraceError) in
      let time = values[0] * timeScale
      if let previous = times.last, time <= previous {
        if options.timeDefects == .drop { return }
        if time == previous { throw .repeatedTime(time, row: times.count, place: text.place(line)) }
        throw .backwardTime(time, previous: previous, row: times.count, place: text.place(line))
      }
      times.append(time)
      for column in columns.indices { columns[column].append(values[column + 1] * scale) }
    }
    guard !times.isEmpty else { throw .noRows(place: .init(file: text.file.path)) }
    // The base stream's gaps are settled with the finished table; one of another stream would be bridged by the
    // interpolation between the streams, so it is settled here.
    let steps = TimeSteps(times)
    if options.gaps == .refuse, let gap = steps.gaps(in: times).first {
      throw .gap(from: times[gap - 1], to: times[gap], usual: steps.median, place: .init(file: text.file.path))
    }
    self.times = times
    self.columns = columns
  }

  /// The columns three by three, at the given times: linear between the samples, constant outside.
  func vectors(at queries: [Double]) -> [Vector3] {
    resampled(at: queries) { index, next, fraction in
      let a = Vector3(columns[0][index], columns[1][index], columns[2][index])
      let b = Vector3(columns[0][next], columns[1][next], columns[2][next])
      return a + (b - a) * fraction
    }
  }

  /// The columns as quaternions w, x, y, z at the given times, by slerp between the samples.
  ///
  /// - Throws: `TraceError.notUnit`.
  func attitudes(at queries: [Double], _ file: String) throws(TraceError) -> [Quaternion] {
    for index in times.indices {
      let q = quaternion(index)
      guard abs(q.normSquared - 1) <= 0.02 else {
        throw .notUnit(column: "attitude", norm: q.normSquared.squareRoot(), row: index, place: .init(file: file))
      }
    }
    return resampled(at: queries) { index, next, fraction in
      quaternion(index).settledLength.slerp(to: quaternion(next).settledLength, fraction)
    }
  }

  private func quaternion(_ index: Int) -> Quaternion {
    Quaternion(w: columns[0][index], x: columns[1][index], y: columns[2][index], z: columns[3][index])
  }

  private func resampled<T>(at queries: [Double], _ value: (_ index: Int, _ next: Int, _ fraction: Double) -> T) -> [T]
  {
    var index = 0
    return queries.map { time in
      while index + 1 < times.count, times[index + 1] <= time { index += 1 }
      let next = min(index + 1, times.count - 1)
      let span = times[next] - times[index]
      return value(index, next, span > 0 ? max(0, min(1, (time - times[index]) / span)) : 0)
    }
  }
}

extension TraceTable {
  /// Puts streams of different rates on the clock of the first, over the time that all of them cover.
  ///
  /// - Returns: The times of `base` and the indices of its samples that lie within all other streams.
  static func commonTimes(_ base: SensorStream, _ others: [SensorStream?]) -> Range<Int> {
    let streams = others.compactMap { $0 }
    let first = streams.reduce(-Double.infinity) { max($0, $1.times[0]) }
    let last = streams.reduce(Double.infinity) { min($0, $1.times[$1.times.count - 1]) }
    let lower = base.times.firstIndex { $0 >= first } ?? base.times.count
    let upper = base.times.lastIndex { $0 <= last }.map { $0 + 1 } ?? 0
    return lower..<max(lower, upper)
  }
}
