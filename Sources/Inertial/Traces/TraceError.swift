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
  case gap(from: Double, to: Double, usual: Double, place: Place?)
  /// Filling the gap would take `samples` interpolated ones, and all gaps together may take `limit`.
  case gapTooLong(from: Double, to: Double, samples: Double, limit: Int, place: Place?)
  case notUnit(column: String, norm: Double, row: Int, place: Place?)
  /// A trace made from arrays of different lengths.
  case lengthMismatch(column: String, found: Int, expected: Int)
  /// A trace made from arrays with NaN or infinity.
  case notFinite(column: String, value: Double, row: Int)
  /// The truth file beside a recording does not fit it.
  case truthMismatch(file: String, rows: Int, expected: Int)
  /// The truth covers none of the recording; all in seconds from its first sample, which `motion` is the last of.
  case truthElsewhere(file: String, from: Double, to: Double, motion: Double)
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

extension TraceError: CustomStringConvertible {
  /// What is wrong, where, what was expected and what to do.
  public var description: String {
    switch self {
    case .missingFile(let file):
      "\(file): no such file. Check the path; a relative path starts at the working directory."
    case .unreadableFile(let file, let reason): "\(file): cannot be read: \(reason)."
    case .unwritableFile(let file, let reason): "\(file): cannot be written: \(reason)."
    case .unknownFormat(let place, let header):
      "\(place): no known trace format has this header: “\(header)”. Name the format (one of "
        + "\(TraceFormat.allCases.map(\.rawValue).joined(separator: ", "))) in the reading options."
    case .unknownFormatName(let name, let suggestion):
      "There is no trace format “\(name)”\(meant(suggestion)). Known formats: "
        + "\(TraceFormat.allCases.map(\.rawValue).joined(separator: ", "))."
    case .unknownSimulation(let name, let suggestion):
      "There is no simulated trace “\(name)”\(meant(suggestion)). Known: "
        + "\(Path.names.filter { !$0.hasPrefix("letter-") }.joined(separator: ", ")), letter-A to letter-Z."
    case .unknownPhone(let name, let suggestion):
      "There is no class of phone “\(name)”\(meant(suggestion)). Known: "
        + "\(SensorModel.presets.map(\.name).joined(separator: ", "))."
    case .missingColumn(let column, let found, let suggestion, let place):
      "\(place): the column “\(column)” is missing\(meant(suggestion)). The file has: "
        + "\(found.prefix(40).joined(separator: ", "))\(found.count > 40 ? ", …" : ""). "
        + "Rename the column in the header, or record that sensor too."
    case .missingTable(let table, let found, let path):
      "\(path): “\(table)” is missing. There is: \(found.prefix(40).joined(separator: ", ")). Switch that sensor on in "
        + "the app and record again."
    case .contradictoryGravity(let agreement, let place):
      "\(place): gravity as measured and gravity as the attitude implies it do not fit (mean cosine \(agreement)). The "
        + "columns of one of them may be in another order or frame; give their mapping in the reading options."
    case .noAttitude(let place, let reason):
      "\(place): the recording has no attitude, and it cannot be estimated: \(reason)."
    case .repeatedColumn(let column, let place):
      "\(place): the column “\(column)” appears twice. Remove or rename one of them."
    case .columnCount(let quantity, let found, let expected):
      "The mapping of columns names \(found) columns for `\(quantity)`; it takes \(expected)."
    case .fieldCount(let found, let expected, let place):
      "\(place): \(found) fields, but the header has \(expected). The row may be cut off; delete or complete it."
    case .notANumber(let text, let column, let place):
      "\(place): “\(text)” in column “\(column)” is not a number. Correct the value or delete the row."
    case .nonFinite(let text, let column, let place):
      "\(place): “\(text)” in column “\(column)” is not a finite number. Delete the row, or fill the value in."
    case .noRows(let place):
      "\(place.map { "\($0): " } ?? "")no samples. A trace needs at least one row of numbers after the header."
    case .repeatedTime(let time, let row, let place):
      "\(at(place, row))the time \(time) s appears a second time. Delete the row, or choose "
        + "`timeDefects: .drop` in the reading options to leave such rows out, `.respace` to spread them evenly."
    case .backwardTime(let time, let previous, let row, let place):
      "\(at(place, row))time runs backwards from \(previous) s to \(time) s. Sort or delete the rows, or choose "
        + "`timeDefects: .drop` in the reading options to leave such rows out, `.respace` to spread them evenly."
    case .gap(let from, let to, let usual, let place):
      "\(place.map { "\($0): " } ?? "")nothing was recorded between \(from) s and \(to) s, while samples usually come "
        + "every \(usual) s. Choose `gaps: .interpolate`, `.keep` or `.longestPiece` in the reading options."
    case .gapTooLong(let from, let to, let samples, let limit, let place):
      "\(place.map { "\($0): " } ?? "")to fill the gap between \(from) s and \(to) s takes \(samples) interpolated samples; "
        + "at most \(limit) are put into this recording. Correct the time there, or choose `gaps: .longestPiece` or "
        + "`.keep` in the reading options."
    case .notUnit(let column, let norm, let row, let place):
      "\(at(place, row))the quaternion in “\(column)” has length \(norm), not 1. Check the order of its columns "
        + "(w first or last)."
    case .lengthMismatch(let column, let found, let expected):
      "\(column) has \(found) elements, and \(expected) were expected: arrays that belong together are equally long."
    case .notFinite(let column, let value, let row):
      "\(column)[\(row)] is \(value), not a finite number. Drop the sample or repair the recording."
    case .truthMismatch(let file, let rows, let expected):
      "\(file): \(rows) rows of truth for \(expected) rows of motion. Row i of one belongs to row i of the other; "
        + "choose `readsTruth: false` in the reading options to read the motion alone."
    case .truthElsewhere(let file, let from, let to, let motion):
      "\(file): the truth lasts from \(from) s to \(to) s, the motion from 0 s to \(motion) s: they have no time in "
        + "common. Put the truth of this recording there, or choose `readsTruth: false` in the reading options."
    case .nothingLeft(let rows, let dropped, let place):
      "\(place): \(dropped) of \(rows) rows were to be dropped. Choose less trimming in the reading options."
    case .invalidParameter(let name, let value, let expected): "\(name) is \(value); it has to be \(expected)."
    case .missingQuantity(let quantity, let user, let remedy):
      "The trace has no `\(quantity)`, which “\(user)” needs; \(remedy)."
    case .impossibleChain(let outer, let inner, let remedy): "“\(outer)” cannot stand over “\(inner)”: \(remedy)."
    case .stepTooLong(let step, let limit, let row):
      "sample \(row): \(step) s passed since the one before; at most \(limit) s is integrated. Split the recording there, "
        + "call `restart()`, or raise `longestStep` if the device did not turn meanwhile."
    case .saturated(let channel, let row, let value, let fullScale):
      "sample \(row): the \(channel) reads \(value), at or beyond the sensor's full scale of \(fullScale): the true value is "
        + "unknown. Record with a larger range, or leave this part out."
    case .noMagnetometer(let frame):
      "The frame \(frame) needs north, and no sample has a magnetometer reading. Ask for xArbitraryZVertical, or record with "
        + "the magnetometer."
    case .constantField(let value, let turned):
      "The magnetometer reads \(value) µT in every sample although the device turns by \(turned)°: the sensor is not running, "
        + "or its column is wrong."
    case .noGravity(let row):
      "sample \(row): the accelerometer reads zero: up is unknown. Start from a sample in which the device is held."
    case .noNorth(let row):
      "sample \(row): the magnetic field is zero or parallel to gravity: north is unknown. Move away from the magnet, or fuse "
        + "without the magnetometer."
    case .openAlignment(let kind):
      "The points leave the rotation of a \(kind) alignment open: they lie on one line, coincide, or mirror each other. Align "
        + "by the origin, or take a longer piece."
    case .empty(let what): "There is no \(what)."
    }
  }

  private func at(_ place: Place?, _ row: Int) -> String { place.map { "\($0): " } ?? "sample \(row): " }

  private func meant(_ suggestion: String?) -> String { suggestion.map { " (did you mean “\($0)”?)" } ?? "" }
}

extension TraceError.Place: CustomStringConvertible {
  /// `file:line`, as compilers write it.
  public var description: String { line.map { "\(file):\($0)" } ?? file }
}
