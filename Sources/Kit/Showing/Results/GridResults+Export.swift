import Display
import Foundation

import enum Basics.CommaSeparated

extension GridResults {
  /// What can be written for other programs.
  package enum Sheet: String, CaseIterable, Sendable {
    /// A row for each point: parameters, recorded values, status, machine.
    case points
    /// A row for each number of each table.
    case numbers
    /// A row for each recorded value, also where a name was used several times.
    case recorded
  }

  /// The whole of a sheet, as a table with all points, failed ones too.
  ///
  /// - Throws: `ResultsError`.
  package func sheet(_ sheet: Sheet) throws -> Table {
    switch sheet {
    case .points:
      try wide(
        try names, condition: "1", facts: ["number", "id", "status", "error", "machine", "seconds", "version"])
    case .numbers:
      try withSettings(
        "SELECT p.number AS point, n.label, n.row, n.subject, n.name, n.value, n.unit FROM numbers n JOIN points p ON p.number = n.point ORDER BY n.rowid"
      )
    case .recorded:
      try withSettings("SELECT point, name, value, unit FROM recorded ORDER BY point, place")
    }
  }

  /// The answer to a query whose first column is a point's number, with the parameters that vary behind it.
  private func withSettings(_ sql: String) throws -> Table {
    let answer = try query(sql)
    let settings = try self.settings
    let names = try parameters
    let none = [Table.Cell](repeating: .empty, count: names.count)
    return Table(
      columns: answer.columns.prefix(1) + names.map { Table.Column($0, digits: 0) } + answer.columns.dropFirst(),
      rows: answer.rows.map { row in
        guard case .count(let point) = row[0] else { return row }
        return [row[0]] + (settings[Int64(point)] ?? none) + row.dropFirst()
      })
  }
}

/// Rows as JSON: a list of objects, a key for each column, which pandas, R and JavaScript read.
package enum RowsJSON {
  /// The table with numbers as numbers, missing and infinite ones as null; units in brackets behind the names.
  package static func text(_ table: Table) -> String {
    let keys = table.distinctHeadings.map(string)
    let rows = table.rows.map { row in
      "  {" + zip(keys, row).map { "\($0): \(value($1))" }.joined(separator: ", ") + "}"
    }
    return rows.isEmpty ? "[]\n" : "[\n\(rows.joined(separator: ",\n"))\n]\n"
  }

  private static func value(_ cell: Table.Cell) -> String {
    switch cell {
    case .text(let text): string(text)
    case .number(let number): number.isFinite ? "\(number)" : "null"
    case .count(let count): "\(count)"
    case .empty: "null"
    }
  }

  private static func string(_ text: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    // A text can always be encoded.
    return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }
}

extension Table {
  /// The columns' titles with their units; one that several columns have gets a number.
  package var distinctHeadings: [String] {
    var used: [String: Int] = [:]
    return columns.map { column in
      used[column.heading, default: 0] += 1
      let count = used[column.heading]!
      return count > 1 ? "\(column.heading) (\(count))" : column.heading
    }
  }
}

extension CommaSeparated {
  /// The table with a line of names first; numbers with all their digits, units in brackets behind the names.
  package static func text(_ table: Table) -> String {
    let rows = [table.columns.map(\.heading)] + table.rows.map { $0.map(\.plain) }
    return rows.map { line($0) + "\r\n" }.joined()
  }
}
