import Figures
import Gestures

extension LearningCurve {
  /// Accuracy over the examples of each label, with the intervals of 95 % confidence.
  /// - Parameter name: what the legend calls it.
  public func figure(_ name: String = "accuracy", size: Figure.Size? = nil) -> Figure {
    LearningCurve.figure([(name, self)], size: size)
  }

  /// Several curves in one figure, each with its interval.
  public static func figure(_ curves: [(name: String, curve: LearningCurve)], size: Figure.Size? = nil) -> Figure {
    Figure(
      x: FigureAxis("examples of each label", scale: .logarithmic), y: FigureAxis("right answers", unit: "%"),
      size: size,
      curves.flatMap { name, curve -> [Mark] in
        let x = curve.points.map { Double($0.examplesPerLabel) }
        return [
          .ribbon(
            name, x: x, low: curve.points.map { 100 * $0.accuracy.interval.lowerBound },
            high: curve.points.map { 100 * $0.accuracy.interval.upperBound }),
          .line(name, x: x, y: curve.points.map { 100 * $0.accuracy.value }),
        ]
      })
  }
}
