import Basics
import Display
import Foundation
import Statistics

extension GridResults {
  /// Which of several numbers is the best one.
  public typealias Goal = Ranking.Goal

  /// The tables of this label of all points that were run to their end, one below the other; before each row the parameters
  /// that vary.
  ///
  /// Columns of the same title and unit are one; a table that lacks one has empty entries there. O(entries).
  ///
  /// - Throws: `ResultsError` when no point has shown a table of this label.
  public func rows(ofTable label: String) throws -> Table { try stacked(label).table }

  /// A number of every point, with what it depends on.
  package struct Findings {
    /// A parameter that varies, or what names the rows of a table; with a value for each number.
    package struct Factor {
      package var name: String
      package var values: [Table.Cell]

      /// The values as numbers; nil where one of them is something else.
      package var numbers: [Double]? {
        let numbers = values.compactMap(\.double)
        return numbers.count == values.count ? numbers : nil
      }

      /// The values, each once, in their order.
      package var levels: [Table.Cell] {
        var seen: Set<Table.Cell> = []
        return values.filter { seen.insert($0).inserted }
      }
    }

    package var quantity: String
    package var unit: String?
    package var factors: [Factor]
    /// In the plan's order; not a number where a point has none.
    package var values: [Double]

    /// The factor of this name.
    ///
    /// - Throws: `ResultsError.unknownParameter`.
    package func factor(_ name: String) throws -> Factor {
      guard let factor = factors.first(where: { $0.name == name }) else {
        throw ResultsError.unknownParameter(name, known: factors.map(\.name))
      }
      return factor
    }
  }

  /// What was recorded under a name, or the numbers of a column of a table, with what they depend on.
  ///
  /// - Throws: `ResultsError` for a name that is not there, or without numbers.
  package func findings(_ name: String, of label: String?) throws -> Findings {
    let varied = try parameters
    let (table, points) = try label.map(stacked) ?? (try recorded(name), [])
    let known = table.columns.indices.dropFirst(varied.count).filter { table.isNumeric(column: $0) }
    guard let column = label == nil ? table.columns.count - 1 : known.first(where: { table.columns[$0].title == name })
    else {
      throw ResultsError.unknownColumn(name, table: label ?? "", known: known.map { table.columns[$0].title })
    }
    var factors = varied.enumerated().map { index, name in
      Findings.Factor(name: name, values: table.rows.map { $0[index] })
    }
    if label != nil, let rows = Self.rowFactor(table, points, from: varied.count) { factors.append(rows) }
    // The truth is what the others are compared with, and competes with none.
    let competing = table.rows.indices.filter { row in !table.rows[row].dropFirst(varied.count).contains(.text("truth"))
    }
    for index in factors.indices { factors[index].values = competing.map { factors[index].values[$0] } }
    let values = competing.map { table.rows[$0][column].double ?? .nan }
    guard values.contains(where: { !$0.isNaN }) else { throw ResultsError.noNumbers(name) }
    return Findings(
      quantity: table.columns[column].title, unit: table.columns[column].unit, factors: factors, values: values)
  }

  /// A row for each point: the parameters that vary, then what was recorded under a name.
  func recorded(_ name: String) throws -> Table {
    let known = try names
    guard known.contains(name) else { throw ResultsError.unknownName(name, known: known) }
    return try table(of: [name])
  }

  /// The keys of the rows of a point's table: their first words, or their number where they have none; nil for tables
  /// of one row.
  private static func rowFactor(_ table: Table, _ points: [Int64], from first: Int) -> Findings.Factor? {
    let rowsOfPoints = Dictionary(grouping: points.indices) { points[$0] }.values
    guard rowsOfPoints.contains(where: { $0.count > 1 }) else { return nil }
    guard let names = table.columns.indices.dropFirst(first).first(where: { !table.isNumeric(column: $0) }) else {
      var numbers = [Table.Cell](repeating: .empty, count: points.count)
      for rows in rowsOfPoints { for (number, row) in rows.enumerated() { numbers[row] = .count(number + 1) } }
      return Findings.Factor(name: "row", values: numbers)
    }
    let texts = table.rows.map { row in if case .text(let text) = row[names] { text } else { "" } }
    return Findings.Factor(
      name: table.columns[names].title, values: rowNames(texts, rowsOfPoints.map { $0 }).map { .text($0) })
  }

  /// The names by which rows of different points are one: `exponential (0.5 s⁻¹)` and `exponential (2 s⁻¹)` are the row
  /// “exponential” of two points.
  ///
  /// What is in brackets behind the words, such as a scheme's rate, belongs to the point. If a table has several
  /// rows of the same words, those that are in every point are named in full, and the others, which the points'
  /// parameters change, follow their order in the table.
  private static func rowNames(_ texts: [String], _ rowsOfPoints: [[Int]]) -> [String] {
    // Equal rows of one table are numbered, and have one name all the same.
    let texts = texts.map { $0.replacing(compiled(/\ ·\ \d+$/), with: "") }
    let families = texts.map { $0.replacing(compiled(/(?:\ \([^()]*\))+$/), with: "") }
    var names = families
    for (family, rows) in Dictionary(grouping: texts.indices, by: { families[$0] }) {
      let tables = rowsOfPoints.map { $0.filter { families[$0] == family } }.filter { !$0.isEmpty }
      guard tables.contains(where: { $0.count > 1 }) else { continue }
      let counts = tables.map { table in table.reduce(into: [String: Int]()) { $0[texts[$1], default: 0] += 1 } }
      // How often each is in every table: a changing row that happens to be like a constant one is still another row.
      let constant = counts.dropFirst().reduce(counts[0]) { common, next in
        Dictionary(uniqueKeysWithValues: common.map { ($0, min($1, next[$0] ?? 0)) })
      }
      var changing = Set(rows)
      for table in tables {
        var left = constant
        for row in table where left[texts[row], default: 0] > 0 {
          left[texts[row]]! -= 1
          changing.remove(row)
          names[row] = texts[row]
        }
      }
      guard tables.contains(where: { $0.count { changing.contains($0) } > 1 }) else { continue }
      for table in tables {
        for (number, row) in table.filter({ changing.contains($0) }).enumerated() {
          names[row] = "\(family) no. \(number + 1)"
        }
      }
    }
    return names
  }

  /// The values of the parameters that vary, in the plan's order, by point.
  var settings: [Int64: [Table.Cell]] {
    get throws {
      let names = try parameters
      let places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
      var settings: [Int64: [Table.Cell]] = [:]
      try each("SELECT point, name, value FROM parameters WHERE varies = 1") { row in
        guard case .integer(let point) = row[0], case .text(let name) = row[1], let place = places[name] else { return }
        settings[point, default: Array(repeating: .empty, count: names.count)][place] = row[2].cell
      }
      return settings
    }
  }

  /// The tables of a label one below the other, with the point of each row.
  private func stacked(_ label: String) throws -> (table: Table, points: [Int64]) {
    struct Key: Hashable { var title: String, unit: String? }
    let settings = try self.settings
    var columns = try parameters.map { Table.Column($0, digits: 0) }
    let first = columns.count
    var places: [Key: Int] = [:]
    var rows: [[Table.Cell]] = []
    var points: [Int64] = []
    let sql = """
      SELECT point, json FROM tables JOIN points ON number = point WHERE status = 'done' AND label = ?
        ORDER BY point, place
      """
    try each(sql, [.text(label)]) { row in
      guard case .integer(let point) = row[0], case .text(let json) = row[1],
        let table = try? JSONDecoder().decode(Table.self, from: Data(json.utf8))
      else { return }
      // Two columns of one table stay two, whatever they are called.
      var used: Set<Int> = []
      let targets = table.columns.map { column in
        let key = Key(title: column.title, unit: column.unit)
        if let place = places[key], used.insert(place).inserted { return place }
        columns.append(column)
        used.insert(columns.count - 1)
        if places[key] == nil { places[key] = columns.count - 1 }
        return columns.count - 1
      }
      for entries in table.rows {
        var wide = settings[point] ?? Array(repeating: .empty, count: first)
        wide += Array(repeating: .empty, count: columns.count - wide.count)
        for (target, entry) in zip(targets, entries) { wide[target] = entry }
        rows.append(wide)
        points.append(point)
      }
    }
    guard !rows.isEmpty else { throw ResultsError.unknownTable(label, known: try tables) }
    return (Table(columns: columns, rows: rows), points)
  }
}
