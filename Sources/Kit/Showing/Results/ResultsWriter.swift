import Display
import Foundation

import enum Basics.SystemReason
import enum Basics.WholeFile

/// Writes the database of a grid: whole or not at all.
package final class ResultsWriter {
  /// What the database says of the grid as a whole, next to its points.
  package struct Heading {
    package var name: String
    package var title: String
    package var notebook: String
    package var kit: String
    package var version: String

    package init(name: String, title: String, notebook: String, kit: String, version: String) {
      (self.name, self.title, self.notebook, self.kit, self.version) = (name, title, notebook, kit, version)
    }
  }

  /// What is in the database of a point that gave no result.
  package struct Missing {
    package var status: String
    package var error: String

    /// A point without result, with the word for it (“missing”, “refused”) and what to say.
    package init(status: String, error: String) { (self.status, self.error) = (status, error) }
  }

  private let database: Database
  private let path: String
  private let scratch: String
  private let statements: [Sheet: Database.Statement]

  /// The database's tables.
  private enum Sheet: String, CaseIterable {
    case grid, points, parameters, inputs
    case values = "recorded"
    case numbers, tables, figures, warnings

    var columns: String {
      switch self {
      case .grid: "name TEXT PRIMARY KEY, value TEXT"
      case .points:
        "number INTEGER PRIMARY KEY, id TEXT, title TEXT, folder TEXT, status TEXT, error TEXT, machine TEXT, started REAL, seconds REAL, version TEXT, kit TEXT"
      case .parameters: "point INTEGER, name TEXT, value, varies INTEGER"
      case .inputs: "point INTEGER, path TEXT, hash TEXT"
      case .values: "point INTEGER, place INTEGER, name TEXT, value, unit TEXT"
      case .numbers: "point INTEGER, label TEXT, row INTEGER, subject TEXT, name TEXT, value REAL, unit TEXT"
      case .tables: "point INTEGER, place INTEGER, label TEXT, title TEXT, caption TEXT, json TEXT"
      case .warnings: "point INTEGER, place INTEGER, message TEXT"
      case .figures:
        "point INTEGER, place INTEGER, label TEXT, title TEXT, caption TEXT, spoken TEXT, file TEXT"
      }
    }
  }

  /// A database that will be at this path once it is finished.
  ///
  /// - Throws: `ResultsError` where it cannot be written.
  package init(to path: String, _ heading: Heading) throws {
    self.path = path
    do {
      scratch = try WholeFile.scratch(for: path)
    } catch {
      throw ResultsError.unwritable(path, SystemReason.words(error))
    }
    do {
      let database = try Database(making: scratch)
      try database.run("BEGIN")
      var statements: [Sheet: Database.Statement] = [:]
      for sheet in Sheet.allCases {
        try database.run("CREATE TABLE \(sheet.rawValue) (\(sheet.columns))")
        let count = sheet.columns.split(separator: ",").count
        let places = Array(repeating: "?", count: count).joined(separator: ", ")
        statements[sheet] = try database.prepare("INSERT INTO \(sheet.rawValue) VALUES (\(places))")
      }
      (self.database, self.statements) = (database, statements)
      let facts = [
        ("format", "1"), ("name", heading.name), ("title", heading.title), ("notebook", heading.notebook),
        ("kit", heading.kit), ("version", heading.version),
      ]
      for (name, value) in facts { try insert(.grid, [.text(name), .text(value)]) }
    } catch let error as Database.Failure {
      try? FileManager.default.removeItem(atPath: scratch)
      throw ResultsError.unwritable(path, error.description)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: scratch) }

  private func insert(_ sheet: Sheet, _ values: [Database.Value]) throws { try statements[sheet]!.run(values) }

  /// Adds a point, with its record or why there is none. O(its values and the entries of its tables).
  ///
  /// - Parameters:
  ///   - number: From 1, in the plan's order.
  ///   - varied: The names of the parameters that are not the same for all points, in the plan's order.
  /// - Throws: `ResultsError`.
  package func add(
    _ number: Int, id: String, title: String, folder: String, varied: [String], _ result: PointRecord?,
    missing: Missing? = nil
  ) throws {
    do {
      let point = Database.Value.integer(Int64(number))
      let status = missing?.status ?? result?.status.rawValue ?? "missing"
      let error = missing?.error ?? result?.error
      try insert(
        .points,
        [
          point, .text(id), .text(title), .text(folder), .text(status), error.map { .text($0) } ?? .null,
          .text(result?.machine ?? ""), .real(result?.started ?? 0), .real(result?.seconds ?? 0),
          .text(result?.version ?? ""), .text(result?.kit ?? ""),
        ])
      guard let result else { return }
      let leading = varied.compactMap { name in result.parameters.first { $0.name == name } }
      for setting in leading + result.parameters.filter({ !varied.contains($0.name) }) {
        try insert(
          .parameters,
          [
            point, .text(setting.name), Database.Value(setting.value), .integer(varied.contains(setting.name) ? 1 : 0),
          ])
      }
      guard missing == nil else { return }
      for (path, hash) in result.inputs.sorted(by: { $0.key < $1.key }) {
        try insert(.inputs, [point, .text(path), .text(hash)])
      }
      try addFindings(of: result, point)
    } catch let error as Database.Failure {
      throw ResultsError.unwritable(path, error.description)
    }
  }

  private func addFindings(of result: PointRecord, _ point: Database.Value) throws {
    func text(_ text: String?) -> Database.Value { text.map { .text($0) } ?? .null }
    for (place, value) in result.values.enumerated() {
      try insert(
        .values,
        [point, .integer(Int64(place)), .text(value.name), Database.Value(value.value), text(value.unit)])
    }
    for (place, message) in (result.warnings ?? []).enumerated() {
      try insert(.warnings, [point, .integer(Int64(place)), .text(message)])
    }
    for (place, figure) in result.figures.enumerated() {
      try insert(
        .figures,
        [
          point, .integer(Int64(place)), .text(figure.label), .text(figure.title), text(figure.caption),
          .text(figure.spoken), .text(figure.file),
        ])
    }
    for (place, note) in result.tables.enumerated() {
      try insert(
        .tables,
        [
          point, .integer(Int64(place)), .text(note.label), .text(note.title), text(note.caption),
          .text(try Self.json(note.table)),
        ])
      try addNumbers(of: note, point)
    }
  }

  private func addNumbers(of note: PointRecord.TableNote, _ point: Database.Value) throws {
    let table = note.table
    let names = table.columns.indices.first { !table.isNumeric(column: $0) }
    for (index, row) in table.rows.enumerated() {
      var subject = Database.Value.null
      if let names, case .text(let name) = row[names] { subject = .text(name) }
      for (column, entry) in zip(table.columns, row) {
        guard let value = entry.double else { continue }
        try insert(
          .numbers,
          [
            point, .text(note.label), .integer(Int64(index + 1)), subject, .text(column.title), .real(value),
            column.unit.map { .text($0) } ?? .null,
          ])
      }
    }
  }

  private static func json(_ table: Table) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(table), as: UTF8.self)
  }

  /// Puts the database in its place.
  ///
  /// - Throws: `ResultsError` where it cannot be written.
  package func finish() throws {
    do {
      try database.run("COMMIT")
      for name in ["parameters", "recorded", "numbers", "tables", "figures", "inputs", "warnings"] {
        try database.run("CREATE INDEX \(name)_point ON \(name) (point)")
      }
    } catch let error as Database.Failure {
      throw ResultsError.unwritable(path, error.description)
    }
    database.close()
    do {
      try WholeFile.place(scratch, at: path)
    } catch {
      throw ResultsError.unwritable(path, SystemReason.words(error))
    }
  }
}

extension Table.Cell {
  /// The entry as a number; nil for other entries.
  var double: Double? {
    switch self {
    case .number(let number): number
    case .count(let count): Double(count)
    case .text, .empty: nil
    }
  }

  /// The entry with all its digits.
  package var plain: String {
    switch self {
    case .text(let text): text
    case .number(let number): "\(number)"
    case .count(let count): "\(count)"
    case .empty: ""
    }
  }
}

extension Database.Value {
  init(_ cell: Table.Cell) {
    switch cell {
    case .text(let text): self = .text(text)
    case .number(let number): self = .real(number)
    case .count(let count): self = .integer(Int64(count))
    case .empty: self = .null
    }
  }

  /// As an entry of a table; the word that stands for a NaN is one again.
  var cell: Table.Cell {
    switch self {
    case .null: .empty
    case .integer(let integer): .count(Int(integer))
    case .real(let real): .number(real)
    case .text("nan"): .number(.nan)
    case .text(let text): .text(text)
    }
  }
}
