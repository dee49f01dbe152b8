import Files

/// The layout of the memory that the runner and the process in which a unit runs share. Numbers are little-endian.
///
/// A header of 64 bytes, the entries that the runner gives, then the log: the entries that the process writes. An entry is
/// its size (4 bytes; the whole entry, a multiple of 8), its kind (2), 1 when it is complete (2), and its payload. A text in a
/// payload is its length (4) and its bytes.
enum RecordFormat {
  static let magic: UInt64 = 0x3143_4552_424D_4947  // “GIMBREC1”
  static let headerSize = 64
  static let entryHeaderSize = 8
  /// Where in the header the process says how much of the log it has used; its flags follow.
  static let usedOffset = 32

  /// Set in the flags when something did not fit.
  static let overflowFlag: UInt64 = 1
  /// Set in the flags when there were more draws than are kept.
  static let drawsOverflowFlag: UInt64 = 2

  enum Kind: UInt16 {
    case contents = 1
    case status, listing, environment, parameter, random, clock, before, failure, outside
    /// Given, and never written by a process.
    case call
  }
}

/// One line of the log, as the process wrote it.
package enum RecordEntry: Hashable, Sendable {
  case contents(FilePath, FileSignature)
  /// The error is 0 when something was there.
  case status(FilePath, error: Int32, follows: Bool, FileSignature)
  case listing(FilePath)
  case environment(String, String?)
  case parameter(String)
  /// Random bytes or a reading of the clock: the whole entry.
  case draw([UInt8])
  case before(FilePath, RecordedImage, FileSignature)
  case failure(FilePath, Int32)
  case outside(String)
}

/// What was at a path before the first change of it.
package enum RecordedImage: Hashable, Sendable {
  case absent
  case saved(FilePath)
  case folder
  case link(FilePath)
  case impossible(String)
}
