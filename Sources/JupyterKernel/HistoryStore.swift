import CSQLite
import Foundation

/// What people have typed into kernels, kept across sessions in a database that all kernels of a person share.
///
/// A history that cannot be kept keeps nobody from working: what goes wrong is told once, and then nothing is remembered.
final class HistoryStore: @unchecked Sendable {
  /// One cell that has run.
  struct Entry: Hashable {
    var session: Int
    var line: Int
    var input: String
    var output: String?
  }

  private var database: OpaquePointer?
  private let lock = NSLock()
  private(set) var session = 0
  /// What went wrong.
  private(set) var problem: String?

  /// The history in this file, which is made where it does not exist. It begins a new session.
  init(path: String) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    guard sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil) == SQLITE_OK else {
      fail()
      return
    }
    sqlite3_busy_timeout(database, 2000)
    run("PRAGMA journal_mode = WAL")
    run("PRAGMA synchronous = NORMAL")
    run("CREATE TABLE IF NOT EXISTS sessions (session INTEGER PRIMARY KEY AUTOINCREMENT, started REAL)")
    run(
      """
      CREATE TABLE IF NOT EXISTS cells
        (session INTEGER, line INTEGER, input TEXT, output TEXT, PRIMARY KEY (session, line))
      """)
    run("INSERT INTO sessions (started) VALUES (?)", [.number(Date().timeIntervalSince1970)])
    if let database { session = Int(sqlite3_last_insert_rowid(database)) }
  }

  deinit { sqlite3_close_v2(database) }

  /// Notes a cell; its output when it has one.
  func note(line: Int, input: String) {
    _ = lock.withLock {
      run("INSERT OR REPLACE INTO cells VALUES (?, ?, ?, NULL)", [.integer(session), .integer(line), .text(input)])
    }
  }

  func note(line: Int, output: String) {
    _ = lock.withLock {
      run(
        "UPDATE cells SET output = ? WHERE session = ? AND line = ?",
        [.text(output), .integer(session), .integer(line)])
    }
  }

  /// The last cells, the oldest first.
  func tail(_ count: Int) -> [Entry] {
    lock.withLock {
      run("SELECT * FROM cells ORDER BY session DESC, line DESC LIMIT ?", [.integer(max(count, 0))]).reversed()
    }
  }

  /// Cells of a session: 0 is this one, −1 the one before it.
  func range(session: Int, from start: Int, to stop: Int?) -> [Entry] {
    lock.withLock {
      let number = session > 0 ? session : self.session + session
      return run(
        "SELECT * FROM cells WHERE session = ? AND line >= ? AND line < ? ORDER BY line",
        [.integer(number), .integer(start), .integer(stop ?? .max)])
    }
  }

  /// The last cells that a pattern with `*` and `?` fits, the oldest first; with `unique`, each text once.
  func search(_ pattern: String, count: Int?, unique: Bool) -> [Entry] {
    lock.withLock {
      // Of the same text, the latest.
      let group = unique ? "GROUP BY input HAVING session * 1000000000 + line = MAX(session * 1000000000 + line)" : ""
      return run(
        "SELECT * FROM cells WHERE input GLOB ? \(group) ORDER BY session DESC, line DESC LIMIT ?",
        [.text(pattern), .integer(count ?? -1)]
      ).reversed()
    }
  }

  // MARK: SQLite

  @discardableResult
  private func run(_ sql: String, _ values: [JSON] = []) -> [Entry] {
    guard let database else { return [] }
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else {
      fail()
      return []
    }
    for (index, value) in values.enumerated() { bind(value, Int32(index + 1), statement) }
    var entries: [Entry] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW where sqlite3_column_count(statement) == 4:
        entries.append(
          Entry(
            session: Int(sqlite3_column_int64(statement, 0)), line: Int(sqlite3_column_int64(statement, 1)),
            input: text(statement, 2) ?? "", output: text(statement, 3)))
      case SQLITE_ROW: continue
      case SQLITE_DONE: return entries
      default:
        fail()
        return entries
      }
    }
  }

  private func bind(_ value: JSON, _ index: Int32, _ statement: OpaquePointer?) {
    // SQLite copies the text at once when it is told that it may not stay.
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    switch value {
    case .integer(let number): sqlite3_bind_int64(statement, index, Int64(number))
    case .number(let number): sqlite3_bind_double(statement, index, number)
    case .text(let text): sqlite3_bind_text(statement, index, text, Int32(text.utf8.count), transient)
    default: sqlite3_bind_null(statement, index)
    }
  }

  private func text(_ statement: OpaquePointer?, _ column: Int32) -> String? {
    sqlite3_column_text(statement, column).map { String(cString: $0) }
  }

  private func fail() {
    guard problem == nil else { return }
    problem = database.map { String(cString: sqlite3_errmsg($0)) } ?? "no memory"
  }
}
