internal import Basics
import Foundation
import Simulation
import Stabilization
import Traces

/// Recognises gestures drawn in the air from a device's motion: the recommended recogniser.
///
/// ``MotionFeatures`` in a ``KernelClassifier``, trained on the gestures and on copies of them at uneven speed. It
/// learns from the people who use it: a trained one is a value that can be saved.
public struct AirRecognizer: Hashable, Codable, Sendable {
  /// What is computed from a gesture.
  public let features: MotionFeatures
  /// What was learned.
  public let classifier: KernelClassifier

  /// A recogniser of what `classifier` learned from `features`.
  /// - Throws: ``GestureError/featureCount(found:expected:)`` when they do not fit.
  public init(features: MotionFeatures, classifier: KernelClassifier) throws(GestureError) {
    guard features.count == classifier.featureCount else {
      throw .featureCount(found: features.count, expected: classifier.featureCount)
    }
    (self.features, self.classifier) = (features, classifier)
  }

  /// How a recogniser is trained.
  public struct Training: Hashable, Codable, Sendable {
    /// What is computed from a gesture; the recommended channels by default.
    public var features = MotionFeatures.recommended
    /// How many copies at uneven speed join each gesture; 3 by default. More: a little better, and the training time
    /// grows with the third power.
    public var copies = 3
    /// How uneven they are.
    public var warp = TimeWarp.recommended
    /// The kernel machine; one width (the median distance) and one ridge (0.01) by default, which no choice among
    /// copies of the same gestures could make better: leaving one of them out leaves its copies in.
    public var machine = KernelMachine(widths: [1], ridges: [0.01])
    /// What the copies grow from.
    public var seed: UInt64 = 1

    /// The recommended training; set what should differ.
    public init() {}
  }

  /// Learns from `gestures`. Those from which nothing can be learned, because they are too short to be any or have no mean
  /// attitude, are left out, and named.
  ///
  /// Complexity: (gestures × (copies + 1))³ / 2; 400 gestures with 3 copies take about a second.
  /// - Throws: ``GestureError/tooFewExamples(labels:examples:)``, and as ``KernelMachine/train(_:)`` does.
  public static func train(
    on gestures: [LabelledTrace], _ training: Training = Training()
  ) throws -> (recognizer: AirRecognizer, omitted: [Omission]) {
    let (examples, omitted) = try self.examples(of: gestures, training)
    let classifier = try training.machine.train(examples).classifier
    return (try AirRecognizer(features: training.features, classifier: classifier), omitted)
  }

  /// The feature vectors of the gestures, and of their copies.
  static func examples(
    of gestures: [LabelledTrace], _ training: Training
  ) throws -> (examples: [Example], omitted: [Omission]) {
    try require("copies", Double(training.copies), in: 0...1000, "0 to 1000")
    let (examples, omitted) = gestures.enumerated().partitioned(name: \.element.trace.name) { index, gesture in
      var generator = SeededRandom(seed: training.seed, stream: UInt64(index) + 1)
      let copies = try (0..<training.copies).map { _ in try training.warp(gesture.trace, using: &generator) }
      return try ([gesture.trace] + copies).map {
        Example(label: gesture.label, features: try training.features.features(of: $0))
      }
    }
    return (examples.flatMap { $0 }, omitted)
  }

  /// The best label and its rivals; scores are about 1 for a label that fits, and −1 for one that does not.
  /// - Throws: as ``MotionFeatures/features(of:)`` does.
  public func recognize(_ trace: Trace, threshold: Double = -.infinity) throws -> Match {
    try classifier.match(features.features(of: trace), threshold: threshold)
  }
}

extension TimeWarp {
  /// The default strength.
  static let recommended = unfailing { try TimeWarp() }
}
