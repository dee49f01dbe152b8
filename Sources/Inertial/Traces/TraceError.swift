/// What can be wrong with a recording, or with what is asked of it; `description` says it in words, with what to do.
public enum TraceError: Error, Hashable, Sendable {
  /// Where in a file: line counts from 1.
  public struct Place: Hashable, Sendable {
    /// Its path.
    public var file: String
    /// Counted from 1; nil for the whole file.
    public var line: Int?

    /// A place in a file.
    public init(file: String, line: Int? = nil) {
      self.file = file
      self.line = line
    }
  }

  /// One of several tables of a recording.
  public struct Table: Hashable, Sendable {
    /// Its path.
    public var file: String
    /// When it was recorded, or what speaks against it, in words.
    public var span: String

    /// A table.
    public init(file: String, span: String) {
      self.file = file
      self.span = span
    }
  }

  case missingFile(String)
  case unreadableFile(String, reason: String)
  case unwritableFile(String, reason: String)
  /// No format fits the header; `header` is the file's first line, shortened.
  case unknownFormat(Place, header: String)
  /// A format's name that nobody knows, with the nearest that exists.
  case unknownFormatName(String, suggestion: String?)
  /// A simulated recording that nobody knows, with the nearest that exists.
  case unknownSimulation(String, suggestion: String?)
  /// A class of phone that nobody knows, with the nearest that exists.
  case unknownPhone(String, suggestion: String?)
  /// `found` are the columns that the file has; `suggestion` is the most similar one.
  case missingColumn(String, found: [String], suggestion: String?, place: Place)
  /// A recording of several tables lacks one; `found` are those that it has.
  case missingTable(String, found: [String], path: String)
  /// Gravity as measured does not fit gravity as the attitude implies it; 1 would be perfect agreement, −1 the opposite.
  case contradictoryGravity(agreement: Double, place: Place)
  /// Without attitude and without rotation rate nothing tells which way the acceleration points.
  case noAttitude(place: Place, reason: String)
  /// Nothing that could be integrated was recorded; `found` is what was.
  case noAcceleration(place: Place, found: [String])
  /// Tables that cannot be of one recording, each with when it was or what it is.
  case differentRecordings([Table])
  /// A folder or archive with a recording in each of these tables or folders.
  case severalRecordings([String], path: String, isPacked: Bool = false)
  /// Readings of two sensors that cannot be compared, because they change by `change` m/s² from one sample to the next.
  case undersampled([String], rate: Double, change: Double, path: String)
  /// A table in no known format of which a proposal is not sure; `reasons` say why.
  case unsureProposal(Place, reasons: [String])
  /// A file with several recordings one after the other.
  case severalRuns(durations: [Double], place: Place)
  /// The readings have a length that gravity has in no unit.
  case implausibleGravity(length: Double, place: Place)
  /// Positions and attitudes over time, and no motion sensors.
  case poseTrack(place: Place)
  /// A file given as a track of poses, which it is not.
  case noTrack(Place, hasNoTimes: Bool)
  /// A mapping file with something wrong in it.
  case badMapping(Place, problem: String, suggestion: String?)
  /// Axes that are not `x`, `y` and `z`, each once.
  case unknownAxes(String)
  case repeatedColumn(String, place: Place)
  /// A mapping names another number of columns than the quantity has.
  case columnCount(quantity: String, found: Int, expected: Int)
  /// The row has another number of fields than the header.
  case fieldCount(found: Int, expected: Int, place: Place)
  case notANumber(String, column: String, place: Place)
  /// NaN or infinity in a file.
  case nonFinite(String, column: String, place: Place)
  case noRows(place: Place?)
  case repeatedTime(Double, row: Int, place: Place?)
  case backwardTime(Double, previous: Double, row: Int, place: Place?)
  /// `of` is how many there are in all.
  case gap(from: Double, to: Double, usual: Double, of: Int = 1, place: Place?)
  /// The gap is longer than `limit` seconds, which are filled at most.
  case gapBeyondLimit(from: Double, to: Double, limit: Double, place: Place?)
  /// Filling the gap would take `samples` interpolated ones, and all gaps together may take `limit`.
  case gapTooLong(from: Double, to: Double, samples: Double, limit: Int, place: Place?)
  case notUnit(column: String, norm: Double, row: Int, place: Place?)
  /// A trace made from arrays of different lengths.
  case lengthMismatch(column: String, found: Int, expected: Int)
  /// A trace made from arrays with NaN or infinity.
  case notFinite(column: String, value: Double, row: Int)
  /// The truth file beside a recording does not fit it.
  case truthMismatch(file: String, rows: Int, expected: Int)
  /// The truth covers none of the recording; all in seconds of the recording's clock.
  case truthElsewhere(file: String, from: Double, to: Double, start: Double, end: Double)
  /// Nothing is left after the rows that were to be dropped.
  case nothingLeft(rows: Int, dropped: Int, place: Place)
  /// A parameter outside its range.
  case invalidParameter(String, value: Double, expected: String)
  /// The trace lacks what a scheme or measure needs.
  case missingQuantity(String, neededBy: String, remedy: String)
  /// A chain of schemes that makes no sense.
  case impossibleChain(outer: String, inner: String, remedy: String)
  /// A sample that comes later after the one before it than is integrated.
  case stepTooLong(Double, limit: Double, row: Int)
  /// A reading at or beyond the sensor's full scale: the true value is unknown.
  case saturated(channel: String, row: Int, value: Double, fullScale: Double)
  /// A frame that needs north was asked for, and there is no magnetometer reading.
  case noMagnetometer(frame: String)
  /// The magnetometer's reading never changes although the device turns, by so many degrees.
  case constantField(value: String, turned: Double)
  /// The accelerometer reads zero: up is unknown (free fall, or a dead sensor).
  case noGravity(row: Int)
  /// The field is zero or parallel to gravity: north is unknown.
  case noNorth(row: Int)
  /// The points leave the rotation between them open.
  case openAlignment(kind: String)
  /// There is nothing to work on.
  case empty(what: String)
}

extension TraceError {
  /// A time that is not after the one before it: repeated, or backward.
  static func unorderedTime(_ time: Double, after previous: Double, row: Int) -> TraceError {
    time == previous
      ? .repeatedTime(time, row: row, place: nil) : .backwardTime(time, previous: previous, row: row, place: nil)
  }
}
