import Foundation

/// Strokes in a file: as CSV with the columns `gesture,label,x,y,t`, of which `gesture` and `label` may be missing,
/// or as JSON, `[{"label": "A", "stroke": [{"x": …, "y": …, "t": …}, …]}, …]`.
///
/// x to the right, y downwards, t in seconds. In CSV, rows with the same `gesture` are one stroke.
public struct StrokeFile: Hashable, Sendable {
  /// The strokes, in the order of the file.
  public var strokes: [LabelledStroke]
  /// What was wrong with rows and strokes that were left out, each with its line.
  public private(set) var problems: [GestureError] = []

  /// A file with these strokes.
  public init(_ strokes: [LabelledStroke]) { self.strokes = strokes }

  private static let columns = ["gesture", "label", "x", "y", "t"]

  /// Reads CSV. A broken row, and a stroke whose rows do not make one (times running backwards), is reported in
  /// ``problems``, with its line; the rest is kept.
  /// - Throws: ``GestureError/missingColumn(file:line:column:expected:)``,
  ///   ``GestureError/unknownColumn(file:line:column:suggestion:)``, ``GestureError/unreadable(file:reason:)`` for an
  ///   empty file. Complexity: O(characters).
  public init(csv: some StringProtocol, file: String = "strokes") throws(GestureError) {
    let table = try CommaSeparated(csv, file: file, columns: "x,y,t")
    let places = try table.places(of: ["x", "y", "t"], known: Self.columns)
    let field = { (name: String, row: CommaSeparated.Line) in
      table.header.fields.firstIndex(of: name).map { row.fields[$0] } ?? ""
    }
    var groups: [(name: String, label: String, row: CommaSeparated.Line, samples: [Sample2D])] = []
    for row in table.rows {
      do throws(GestureError) {
        try table.requireAllFields(of: row)
        let values = try table.numbers(in: row, at: places)
        if groups.last?.name != field("gesture", row) {
          groups.append((field("gesture", row), field("label", row), row, []))
        }
        groups[groups.count - 1].samples.append(Sample2D(x: values[0], y: values[1], t: values[2]))
      } catch {
        problems.append(error)
      }
    }
    strokes = []
    for group in groups {
      do {
        let label = group.label.isEmpty ? nil : group.label
        strokes.append(LabelledStroke(label: label, stroke: try Stroke(group.samples)))
      } catch {
        problems.append(table.broken(group.row, "the stroke that begins here is left out. \(error)"))
      }
    }
  }

  /// The strokes as CSV with all five columns, gestures numbered from 0.
  public var csv: String {
    var lines = [Self.columns.joined(separator: ",")]
    for (number, labelled) in strokes.enumerated() {
      let label = CommaSeparated.quoted(labelled.label ?? "")
      for sample in labelled.stroke.samples { lines.append("\(number),\(label),\(sample.x),\(sample.y),\(sample.t)") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Reads JSON: an array of labelled strokes. A broken one is reported in ``problems``, with its place; the rest is kept.
  /// - Throws: ``GestureError/unreadable(file:reason:)`` for text that is no JSON array.
  public init(json: Data, file: String = "strokes") throws(GestureError) {
    strokes = []
    for (number, element) in try decode([Attempt].self, from: json, file: file).enumerated() {
      switch element.result {
      case .success(let stroke): strokes.append(stroke)
      case .failure(let error as GestureError):
        problems.append(.unreadable(file: file, reason: "the stroke [\(number)] is left out. \(error)"))
      case .failure(let error): problems.append(.decoding(error, file: file))
      }
    }
  }

  /// A stroke that may be none.
  private struct Attempt: Decodable {
    var result: Result<LabelledStroke, any Error>
    init(from decoder: any Decoder) { result = Result { try LabelledStroke(from: decoder) } }
  }

  /// The strokes as JSON, keys sorted.
  public func json() throws(GestureError) -> Data { try encoded(strokes, file: "strokes") }
}
