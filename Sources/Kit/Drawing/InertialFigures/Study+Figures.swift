import Evaluation
import Figures
import Stabilization
import Statistics

extension Study {
  /// How large each contender's errors are, as a share of those of standing still, with the 95 % interval: left of the line at 1 it is better
  /// than doing nothing, and where the interval touches the line, nobody knows. Without standing still, of the best contender's.
  ///
  /// Best at the top. A contender whose ratio is not a finite number has no point.
  public func differenceFigure(size: Figure.Size? = nil) -> Figure {
    let entries = ranking.entries
    let isReference = entries.contains { $0.againstReference != nil }
    let rows = entries.enumerated().map { place, entry in
      (entry, isReference ? entry.againstReference : entry.againstBest, Double(entries.count - 1 - place))
    }
    let quantity = "error ÷ \(isReference ? "\(StandingStill.name)'s" : "the best one's")"
    let other = ranking.kind == .difference ? "error − \(isReference ? StandingStill.name : "the best one")" : quantity
    let neutral = ranking.kind == .ratio ? 1.0 : 0
    let values = rows.flatMap { row -> [Double] in
      guard let estimate = row.1?.estimate else { return [] }
      return [estimate.value] + (estimate.interval.map { [$0.lowerBound, $0.upperBound] } ?? [])
    }.filter { $0.isFinite }
    let isLogarithmic = ranking.kind == .ratio && values.allSatisfy { $0 > 0 }
    return Figure(
      x: FigureAxis(other, scale: isLogarithmic ? .logarithmic : .linear, limits: .including(neutral, neutral)),
      y: axis, legend: .hidden, size: size,
      [.line("", x: [neutral, neutral], y: [-0.5, Double(entries.count) - 0.5], look: Self.guide)]
        + rows.flatMap { entry, difference, place in
          guard let estimate = difference?.estimate else {
            return Mark.interval(at: place, neutral, in: nil, look: look(of: entry))
          }
          return Mark.interval(at: place, estimate.value, in: estimate.interval, look: look(of: entry))
        })
  }

  /// The errors themselves: for each contender a box and a point for each recording, or group; a thin line joins those of one
  /// recording. Best at the top.
  public func errorFigure(size: Figure.Size? = nil) -> Figure {
    let entries = ranking.entries
    let places = entries.indices.map { Double(entries.count - 1 - $0) }
    let errors = entries.map { outcome(of: $0).errors }
    let all = errors.joined().filter { $0.isFinite }
    let isLogarithmic = !all.isEmpty && all.allSatisfy { $0 > 0 }
    return Figure(
      x: FigureAxis(
        errorMeasure.title, unit: errorMeasure.unit.isEmpty ? nil : errorMeasure.unit,
        scale: isLogarithmic ? .logarithmic : .linear), y: axis, legend: .hidden, size: size,
      [.pairedLines(recordings.indices.map { recording in errors.map { $0[recording] } }, at: places)]
        + zip(entries, zip(places, errors)).flatMap { entry, row -> [Mark] in
          let finite = row.1.filter { $0.isFinite }
          if finite.isEmpty { return [] }
          return Mark.box(at: row.0, finite, look: look(of: entry))
            + [.points("", x: finite, y: finite.map { _ in row.0 }, look: look(of: entry))]
        })
  }

  /// In which share of the recordings each contender's error is at most so large. A curve that is left of another everywhere is better
  /// everywhere.
  public func distributionFigure(size: Figure.Size? = nil) -> Figure {
    let values = ranking.entries.flatMap { outcome(of: $0).errors }.filter { $0.isFinite }
    let isLogarithmic = !values.isEmpty && values.allSatisfy { $0 > 0 }
    return Figure(
      x: FigureAxis(
        errorMeasure.title, unit: errorMeasure.unit.isEmpty ? nil : errorMeasure.unit,
        scale: isLogarithmic ? .logarithmic : .linear),
      y: FigureAxis("share of the recordings", limits: .fixed(0, 1)), size: size,
      ranking.entries.map { .ecdf($0.name, outcome(of: $0).errors) })
  }

  /// Mean ranks of three contenders or more, each with half of Nemenyi's critical difference to either side: two of which the bars do not
  /// overlap differ at 5 % by this test (Demšar 2006). nil where there is no Friedman test.
  public func criticalDifferenceFigure(size: Figure.Size? = nil) -> Figure? {
    guard let friedman = ranking.friedman else { return nil }
    let half = friedman.criticalDifference / 2
    let entries = ranking.entries
    return Figure(
      x: FigureAxis("mean rank, ± half the critical difference", limits: .including(1, Double(entries.count))), y: axis,
      legend: .hidden, size: size,
      entries.enumerated().flatMap { place, entry in
        let rank = friedman.meanRanks[place]
        return Mark.interval(
          at: Double(entries.count - 1 - place), rank, in: (rank - half)...(rank + half), look: look(of: entry))
      })
  }

  /// The contenders' names, the best at the top.
  private var axis: FigureAxis { FigureAxis("", categories: ranking.entries.reversed().map(\.name)) }

  private static let guide = Look(color: .muted, width: 0.7)

  /// A scheme has one look, tuned or not.
  private func look(of entry: Ranking.Entry) -> Look {
    Look(named: outcome(of: entry).contender.candidates.first?.name ?? entry.name)
  }
}

extension Study.Failure {
  /// How far winner and runner-up are from the truth over the part that is shown.
  public func figure(size: Figure.Size? = nil) -> Figure { comparison.driftFigure(size: size) }
}

extension Repeats where Value == [Double] {
  /// The mean curve over the seeds, with a ribbon that holds the true one at each place with 95 %.
  ///
  /// - Parameter x: The abscissas, as many as the shortest curve has places.
  public func marks(_ name: String, x: [Double]) -> [Mark] {
    let band = self.band
    let shown = band.indices.filter { band[$0].interval != nil }
    return [
      .ribbon(
        name, x: shown.map { x[$0] }, low: shown.map { band[$0].interval?.lowerBound ?? .nan },
        high: shown.map { band[$0].interval?.upperBound ?? .nan }),
      .line(name, x: Array(x.prefix(band.count)), y: band.map(\.value)),
    ]
  }
}
