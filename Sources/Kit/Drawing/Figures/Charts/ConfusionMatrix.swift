extension Figure {
  /// How often each true class was classified as each class: a row per true class, coloured by its share of the row in
  /// per cent, so that rare classes show as well as frequent ones. What never happened is left empty.
  ///
  /// - Parameters:
  ///   - counts: `counts[truth][predicted]`, one row and column per label.
  ///   - labels: the classes, in the order of rows and columns.
  ///   - truth: what the rows are, "written letter".
  ///   - prediction: what the columns are, "recognised as".
  /// - Throws: ``FigureError/cells(_:)`` when `counts` is not square with a row per label, or a count is negative.
  /// - Complexity: O(labels²).
  public static func confusionMatrix(
    _ counts: [[Int]], labels: [String], truth: String = "true class", prediction: String = "predicted class",
    size: Size? = nil
  ) throws(FigureError) -> Figure {
    guard counts.count == labels.count, counts.allSatisfy({ $0.count == labels.count }) else {
      throw .cells(
        "a confusion matrix of \(labels.count) labels needs \(labels.count) rows of \(labels.count) counts, not "
          + "\(counts.count) rows of \(Set(counts.map(\.count)).sorted().map(String.init).joined(separator: " or "))")
    }
    guard counts.allSatisfy({ $0.allSatisfy { $0 >= 0 } }) else { throw .cells("counts must not be negative") }
    return confusionMatrix(
      counts, truth: FigureAxis(truth, categories: labels), prediction: FigureAxis(prediction, categories: labels),
      share: "share of row", size: size)
  }

  /// The same for checked counts: a row per category of the truth, in it a count per category of the prediction, or more
  /// counts of which only the sum is shown.
  package static func confusionMatrix(
    _ counts: [[Int]], truth: FigureAxis, prediction: FigureAxis, share: String, size: Size?
  ) -> Figure {
    let width = prediction.categories.count
    let shares = counts.flatMap { row -> [Double] in
      let sum = row.reduce(0, +)
      return row.prefix(width).map { $0 == 0 ? .nan : 100 * Double($0) / Double(sum) }
    }
    return Figure(
      Cells(
        x: prediction, y: truth, columns: (0..<width).map(Double.init), rows: counts.indices.map(Double.init),
        values: shares, quantity: FigureAxis(share, unit: "%", limits: .fixed(0, 100)),
        texts: counts.flatMap { $0.prefix(width).map { $0 == 0 ? "" : "\($0)" } }),
      size: size)
  }
}
