import Evaluation
import Figures
import Foundation
import Stabilization
import Traces

extension Comparison {
  /// The errors of each scheme's motion over several lengths or durations as boxes, side by side at each of them.
  ///
  /// - Parameter intervals: Lengths in metres along the true path, or durations in seconds; nil takes ``usualLengths()``.
  /// - Throws: As ``relativeErrors(over:)``.
  public func relativeErrorFigure(
    over intervals: [RelativePoseError.Interval]? = nil, size: Figure.Size? = nil
  ) throws -> Figure {
    let chosen = try intervals ?? usualLengths()
    let errors = try relativeErrors(over: chosen)
    let share = 0.8 / Double(max(runs.count, 1))
    var marks = [Mark]()
    for (place, interval) in chosen.enumerated() {
      for (number, run) in runs.enumerated() {
        guard let found = errors.first(where: { $0.label == run.label && $0.interval == interval }) else { continue }
        let offset = (Double(number) - Double(runs.count - 1) / 2) * share
        marks += Mark.box(
          run.label, at: Double(place) + offset, found.translation, width: 0.8 * share, .up,
          look: Look(named: run.scheme))
      }
    }
    let values = errors.flatMap(\.translation)
    let isLogarithmic = values.allSatisfy { $0 > 0 } && (values.max() ?? 1) > 30 * (values.min() ?? 1)
    return Figure(
      x: FigureAxis("length or duration", categories: chosen.map(\.words)),
      y: FigureAxis("relative error", unit: "m", scale: isLogarithmic ? .logarithmic : .linear), size: size, marks)
  }
}

extension RelativePoseError.Interval {
  /// "5 m", "1 s", "10 poses".
  fileprivate var words: String {
    switch self {
    case .poses(let count, _): "\(count) poses"
    case .seconds(let duration): "\(shortNumber(duration)) s"
    case .metres(let length): "\(shortNumber(length)) m"
    }
  }
}
