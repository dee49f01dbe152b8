import Display
import Foundation

/// The results of a grid of runs, from the database that `gimbal run --grid` and `gimbal grid gather` write.
///
/// A notebook reads them as a table and draws them:
///
///     let results = try GridResults(contentsOf: "../plots/drift-grid")
///     try results.table
///
/// The file is opened for each question, and never changed.
public struct GridResults: Sendable {
  /// The database's file.
  public let path: String

  /// The results in this file, or in the `results.sqlite` of this folder.
  ///
  /// - Throws: `ResultsError` where there are none.
  public init(contentsOf path: String) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw ResultsError.missing(path)
    }
    self.path = isFolder.boolValue ? "\(path)/\(Self.fileName)" : path
    guard FileManager.default.fileExists(atPath: self.path) else { throw ResultsError.missing(self.path) }
    do {
      try Database(reading: self.path).run("SELECT number, id, status FROM points LIMIT 1")
    } catch {
      throw ResultsError.unreadable(self.path, "\(error)")
    }
  }

  /// The name of the database in a grid's folder.
  package static let fileName = "results.sqlite"

  /// What the answer to a query in SQL is, as a table. The tables of the database: `grid`, `points`, `parameters`,
  /// `recorded`, `numbers`, `tables`, `figures`, `inputs`.
  ///
  /// - Throws: `ResultsError` where the query is wrong.
  public func query(_ sql: String) throws -> Table {
    var columns: [String] = []
    var rows: [[Table.Cell]] = []
    do {
      let database = try Database(reading: path)
      columns = try database.prepare(sql).columns
      try database.run(sql) { _, values in rows.append(values.map(\.cell)) }
    } catch {
      throw ResultsError.badQuery("\(error)")
    }
    return Table(columns: columns.map { Table.Column($0, digits: 6) }, rows: rows)
  }

  /// Calls with each row of a fixed query.
  func each(_ sql: String, _ values: [Database.Value] = [], _ body: ([Database.Value]) throws -> Void) throws {
    do {
      try Database(reading: path).run(sql, values) { _, values in try body(values) }
    } catch let failure as Database.Failure {
      throw ResultsError.unreadable(path, failure.description)
    }
  }

  /// The names of the parameters that differ between points, in the plan's order.
  public var parameters: [String] {
    get throws { try names("SELECT name FROM parameters WHERE varies = 1 GROUP BY name ORDER BY min(rowid)") }
  }

  /// The labels of the tables that points have shown, in the order of the reports.
  public var tables: [String] {
    get throws { try names("SELECT label FROM tables GROUP BY label ORDER BY min(place), min(rowid)") }
  }

  /// The names under which something was recorded, in the order in which they come first.
  public var names: [String] {
    get throws { try names("SELECT name FROM recorded GROUP BY name ORDER BY min(place), min(rowid)") }
  }

  private func names(_ sql: String) throws -> [String] {
    var names: [String] = []
    try each(sql) { if case .text(let name) = $0[0] { names.append(name) } }
    return names
  }

  /// What the points' cells warned of, as that a scheme is no better than standing still: a row for each warning, with the number of points
  /// that gave it and the first of them. Warnings of many points come first. O(warnings).
  ///
  /// - Throws: `ResultsError`.
  public var warnings: Table {
    get throws {
      let columns = [Table.Column("warning"), Table.Column("points"), Table.Column("first point")]
      guard try holdsWarnings else { return Table(columns: columns, rows: []) }
      let found = try query(
        """
        SELECT message, count(DISTINCT point) AS n, min(point) AS first FROM warnings GROUP BY message
          ORDER BY n DESC, first, min(place)
        """)
      return Table(columns: columns, rows: found.rows)
    }
  }

  /// What the cells of one point warned of, in their order; `number` is from 1, in the plan's order. O(warnings).
  ///
  /// - Throws: `ResultsError`.
  public func warnings(ofPoint number: Int) throws -> [String] {
    guard try holdsWarnings else { return [] }
    return try names("SELECT message FROM warnings WHERE point = \(number) ORDER BY place")
  }

  /// Databases of earlier versions have no warnings.
  private var holdsWarnings: Bool {
    get throws { try !names("SELECT name FROM sqlite_master WHERE name = 'warnings'").isEmpty }
  }

  /// What was recorded under a name, one for each point that has it, in the plan's order; of several in one point the last.
  ///
  /// - Throws: `ResultsError` when nothing was recorded under it, or no number.
  public func values(_ name: String) throws -> [Double] {
    let table = try recorded(name)
    let column = table.columns.count - 1
    return table.rows.compactMap { $0[column].double }
  }

  /// A row for each point that was run to its end: the parameters that vary, then everything that was recorded. O(values).
  public var table: Table { get throws { try table(of: try names) } }

  /// The same for some of the recorded names.
  ///
  /// - Throws: `ResultsError`.
  public func table(of names: [String]) throws -> Table {
    try wide(names, condition: "status = 'done'", facts: [])
  }

  /// A row for each point, with these columns of `points` before the parameters. A name that was recorded several times in
  /// a point holds the last value.
  func wide(_ names: [String], condition: String, facts: [String]) throws -> Table {
    let parameters = try self.parameters
    var columns = facts.map { Table.Column($0, digits: 6) } + parameters.map { Table.Column($0, digits: 0) }
    var places: [String: Int] = [:]
    for (index, name) in parameters.enumerated() { places["p\(name)"] = facts.count + index }
    var units: [String: String] = [:]
    try each("SELECT name, unit FROM recorded WHERE unit IS NOT NULL GROUP BY name") {
      if case .text(let name) = $0[0], case .text(let unit) = $0[1] { units[name] = unit }
    }
    for name in names {
      places["v\(name)"] = columns.count
      columns.append(Table.Column(name, unit: units[name], digits: 6))
    }
    var rows: [[Table.Cell]] = []
    var index: [Int64: Int] = [:]
    let chosen = (["number"] + facts).joined(separator: ", ")
    try each("SELECT \(chosen) FROM points WHERE \(condition) ORDER BY number") { values in
      guard case .integer(let number) = values[0] else { return }
      index[number] = rows.count
      rows.append(values.dropFirst().map(\.cell) + Array(repeating: .empty, count: columns.count - facts.count))
    }
    func fill(_ sql: String, _ kind: String) throws {
      try each(sql) { values in
        guard case .integer(let number) = values[0], case .text(let name) = values[1], let row = index[number],
          let place = places["\(kind)\(name)"]
        else { return }
        rows[row][place] = values[2].cell
      }
    }
    try fill("SELECT point, name, value FROM parameters WHERE varies = 1", "p")
    try fill("SELECT point, name, value FROM recorded ORDER BY point, place", "v")
    return Table(columns: columns, rows: rows)
  }
}
