import Fusion
import Traces

/// Candidates tried on trials: which is best, and how well the best of all *other* trials does on one that had no say in
/// choosing it.
public struct Tuning<Candidate: Sendable>: Sendable {
  /// What was chosen, and its error.
  public struct Choice: Sendable {
    /// The trial that it is scored on; nil for the mean over all.
    public let trial: String?
    /// What was chosen.
    public let candidate: Candidate
    /// In the unit of the errors.
    public let error: Double
  }

  /// What was chosen from.
  public let candidates: [Candidate]
  /// The names of the trials that could be used.
  public let trials: [String]
  /// Per candidate and trial; infinite where the candidate gives no finite error.
  public let errors: [[Double]]
  /// The trials that could not, each with what is wrong with it.
  public let omitted: [Omission]

  /// - Parameters:
  ///   - errors: Per candidate and trial. One that is not a finite number counts as infinite, and its candidate loses; a trial
  ///     for which none is finite is left out.
  ///   - omitted: What was left out before.
  /// - Throws: `TraceError.empty` without candidates, or when no trial is left.
  init(
    _ candidates: [Candidate], trials: [String], errors: [[Double]], omitted: [Omission]
  ) throws(TraceError) {
    guard !candidates.isEmpty else { throw .empty(what: "candidate to choose from") }
    var (kept, omitted) = ([Int](), omitted)
    for trial in trials.indices {
      if errors.contains(where: { $0[trial].isFinite }) {
        kept.append(trial)
      } else {
        let error = TraceError.notFinite(column: "error of every candidate", value: errors[0][trial], row: trial)
        omitted.append(Omission(trials[trial], error))
      }
    }
    guard !kept.isEmpty else {
      throw .empty(what: (["trial that can be used"] + omitted.map(\.description)).joined(separator: "; "))
    }
    self.candidates = candidates
    self.trials = kept.map { trials[$0] }
    self.errors = errors.map { row in kept.map { row[$0].isFinite ? row[$0] : .infinity } }
    self.omitted = omitted
  }

  /// The candidate with the least mean error over all trials; one that has an infinite error loses to one that has fewer.
  public var best: Choice {
    let index = best(on: Array(trials.indices))
    return Choice(trial: nil, candidate: candidates[index], error: mean(index, Array(trials.indices)))
  }

  /// The best candidate for one trial: what nobody may report as a result, as it was tuned on its test.
  public func best(forTrial trial: Int) -> Choice { choice(best(on: [trial]), on: trial) }

  /// For each trial the candidate that is best on the *other* trials: what to expect of a new recording. Empty for a single
  /// trial, which leaves nothing to choose on.
  public var heldOut: [Choice] {
    guard trials.count > 1 else { return [] }
    return trials.indices.map { trial in choice(best(on: trials.indices.filter { $0 != trial }), on: trial) }
  }

  /// Mean over ``heldOut``; NaN for a single trial.
  public var heldOutError: Double { heldOut.map(\.error).reduce(0, +) / Double(heldOut.count) }

  private func choice(_ candidate: Int, on trial: Int) -> Choice {
    Choice(trial: trials[trial], candidate: candidates[candidate], error: errors[candidate][trial])
  }

  private func mean(_ candidate: Int, _ chosen: [Int]) -> Double {
    chosen.reduce(0) { $0 + errors[candidate][$1] } / Double(chosen.count)
  }

  private func best(on chosen: [Int]) -> Int {
    let ranks = candidates.indices.map { candidate in
      let finite = chosen.filter { errors[candidate][$0].isFinite }
      return (chosen.count - finite.count, mean(candidate, finite))
    }
    return candidates.indices.min { ranks[$0] < ranks[$1] } ?? 0
  }
}

extension Tuning.Choice: Hashable, Equatable where Candidate: Hashable {}

extension Tuning {
  /// Tries every candidate on every trial, in the order given.
  ///
  /// - Parameters:
  ///   - candidates: What to choose from, for instance gains on a logarithmic grid.
  ///   - trials: Recordings, with their names.
  ///   - error: What to make small. A candidate for which it throws on a trial has an infinite error there; a trial for which it
  ///     throws for every candidate is left out and named.
  /// - Throws: `TraceError.empty` for no candidates, or no trial that can be used.
  /// - Complexity: O(candidates × trials).
  public init<Trial>(
    _ candidates: [Candidate], on trials: [(name: String, trial: Trial)],
    error: (Candidate, Trial) throws -> Double
  ) throws(TraceError) {
    let (columns, omitted) = trials.partitioned(name: \.name) { trial in
      let results = candidates.map { candidate in Result { try error(candidate, trial.trial) } }
      let errors = results.map { (try? $0.get()) ?? .infinity }
      // What every candidate meets is wrong with the trial.
      if !errors.contains(where: \.isFinite), let first = results.first { _ = try first.get() }
      return (trial.name, errors)
    }
    try self.init(
      candidates, trials: columns.map(\.0), errors: candidates.indices.map { row in columns.map { $0.1[row] } },
      omitted: omitted)
  }

  /// Chooses a filter's parameters by its error against the truth.
  ///
  /// - Parameters:
  ///   - measure: The error to make small, rad; the total error by default.
  ///   - filter: Makes the filter for a candidate and a trial. What it throws for a candidate whatever the trial ends the tuning; a
  ///     trial for which it throws for every candidate is left out and named.
  ///   - trials: What each is tried on.
  ///   - candidates: What can be chosen.
  /// - Throws: What `filter` throws; `TraceError.empty` for no candidates, or no trial that can be used.
  /// - Complexity: O(candidates × samples).
  public init<Filter: AttitudeFilter>(
    _ candidates: [Candidate], on trials: [FusionTrial], measure: KeyPath<AttitudeError, Double> = \.total,
    filter: (Candidate, FusionTrial) throws -> Filter
  ) throws {
    // What no trial takes is wrong with the candidate.
    for candidate in candidates where !trials.contains(where: { (try? filter(candidate, $0)) != nil }) {
      for trial in trials { _ = try filter(candidate, trial) }
    }
    try self.init(candidates, on: trials.map { ($0.name, $0) }) { candidate, trial in
      try trial.error(of: filter(candidate, trial))[keyPath: measure]
    }
  }
}
