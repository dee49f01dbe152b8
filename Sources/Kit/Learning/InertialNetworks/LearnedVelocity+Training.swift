import Evaluation
import Foundation
import Networks
import Rotations
import Stabilization
import Traces

extension LearnedVelocity {
  /// The training that is recommended: Adam in batches of 64, 40 epochs, a small penalty on the weights.
  ///
  /// A setting of it was chosen by the error on the four OxIOD recordings, each left out in turn: what it scores there
  /// (0.69 m handheld, 1.47 m on a trolley, 1.34 m for a second person, after 10 s; `gimbal-evaluate walking`) is too good. With nodes and
  /// penalty chosen on the other three recordings it is 0.63 and 0.83 m handheld, 1.47 m and 1.34 m (`gimbal-evaluate learned`).
  /// The weights never see the recording that is scored.
  public static var recommendedOptions: TrainingOptions {
    var options = TrainingOptions()
    var adam = Optimizer.Adam()
    (adam.rate, adam.batch) = (0.002, 64)
    (options.optimizer, options.epochs, options.decay) = (.adam(adam), 40, 1e-3)
    return options
  }

  /// What was learned, from how much.
  public struct Lesson: Sendable {
    /// The trained scheme.
    public let scheme: LearnedVelocity
    /// How the training went.
    public let training: Training
    /// How many moments it was trained on.
    public let examples: Int
    /// The recordings that could not be used, each with what is wrong with it.
    public let omitted: [Omission]
  }

  /// Learns from walks with truth: every second one of ten seconds begins, started from the true velocity, and the
  /// network receives the true velocity twice a second.
  ///
  /// - Parameters:
  ///   - traces: With true positions and rotation rate. One that lacks them is left out and named.
  ///   - options: How the network is trained.
  ///   - hidden: Nodes in the hidden layer. Grows: it learns more of these walkers, and less of walking.
  /// - Throws: `TraceError.empty` when no trace can be used; what the training throws.
  /// - Complexity: O(samples · 10 + epochs · examples · weights); 10⁴ examples take some ten seconds.
  public static func train(
    on traces: [Trace], options: TrainingOptions = recommendedOptions, hidden: Int = 24
  ) throws -> Lesson {
    let (examples, omitted) = traces.partitioned(name: \.name) { try Self.examples(of: $0) }
    let all = examples.flatMap { $0 }
    guard !all.isEmpty else {
      throw TraceError.empty(what: (["walk to learn from"] + omitted.map(\.description)).joined(separator: "; "))
    }
    let start = try Network(
      sizes: [WalkFeatures.count, hidden, 2], hidden: .sigmoid, output: .linear, seed: options.seed)
    let training = try start.trained(
      inputs: Rows(all.map(\.features)), targets: Rows(all.map { [$0.velocity.x, $0.velocity.y] }), options)
    return Lesson(
      scheme: try LearnedVelocity(training.network), training: training, examples: all.count, omitted: omitted)
  }

  private typealias Example = (features: [Double], velocity: SIMD2<Double>)

  /// s: how long one walk is, and how far apart walks and moments are.
  private static let (duration, spacing, interval) = (10.0, 1.0, 0.5)

  private static func examples(of trace: Trace) throws -> [Example] {
    guard trace.rotationRate != nil else {
      throw TraceError.missingQuantity("rotationRate", neededBy: "training", remedy: "record the gyroscope")
    }
    guard trace.truePosition != nil, let correlation = YawCorrelation(trace) else {
      throw TraceError.missingQuantity("truePosition", neededBy: "training", remedy: "use a recording with truth")
    }
    var examples: [Example] = []
    var first = 0
    while first < trace.count, let last = trace.lastIndex(within: duration, of: first) {
      // The heading of truth and phone drift apart: each walk is aligned by itself.
      if let yaw = correlation.yaw(in: first..<last, else: trace.truthHeading) {
        examples += walk(in: trace, first...last, Quaternion(.z, yaw))
      }
      first = trace.timestamps.firstIndex { $0 >= trace.timestamps[first] + spacing } ?? trace.count
    }
    return examples
  }

  private static func walk(in trace: Trace, _ samples: ClosedRange<Int>, _ turn: Quaternion) -> [Example] {
    var examples: [Example] = []
    var tracker = WalkTracker(rest: .fluctuation(threshold: 0.35, duration: 0.5))
    var features = WalkFeatures()
    guard let start = trace.trueVelocity(at: samples.lowerBound) else { return [] }
    var motion = Motion(velocity: turn.act(on: start))
    var next = trace.timestamps[samples.lowerBound] + interval
    for index in samples {
      let sample = trace[index]
      let step = Step(
        time: sample.timestamp,
        duration: index == samples.lowerBound ? 0 : sample.timestamp - trace.timestamps[index - 1],
        acceleration: sample.acceleration, attitude: sample.attitude, rotationRate: sample.rotationRate)
      guard tracker.update(&motion, by: step) == .walking else {
        features = WalkFeatures()
        continue
      }
      let isNew = features.update(step, heading: tracker.heading)
      tracker.walk(&motion, forward: tracker.startSpeed, for: step.duration)
      guard isNew, sample.timestamp >= next, let truth = trace.trueVelocity(at: index) else { continue }
      next = sample.timestamp + interval
      let v = Quaternion(.z, -tracker.heading).act(on: turn.act(on: truth))
      examples.append((features.values, SIMD2(v.x, v.y)))
    }
    return examples
  }
}

extension Trace {
  /// The last sample within `duration` s of `first`; nil when the recording, or a piece of it without a gap, ends before.
  fileprivate func lastIndex(within duration: Double, of first: Int) -> Int? {
    let end = timestamps[first] + duration
    guard timestamps[count - 1] >= end else { return nil }
    var last = first
    while timestamps[last + 1] <= end, timestamps[last + 1] - timestamps[last] < 0.5 {
      last += 1
      if last + 1 == count { break }
    }
    return timestamps[last] >= end - 0.5 ? last : nil
  }
}
