extension Figure {
  /// How often each true class was taken for each class: a row per true class, coloured by its share of the row in per
  /// cent, so that rare classes show as well as frequent ones. What never happened is left empty.
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
    let places = labels.indices.map(Double.init)
    let shares = counts.flatMap { row -> [Double] in
      let sum = row.reduce(0, +)
      return row.map { $0 == 0 ? .nan : 100 * Double($0) / Double(sum) }
    }
    return Figure(
      Cells(
        x: FigureAxis(prediction, categories: labels), y: FigureAxis(truth, categories: labels), columns: places,
        rows: places,
        values: shares, quantity: FigureAxis("share of row", unit: "%", limits: .fixed(0, 100)),
        texts: counts.flatMap { $0.map { $0 == 0 ? "" : "\($0)" } }),
      size: size)
  }
}
