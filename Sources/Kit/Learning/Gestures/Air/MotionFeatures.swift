import Foundation
import Rotations
import Simulation
import Stabilization
import Traces

/// Features that fit the sensor: the gesture's motion itself, in the frame in which the writer meant it, sampled at a
/// few moments (task 3C of the course).
///
/// The course's zones see where a doubly integrated path has been; these see how it moved. The velocity, integrated
/// once, drifts less than the path, and the attitude does not drift at all.
public struct MotionFeatures: Hashable, Codable, Sendable {
  /// The channels, in the order of their numbers.
  public let channels: [MotionChannel]
  /// How many moments; 24 by default. More: finer detail, more numbers to learn from as many examples.
  public let samples: Int

  /// Features from these channels.
  /// - Throws: ``GestureError/outOfRange(quantity:value:expected:)`` for no channel, one that appears twice, or
  ///   fewer than 4 or more than 256 samples.
  public init(
    channels: [MotionChannel] = recommendedChannels, samples: Int = 24
  ) throws(GestureError) {
    guard !channels.isEmpty, Set(channels).count == channels.count else {
      throw .outOfRange(quantity: "channels", value: Double(channels.count), expected: "at least one, none twice")
    }
    try require("samples", Double(samples), in: 4...256, "4 to 256 moments")
    (self.channels, self.samples) = (channels, samples)
  }

  /// Chosen among the sets that `gimbal-evaluate air` lists, by the accuracy on the five people of `air-letters`, each left out in
  /// turn: the 96.2 % there are a little too good. With channels chosen on the four others it is 96.0 %, and there are no recordings of
  /// more people. For the number of moments and of the strength of `TimeWarp` no search is on record.
  public static let recommendedChannels: [MotionChannel] = [.path, .velocity, .pointing, .directionHistogram]

  /// The recommended channels at 24 moments: 224 numbers.
  public static let recommended = unfailing { try MotionFeatures() }

  /// The number of features.
  public var count: Int {
    channels.reduce(0) { sum, channel in
      switch channel {
      case .direction: sum + 2 * samples
      case .turning: sum + samples
      case .directionHistogram: sum + 8
      default: sum + 3 * samples
      }
    }
  }

  /// The fewest samples that a gesture can have: less than a tenth of a second is a touch by accident.
  public static let fewestSamples = 4

  /// The features of a gesture that `trace` recorded from touch to lift; dimensionless.
  ///
  /// Complexity: O(samples of the trace).
  /// - Throws: ``GestureError/tooFewSamples(found:needed:)``, `RotationError.notUnique` when the attitudes have no
  ///   mean, and `TraceError.missingQuantity` for ``MotionChannel/rotationRate`` without it.
  public func features(of trace: Trace) throws -> [Double] {
    guard trace.count >= Self.fewestSamples else {
      throw GestureError.tooFewSamples(found: trace.count, needed: Self.fewestSamples)
    }
    let view = try MotionView(trace)
    var features: [Double] = []
    features.reserveCapacity(count)
    for channel in channels { features += try numbers(of: channel, in: view) }
    return features
  }

  private func numbers(of channel: MotionChannel, in view: MotionView) throws -> [Double] {
    switch channel {
    case .path: unit(view.sampled(view.positions, count: samples), centred: true)
    case .velocity: unit(view.sampled(view.velocities, count: samples))
    case .acceleration: unit(view.sampled(view.accelerations, count: samples))
    case .rotationRate: unit(view.sampled(try view.rotationRates(), count: samples))
    case .pointing: unit(view.sampled(view.pointing, count: samples), centred: true)
    case .direction: view.directions(count: samples).flatMap { [$0.x, $0.y] }.map { $0 / Double(samples).squareRoot() }
    case .turning: view.turnings(count: samples).map { $0 / Double(samples).squareRoot() }
    case .directionHistogram: view.directionHistogram()
    }
  }

  /// The vectors' numbers, one vector after another, about their centre if asked, scaled to the length 1.
  private func unit(_ vectors: [Vector3], centred: Bool = false) -> [Double] {
    let centre = centred ? vectors.reduce(.zero, +) / Double(vectors.count) : .zero
    let moved = vectors.map { $0 - centre }
    let length = moved.reduce(0) { $0 + ($1 * $1).sum() }.squareRoot()
    let scale = length > 1e-12 ? 1 / length : 0
    return moved.flatMap { [$0.x * scale, $0.y * scale, $0.z * scale] }
  }
}

extension MotionFeatures {
  /// Reads channels and samples, and checks them as ``init(channels:samples:)`` does.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      channels: container.decode([MotionChannel].self, forKey: .channels),
      samples: container.decode(Int.self, forKey: .samples))
  }
}
