internal import Basics

extension Figure {
  /// The receiver operating characteristic of one or more classifiers: true positives over false positives as the
  /// threshold falls, with the diagonal on which guessing lies.
  ///
  /// Fawcett, "An introduction to ROC analysis" (2006), algorithm 1: examples of equal score move together.
  ///
  /// - Parameter classifiers: for each its name, a score per example (higher: more likely positive), and whether the
  ///   example is positive.
  /// - Throws: ``FigureError`` when scores and labels differ in number, a score is NaN, or one class is missing.
  /// - Complexity: O(n log n) per classifier.
  public static func operatingCharacteristic(
    _ classifiers: [(name: String, scores: [Double], isPositive: [Bool])], size: Size? = nil
  ) throws(FigureError) -> Figure {
    var marks: [Mark] = [.law("guessing", x: [0, 1], y: [0, 1])]
    for classifier in classifiers {
      let (name, scores, isPositive) = classifier
      guard scores.count == isPositive.count else {
        throw .lengthsDiffer(series: name, lengths: [scores.count, isPositive.count])
      }
      if let index = scores.firstIndex(where: \.isNaN) {
        throw .notFinite(series: name, index: index, value: scores[index])
      }
      let curve = operatingPoints(scores: scores, isPositive: isPositive)
      guard !curve.isEmpty else { throw .nothingToDraw(series: name, logarithmic: false) }
      marks.append(.line(name, x: curve.map(\.falsePositives), y: curve.map(\.truePositives)))
    }
    return Figure(
      x: FigureAxis("false positive rate", limits: .fixed(0, 1)),
      y: FigureAxis("true positive rate", limits: .fixed(0, 1.02)),
      aspect: .equal, legend: .inside, size: size ?? Size(width: 9, height: 9), marks)
  }
}
