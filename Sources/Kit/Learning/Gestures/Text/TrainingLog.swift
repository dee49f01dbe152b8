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
  public internal(set) var problems: [GestureError] = []

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
  ///     into this order. With nil, every column next to `label` is a feature, in the file's order.
  /// - Throws: ``GestureError/missingColumn(file:line:column:expected:)``,
  ///   ``GestureError/unknownColumn(file:line:column:suggestion:)``, ``GestureError/unreadable(file:reason:)`` for an
  ///   empty file. Complexity: O(characters).
  public init(csv: some StringProtocol, file: String = "training log", expecting expected: [String]? = nil)
    throws(GestureError)
  {
    let table = try ColumnTable(csv, file: file, columns: "label,…")
    let all = expected.map { ["label"] + $0 }
    let places = try table.places(of: all ?? ["label"], known: all)
    let features = all == nil ? table.header.fields.indices.filter { $0 != places[0] } : Array(places.dropFirst())
    self.init(names: features.map { table.header.fields[$0] })
    for row in table.rows {
      do throws(GestureError) {
        try table.requireAllFields(of: row)
        let label = row.fields[places[0]]
        guard !label.isEmpty else { throw table.broken(row, "the label is empty; write what was drawn") }
        examples.append(Example(label: label, features: try table.numbers(in: row, at: features)))
      } catch {
        problems.append(error)
      }
    }
  }

  /// The whole log as text, numbers with as many digits as read back to the same value. Complexity: O(numbers).
  public var csv: String {
    ([CommaSeparated.line(["label"] + names)] + examples.map(Self.row))
      .joined(separator: "\n") + "\n"
  }

  /// One line to append to the log, without its line break.
  public static func row(_ example: Example) -> String {
    ([CommaSeparated.quoted(example.label)] + example.features.map(\.description)).joined(separator: ",")
  }
}
