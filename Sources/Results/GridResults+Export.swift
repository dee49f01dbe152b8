import Display
import Foundation

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
      try query(
        "SELECT p.number AS point, n.label, n.row, n.subject, n.name, n.value, n.unit FROM numbers n JOIN points p ON p.number = n.point ORDER BY n.rowid"
      )
    case .recorded:
      try query("SELECT point, name, value, unit FROM recorded ORDER BY point, place")
    }
  }
}

/// Comma-separated values, after RFC 4180.
package enum CommaSeparated {
  /// The table with a line of names first; numbers with all their digits, units in brackets behind the names.
  package static func text(_ table: Table) -> String {
    var text = table.columns.map { field($0.heading) }.joined(separator: ",") + "\r\n"
    for row in table.rows { text += row.map { field($0.plain) }.joined(separator: ",") + "\r\n" }
    return text
  }

  private static func field(_ text: String) -> String {
    guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
    return "\"\(text.replacing("\"", with: "\"\""))\""
  }
}
