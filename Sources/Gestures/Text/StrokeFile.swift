internal import Basics
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
    let lines = CommaSeparated(csv).lines
    guard let header = lines.first else {
      throw .unreadable(file: file, reason: "it is empty; the first line should name the columns: x,y,t")
    }
    for column in header.fields where !Self.columns.contains(column) {
      throw .unknownColumn(
        file: file, line: header.number, column: column, suggestion: Spelling.nearest(to: column, among: Self.columns))
    }
    let place = { (name: String) in header.fields.firstIndex(of: name) }
    guard let x = place("x"), let y = place("y"), let t = place("t") else {
      let missing = ["x", "y", "t"].first { place($0) == nil } ?? "x"
      throw .missingColumn(file: file, line: header.number, column: missing, expected: Self.columns)
    }
    var groups: [(name: String, label: String?, line: Int, samples: [Sample2D])] = []
    for line in lines.dropFirst() {
      guard line.fields.count == header.fields.count else {
        problems.append(
          .brokenRow(
            file: file, line: line.number,
            reason: "\(line.fields.count) fields where the first line names \(header.fields.count) columns"))
        continue
      }
      guard let sample = Self.sample(line.fields[x], line.fields[y], line.fields[t]) else {
        problems.append(
          .brokenRow(file: file, line: line.number, reason: "x, y and t should be finite numbers"))
        continue
      }
      let name = place("gesture").map { line.fields[$0] } ?? ""
      if groups.last?.name != name || groups.isEmpty {
        let label = place("label").map { line.fields[$0] }.flatMap { $0.isEmpty ? nil : $0 }
        groups.append((name, label, line.number, []))
      }
      groups[groups.count - 1].samples.append(sample)
    }
    strokes = []
    for group in groups {
      do {
        strokes.append(LabelledStroke(label: group.label, stroke: try Stroke(group.samples)))
      } catch {
        problems.append(
          .brokenRow(file: file, line: group.line, reason: "the stroke that begins here is left out. \(error)"))
      }
    }
  }

  private static func sample(_ x: String, _ y: String, _ t: String) -> Sample2D? {
    guard let x = Double(x), let y = Double(y), let t = Double(t), x.isFinite, y.isFinite, t.isFinite else {
      return nil
    }
    return Sample2D(x: x, y: y, t: t)
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
