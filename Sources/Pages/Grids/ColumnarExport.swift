import Display
import EmbeddedFiles
import Foundation
import NotebookDocument
import Processes

/// Tables as Parquet and Arrow files, through pyarrow: Swift has no library for either that is kept well.
package enum ColumnarExport {
  /// Reads columns as JSON and writes them. A column of numbers has nulls where entries are missing; one that holds words
  /// too is one of words.
  private static let script = EmbeddedFile.text("Grids/columns.py")

  private struct Column: Encodable {
    var name: String
    var unit: String?
    var kind: String
    var values: [Entry]
  }

  private enum Entry: Encodable {
    case null
    case integer(Int)
    case text(String)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .null: try container.encodeNil()
      case .integer(let integer): try container.encode(integer)
      case .text(let text): try container.encode(text)
      }
    }
  }

  /// Writes a table in the format `parquet` or `arrow`. A name that several columns have gets a number.
  ///
  /// - Throws: `ProcessError` when there is no Python with pyarrow, `GridError` when the file cannot be written.
  package static func write(_ table: Table, to path: String, format: String) throws {
    guard let python = python() else {
      throw ProcessError(
        .needsTools(
          "Python with pyarrow", purpose: format,
          remedy:
            "apt install python3-venv; python3 -m venv .venv; .venv/bin/pip install pyarrow; PATH=.venv/bin:$PATH"))
    }
    let json = String(decoding: try JSONEncoder().encode(columns(table)), as: UTF8.self)
    let (status, output) = try Subprocess.run(python, ["-c", script, path, format], input: json)
    guard status == 0 else {
      throw GridError(
        .unwritable(output.split(separator: "\n").last.map(String.init) ?? "Python ended with \(status)"), file: path)
    }
  }

  /// The first Python on the path that has the library.
  private static func python() -> String? {
    for folder in (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":") {
      let program = "\(folder)/python3"
      guard FileManager.default.isExecutableFile(atPath: program) else { continue }
      if (try? Subprocess.run(program, ["-c", "import pyarrow"]).status) == 0 { return program }
    }
    return nil
  }

  private static func columns(_ table: Table) -> [Column] {
    var used: [String: Int] = [:]
    return table.columns.enumerated().map { index, column in
      used[column.title, default: 0] += 1
      let count = used[column.title]!
      let entries = table.rows.map { $0[index] }
      let kind = Self.kind(entries)
      return Column(
        name: count > 1 ? "\(column.title) (\(count))" : column.title, unit: column.unit, kind: kind,
        values: entries.map { entry($0, kind) })
    }
  }

  private static func kind(_ entries: [Table.Cell]) -> String {
    var kind = "integer"
    for entry in entries {
      switch entry {
      case .text: return "text"
      case .number: kind = "real"
      case .count, .empty: break
      }
    }
    return entries.allSatisfy { $0 == .empty } ? "text" : kind
  }

  /// A real number travels as text: JSON has no infinite ones.
  private static func entry(_ cell: Table.Cell, _ kind: String) -> Entry {
    switch cell {
    case .empty: .null
    case .text(let text): .text(text)
    case .number(let number): .text("\(number)")
    case .count(let count): kind == "integer" ? .integer(count) : .text("\(count)")
    }
  }
}
