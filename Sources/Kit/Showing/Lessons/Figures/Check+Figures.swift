import Display
import Figures
import JudgedCalls

/// Checks what a figure draws, and shows a sentence for the axes of each panel and one for each series that was expected: so many parts
/// has the check, and each earns its share of the cell's points.
///
/// Series are found by their names, in any order and without regard to case; one that was expected without a name may have any. Lines,
/// paths, laws and points count as the same. An axis must have the unit and the scale that were expected, and its label the words: where
/// the expected quantity is `""`, any label is right. Looks, sizes, limits, and whatever is drawn besides, do not count.
///
/// ```swift
/// try check(
///   drift(times),
///   draws: Figure(
///     x: FigureAxis("time", unit: "s"), y: FigureAxis("error", unit: "m"),
///     [.line("none", x: times, y: times.map { 0.05 * $0 * $0 })]),
///   within: 1e-6, "the drift")
/// ```
///
/// - Parameters:
///   - figure: The reader's figure.
///   - expected: What must be in it.
///   - tolerance: How far numbers may be apart, in the unit of their axis.
///   - what: What is looked at, for the sentences.
/// - Throws: `CheckError` for a tolerance that makes no sense. O(numbers).
public func check(
  _ figure: Figure, draws expected: Figure, within tolerance: Double = 1e-9, _ what: String = ""
) throws {
  let results = try results(of: figure, draws: expected, within: tolerance, what)
  report(results)
}

/// What a check of a figure found, part by part.
func results(
  of figure: Figure, draws expected: Figure, within tolerance: Double, _ what: String
) throws -> [CheckedResult] {
  guard tolerance >= 0, tolerance < .infinity else { throw CheckError.badTolerance(tolerance) }
  // A mistake with the whole says more than one with each of its series.
  let comparison = FigureComparison(figure, expected)
  let isFar = comparison.findings.contains { $0.distance > tolerance }
  let whole =
    isFar
    ? Figure.classicalMistakes.first { $0.explains(figure, expected, tolerance) { $0.checkedDistance(to: $1) } } : nil
  return comparison.findings.map { finding in
    let title = what.isEmpty ? finding.title : "\(what), \(finding.title)"
    guard finding.distance > tolerance, let difference = finding.difference else {
      return CheckedResult(hasPassed: true, title, title: title)
    }
    let mistake = whole?.words ?? finding.mistake(beyond: tolerance)
    return CheckedResult(
      hasPassed: false, "\(what.isEmpty ? "" : "\(what): ")\(difference.words)\(mistake.map { "; \($0)" } ?? "").",
      title: title, mistake: mistake ?? difference.veiledWords)
  }
}

extension FigureComparison.Finding {
  /// The mistake that explains the only column that differs; nil where there is none.
  func mistake(beyond tolerance: Double) -> String? {
    let wrong = columns.filter { $0.came.checkedDistance(to: $0.expected) > tolerance }
    guard wrong.count == 1, let column = wrong.first else { return nil }
    let units = DrawnUnit.all.filter { $0.said == column.axis.unit }.map { unit in
      Mistake<[Double]>(unit.words) { values in values.map { $0 * unit.factor } }
    }
    return (units + [Double].classicalMistakes).first {
      $0.explains(column.came, column.expected, tolerance) { $0.checkedDistance(to: $1) }
    }?.words
  }
}
