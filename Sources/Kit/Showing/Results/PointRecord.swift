import Display

/// The outcome of one point of a grid: its parameters and recordings, what was recorded, where and by which program.
///
/// It is all that gathering reads; the report next to it is for people.
package struct PointRecord: Codable, Hashable, Sendable {
  package enum Status: String, Codable, Hashable, Sendable { case done, failed }

  /// A figure of the report.
  package struct FigureNote: Codable, Hashable, Sendable {
    package var label: String
    /// “Figure 2”.
    package var title: String
    package var caption: String?
    package var spoken: String
    /// Its file in the point's folder.
    package var file: String

    package init(label: String, title: String, caption: String?, spoken: String, file: String) {
      (self.label, self.title, self.caption, self.spoken, self.file) = (label, title, caption, spoken, file)
    }
  }

  /// A table of the report.
  package struct TableNote: Codable, Hashable, Sendable {
    package var label: String
    package var title: String
    package var caption: String?
    package var table: Table

    package init(label: String, title: String, caption: String?, table: Table) {
      (self.label, self.title, self.caption, self.table) = (label, title, caption, table)
    }
  }

  /// A parameter and its value, as the notebook saw it.
  package struct Setting: Codable, Hashable, Sendable {
    package var name: String
    package var value: Table.Cell

    package init(_ name: String, _ value: Table.Cell) { (self.name, self.value) = (name, value) }
  }

  /// The number of this form.
  package static let currentFormat = 2

  package var format = currentFormat
  /// The point's identity, of which only content decides.
  package var id: String
  package var status: Status
  /// The error's message, as the terminal showed it.
  package var error: String?
  package var parameters: [Setting]
  /// The files that cells have read, from the notebook's folder, and environment variables as `$NAME`, with their hashes.
  package var inputs: [String: String] = [:]
  /// All that the point looked at, as lines of a written footprint.
  package var footprint: [String] = []
  package var values: [RecordedValue] = []
  /// What its cells warned of, each once; nil in records of earlier versions.
  package var warnings: [String]?
  package var figures: [FigureNote] = []
  package var tables: [TableNote] = []
  /// How the report was asked for.
  package var options: String
  package var machine: String
  /// Seconds since 1970.
  package var started: Double
  package var seconds: Double
  package var version: String
  package var kit: String
  /// A hash of the notebook's text; nil in records of earlier versions.
  package var notebook: String?

  package init(
    id: String, status: Status, error: String? = nil, parameters: [Setting], options: String = "", machine: String = "",
    started: Double = 0, seconds: Double = 0, version: String = "", kit: String = "", notebook: String? = nil
  ) {
    (self.id, self.status, self.error, self.parameters) = (id, status, error, parameters)
    (self.options, self.machine, self.started, self.seconds) = (options, machine, started, seconds)
    (self.version, self.kit, self.notebook) = (version, kit, notebook)
  }

  /// Whether another run of the same point found the same.
  package func agrees(with other: PointRecord) -> Bool {
    func cells(_ cell: Table.Cell) -> Table.Cell {
      if case .number(let number) = cell, number.isNaN { .text("nan") } else { cell }
    }
    func values(_ record: PointRecord) -> [RecordedValue] {
      record.values.map { RecordedValue($0.name, cells($0.value), unit: $0.unit) }
    }
    func entries(_ record: PointRecord) -> [[Table.Cell]] { record.tables.flatMap(\.table.rows).map { $0.map(cells) } }
    return id == other.id && status == other.status && values(self) == values(other) && entries(self) == entries(other)
      && tables.map(\.label) == other.tables.map(\.label)
  }
}
