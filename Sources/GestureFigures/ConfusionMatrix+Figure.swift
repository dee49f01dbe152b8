import Figures
import Gestures

extension ConfusionMatrix {
  /// What was drawn (rows) and what was answered (columns), in per cent of what was drawn, with the counts in the
  /// cells; what never happened is left empty.
  ///
  /// A column “none” appears when something was answered with none. Complexity: O(labels²).
  public func figure(size: Figure.Size? = nil) -> Figure {
    let hasNone = counts.contains { $0[labels.count] > 0 }
    let answers = labels + (hasNone ? ["none"] : [])
    let shares = counts.flatMap { row in
      let sum = row.reduce(0, +)
      return row.prefix(answers.count).map { $0 == 0 ? Double.nan : 100 * Double($0) / Double(sum) }
    }
    return Figure(
      Cells(
        x: FigureAxis("answered", categories: answers), y: FigureAxis("drawn", categories: labels),
        columns: answers.indices.map(Double.init), rows: labels.indices.map(Double.init), values: shares,
        quantity: FigureAxis("share", unit: "%", limits: .fixed(0, 100)),
        texts: counts.flatMap { row in row.prefix(answers.count).map { $0 > 0 ? "\($0)" : "" } }),
      size: size)
  }
}
