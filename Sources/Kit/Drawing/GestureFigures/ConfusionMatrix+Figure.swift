import Figures
import Gestures

extension ConfusionMatrix {
  /// What was drawn (rows) and what was answered (columns), in per cent of what was drawn, with the counts in the
  /// cells; what never happened is left empty.
  ///
  /// A column “none” appears when something was answered with none. Complexity: O(labels²).
  public func figure(size: Figure.Size? = nil) -> Figure {
    let hasNone = counts.contains { $0[labels.count] > 0 }
    return .confusionMatrix(
      counts, truth: FigureAxis("drawn", categories: labels),
      prediction: FigureAxis("answered", categories: labels + (hasNone ? ["none"] : [])), share: "share", size: size)
  }
}
