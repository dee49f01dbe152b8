/// The ranges of a figure's axes, panel by panel: what figures that are looked at one after the other have to share, so that the
/// eye can compare them.
package struct CommonFrame: Hashable, Sendable {
  /// A part of an axis.
  struct Span: Hashable, Sendable {
    var low: Double
    var high: Double
    var isLogarithmic: Bool

    init(_ range: AxisRange) { (low, high, isLogarithmic) = (range.low, range.high, range.isLogarithmic) }

    var range: AxisRange { AxisRange(low: low, high: high, isLogarithmic: isLogarithmic) }

    /// The part that holds both; nil for axes of two kinds.
    func union(_ other: Span) -> Span? {
      guard isLogarithmic == other.isLogarithmic else { return nil }
      var union = self
      (union.low, union.high) = (min(low, other.low), max(high, other.high))
      return union
    }
  }

  /// For each panel, the spans of its axes: of a plane x and y, of a space x, y and z, of cells that of their colours. Nil for an
  /// axis that says itself what it shows.
  private var panels: [[Span?]]

  /// The frame in which a figure is drawn by itself; nil for one that cannot be drawn.
  ///
  /// - Complexity: O(numbers in the figure).
  package init?(_ figure: Figure) {
    guard let panels = try? figure.panels.map({ try $0.spans() }) else { return nil }
    self.panels = panels
  }

  /// Widens the frame so that it holds another one; nil where they are not of one kind: such figures share nothing.
  package func union(_ other: CommonFrame) -> CommonFrame? {
    guard panels.map(\.count) == other.panels.map(\.count) else { return nil }
    var result = self
    for (panel, spans) in panels.enumerated() {
      for (axis, span) in spans.enumerated() {
        switch (span, other.panels[panel][axis]) {
        case (nil, nil): continue
        case (let span?, let another?):
          guard let union = span.union(another) else { return nil }
          result.panels[panel][axis] = union
        default: return nil
        }
      }
    }
    return result
  }

  /// The same figure, in this frame where it fits.
  package func around(_ figure: Figure) -> Figure {
    guard let own = CommonFrame(figure), own.union(self) != nil else { return figure }
    var figure = figure
    for index in figure.panels.indices {
      let ranges = panels[index].map { $0?.range }
      switch figure.panels[index] {
      case .plane(var plane):
        (plane.x.frame, plane.y.frame) = (ranges[0], ranges[1])
        figure.panels[index] = .plane(plane)
      case .space(var space):
        (space.x.frame, space.y.frame, space.z.frame) = (ranges[0], ranges[1], ranges[2])
        figure.panels[index] = .space(space)
      case .cells(var cells):
        cells.quantity.frame = ranges[0]
        figure.panels[index] = .cells(cells)
      }
    }
    return figure
  }

  /// All that it says, for keys.
  package var description: String {
    panels.map { $0.map { $0.map { "\($0.low) \($0.high)" } ?? "-" }.joined(separator: ",") }.joined(separator: ";")
  }
}

extension Figure.Panel {
  fileprivate func spans() throws(FigureError) -> [CommonFrame.Span?] {
    switch self {
    case .plane(let plane):
      let ranges = try plane.ranges()
      return [
        plane.x.categories.isEmpty && !plane.marks.contains { $0.places != nil } ? .init(ranges.x) : nil,
        plane.y.categories.isEmpty ? .init(ranges.y) : nil,
      ]
    case .space(let space):
      return try space.box().ranges.map {
        .init(AxisRange(low: $0.lowerBound, high: $0.upperBound, isLogarithmic: false))
      }
    case .cells(let cells): return [.init(try cells.colorRange())]
    }
  }
}
