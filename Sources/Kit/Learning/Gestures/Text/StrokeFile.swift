internal import Basics
import Foundation

/// Strokes in a file: as CSV with the columns `gesture,label,x,y,t,unit`, of which `gesture`, `label` and `unit` may be missing,
/// or as JSON, `[{"label": "A", "stroke": [{"x": …, "y": …, "t": …}, …]}, …]`, with `{"samples": […], "unit": "metres"}` for a
/// stroke that is not in points.
///
/// x to the right, y downwards, in the stroke's unit, `points` or `metres`; t in seconds. In CSV, rows with the same `gesture` are one
/// stroke; they are together.
public struct StrokeFile: Hashable, Sendable {
  /// The strokes, in the order of the file.
  public var strokes: [LabelledStroke]
  /// What was wrong with rows and strokes that were left out, each with its line.
  public private(set) var problems: [GestureError] = []

  /// A file with these strokes.
  public init(_ strokes: [LabelledStroke]) { self.strokes = strokes }

  private static let columns = ["gesture", "label", "x", "y", "t", "unit"]

  /// Reads CSV. A broken row, and a stroke whose rows do not make one (times running backwards, another stroke among them), is reported
  /// in ``problems``, with its line; the rest is kept.
  /// - Throws: ``GestureError/missingColumn(file:line:column:expected:)``,
  ///   ``GestureError/unknownColumn(file:line:column:suggestion:)``, ``GestureError/unreadable(file:reason:)`` for an
  ///   empty file. Complexity: O(characters).
  public init(csv: some StringProtocol, file: String = "strokes") throws(GestureError) {
    let table = try ColumnTable(csv, file: file, columns: "x,y,t")
    let places = try table.places(of: ["x", "y", "t"], known: Self.columns)
    let field = { (name: String, row: ColumnTable.Line) in
      table.header.fields.firstIndex(of: name).map { row.fields[$0] } ?? ""
    }
    var groups: [(label: String, unit: Stroke.Unit, row: ColumnTable.Line, samples: [Sample2D])] = []
    // Where the gesture of a name has begun; the strokes that are in pieces.
    var (begun, torn, current) = ([String: Int](), Set<Int>(), String?.none)
    for row in table.rows {
      do throws(GestureError) {
        try table.requireAllFields(of: row)
        let values = try table.numbers(in: row, at: places)
        let (name, unit) = (field("gesture", row), try Self.unit(field("unit", row), in: row, of: table))
        if current != name {
          if let first = begun[name] {
            torn.formUnion([first, groups.count])
            problems.append(
              table.broken(
                row,
                """
                the gesture “\(name)”, begun in line \(groups[first].row.number), continues after another, and is left out. Keep the \
                rows of a gesture together, or give this one its own name
                """))
          }
          current = name
          begun[name] = begun[name] ?? groups.count
          groups.append((field("label", row), unit, row, []))
        }
        guard unit == groups[groups.count - 1].unit else {
          throw table.broken(row, "the unit differs from that of the rows before; a stroke has one unit")
        }
        groups[groups.count - 1].samples.append(Sample2D(x: values[0], y: values[1], t: values[2]))
      } catch {
        problems.append(error)
      }
    }
    strokes = []
    for (index, group) in groups.enumerated() where !torn.contains(index) {
      do {
        let label = group.label.isEmpty ? nil : group.label
        strokes.append(LabelledStroke(label: label, stroke: try Stroke(group.samples, unit: group.unit)))
      } catch {
        problems.append(table.broken(group.row, "the stroke that begins here is left out. \(error)"))
      }
    }
  }

  private static func unit(_ field: String, in row: ColumnTable.Line, of table: ColumnTable) throws(GestureError)
    -> Stroke.Unit
  {
    guard let unit = field.isEmpty ? .points : Stroke.Unit(rawValue: field) else {
      throw table.broken(row, "the unit “\(field)” is unknown; write “points” or “metres”")
    }
    return unit
  }

  /// The strokes as CSV, gestures numbered from 0, with a column for the unit unless all are in points.
  public var csv: String {
    let hasUnit = strokes.contains { $0.stroke.unit != .points }
    var lines = [Self.columns.dropLast(hasUnit ? 0 : 1).joined(separator: ",")]
    for (number, labelled) in strokes.enumerated() {
      let label = CommaSeparated.quoted(labelled.label ?? "")
      let unit = hasUnit ? ",\(labelled.stroke.unit)" : ""
      for sample in labelled.stroke.samples {
        lines.append("\(number),\(label),\(sample.x),\(sample.y),\(sample.t)\(unit)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Reads JSON: an array of labelled strokes. A broken one is reported in ``problems``, with its place; the rest is kept.
  /// - Throws: ``GestureError/unreadable(file:reason:)`` for text that is not a JSON array.
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

  /// A stroke, or what is wrong with it.
  private struct Attempt: Decodable {
    var result: Result<LabelledStroke, any Error>
    init(from decoder: any Decoder) { result = Result { try LabelledStroke(from: decoder) } }
  }

  /// The strokes as JSON, keys sorted.
  public func json() throws(GestureError) -> Data { try encoded(strokes, file: "strokes") }
}
