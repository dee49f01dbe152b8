import Foundation
import Rotations
import Traces

/// Follows the angle between the level frame, which the gyroscope carries, and north (VQF §3.3 and §3.6).
struct HeadingTracker: Hashable, Sendable {
  private let parameters: VersatileFilter.Parameters
  private let interval, gain: Double
  /// Share that the next sample takes at least: 1, 1/2, 1/3, … so that the first ones are averaged.
  private var startGain = 1.0
  /// Seconds for which the field was left out and that have not been paid back. All that there are at the start: before there is a
  /// reference nothing says that the field is disturbed, and the heading follows it slowly.
  private var rejected: Double

  /// From the level frame to north, rad, in (−π, π].
  private(set) var offset = 0.0
  /// The disagreement of the last sample with a heading, rad.
  private(set) var disagreement: Double?

  init(_ parameters: VersatileFilter.Parameters, interval: Double) {
    self.parameters = parameters
    self.interval = interval
    gain = -expm1(-interval / parameters.headingTime)
    rejected = parameters.longestRejection
  }

  /// - Parameters:
  ///   - level: the field in the level frame, µT.
  ///   - disturbed: whether it is to be left out.
  @inline(__always)
  mutating func update(level: Vector3, disturbed: Bool) {
    // A vertical field has no heading.
    guard level.x != 0 || level.y != 0 else { return }
    let disagreement = wrapped(atan2(level.x, level.y) - offset)
    self.disagreement = disagreement
    var share = gain
    if parameters.rejectsDisturbance {
      if disturbed {
        if rejected <= parameters.longestRejection {
          rejected += interval
          share = 0
        } else {
          share /= parameters.rejectionFactor
        }
      } else {
        rejected = max(rejected - parameters.rejectionFactor * interval, 0)
      }
    }
    if startGain > 0 {
      share = max(share, startGain)
      startGain = startGain / (startGain + 1)
      if startGain < gain { startGain = 0 }
    }
    offset = wrapped(offset + share * disagreement)
  }
}
