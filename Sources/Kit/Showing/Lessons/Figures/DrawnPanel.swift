import Figures

/// A panel as a check looks at it: axes, and what is drawn along them, whatever kind of panel it is.
struct DrawnPanel {
  /// One thing that is drawn: a series, an arrow, the cells.
  struct Part {
    /// What can stand for one another: a line and points show the same numbers.
    enum Family: String { case series, bars, ribbon, bands, text, arrow, cells }

    var family: Family
    var name: String
    /// Numbers by the panel's axes, and the axis of each; of a ribbon, the last are its upper edge.
    var columns: [(axis: Int, values: [Double])]
    /// The names over which bars are.
    var places: [String] = []

    /// How a sentence calls it: “the series “none””.
    var words: String {
      let kind = family == .cells ? "the values of the cells" : "the \(family.rawValue)"
      return name.isEmpty ? kind : "\(kind) \(FigureDifference.quoted(name))"
    }
  }

  /// How a sentence calls each axis: “x”.
  var axisNames: [String]
  var axes: [FigureAxis]
  var parts: [Part]

  init(_ panel: Figure.Panel) {
    switch panel {
    case .plane(let plane):
      (axisNames, axes) = (["x", "y"], [plane.x, plane.y])
      parts = plane.marks.map { mark in
        // Over names the place among them is no number of the reader's.
        let x = mark.places == nil ? [(axis: 0, values: mark.x.values)] : []
        return Part(
          family: Part.Family(mark.kind), name: mark.name,
          columns: x + [(mark.kind == .bands ? 0 : 1, mark.y.values)] + (mark.high.map { [(1, $0.values)] } ?? []),
          places: mark.places ?? [])
      }
    case .space(let space):
      (axisNames, axes) = (["x", "y", "z"], [space.x, space.y, space.z])
      parts =
        space.paths.map { path in
          Part(
            family: .series, name: path.name,
            columns: [(0, path.x.values), (1, path.y.values), (2, path.z.values)])
        }
        + space.arrows.map { arrow in
          Part(
            family: .arrow, name: arrow.name,
            columns: (0..<3).map { axis in (axis, [arrow.from[axis], arrow.to[axis]]) })
        }
    case .cells(let cells):
      (axisNames, axes) = (["x", "y", "colour"], [cells.x, cells.y, cells.quantity])
      parts = [
        Part(
          family: .cells, name: "",
          columns: [(0, cells.columns.values), (1, cells.rows.values), (2, cells.values.values)])
      ]
    }
  }

  /// The part of the reader's that each of the expected ones asks for; nil where there is none. Names count without case and spaces at
  /// their ends; a part without a name is any of its family that no other asks for. O(parts²).
  func matches(of expected: DrawnPanel) -> [Part?] {
    var free = Array(parts.indices)
    var found: [Int: Part] = [:]
    func take(_ place: Int, _ isRight: (Part) -> Bool) {
      guard let index = free.firstIndex(where: { isRight(parts[$0]) }) else { return }
      found[place] = parts[free.remove(at: index)]
    }
    for (place, part) in expected.parts.enumerated() where !part.name.isEmpty {
      take(place) { $0.family == part.family && Self.key($0.name) == Self.key(part.name) }
    }
    for (place, part) in expected.parts.enumerated() where part.name.isEmpty {
      take(place) { $0.family == part.family }
    }
    return expected.parts.indices.map { found[$0] }
  }

  static func key(_ name: String) -> String {
    name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension DrawnPanel.Part.Family {
  init(_ kind: Mark.Kind) {
    self =
      switch kind {
      case .line, .path, .law, .points: .series
      case .bars: .bars
      case .ribbon: .ribbon
      case .bands: .bands
      case .text: .text
      }
  }
}
