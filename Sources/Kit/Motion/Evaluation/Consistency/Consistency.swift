internal import Basics
import Foundation
import Rotations
import Stabilization
import Statistics
import Traces

/// Whether a filter is as sure as it may be, on one recording or on several.
///
/// Two tests (Bar-Shalom, Li and Kirubarajan 2001, section 5.4). The innovations need no truth: how far the velocity was from 0 when a rest began, compared with what
/// the filter expected. They are independent of each other if the filter is right. The errors need a truth; within a recording they change slowly, so that each recording
/// counts once, with its last sample.
public struct Consistency: Sendable {
  /// What a test says.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// Within the 95 % bounds, or larger or smaller than the filter says by less than a quarter.
    case consistent
    /// The errors are larger than the filter says.
    case tooSure = "too sure"
    /// The errors are smaller than the filter says.
    case tooTimid = "too timid"
    /// There is nothing to judge by.
    case unknown
  }

  /// The filter that was tested.
  public let filter: ErrorStateFilter
  /// How many recordings it was tested on.
  public let recordings: Int
  /// The first innovation of each rest and known position, of all recordings.
  public let innovations: NormalizedErrors
  /// Errors of the position at every sample of the first recording; nil without truth.
  public let position: NormalizedErrors?
  /// The same of the attitude.
  public let attitude: NormalizedErrors?
  /// Errors of the position at the last sample of each recording; nil without truth.
  public let positionAtEnd: NormalizedErrors?
  /// Errors of the velocity where each recording is fastest: at rest there are none. nil without truth.
  public let velocityWhenFastest: NormalizedErrors?
  /// Errors of the attitude at the last sample of each recording; nil without true attitudes in the reference frame.
  public let attitudeAtEnd: NormalizedErrors?

  /// Runs the filter over recordings.
  ///
  /// - Parameters:
  ///   - filter: What is tested.
  ///   - traces: Recordings of different movements, or of simulated ones with different seeds.
  ///   - start: Where and how fast each begins; at rest in the origin unless said otherwise.
  /// - Throws: what integrating a recording throws; `TraceError.empty` for none.
  /// - Complexity: O(samples).
  public init(
    of filter: ErrorStateFilter, on traces: [Trace], from start: (Trace) -> Motion = { _ in .zero }
  ) throws {
    guard let first = traces.first else { throw TraceError.empty(what: "recording to test a filter on") }
    self.filter = filter
    recordings = traces.count
    var (innovations, times) = ([Double](), [Double]())
    var (ends, middles, turns) = ([Double](), [Double](), [Double]())
    var (position, attitude): (NormalizedErrors?, NormalizedErrors?)
    for (place, trace) in traces.enumerated() {
      let (trajectory, after) = try filter.integrated(trace, from: start(trace))
      innovations += after.innovations.map(\.normalized)
      times += after.innovations.map { $0.time - trace.timestamps[0] }
      let errors = TrueErrors(of: trajectory, trace, noiseFreedom: filter.noiseFreedom)
      if place == 0 { (position, attitude) = (errors.position, errors.attitude) }
      errors.position?.values.last.map { ends.append($0) }
      errors.velocityWhenFastest.map { middles.append($0) }
      errors.attitude?.values.last.map { turns.append($0) }
    }
    self.innovations = NormalizedErrors("innovations", times: traces.count == 1 ? times : [], values: innovations)
    (self.position, self.attitude) = (position, attitude)
    func summary(_ quantity: String, _ values: [Double]) -> NormalizedErrors? {
      values.isEmpty ? nil : NormalizedErrors(quantity, values: values, noiseFreedom: filter.noiseFreedom)
    }
    positionAtEnd = summary("position at the end", ends)
    velocityWhenFastest = summary("velocity when fastest", middles)
    attitudeAtEnd = summary("attitude at the end", turns)
    name = first.name
  }

  /// The first recording's name.
  let name: String

  /// The tests for which there are data.
  public var tests: [NormalizedErrors] {
    [innovations, positionAtEnd, velocityWhenFastest, attitudeAtEnd].compactMap { $0 }.filter { !$0.values.isEmpty }
  }

  /// What the innovations say, which are many and need no truth; where there are none, the positions at the end.
  public var verdict: Verdict {
    innovations.values.isEmpty ? positionAtEnd?.verdict ?? .unknown : innovations.verdict
  }

  /// By how much the errors exceed what the filter says: 1 is right, 2 is too sure by a factor of two. NaN where nothing is known.
  public var factor: Double {
    let judged = innovations.values.isEmpty ? positionAtEnd : innovations
    return judged.map { ($0.mean / Double($0.degrees)).squareRoot() } ?? .nan
  }

  /// What the filter is, and what to change, in a sentence.
  public var advice: String {
    let size = String(format: "%.2g", factor)
    let mean = String(format: "%.2g", innovations.values.isEmpty ? .nan : innovations.mean)
    let count = innovations.values.count
    let found =
      innovations.values.isEmpty
      ? "at the end" : "when its \(count) rests began (mean NIS \(mean), expected \(innovations.degrees))"
    switch verdict {
    case .consistent:
      return "The filter is about as sure as it may be: its errors \(found) are \(size) times what it says."
    case .tooSure:
      return "The filter is too sure: its errors \(found) are \(size) times what it says. Use "
        + "`filter.with(filter.sensors.scaled(by: \(size)))`, or a detector that mistakes less movement for rest."
    case .tooTimid:
      return "The filter is too timid: its errors \(found) are \(size) times what it says. Use "
        + "`filter.with(filter.sensors.scaled(by: \(size)))`, or a smaller `restSpeed`."
    case .unknown:
      return
        "Nothing shows whether the filter is right: no rest begins after a movement, and the truth is unknown. Use a detector with a "
        + "higher threshold, or a recording that pauses."
    }
  }
}

/// A trajectory's errors in units of its covariances.
private struct TrueErrors {
  var position, attitude: NormalizedErrors?
  var velocityWhenFastest: Double?

  init(of trajectory: Trajectory, _ trace: Trace, noiseFreedom: Int?) {
    guard let covariances = trajectory.covariances, let truth = trace.truePosition,
      trace.originAlignment?.isComparable == true
    else { return }
    let offset = (trajectory.positions.first ?? .zero) - truth[0]
    let known = trace.isTruthKnown
    var (times, values) = ([Double](), [Double]())
    for index in truth.indices where known?[index] ?? true {
      let error = truth[index] + offset - trajectory.positions[index]
      guard let value = NormalizedErrors.of(error, covariances[index].position) else { continue }
      times.append(trace.timestamps[index] - trace.timestamps[0])
      values.append(value)
    }
    func summary(_ quantity: String, _ times: [Double], _ values: [Double]) -> NormalizedErrors? {
      guard !values.isEmpty else { return nil }
      return NormalizedErrors(
        quantity, times: times, values: values, independentCount: 1, noiseFreedom: noiseFreedom)
    }
    position = summary("position", times, values)
    let fastest = truth.indices.dropFirst().max {
      (truth[$0] - truth[$0 - 1]).length < (truth[$1] - truth[$1 - 1]).length
    }
    // A velocity is fitted to positions of a fifth of a second, in which a foot has long stopped: so to the error's positions, which change slowly, and
    // not to the truth's.
    velocityWhenFastest = fastest.flatMap { index in
      guard trace.trueVelocity(at: index) != nil else { return nil }
      let errors = truth.indices.map { truth[$0] + offset - trajectory.positions[$0] }
      return trace.velocity(of: errors, at: index).flatMap { NormalizedErrors.of($0, covariances[index].velocity) }
    }
    guard trace.truthHeading == .shared, let attitudes = trajectory.attitudes, let actual = trace.trueAttitude else {
      return
    }
    let turned = actual.indices.filter { known?[$0] ?? true }.compactMap { index -> (Double, Double)? in
      let error = (actual[index] * attitudes[index].inverse).rotationVector
      return NormalizedErrors.of(error, covariances[index].attitude).map {
        (trace.timestamps[index] - trace.timestamps[0], $0)
      }
    }
    attitude = summary("attitude", turned.map(\.0), turned.map(\.1))
  }
}

extension ErrorStateFilter {
  /// This filter with all noises scaled so that the innovations of these recordings have the size that it expects: a fit from rests, which
  /// needs no truth. The fitted filter knows how many innovations there were (``noiseFreedom``): of few, its regions are wider.
  ///
  /// - Returns: nil where no rest begins after a movement.
  /// - Throws: what integrating a recording throws.
  /// - Complexity: O(samples): some 20 passes.
  public func fitted(to traces: [Trace]) throws -> ErrorStateFilter? {
    func innovations(_ factor: Double) throws -> [Double] {
      try traces.flatMap {
        try with(sensors.scaled(by: factor)).integrated($0).scheme.innovations.map(\.normalized)
      }
    }
    var (low, high) = (log(1e-3), log(1e3))
    let freedom = try 3 * innovations(1).count
    guard freedom > 0 else { return nil }
    for _ in 0..<20 {
      let middle = (low + high) / 2
      if try innovations(exp(middle)).reduce(0, +) > Double(freedom) { low = middle } else { high = middle }
    }
    return with(sensors.scaled(by: exp((low + high) / 2)), estimatedFrom: freedom)
  }
}
