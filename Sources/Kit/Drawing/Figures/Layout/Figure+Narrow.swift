extension Figure {
  /// The figure for a page as narrow as a telephone, with its panels below each other, or fewer of them side by side. It is nil
  /// for a figure that can be read there as it is, and for a grid, which keeps its columns.
  ///
  /// - Parameter size: the size at which it is drawn elsewhere; its natural one when nil.
  public func narrowed(from size: Size? = nil) -> (figure: Figure, size: Size)? {
    let wide = size ?? naturalSize
    let across = min(max(columns, 1), panels.count)
    guard wide.width > Self.narrowWidth + 1, across > 1, !isGrid else { return nil }
    let fitting = Int(Self.narrowWidth / (panels.map(\.leastWidth).max() ?? Self.narrowWidth))
    let columns = min(max(fitting, 1), across)
    guard columns < across else { return nil }
    let rows = (panels.count + across - 1) / across
    let newRows = (panels.count + columns - 1) / columns
    // Panels grow with the width they get, but not to towers.
    let panelWidth = Self.narrowWidth / Double(columns)
    let panelHeight = min(wide.height / Double(rows) * panelWidth / (wide.width / Double(across)), 1.1 * panelWidth)
    var figure = self
    figure.columns = columns
    figure.size = nil
    // Text for a slide is for a slide.
    figure.text = text.map { min($0, 10) }
    return (figure, Size(width: Self.narrowWidth, height: min(max(panelHeight * Double(newRows), 3), 200)))
  }

  /// Centimetres on the page of a telephone.
  private static let narrowWidth = 9.2
}

extension Figure.Panel {
  /// Centimetres that it needs to be read.
  fileprivate var leastWidth: Double {
    switch self {
    case .plane(let plane): plane.showsAxes ? 6 : 1.8
    case .space(let space): space.showsBox ? 6 : 4
    case .cells: 6
    }
  }
}
