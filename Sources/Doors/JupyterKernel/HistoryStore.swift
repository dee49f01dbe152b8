import Foundation
import Results
import Synchronization

/// What people have typed into kernels, kept across sessions in a database that all kernels of a person share.
///
/// A history that cannot be kept keeps nobody from working: what goes wrong is reported once, and then nothing is
/// remembered.
final class HistoryStore: Sendable {
  /// One cell that has run.
  struct Entry: Hashable {
    var session: Int
    var line: Int
    var input: String
    var output: String?
  }

  private let state: Mutex<State>

  var session: Int { state.withLock(\.session) }
  /// What went wrong.
  var problem: String? { state.withLock(\.problem) }

  /// The history in this file, which is made where it does not exist. It begins a new session.
  init(path: String) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var opened = State()
    do { opened.database = try Database(sharing: path) } catch { opened.problem = "\(error)" }
    opened.run("CREATE TABLE IF NOT EXISTS sessions (session INTEGER PRIMARY KEY AUTOINCREMENT, started REAL)")
    opened.run(
      """
      CREATE TABLE IF NOT EXISTS cells
        (session INTEGER, line INTEGER, input TEXT, output TEXT, PRIMARY KEY (session, line))
      """)
    opened.run("INSERT INTO sessions (started) VALUES (?)", [.real(Date().timeIntervalSince1970)])
    opened.session = opened.database?.lastRow ?? 0
    state = Mutex(opened)
  }

  /// Notes a cell; its output when it has one.
  func note(line: Int, input: String) {
    _ = state.withLock { state in
      state.run(
        "INSERT OR REPLACE INTO cells VALUES (?, ?, ?, NULL)",
        [.integer(Int64(state.session)), .integer(Int64(line)), .text(input)])
    }
  }

  func note(line: Int, output: String) {
    _ = state.withLock { state in
      state.run(
        "UPDATE cells SET output = ? WHERE session = ? AND line = ?",
        [.text(output), .integer(Int64(state.session)), .integer(Int64(line))])
    }
  }

  /// The last cells, the oldest first.
  func tail(_ count: Int) -> [Entry] {
    state.withLock { state in
      state.run("SELECT * FROM cells ORDER BY session DESC, line DESC LIMIT ?", [.integer(Int64(max(count, 0)))])
        .reversed()
    }
  }

  /// Cells of a session: 0 is this one, −1 the one before it.
  func range(session: Int, from start: Int, to stop: Int?) -> [Entry] {
    state.withLock { state in
      let number = session > 0 ? session : state.session + session
      return state.run(
        "SELECT * FROM cells WHERE session = ? AND line >= ? AND line < ? ORDER BY line",
        [.integer(Int64(number)), .integer(Int64(start)), .integer(Int64(stop ?? .max))])
    }
  }

  /// The last cells that a pattern with `*` and `?` fits, the oldest first; with `unique`, each text once.
  func search(_ pattern: String, count: Int?, unique: Bool) -> [Entry] {
    state.withLock { state in
      // The latest of equal texts.
      let group = unique ? "GROUP BY input HAVING session * 1000000000 + line = MAX(session * 1000000000 + line)" : ""
      return state.run(
        "SELECT * FROM cells WHERE input GLOB ? \(group) ORDER BY session DESC, line DESC LIMIT ?",
        [.text(pattern), .integer(Int64(count ?? -1))]
      ).reversed()
    }
  }

  // MARK: The database

  private struct State {
    var database: Database?
    var session = 0
    var problem: String?

    @discardableResult
    mutating func run(_ sql: String, _ values: [Database.Value] = []) -> [Entry] {
      var entries: [Entry] = []
      do {
        try database?.run(sql, values) { _, row in
          guard row.count == 4, case .integer(let session) = row[0], case .integer(let line) = row[1],
            case .text(let input) = row[2]
          else { return }
          let output: String? = if case .text(let text) = row[3] { text } else { nil }
          entries.append(Entry(session: Int(session), line: Int(line), input: input, output: output))
        }
      } catch {
        problem = problem ?? "\(error)"
      }
      return entries
    }
  }
}
