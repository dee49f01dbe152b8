internal import Basics

/// A training log: a CSV that a person can read and append to, one labelled feature vector to a line (task 1C of the
/// course).
///
///     label,t_0_0,dx_0_0,dy_0_0,…,one
///     A,0.12,0.195,-0.521,…,1
public struct TrainingLog: Hashable, Sendable {
  /// The names of the features, in the order of the columns.
  public var names: [String]
  /// The rows that could be read.
  public var examples: [Example]
  /// What was wrong with the others, each with its line.
  public private(set) var problems: [GestureError] = []

  init(names: [String], examples: [Example], problems: [GestureError]) {
    (self.names, self.examples, self.problems) = (names, examples, problems)
  }

  /// A log of these examples.
  public init(names: [String], examples: [Example] = []) {
    (self.names, self.examples) = (names, examples)
  }

  /// Reads a log. A broken row is reported in ``problems``, with its line; the rest is kept.
  /// - Parameters:
  ///   - csv: the text of the file.
  ///   - file: what to call it in messages.
  ///   - expected: the names that the columns must have, such as ``ZoneFeatures/names``, in any order; the features
  ///     are put
  ///     into this order. With nil, every column beside `label` is a feature, in the file's order.
  /// - Throws: ``GestureError/missingColumn(file:line:column:expected:)``,
  ///   ``GestureError/unknownColumn(file:line:column:suggestion:)``, ``GestureError/unreadable(file:reason:)`` for an
  ///   empty file. Complexity: O(characters).
  public init(csv: some StringProtocol, file: String = "training log", expecting expected: [String]? = nil)
    throws(GestureError)
  {
    let lines = CommaSeparated(csv).lines
    guard let header = lines.first else {
      throw .unreadable(file: file, reason: "it is empty; the first line should name the columns: label,…")
    }
    let columns = try Self.columns(header, file: file, expected: expected)
    names = expected ?? columns.features.map { header.fields[$0] }
    examples = []
    for line in lines.dropFirst() {
      do {
        examples.append(try Self.example(line, width: header.fields.count, columns: columns, file: file))
      } catch {
        problems.append(error)
      }
    }
  }

  private typealias Columns = (label: Int, features: [Int])

  private static func columns(
    _ header: CommaSeparated.Line, file: String, expected: [String]?
  ) throws(GestureError) -> Columns {
    let found = header.fields
    let all = ["label"] + (expected ?? [])
    if let twice = found.indices.first(where: { found[..<$0].contains(found[$0]) }) {
      throw .unreadable(file: "\(file):\(header.number)", reason: "the column “\(found[twice])” stands there twice")
    }
    if expected != nil {
      for column in found where !all.contains(column) {
        let missing = all.filter { !found.contains($0) }
        throw .unknownColumn(
          file: file, line: header.number, column: column,
          suggestion: Spelling.nearest(to: column, among: missing.isEmpty ? all : missing))
      }
    }
    for column in all where !found.contains(column) {
      throw .missingColumn(file: file, line: header.number, column: column, expected: all)
    }
    let label = found.firstIndex(of: "label") ?? 0
    let features = expected?.compactMap { found.firstIndex(of: $0) } ?? found.indices.filter { $0 != label }
    return (label, features)
  }

  private static func example(
    _ line: CommaSeparated.Line, width: Int, columns: Columns, file: String
  ) throws(GestureError) -> Example {
    guard line.fields.count == width else {
      throw .brokenRow(
        file: file, line: line.number, reason: "\(line.fields.count) fields where the first line names \(width) columns"
      )
    }
    let label = line.fields[columns.label]
    guard !label.isEmpty else {
      throw .brokenRow(file: file, line: line.number, reason: "the label is empty; write what was drawn")
    }
    var features: [Double] = []
    features.reserveCapacity(columns.features.count)
    for column in columns.features {
      guard let value = Double(line.fields[column]), value.isFinite else {
        throw .brokenRow(
          file: file, line: line.number,
          reason: "“\(line.fields[column])” in field \(column + 1) is not a finite number")
      }
      features.append(value)
    }
    return Example(label: label, features: features)
  }

  /// The whole log as text, numbers with as many digits as read back to the same value. Complexity: O(numbers).
  public var csv: String {
    ([(["label"] + names).map(CommaSeparated.quoted).joined(separator: ",")] + examples.map(Self.row))
      .joined(separator: "\n") + "\n"
  }

  /// One line to append to the log, without its line break.
  public static func row(_ example: Example) -> String {
    ([CommaSeparated.quoted(example.label)] + example.features.map(\.description)).joined(separator: ",")
  }
}
