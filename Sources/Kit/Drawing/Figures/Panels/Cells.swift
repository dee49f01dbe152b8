/// A panel of coloured cells: a confusion matrix, a sweep over two parameters.
public struct Cells: Codable, Hashable, Sendable {
  /// Along the columns, left to right. Its categories, if any, name the columns.
  public var x: FigureAxis
  /// Along the rows. Its categories, if any, name the rows, and the first row is then at the top, as in a table;
  /// with numbers the first row is at the bottom, as on an axis.
  public var y: FigureAxis
  /// The number at the middle of each column; ascending, on a linear or logarithmic axis. 0, 1, 2, … for categories.
  public var columns: Column
  /// The number at the middle of each row; ascending. 0, 1, 2, … for categories.
  public var rows: Column
  /// The cells' numbers, row by row: `values[row * columns.count + column]`. NaN leaves the cell empty.
  public var values: Column
  /// What the cells measure, next to the colour bar.
  public var quantity: FigureAxis
  /// What is written in each cell, as many as `values`; empty for nothing.
  public var texts: [String]
  /// Whether a bar explains the colours.
  public var showsBar: Bool

  /// A panel of cells.
  ///
  /// - Parameters:
  ///   - columns: the number at the middle of each column, ascending.
  ///   - rows: the number at the middle of each row, ascending.
  ///   - values: row by row, `rows.count * columns.count` of them.
  ///   - quantity: what the cells measure; its scale decides whether colours follow the number or its logarithm.
  ///   - texts: what is written in the cells; empty for nothing.
  public init(
    x: FigureAxis, y: FigureAxis, columns: [Double], rows: [Double], values: [Double], quantity: FigureAxis,
    texts: [String] = [],
    showsBar: Bool = true
  ) {
    (self.x, self.y, self.quantity) = (x, y, quantity)
    (self.columns, self.rows, self.values) = (Column(columns), Column(rows), Column(values))
    (self.texts, self.showsBar) = (texts, showsBar)
  }
}
