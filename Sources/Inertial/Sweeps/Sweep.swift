import Foundation

/// A grid of parameters tried on a set of traces: which values are best, and how well they do on a trace that had no
/// say in choosing them.
public struct Sweep: Sendable {
  /// One parameter and the values that are tried.
  public struct Parameter: Hashable, Sendable {
    public var name: String
    public var unit: String
    public var values: [Double]

    public init(_ name: String, unit: String, _ values: [Double]) {
      self.name = name
      self.unit = unit
      self.values = values
    }

    /// Values from `range`, equally spaced in the logarithm.
    ///
    /// - Precondition: `count` is at least 2 and the range is positive.
    public static func logarithmic(
      _ name: String, unit: String, _ range: ClosedRange<Double>, count: Int
    ) -> Parameter {
      precondition(count >= 2 && range.lowerBound > 0, "a logarithmic range is positive and has at least two values")
      let ratio = range.upperBound / range.lowerBound
      return Parameter(
        name, unit: unit, (0..<count).map { range.lowerBound * pow(ratio, Double($0) / Double(count - 1)) })
    }
  }

  /// What makes one result better than another: less of it.
  public enum Criterion: Hashable, Sendable {
    /// Root mean square distance from the truth, m.
    case rmsDrift
    /// Distance from the truth at the end, m.
    case finalDrift
    /// Distance between end and start, m.
    case closingError
    /// Greatest distance from the start, m: for a device that did not move.
    case largestExcursion

    func value(_ score: RunningScore) -> Double? {
      switch self {
      case .rmsDrift: score.rmsDrift
      case .finalDrift: score.finalDrift
      case .closingError: score.closingError
      case .largestExcursion: score.largestExcursion
      }
    }
  }

  /// One choice of values.
  public struct Choice: Hashable, Sendable {
    /// One value per parameter.
    public let values: [Double]
    /// The criterion's value in m: on the trace in question, or the mean over the traces.
    public let score: Double
  }

  public let parameters: [Parameter]
  /// The traces' names.
  public let traces: [String]
  /// The points of the grid, one value per parameter; the last parameter changes fastest.
  public let points: [[Double]]
  /// The criterion's value in m, per point and trace.
  public let scores: [[Double]]

  /// Tries every point of the grid on every trace.
  ///
  /// - Parameters:
  ///   - scheme: Makes the scheme from one value per parameter, in the order of `parameters`.
  ///   - threads: nil uses all processors. The threads are joined before the call returns.
  ///   - progress: Called on the calling thread with the fraction that is done, from 0 to 1.
  /// - Throws: `TraceError` for an empty grid or no trace, a scheme with a parameter out of range, or a trace without
  ///   the truth that the criterion needs.
  /// - Complexity: O(points · samples), divided by the threads; memory O(points · traces) for schemes that do not
  ///   rewrite the past.
  public init(
    over parameters: [Parameter], on traces: [Trace], by criterion: Criterion = .rmsDrift, threads: Int? = nil,
    progress: ((Double) -> Void)? = nil, scheme: @Sendable ([Double]) -> any Scheme
  ) throws(TraceError) {
    var points: [[Double]] = [[]]
    for parameter in parameters { points = points.flatMap { point in parameter.values.map { point + [$0] } } }
    guard !points.isEmpty, !parameters.isEmpty, !traces.isEmpty else {
      throw .invalidParameter("grid points times traces", value: 0, expected: "at least 1")
    }
    let schemes = points.map(scheme)
    for trace in traces {
      for scheme in schemes { try scheme.check(trace) }
      if trace.truePosition == nil, criterion == .rmsDrift || criterion == .finalDrift {
        throw .missingQuantity("truePosition", neededBy: "Sweep", remedy: "choose `closingError` or `largestExcursion`")
      }
    }
    let total = points.count * traces.count
    var flat = [Double](repeating: .nan, count: total)
    flat.withUnsafeMutableBufferPointer { flat in
      nonisolated(unsafe) let flat = flat  // Each index writes its own element.
      let done = progress.map { progress in { (count: Int) in progress(Double(count) / Double(total)) } }
      Parallel.forEach(total, threads: threads ?? Parallel.processors, progress: done) { index in
        let (point, trace) = (index / traces.count, index % traces.count)
        let score = schemes[point].measure(traces[trace], from: .zero)
        flat[index] = criterion.value(score) ?? .nan
      }
    }
    self.parameters = parameters
    self.traces = traces.map(\.name)
    self.points = points
    scores = points.indices.map { Array(flat[($0 * traces.count)..<(($0 + 1) * traces.count)]) }
  }
}

extension Sweep {
  /// The best point for one trace: what nobody may report as a result, as it was tuned on its test.
  public func best(forTrace trace: Int) -> Choice {
    let point = points.indices.min { scores[$0][trace] < scores[$1][trace] }!
    return Choice(values: points[point], score: scores[point][trace])
  }

  /// The point with the least mean over all traces.
  public var best: Choice { best(on: Array(traces.indices)) }

  /// Per trace: the point that is best on all *other* traces, and its score on this one. What may be reported.
  ///
  /// With a single trace there is nothing to choose by, and the list is empty.
  public var leaveOneOut: [Choice] {
    guard traces.count > 1 else { return [] }
    return traces.indices.map { trace in
      let chosen = best(on: traces.indices.filter { $0 != trace })
      let point = points.firstIndex(of: chosen.values)!
      return Choice(values: chosen.values, score: scores[point][trace])
    }
  }

  private func best(on chosen: [Int]) -> Choice {
    func mean(_ point: Int) -> Double { chosen.reduce(0) { $0 + scores[point][$1] } / Double(chosen.count) }
    let point = points.indices.min { mean($0) < mean($1) }!
    return Choice(values: points[point], score: mean(point))
  }

  /// The mean score over the traces as a table for a heat map: a row per value of the first parameter and a column per
  /// value of the second; one column with a single parameter.
  public var grid: [[Double]] {
    let columns = parameters.dropFirst().reduce(1) { $0 * $1.values.count }
    return stride(from: 0, to: points.count, by: columns).map { row in
      (row..<(row + columns)).map { point in scores[point].reduce(0, +) / Double(traces.count) }
    }
  }
}
