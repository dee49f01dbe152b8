/// What can be wrong with samples, or with what is asked of them; `description` says it in words, with what to do.
public enum TraceError: InertialError, Hashable {
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

  case noRows(place: Place?)
  case repeatedTime(Double, row: Int, place: Place?)
  case backwardTime(Double, previous: Double, row: Int, place: Place?)
  case notUnit(column: String, norm: Double, row: Int, place: Place?)
  /// A trace made from arrays of different lengths.
  case lengthMismatch(column: String, found: Int, expected: Int)
  /// A trace made from arrays with NaN or infinity.
  case notFinite(column: String, value: Double, row: Int)
  /// A parameter outside its range.
  case invalidParameter(String, value: Double, expected: String)
  /// The trace lacks what a scheme or measure needs.
  case missingQuantity(String, neededBy: String, remedy: String)
  /// A sample that comes later after the one before it than is integrated.
  case stepTooLong(Double, limit: Double, row: Int)
  /// There is nothing to work on.
  case empty(what: String)
}

extension TraceError {
  /// A time that is not after the one before it: repeated, or backward.
  package static func unorderedTime(_ time: Double, after previous: Double, row: Int) -> TraceError {
    time == previous
      ? .repeatedTime(time, row: row, place: nil) : .backwardTime(time, previous: previous, row: row, place: nil)
  }
}
