internal import CSQLite
import Foundation

/// A SQLite database, open: the one door to the system's library.
package final class Database {
  /// What SQLite says of a call that failed.
  package struct Failure: Error, CustomStringConvertible {
    package var description: String
  }

  /// A value of a row.
  package enum Value: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
  }

  private var handle: OpaquePointer?

  /// Opens a file that nobody changes, to read it: what writes a database puts a whole one in its place.
  ///
  /// - Throws: `Failure` where it is missing or not a database.
  package init(reading path: String) throws {
    // In a path, `?` and `#` would end the name, and `%` begins an escape.
    let name = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
    try open("file:\(name)?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
    try run("SELECT count(*) FROM sqlite_master")
  }

  /// Makes a file that does not exist yet.
  ///
  /// - Throws: `Failure` where it cannot be written.
  package init(making path: String) throws {
    try open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    // Nobody sees the file before it is whole, so that there is nothing to roll back.
    try run("PRAGMA journal_mode = OFF")
    try run("PRAGMA synchronous = OFF")
  }

  /// Opens a file that several programs write, or makes it. Who finds it busy waits for two seconds.
  ///
  /// - Throws: `Failure` where it is not a database or cannot be written.
  package init(sharing path: String) throws {
    try open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    sqlite3_busy_timeout(handle, 2000)
    try run("PRAGMA journal_mode = WAL")
    try run("PRAGMA synchronous = NORMAL")
  }

  deinit { close() }

  /// The key that the last row got.
  package var lastRow: Int { handle.map { Int(sqlite3_last_insert_rowid($0)) } ?? 0 }

  /// Ends the use of the file.
  package func close() {
    sqlite3_close_v2(handle)
    handle = nil
  }

  private func open(_ name: String, _ flags: Int32) throws {
    let status = sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard status == SQLITE_OK else {
      defer { close() }
      throw failure(status)
    }
  }

  private func failure(_ status: Int32) -> Failure {
    // What the database remembers may be of another call, or “not an error”.
    let words = handle.flatMap { sqlite3_errcode($0) == SQLITE_OK ? nil : sqlite3_errmsg($0) } ?? sqlite3_errstr(status)
    return Failure(description: words.map { String(cString: $0) } ?? "SQLite's error \(status)")
  }

  /// Runs a statement, and calls `row` with the names and values of each row.
  package func run(
    _ sql: String, _ values: [Value] = [], row: (_ columns: [String], _ values: [Value]) throws -> Void = { _, _ in }
  ) throws {
    let statement = try prepare(sql)
    try statement.bind(values)
    let columns = statement.columns
    while try statement.step() { try row(columns, statement.row) }
  }

  /// A statement to run more than once.
  func prepare(_ sql: String) throws -> Statement {
    var statement: OpaquePointer?
    let status = sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    guard status == SQLITE_OK, let statement else { throw failure(status) }
    return Statement(statement, self)
  }

  /// A statement with places for values.
  final class Statement {
    private let statement: OpaquePointer
    private let database: Database

    fileprivate init(_ statement: OpaquePointer, _ database: Database) {
      (self.statement, self.database) = (statement, database)
    }

    deinit { sqlite3_finalize(statement) }

    var columns: [String] {
      (0..<sqlite3_column_count(statement)).map { String(cString: sqlite3_column_name(statement, $0)) }
    }

    /// Runs it with these values, for what gives no rows.
    func run(_ values: [Value]) throws {
      try bind(values)
      _ = try step()
      sqlite3_reset(statement)
    }

    fileprivate func bind(_ values: [Value]) throws {
      for (index, value) in values.enumerated() {
        let place = Int32(index + 1)
        let status =
          switch value {
          case .null: sqlite3_bind_null(statement, place)
          case .integer(let integer): sqlite3_bind_int64(statement, place, integer)
          // SQLite keeps no NaN: a text says it.
          case .real(let real) where real.isNaN: bind("nan", place)
          case .real(let real): sqlite3_bind_double(statement, place, real)
          case .text(let text): bind(text, place)
          }
        guard status == SQLITE_OK else { throw database.failure(status) }
      }
    }

    private func bind(_ text: String, _ place: Int32) -> Int32 {
      // -1: the library copies the text.
      sqlite3_bind_text(
        statement, place, text, Int32(text.utf8.count), unsafeBitCast(-1, to: sqlite3_destructor_type.self))
    }

    /// Whether there is another row.
    fileprivate func step() throws -> Bool {
      let status = sqlite3_step(statement)
      guard status == SQLITE_ROW || status == SQLITE_DONE else { throw database.failure(status) }
      return status == SQLITE_ROW
    }

    fileprivate var row: [Value] {
      (0..<sqlite3_column_count(statement)).map { column in
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
        case SQLITE_NULL: return .null
        default:
          let length = Int(sqlite3_column_bytes(statement, column))
          let bytes = UnsafeRawBufferPointer(start: sqlite3_column_text(statement, column), count: length)
          return .text(String(decoding: bytes, as: UTF8.self))
        }
      }
    }
  }
}
