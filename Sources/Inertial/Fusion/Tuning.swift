import Rotations

/// A recording with its true attitudes, on which filters are scored and tuned.
public struct FusionTrial: Sendable {
  /// What tables call it.
  public var name: String
  /// Raw samples in time order.
  public var samples: [RawSample]
  /// Device→reference, one per sample; `nil` where unknown. Any constant heading between its north and the magnetometer's
  /// is removed by the score.
  public var truth: [Quaternion?]
  /// Whether a sample is scored, one per sample; `nil` scores all that have a truth.
  public var counts: [Bool]?

  /// A trial; see the properties.
  public init(name: String, samples: [RawSample], truth: [Quaternion?], counts: [Bool]? = nil) {
    (self.name, self.samples, self.truth, self.counts) = (name, samples, truth, counts)
  }

  /// The same recording without its magnetometer.
  public var withoutMagnetometer: FusionTrial {
    var trial = self
    for index in trial.samples.indices { trial.samples[index].magneticField = nil }
    return trial
  }

  /// How far a filter is from the truth on this trial. O(n).
  public func error(of filter: some AttitudeFilter) throws(FusionError) -> AttitudeError {
    var filter = filter
    return try AttitudeError(of: filter.attitudes(of: samples), truth: truth, counting: counts)
  }
}

/// What tuning found: the best candidate, and what to expect of it on a recording that was not tuned on.
public struct Tuning<Candidate> {
  /// The candidate with the smallest mean error over all trials.
  public var best: Candidate
  /// Its mean error over the trials that it was chosen on, rad.
  public var error: Double
  /// For each trial, its error under the candidate that was chosen on the *other* trials, rad: what to expect of a new
  /// recording. Empty for a single trial, which leaves nothing to choose on.
  public var heldOut: [(trial: String, candidate: Candidate, error: Double)]

  /// Mean over ``heldOut``, rad; NaN for a single trial.
  public var heldOutError: Double { heldOut.map(\.error).reduce(0, +) / Double(heldOut.count) }
}

/// Chooses a filter's parameters by their error against the truth, and holds out each trial once to say what that choice is
/// worth elsewhere.
///
/// O(candidates × samples).
///
/// - Parameters:
///   - candidates: what to choose from, for instance gains on a logarithmic grid.
///   - trials: recordings with truth.
///   - measure: the error to make small; the total error by default.
///   - filter: makes the filter for a candidate and a trial.
/// - Throws: ``FusionError`` for no candidates, no trials, or whatever a filter or a recording is refused for.
public func tune<Candidate, Filter: AttitudeFilter>(
  _ candidates: [Candidate], on trials: [FusionTrial], measure: KeyPath<AttitudeError, Double> = \.total,
  filter: (Candidate, FusionTrial) throws -> Filter
) throws -> Tuning<Candidate> {
  guard !candidates.isEmpty else { throw FusionError.empty(what: "candidate to choose from") }
  guard !trials.isEmpty else { throw FusionError.empty(what: "trial to tune on") }
  let errors = try candidates.map { candidate in
    try trials.map { try $0.error(of: filter(candidate, $0))[keyPath: measure] }
  }
  func best(without trial: Int?) -> (index: Int, error: Double) {
    let means = errors.map { row in
      let kept = row.indices.filter { $0 != trial }.map { row[$0] }
      return kept.reduce(0, +) / Double(kept.count)
    }
    let index = means.indices.min { means[$0] < means[$1] } ?? 0
    return (index, means[index])
  }
  let overall = best(without: nil)
  let heldOut: [(trial: String, candidate: Candidate, error: Double)] =
    trials.count < 2
    ? []
    : trials.indices.map { trial in
      let chosen = best(without: trial).index
      return (trial: trials[trial].name, candidate: candidates[chosen], error: errors[chosen][trial])
    }
  return Tuning(best: candidates[overall.index], error: overall.error, heldOut: heldOut)
}
