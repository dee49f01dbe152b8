import Traces

/// What can be wrong with the files of a recording, or with what they hold; `description` says it in words, with what to do.
///
/// What is wrong with its samples, wherever they come from, is a `TraceError`.
public enum RecordingError: InertialError, Hashable {
  /// Where in a file: line counts from 1.
  public typealias Place = TraceError.Place

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
  /// A calibration file with something wrong in it.
  case badCalibration(Place, problem: String, suggestion: String?)
  /// Axes that are not `x`, `y` and `z`, each once.
  case unknownAxes(String)
  case repeatedColumn(String, place: Place)
  /// A mapping names another number of columns than the quantity has.
  case columnCount(quantity: String, found: Int, expected: Int)
  /// The row has another number of fields than the header.
  case fieldCount(found: Int, expected: Int, place: Place)
  /// Most rows have another number of fields than the header.
  case headerCount(found: Int, expected: Int, place: Place)
  case notANumber(String, column: String, place: Place)
  /// NaN or infinity in a file.
  case nonFinite(String, column: String, place: Place)
  /// Times that run backwards and leave no room between their neighbours to be spread evenly.
  case noEvenSpread(time: Double, previous: Double, place: Place)
  /// `of` is how many there are in all.
  case gap(from: Double, to: Double, usual: Double, of: Int = 1, place: Place?)
  /// The gap is longer than `limit` seconds, which are filled at most.
  case gapBeyondLimit(from: Double, to: Double, limit: Double, place: Place?)
  /// Filling the gap would take `samples` interpolated ones, and all gaps together may take `limit`.
  case gapTooLong(from: Double, to: Double, samples: Double, limit: Int, place: Place?)
  /// The truth file next to a recording does not fit it.
  case truthMismatch(file: String, rows: Int, expected: Int)
  /// The truth covers none of the recording; all in seconds of the recording's clock.
  case truthElsewhere(file: String, from: Double, to: Double, start: Double, end: Double)
  /// Nothing is left after the rows that were to be dropped.
  case nothingLeft(rows: Int, dropped: Int, place: Place)
}
