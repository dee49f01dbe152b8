import Fusion
import Rotations
import Traces

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

  /// The error of a device that keeps its first known attitude: what a filter has to beat. O(n).
  ///
  /// - Throws: `TraceError.empty` where no sample with a truth is scored.
  public var errorOfStandingStill: AttitudeError {
    get throws {
      let first = truth.lazy.compactMap { $0 }.first ?? .identity
      return try AttitudeError(of: truth.map { _ in first }, truth: truth, counting: counts)
    }
  }

  /// How far a filter is from the truth on this trial. O(n).
  public func error(of filter: some AttitudeFilter) throws -> AttitudeError {
    var filter = filter
    return try AttitudeError(of: filter.attitudes(of: samples), truth: truth, counting: counts)
  }
}
