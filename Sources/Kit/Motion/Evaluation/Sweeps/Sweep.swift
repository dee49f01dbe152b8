internal import Basics
import Foundation
import Stabilization
import Traces

/// A grid of parameters tried on a set of traces: which values are best, and how well they do on a trace that had no
/// say in choosing them.
public struct Sweep: Sendable {
  /// One parameter and the values that are tried.
  public struct Parameter: Hashable, Sendable {
    /// What axes and tables call it.
    public var name: String
    /// The values' unit.
    public var unit: String
    /// What is tried.
    public var values: [Double]

    /// A parameter with these values.
    public init(_ name: String, unit: String, _ values: [Double]) {
      self.name = name
      self.unit = unit
      self.values = values
    }

    /// `count` values from `range`, which is positive, equally spaced in the logarithm. With fewer than two values, or more than a
    /// million, or a range that is not positive, the sweep refuses the parameter.
    public static func logarithmic(
      _ name: String, unit: String, _ range: ClosedRange<Double>, count: Int
    ) -> Parameter {
      guard (2...1_000_000).contains(count), range.lowerBound > 0 else { return Parameter(name, unit: unit, [.nan]) }
      let ratio = range.upperBound / range.lowerBound
      return Parameter(
        name, unit: unit, (0..<count).map { range.lowerBound * pow(ratio, Double($0) / Double(count - 1)) })
    }
  }

  /// What makes one result better than another: less of it.
  ///
  /// In the order of a score's values.
  public enum Criterion: Int, Hashable, Sendable {
    /// Distance from the truth at the end, m.
    case finalDrift
    /// Root mean square distance from the truth, m.
    case rmsDrift
    /// Greatest distance from the start, m: for a device that did not move.
    case largestExcursion
    /// Distance between end and start, m.
    case closingError

    var needsTruth: Bool { self == .rmsDrift || self == .finalDrift }
  }

  /// One choice of values, with the criterion's value in m as its error.
  public typealias Choice = Tuning<[Double]>.Choice

  /// What was varied.
  public let parameters: [Parameter]
  /// What the scores stand for: statistic, unit and alignment.
  public let measure: ErrorMeasure
  /// The points of the grid, one value per parameter and the last changing fastest, with their scores.
  public let tuning: Tuning<[Double]>

  /// Per trace: the criterion's value in m for a device that never left its start, which the others have to beat.
  public let standingStill: [Double]
  /// Why the best point is worthless, however small its scores; nil where nothing speaks against it.
  public let nullResult: NullResult?

  /// The names of the traces that could be used.
  public var traces: [String] { tuning.trials }
  /// The points of the grid, one value per parameter; the last parameter changes fastest.
  public var points: [[Double]] { tuning.candidates }
  /// The criterion's value in m, per point and trace.
  public var scores: [[Double]] { tuning.errors }
  /// The traces that could not be used, each with what is wrong with it.
  public var omitted: [Omission] { tuning.omitted }

  /// Tries every point of the grid on every trace. A trace that lacks what a scheme or the criterion needs is left out.
  ///
  /// - Parameters:
  ///   - scheme: Makes the scheme from one value per parameter, in the order of `parameters`.
  ///   - threads: nil uses all processors. The threads are joined before the call returns.
  ///   - progress: Called on the calling thread with the fraction that is done, from 0 to 1.
  ///   - traces: Recordings with true positions.
  ///   - parameters: The values to try.
  ///   - criterion: What makes one value better than another.
  ///
  /// If somebody hears it, as next to a notebook's cell, it warns of a best point that is worthless or lies at the end
  /// of its range (``warnings``).
  /// - Throws: `TraceError` for an empty grid, a scheme with a parameter out of range, or when no trace can be used.
  /// - Complexity: O(points · samples), divided by the threads; memory O(points · traces) for schemes that do not
  ///   rewrite the past.
  public init(
    over parameters: [Parameter], on traces: [Trace], by criterion: Criterion = .rmsDrift, threads: Int? = nil,
    progress: ((Double) -> Void)? = nil, scheme: @Sendable ([Double]) -> any Scheme
  ) throws {
    var points: [[Double]] = [[]]
    for parameter in parameters {
      for value in parameter.values where !value.isFinite {
        throw TraceError.invalidParameter(parameter.name, value: value, expected: "a finite number")
      }
      guard Double(points.count) * Double(parameter.values.count) <= 1e7 else {
        throw TraceError.invalidParameter(
          parameter.name, value: Double(parameter.values.count), expected: "few enough values for a grid of 10⁷ points")
      }
      points = points.flatMap { point in parameter.values.map { point + [$0] } }
    }
    guard !points.isEmpty, !parameters.isEmpty else { throw TraceError.empty(what: "point in the grid") }
    let schemes = points.map(scheme)
    for scheme in schemes { try scheme.validate() }
    let (usable, omitted) = traces.partitioned(name: \.name) { trace in
      for scheme in schemes { try scheme.validate(on: trace) }
      if criterion.needsTruth, trace.originAlignment?.isComparable != true {
        throw TraceError.missingQuantity(
          trace.truePosition == nil ? "truePosition" : "heading of the truth", neededBy: "Sweep",
          remedy: "choose `closingError` or `largestExcursion`")
      }
      return trace
    }
    let total = points.count * usable.count
    let done = progress.map { progress in { (count: Int) in progress(Double(count) / Double(total)) } }
    let flat = try Parallel.map(total, threads: threads ?? Parallel.processors, progress: done) {
      index throws in
      try schemes[index / usable.count].measure(usable[index % usable.count]).values[criterion.rawValue] ?? .nan
    }
    self.parameters = parameters
    // A turned truth is as good as one that shares the attitude's frame; the head says that some were turned.
    let turned = usable.lazy.compactMap(\.originAlignment).first { $0.heading == .aligned }
    measure = RunningScore.measures(aligned: turned ?? usable.first?.originAlignment)[criterion.rawValue]
    let tuning = try Tuning(
      points, trials: usable.map(\.name),
      errors: points.indices.map { Array(flat[($0 * usable.count)..<(($0 + 1) * usable.count)]) }, omitted: omitted)
    self.tuning = tuning
    // A trace for which no point has a finite score is left out.
    let scored = tuning.trials.count == usable.count ? usable : usable.filter { tuning.trials.contains($0.name) }
    let still = try scored.map { try StandingStill().measure($0).values[criterion.rawValue] ?? .nan }
    let best = points.firstIndex(of: tuning.best.candidate).map { schemes[$0] }
    nullResult = try best.flatMap {
      try Self.nullResult(of: $0, on: scored, errors: tuning.best.error, standingStill: still)
    }
    standingStill = still
    if Warnings.areHeard { for words in warnings { Warnings.find(words) } }
  }
}

extension Sweep {
  /// The best point for one trace: what nobody may report as a result, as it was tuned on its test.
  public func best(forTrace trace: Int) -> Choice { tuning.best(forTrial: trace) }

  /// The point with the least mean over all traces.
  public var best: Choice { tuning.best }

  /// Per trace: the point that is best on all *other* traces, and its score on this one. What may be reported.
  ///
  /// With a single trace there is nothing to choose by, and the list is empty.
  public var leaveOneOut: [Choice] { tuning.heldOut }

  /// The mean score over the traces as a table for a heat map: a row per value of the first parameter and a column per
  /// value of the second; one column with a single parameter.
  public var grid: [[Double]] {
    let columns = parameters.dropFirst().reduce(1) { $0 * $1.values.count }
    return stride(from: 0, to: points.count, by: columns).map { row in
      scores[row..<(row + columns)].map { scores -> Double in scores.reduce(0, +) / Double(traces.count) }
    }
  }
}
