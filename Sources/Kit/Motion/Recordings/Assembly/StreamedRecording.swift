import Rotations
import Traces

/// Sensors that each have their own clock, on the way to become one table.
///
/// Signs are a trace's: Core Motion's for user acceleration and gravity, +g face up for specific force.
struct StreamedRecording {
  /// Some columns of a stream that are one quantity.
  struct Source {
    var stream: SensorStream
    /// The first of its columns in the stream.
    var first = 0
    /// Times this is the quantity in the unit and sign of a trace.
    var scale = 1.0
    /// The same per axis, for axes that point elsewhere.
    var signs = Vector3(1, 1, 1)

    var vectors: (_ times: [Double]) -> [Vector3] {
      { times in
        let vectors = stream.vectors(at: times, first: first)
        let factor = signs * scale
        return factor == Vector3(1, 1, 1) ? vectors : vectors.map { $0 * factor }
      }
    }
  }

  var userAcceleration: Source?
  var specificForce: Source?
  var gravity: Source?
  var rotationRate: Source?
  var magneticField: Source?
  /// Quaternions, w first; which way round they turn is not known yet.
  var attitude: Source?
  /// Whether the rotation rate is that of a phone's bare gyroscope, with its bias.
  var hasRawGyroscope = false
  /// What is known of the whole, in words.
  var notes: [String] = []

  var isEmpty: Bool { essential.isEmpty }

  /// The sources without which nothing can be computed.
  private var essential: [Source] {
    [userAcceleration, specificForce, gravity, attitude, rotationRate].compactMap { $0 }
  }

  /// Puts all streams on the clock of the accelerometer, over the time that all of them cover: linearly between their
  /// samples, attitudes by slerp.
  ///
  /// - Throws: `RecordingError.differentRecordings` for streams that cover different times; `.gap`, `.notUnit`.
  func table(_ path: String, _ options: Trace.ReadingOptions) throws -> TraceTable {
    guard let base = (userAcceleration ?? specificForce ?? gravity ?? rotationRate ?? attitude)?.stream else {
      throw TraceError.noRows(place: .init(file: path))
    }
    var checked = Set<String>()
    for source in essential where checked.insert(source.stream.text.file.path).inserted {
      // The common time may exclude gaps at the ends; they are signs of a defect nevertheless.
      var stream = source.stream
      try stream.settleGaps(options)
    }
    try requireCommonTime(path)
    let rows = Self.commonRows(base, essential.map(\.stream))
    guard !rows.isEmpty else { throw TraceError.noRows(place: .init(file: path)) }
    var table = TraceTable(
      times: Array(base.times[rows]), base.lines.keeping(Array(rows)), file: base.text.file.path)
    let times = table.timestamps
    var named = Set<String>()
    func settled(_ source: Source?) throws -> Source? {
      guard var source else { return nil }
      // One table may hold several quantities; a message about it appears once.
      let isBase = source.stream.text.file.path == base.text.file.path && source.stream.times.count == base.times.count
      if !isBase { try source.stream.settleGaps(options) }
      for note in source.stream.notes where named.insert(note).inserted { table.notes.append(note) }
      table.leftOut = max(table.leftOut, source.stream.leftOut)
      return source
    }
    table.notes += notes
    table.hasRawGyroscope = hasRawGyroscope
    table.userAcceleration = try settled(userAcceleration)?.vectors(times) ?? []
    table.specificForce = try settled(specificForce)?.vectors(times) ?? []
    table.gravity = try settled(gravity)?.vectors(times) ?? []
    table.rotationRate = try settled(rotationRate)?.vectors(times) ?? []
    if let attitude = try settled(attitude) {
      table.attitude = try attitude.stream.attitudes(at: times, first: attitude.first)
    }
    if let field = magneticField {
      let (first, last) = (field.stream.times[0], field.stream.times[field.stream.times.count - 1])
      // Nothing that is computed here depends on the field.
      if first <= times[0] + 1, last >= times[times.count - 1] - 1 {
        table.magneticField = field.vectors(times)
      } else {
        table.notes.append("left the magnetic field out: it was not recorded all the time")
      }
    }
    try table.requireFiniteReadings(path)
    return table
  }

  /// The samples of `base` that lie within all other streams.
  private static func commonRows(_ base: SensorStream, _ others: [SensorStream]) -> Range<Int> {
    let first = others.reduce(-Double.infinity) { max($0, $1.times[0]) }
    let last = others.reduce(Double.infinity) { min($0, $1.times[$1.times.count - 1]) }
    let lower = base.times.firstIndex { $0 >= first } ?? base.times.count
    let upper = base.times.lastIndex { $0 <= last }.map { $0 + 1 } ?? 0
    return lower..<max(lower, upper)
  }

  /// Refuses streams of which one covers less than half of another's time: they were not recorded together.
  private func requireCommonTime(_ path: String) throws {
    let spans = essential.map { source in
      (
        file: source.stream.text.file.path, first: source.stream.times[0],
        last: source.stream.times[source.stream.times.count - 1]
      )
    }
    let start = spans.map(\.first).max() ?? 0
    let end = spans.map(\.last).min() ?? 0
    let longest = spans.map { $0.last - $0.first }.max() ?? 0
    let common = max(0, end - start)
    guard common < 0.5 * longest, longest - common > 1 else { return }
    var seen = Set<String>()
    throw RecordingError.differentRecordings(
      spans.filter { seen.insert($0.file).inserted }.map {
        .init(file: $0.file, span: "\(shortTime($0.first)) s to \(shortTime($0.last)) s")
      })
  }
}
