internal import Basics
import Fusion
import Rotations
import Stabilization
import Statistics
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
  /// The group of each trial, such as its person: trials of one group are held out together. Its own name where none are given.
  public let groups: [String]
  /// What speaks against the best candidate, in words, each a sentence: that it is a number at the end of those that were tried, or that it is
  /// worthless (``NullResult``). A notebook shows them next to its cell.
  public private(set) var warnings: [String] = []
  private let held: HeldOut

  /// - Parameters:
  ///   - errors: Per candidate and trial. One that is not a finite number counts as infinite, and its candidate loses; a trial
  ///     for which none is finite is left out.
  ///   - omitted: What was left out before.
  ///   - group: The group of a trial by its name; nil: each is its own.
  /// - Throws: `TraceError.empty` without candidates, or when no trial is left.
  init(
    _ candidates: [Candidate], trials: [String], errors: [[Double]], omitted: [Omission],
    group: ((String) -> String)? = nil
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
    // Two trials of one name are two trials.
    let names = self.trials
    groups = group.map { names.map($0) } ?? names
    held = HeldOut(self.errors, groups: group == nil ? nil : groups)
  }

  /// The candidate with the least mean error over all trials; one that has an infinite error loses to one that has fewer.
  public var best: Choice {
    let index = held.best() ?? 0
    return Choice(
      trial: nil, candidate: candidates[index], error: errors[index].reduce(0, +) / Double(trials.count))
  }

  /// The best candidate for one trial: what nobody may report as a result, as it was tuned on its test.
  public func best(forTrial trial: Int) -> Choice {
    choice(candidates.indices.min { errors[$0][trial] < errors[$1][trial] } ?? 0, on: trial)
  }

  /// For each trial the candidate that is best on the trials of *other* groups: what to expect of a new recording. Empty for a single
  /// group, which leaves nothing to choose on.
  public var heldOut: [Choice] {
    held.choices().map { zip($0, trials.indices).map { choice($0, on: $1) } } ?? []
  }

  /// Mean over ``heldOut``; NaN for a single trial.
  public var heldOutError: Double { heldOut.map(\.error).reduce(0, +) / Double(heldOut.count) }

  /// The candidates, best first, with intervals, paired differences, and the share of the trials that each wins. Groups of trials count as
  /// one, with the mean of theirs.
  ///
  /// - Parameters:
  ///   - reference: Which candidate all are compared with, as with a scheme that stands still.
  ///   - center: What sums up the errors.
  ///   - label: What a candidate is called.
  public func ranking(
    against reference: Int? = nil, by center: Center = .mean, label: (Candidate) -> String
  ) -> Ranking {
    let units = held.groupCount == trials.count ? trials : Array(Set(groups)).sorted()
    let values =
      units == trials
      ? errors
      : errors.map { row in
        units.map { unit in
          let own = row.indices.filter { groups[$0] == unit }
          return own.reduce(0) { $0 + row[$1] } / Double(own.count)
        }
      }
    return Ranking(candidates.map(label), values: values, units: units, center: center, reference: reference)
  }

  private func choice(_ candidate: Int, on trial: Int) -> Choice {
    Choice(trial: trials[trial], candidate: candidates[candidate], error: errors[candidate][trial])
  }
}

extension Tuning.Choice: Hashable, Equatable where Candidate: Hashable {}

extension Tuning {
  /// Tries every candidate on every trial, in the order given.
  ///
  /// - Parameters:
  ///   - candidates: What to choose from, for instance gains on a logarithmic grid.
  ///   - trials: Recordings, with their names.
  ///   - group: The group of a trial by its name, such as its person: those of one group are held out together. nil: each is its own.
  ///   - error: What to make small. A candidate for which it throws on a trial has an infinite error there; a trial for which it
  ///     throws for every candidate is left out and named.
  /// - Throws: `TraceError.empty` for no candidates, or no trial that can be used.
  /// - Complexity: O(candidates × trials).
  public init<Trial>(
    _ candidates: [Candidate], on trials: [(name: String, trial: Trial)], group: ((String) -> String)? = nil,
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
      omitted: omitted, group: group)
    if let values = candidates as? [Double], let best = best.candidate as? Double,
      let words = NullBaseline.wordsOfEnd("value", best, tried: values)
    {
      warn(words)
    }
  }

  private mutating func warn(_ words: String) {
    warnings.append(words)
    Warnings.find(words)
  }

  /// Chooses a filter's parameters by its error against the truth.
  ///
  /// - Parameters:
  ///   - measure: The error to make small, rad; the total error by default.
  ///   - filter: Makes the filter for a candidate and a trial. What it throws for a candidate whatever the trial ends the tuning; a
  ///     trial for which it throws for every candidate is left out and named.
  ///   - trials: What each is tried on.
  ///   - candidates: What can be chosen.
  ///
  /// If the best filter is no better than one that keeps its first attitude, that is a warning.
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
    let names = Set(self.trials)
    let still = trials.filter { names.contains($0.name) }.compactMap { try? $0.errorOfStandingStill[keyPath: measure] }
    let mean = still.reduce(0, +) / Double(still.count)
    if let reason = NullResult(error: best.error, standingStill: mean) {
      warn("the best of the filters \(reason), as of a device that never turns")
    }
  }
}

extension Tuning where Candidate == any Scheme {
  /// Chooses a scheme by any error on recordings, as the general initialiser does.
  ///
  /// If the best scheme follows no recording's movement, or its error is no better than that of standing still, that is a warning
  /// (``NullResult``): schemes that hardly move have small errors of many kinds.
  /// - Parameters:
  ///   - candidates: What to choose from.
  ///   - trials: Recordings, with their names.
  ///   - group: The group of a recording by its name; nil: each is its own.
  ///   - error: What to make small.
  /// - Throws: `TraceError.empty` for no candidates, or no recording that can be used.
  /// - Complexity: O(candidates × recordings).
  public init(
    _ candidates: [any Scheme], on trials: [(name: String, trial: Trace)], group: ((String) -> String)? = nil,
    error: (any Scheme, Trace) throws -> Double
  ) throws(TraceError) {
    let ask = { (scheme: any Scheme, trial: (trace: Trace, number: Int)) in try error(scheme, trial.trace) }
    try self.init(
      candidates, on: trials.enumerated().map { ($1.name, (trace: $1.trial, number: $0)) }, group: group, error: ask)
    let names = Set(self.trials)
    let traces = trials.filter { names.contains($0.name) }.map(\.trial)
    let still = Warnings.$isMuted.withValue(true) { traces.compactMap { try? error(StandingStill(), $0) } }
    let reason = try? Sweep.nullResult(of: best.candidate, on: traces, errors: best.error, standingStill: still)
    if let reason { warn("the best of the schemes, “\(best.candidate.label)”, \(reason)") }
  }
}
