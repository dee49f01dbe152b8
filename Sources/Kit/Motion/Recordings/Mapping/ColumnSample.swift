internal import Basics
import Rotations
import Traces

/// The first rows of a table as numbers, where its fields are numbers.
struct ColumnSample {
  let text: DelimitedText
  /// The columns' names; a comment's, where the table has none.
  let names: [String]
  /// By column, by row; NaN where the field is not a number.
  let columns: [[Double]]
  /// By column of dates or times of day: s by row, NaN where the field is neither.
  private let clocks: [Int: [Double]]
  /// By column: how many of its cells hold anything.
  private let filled: [Int]
  /// By column: how many of them are numbers.
  private let numbers: [Int]
  /// By column: the first row's field.
  let firstFields: [String]
  let count: Int
  /// The app that has written the table, where it shows and hands on Android's readings: m/s² and rad/s, Android's sign.
  let androidApp: String?

  /// Rows that are looked at.
  private static let mostRows = 5000

  init(_ text: DelimitedText) throws {
    self.text = text
    names = text.hasHeader ? text.header : text.commentNames ?? text.header
    try text.requireTable()
    let rows = try text.textRows(Self.mostRows).compactMap(text.fitted)
    if rows.isEmpty, text.hasHeader, text.rows.isEmpty { throw TraceError.noRows(place: .init(file: text.file.path)) }
    let isComma = text.point == UInt8(ascii: ",")
    columns = text.header.indices.map { column in
      rows.map { row in
        let field = isComma ? row[column].replacing(",", with: ".") : row[column]
        guard let number = Double(field.trimmingBlanks), number.isFinite else { return .nan }
        return number
      }
    }
    numbers = columns.map { $0.count { !$0.isNaN } }
    filled = text.header.indices.map { column in rows.count { !Self.isEmpty($0[column]) } }
    firstFields = rows.first ?? []
    var clocks = [Int: [Double]]()
    for (column, field) in firstFields.enumerated() where ClockText.seconds(field) != nil {
      var clock = RunningClock()
      clocks[column] = rows.map { clock.seconds($0[column]) ?? .nan }
    }
    self.clocks = clocks
    let preamble = text.preamble
    androidApp =
      ["HyperIMU", "AndroSensor"].first { preamble.contains($0) }
      // It names the force in g next to the acceleration in m/s².
      ?? (["gFx", "gFy", "gFz"].allSatisfy(text.header.contains) ? "Physics Toolbox" : nil)
    count = rows.count
  }

  /// Whether a cell is empty, or a word for a missing value.
  static func isEmpty(_ field: String) -> Bool {
    field.utf8.count <= 4 && ["", "null", "nan", "none", "na", "-"].contains(field.lowercased())
  }

  /// Whether nine of ten filled cells of a column are numbers, in one row of fifty at least: a slower sensor, or one with its
  /// own rows, leaves cells empty.
  func isNumeric(_ column: Int) -> Bool {
    count > 0 && numbers[column] * 10 >= filled[column] * 9 && numbers[column] * 50 >= count && numbers[column] > 0
  }

  /// Whether a column holds numbers in nine rows of ten.
  func isDense(_ column: Int) -> Bool { isNumeric(column) && numbers[column] * 10 >= count * 9 }

  /// Whether no cell of a column holds anything.
  func isEmpty(_ column: Int) -> Bool { filled[column] == 0 }

  /// The column whose texts name the x, y and z of something, as where each row holds one number, and its first text.
  func columnOfNames() -> (column: Int, first: String)? {
    for column in names.indices where !isNumeric(column) && firstFields.indices.contains(column) {
      let words = Set(((try? text.textRows(400)) ?? []).compactMap { $0.indices.contains(column) ? $0[column] : nil })
      if words.count < 64, !ColumnGroup.all(in: words.sorted()).isEmpty { return (column, firstFields[column]) }
    }
    return nil
  }

  /// Whether a column says something: its numbers differ.
  func varies(_ column: Int) -> Bool {
    guard let first = columns[column].first(where: { !$0.isNaN }) else { return false }
    return columns[column].contains { !$0.isNaN && $0 != first }
  }

  /// Three columns as vectors, one per row: where a row has none, the last one before it, or else the first.
  func heldVectors(_ places: [Int]) -> [Vector3] {
    let vectors = (0..<count).map { vector(places, $0) }
    guard var last = vectors.first(where: { !$0.sum().isNaN }) else { return [] }
    return vectors.map { vector in
      if !vector.sum().isNaN { last = vector }
      return last
    }
  }

  /// The vector that three columns hold in a row.
  func vector(_ places: [Int], _ row: Int) -> Vector3 {
    Vector3(columns[places[0]][row], columns[places[1]][row], columns[places[2]][row])
  }

  /// Three columns as vectors, of the rows in which all three are numbers.
  func vectors(_ places: [Int]) -> [Vector3] {
    (0..<count).map { vector(places, $0) }.filter { !$0.sum().isNaN }
  }

  /// The median length of three columns, and half of the width in which the middle half of them lies.
  func length(_ places: [Int]) -> (median: Double, spread: Double) {
    let lengths = vectors(places).map(\.length)
    return (Basics.median(of: lengths), (quantile(0.75, of: lengths) - quantile(0.25, of: lengths)) / 2)
  }

  /// Whether a column holds dates or times of day.
  func isClock(_ column: Int) -> Bool { clocks[column] != nil && !isNumeric(column) }

  /// The times of a column in its unit, s for dates and times of day.
  func times(_ column: Int) -> [Double] { isClock(column) ? clocks[column] ?? [] : columns[column] }

  /// The steps of a column; rows without a number are passed over.
  func steps(_ column: Int) -> [Double] {
    let numbers = times(column).filter { !$0.isNaN }
    return zip(numbers.dropFirst(), numbers).map { $0 - $1 }
  }
}
