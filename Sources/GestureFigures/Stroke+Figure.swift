import Figures
import Gestures

extension Stroke {
  /// The stroke as the features see it: rescaled, on the board that `features` lays over it. A ring marks the start, a
  /// filled marker the end, small dots the samples.
  ///
  /// - Throws: `GestureError` for a board that cannot be.
  public func figure(on features: ZoneFeatures = .course, size: Figure.Size? = nil) throws(GestureError) -> Figure {
    let samples = try rescaled(minSize: features.minSize, scaling: features.scaling).samples
    let borders = (1..<max(features.columns, 1)).map { Double($0) / Double(features.columns) }
    let levels = (1..<max(features.rows, 1)).map { Double($0) / Double(features.rows) }
    let x = samples.map(\.x)
    // Screens count y downwards, figures upwards: the axis says from the bottom.
    let y = samples.map { 1 - $0.y }
    return Figure(
      x: FigureAxis("from the left", limits: .fixed(-0.05, 1.05)),
      y: FigureAxis("from the bottom", limits: .fixed(-0.05, 1.05)), aspect: .equal, size: size,
      borders.map { .law("", x: [$0, $0], y: [0, 1]) } + levels.map { .law("", x: [0, 1], y: [$0, $0]) } + [
        .path("stroke", x: x, y: y, look: Look(color: .blue)),
        .points("samples", x: x, y: y, look: Look(color: .blue)),
      ])
  }
}

/// Strokes side by side: a sheet to look through.
public struct StrokeSheet: Hashable, Sendable {
  /// A stroke and the words under it.
  public struct Entry: Hashable, Sendable {
    /// The stroke.
    public var stroke: Stroke
    /// What stands under it; nothing when it is empty.
    public var caption: String

    /// `stroke`, with `caption` under it.
    public init(_ stroke: Stroke, caption: String) { (self.stroke, self.caption) = (stroke, caption) }
  }

  /// The strokes, row by row.
  public var entries: [Entry]
  /// How many stand side by side.
  public var columns: Int

  /// A sheet of these strokes.
  public init(_ entries: [Entry], columns: Int = 9) { (self.entries, self.columns) = (entries, max(1, columns)) }

  /// The sheet as a figure: each stroke in a square of its own, 1 high, with its start marked.
  ///
  /// - Throws: `GestureError.emptyStroke` for a sheet without strokes.
  public func figure(size: Figure.Size? = nil) throws(GestureError) -> Figure {
    guard !entries.isEmpty else { throw .emptyStroke }
    let rows = (entries.count + columns - 1) / columns
    var marks: [Mark] = []
    for (index, entry) in entries.enumerated() {
      let (left, bottom) = (1.5 * Double(index % columns), 1.75 * Double(rows - 1 - index / columns))
      let samples = try entry.stroke.rescaled(minSize: 0).samples
      marks.append(
        .path(
          x: samples.map { left + $0.x }, y: samples.map { bottom + 1 - $0.y }, look: Look(color: .blue)))
      if !entry.caption.isEmpty { marks.append(.text(entry.caption, x: left, y: bottom - 0.3)) }
    }
    // The place on the sheet means nothing: axes without a name, and blanks where the numbers would stand.
    func blank(_ length: Double) -> FigureAxis {
      FigureAxis("", categories: Array(repeating: "", count: Int(length.rounded(.up))))
    }
    return Figure(
      x: blank(1.5 * Double(min(columns, entries.count))), y: blank(1.75 * Double(rows)), aspect: .equal,
      size: size ?? Figure.Size(width: 16, height: max(4, 2.2 * Double(rows) + 1)), marks)
  }
}
