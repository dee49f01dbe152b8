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
      let curve = try operatingPoints(classifier.name, classifier.scores, classifier.isPositive)
      marks.append(.line(classifier.name, x: curve.map(\.falsePositives), y: curve.map(\.truePositives)))
    }
    return Figure(
      x: FigureAxis("false positive rate", limits: .fixed(0, 1)),
      y: FigureAxis("true positive rate", limits: .fixed(0, 1.02)),
      aspect: .equal, legend: .inside, size: size ?? Size(width: 9, height: 9), marks)
  }

  private static func operatingPoints(
    _ name: String, _ scores: [Double], _ isPositive: [Bool]
  ) throws(FigureError) -> [(falsePositives: Double, truePositives: Double)] {
    guard scores.count == isPositive.count else {
      throw .lengthsDiffer(series: name, lengths: [scores.count, isPositive.count])
    }
    if let index = scores.firstIndex(where: \.isNaN) {
      throw .notFinite(series: name, index: index, value: scores[index])
    }
    let positives = isPositive.filter { $0 }.count
    let negatives = isPositive.count - positives
    guard positives > 0, negatives > 0 else { throw .nothingToDraw(series: name, logarithmic: false) }
    let order = scores.indices.sorted { scores[$0] > scores[$1] }
    var points = [(falsePositives: 0.0, truePositives: 0.0)]
    var (hits, alarms) = (0, 0)
    for (rank, index) in order.enumerated() {
      if isPositive[index] { hits += 1 } else { alarms += 1 }
      let isLastOfScore = rank + 1 == order.count || scores[order[rank + 1]] != scores[index]
      if isLastOfScore {
        points.append((Double(alarms) / Double(negatives), Double(hits) / Double(positives)))
      }
    }
    return points
  }
}
