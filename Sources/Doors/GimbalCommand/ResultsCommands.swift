import ArgumentParser
import Display
import Foundation
import Grids
import NotebookDocument
import Results

import enum Basics.CommaSeparated

/// `gimbal results`.
struct ResultsCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "results",
    abstract: "List, compare and export the results of grids.",
    discussion: """
      A cell keeps a result with record("drift", value, unit: "m"). All of a grid's results, and the numbers of its tables,
      stand in results.sqlite in its folder. A notebook reads them with GridResults(contentsOf: "plots/drift-grid").

      EXAMPLES
        gimbal results list plots/drift-grid
        gimbal results compare plots/drift-grid other/drift-grid --tolerance 1e-9
        gimbal results export plots/drift-grid --to parquet
      """.flowing,
    subcommands: [ResultsListCommand.self, ResultsCompareCommand.self, ResultsExportCommand.self])
}

/// `gimbal results list`.
struct ResultsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Print what points have recorded, as a table.",
    discussion: """
      EXAMPLES
        gimbal results list plots/drift-grid
        gimbal results list plots/drift-grid --name drift
        gimbal results list plots/drift-grid \\
          --sql "SELECT label, avg(value) FROM numbers GROUP BY label"
      """.flowing)

  @Argument(help: "A grid's folder, or its results.sqlite.", completion: .file())
  var grid: String

  @Option(help: ArgumentHelp("Only what was recorded under this name.", valueName: "name"))
  var name: [String] = []

  @Option(help: ArgumentHelp("The answer to a query; its tables are in docs/scale.md.", valueName: "query"))
  var sql: String?

  func validate() throws {
    if sql != nil, !name.isEmpty { throw ValidationError("Ask by --name or by --sql, not both.") }
  }

  func run() throws {
    try saying {
      let results = try GridResults(contentsOf: grid)
      if let sql { return print(try results.query(sql)) }
      let known = try results.names
      for name in name where !known.contains(name) { throw ResultsError.unknownName(name, known: known) }
      print(try name.isEmpty ? results.table : results.table(of: name))
      let others = try results.query("SELECT status, count(*) FROM points WHERE status <> 'done' GROUP BY status").rows
      guard !others.isEmpty else { return }
      let words = others.map { row in row.reversed().map { "\($0.plain)" }.joined(separator: " ") }.joined(
        separator: ", ")
      Terminal.complain("left out: \(words); “gimbal grid status” says which points, and why\n")
    }
  }
}

/// `gimbal results compare`.
struct ResultsCompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Say in what two grids differ.",
    discussion: """
      Points are the same when the parameters that vary are. Recorded values and the numbers of tables are compared, not
      times, machines and versions.

      Exit status: 0 when nothing differs, 1 when something does, 2 when results cannot be read.

      EXAMPLES
        gimbal results compare plots/drift-grid other/drift-grid
        gimbal results compare before.sqlite after.sqlite --tolerance 1e-9
      """.flowing)

  @Argument(help: "A grid's folder, or its results.sqlite.", completion: .file())
  var first: String

  @Argument(help: "Another one.", completion: .file())
  var second: String

  @Option(help: ArgumentHelp("Relative difference up to which numbers count as equal.", valueName: "number"))
  var tolerance = 0.0

  func validate() throws {
    guard tolerance >= 0, tolerance.isFinite else { throw ValidationError("--tolerance takes 0 or a positive number.") }
  }

  func run() throws {
    try saying {
      let differences = try ResultsDifferences(
        GridResults(contentsOf: first), GridResults(contentsOf: second), tolerance: tolerance)
      for line in differences.lines { print(line) }
      print("\(differences.shared) points in both, \(differences.lines.count) differences")
      if !differences.isEmpty { throw ExitCode(1) }
    }
  }
}

/// `gimbal results export`.
struct ResultsExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write results for other programs: CSV, JSON, Parquet, Arrow.",
    discussion: """
      The sheets: points (a row for each point), recorded (a row for each value, also where a name was used several times),
      numbers (a row for each number of each table). Each row has the parameters that vary as columns; numbers are numbers,
      and units stand in brackets in the head. JSON is a list with an object for each row. Parquet and Arrow are written by
      the library pyarrow of a Python on the path: “pip install pyarrow”.

      An export replaces the file of an earlier export of the same grid, unless somebody has changed it since.

      EXAMPLES
        gimbal results export plots/drift-grid
        gimbal results export plots/drift-grid --sheet numbers --output numbers.csv
        gimbal results export plots/drift-grid --to parquet
      """.flowing)

  @Argument(help: "A grid's folder, or its results.sqlite.", completion: .file())
  var grid: String

  @Option(
    help: ArgumentHelp("csv, json, parquet or arrow.", valueName: "format"),
    completion: .list(["csv", "json", "parquet", "arrow"]))
  var to = "csv"

  @Option(
    help: ArgumentHelp("points, recorded or numbers.", valueName: "sheet"),
    completion: .list(GridResults.Sheet.allCases.map(\.rawValue)))
  var sheet = GridResults.Sheet.points.rawValue

  @Option(
    help: ArgumentHelp("The file to write; next to the database when left out.", valueName: "file"),
    completion: .file())
  var output: String?

  @OptionGroup var replacing: Replacing

  func validate() throws {
    guard ["csv", "json", "parquet", "arrow"].contains(to) else {
      throw ValidationError("--to takes csv, json, parquet or arrow, not “\(to)”.")
    }
    guard GridResults.Sheet(rawValue: sheet) != nil else {
      throw ValidationError("--sheet takes points, recorded or numbers, not “\(sheet)”.")
    }
  }

  func run() throws {
    try saying {
      let results = try GridResults(contentsOf: grid)
      let folder = URL(fileURLWithPath: results.path).deletingLastPathComponent().relativePath
      let path = output ?? "\(folder)/\(sheet).\(to)"
      let table = try results.sheet(GridResults.Sheet(rawValue: sheet)!)
      // What the last export wrote, and nobody has changed since, the next one replaces.
      let grid = GridFolder(folder)
      let last = grid.exportedHash(of: path)
      if to == "csv" || to == "json" {
        let text = to == "csv" ? CommaSeparated.text(table) : RowsJSON.text(table)
        try Destination.write(text, to: path, madeOf: [results.path], written: last, replacing)
      } else {
        try Destination.make(path, madeOf: [results.path], written: last, replacing) {
          try ColumnarExport.write(table, to: $0, format: to)
        }
      }
      // If nothing can be noted, the export is there all the same, and the next one asks.
      try? grid.noteExport(path)
      print("\(path): \(table.rows.count) rows")
    }
  }
}
