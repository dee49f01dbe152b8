import Figures
import Gestures

extension Stroke {
  /// The stroke as the features see it: rescaled, on the board that `features` lays over it, y downwards as on a screen. A
  /// ring marks the start, a filled marker the end, small dots the samples; rows and columns are counted at the edges, as in
  /// the features' names.
  ///
  /// - Throws: `GestureError` for a board that cannot be.
  public func figure(on features: ZoneFeatures = .course, size: Figure.Size? = nil) throws(GestureError) -> Figure {
    let samples = try rescaled(minSize: features.minSize(for: self), scaling: features.scaling).samples
    let borders = (1..<max(features.columns, 1)).map { Double($0) / Double(features.columns) }
    let levels = (1..<max(features.rows, 1)).map { Double($0) / Double(features.rows) }
    let x = samples.map(\.x)
    // Screens count y downwards, figures upwards: the board is drawn with its top at 1, and its edges say what they are.
    let y = samples.map { 1 - $0.y }
    let edges = ([0, 1] + borders).map { (x: Double) -> Mark in .law("", x: [x, x], y: [0, 1]) }
    let lines = ([0, 1] + levels).map { (y: Double) -> Mark in .law("", x: [0, 1], y: [y, y]) }
    let columns = (0..<features.columns).map { (column: Int) -> Mark in
      // The first says what is counted, where there is room for it.
      let name = column == 0 && features.columns <= 4 ? "column 0" : "\(column)"
      return .text(name, x: (Double(column) + (name.count > 2 ? 0.12 : 0.44)) / Double(features.columns), y: 1.05)
    }
    let rows = (0..<features.rows).map { (row: Int) -> Mark in
      .text("row \(row)", x: -0.19, y: 1 - (Double(row) + 0.5) / Double(features.rows))
    }
    let directions = [Mark.text("x →", x: 1.03, y: 1.05), .text("↓ y", x: -0.19, y: -0.05)]
    return Figure(
      Plane(
        x: FigureAxis("x", limits: .fixed(-0.2, 1.16)), y: FigureAxis("y", limits: .fixed(-0.1, 1.1)), aspect: .equal,
        legend: .above, showsAxes: false,
        edges + lines + columns + rows + directions + [
          .path("stroke", x: x, y: y, look: Look(color: .blue)),
          .points("samples", x: x, y: y, look: Look(color: .blue)),
        ]), size: size ?? Figure.Size(width: 9, height: 9.6))
  }
}

/// Strokes side by side: a sheet to look through.
public struct StrokeSheet: Hashable, Sendable {
  /// A stroke and the words under it.
  public struct Entry: Hashable, Sendable {
    /// The stroke.
    public var stroke: Stroke
    /// What is under it; nothing when it is empty.
    public var caption: String

    /// `stroke`, with `caption` under it.
    public init(_ stroke: Stroke, caption: String) { (self.stroke, self.caption) = (stroke, caption) }
  }

  /// The strokes, row by row.
  public var entries: [Entry]
  /// How many are side by side.
  public var columns: Int

  /// A sheet of these strokes.
  public init(_ entries: [Entry], columns: Int = 9) { (self.entries, self.columns) = (entries, max(1, columns)) }

  /// The sheet as a figure: each stroke in its own square, 1 high, with its start marked.
  ///
  /// - Throws: `GestureError.emptyStroke` for a sheet without strokes.
  public func figure(size: Figure.Size? = nil) throws(GestureError) -> Figure {
    guard !entries.isEmpty else { throw .emptyStroke }
    let across = min(columns, entries.count)
    let rows = (entries.count + across - 1) / across
    var panels: [Figure.Panel] = []
    for entry in entries {
      let samples = try entry.stroke.rescaled(minSize: 0).samples
      var marks = [Mark.path(x: samples.map(\.x), y: samples.map { 1 - $0.y }, look: Look(color: .blue))]
      if !entry.caption.isEmpty { marks.append(.text(entry.caption, x: 0, y: -0.3)) }
      panels.append(
        .plane(
          Plane(
            x: FigureAxis("", limits: .fixed(-0.1, 1.25)), y: FigureAxis("", limits: .fixed(-0.5, 1.1)), aspect: .equal,
            showsAxes: false, marks)))
    }
    let width = max(4, min(16, 2.6 * Double(across)))
    let height = max(3, width / Double(across) * 1.2 * Double(rows))
    var figure = Figure(panels: panels, columns: across, size: size ?? Figure.Size(width: width, height: height))
    // Strokes that only share a caption belong to its row.
    figure.isList = entries.allSatisfy { !$0.caption.isEmpty }
    return figure
  }
}
