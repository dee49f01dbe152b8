import Rotations
import Traces

/// The samples of the last fraction of a second, with what the detectors' statistics need of them, in constant time per sample.
///
/// A queue made of two stacks: when the front stack is empty, the back stack is turned over. Every sample is moved once, so that a
/// window of any length costs the same, and nothing is subtracted, so that a huge reading leaves nothing behind.
struct RestWindow: Hashable, Sendable {
  /// What is known of a stretch of samples: least and greatest, component by component, or sums.
  private struct Summary: Hashable, Sendable {
    /// Least acceleration, or summed specific force; last the time of the first sample.
    var first: SIMD4<Double>
    /// Greatest acceleration, or the sums of the squares of force, of its magnitude's deviation from g, and of the rotation rate.
    var second: SIMD4<Double>
  }

  /// The front stack up to `turned`, each element the summary of its sample and all later ones in the stack; then the back
  /// stack, each its sample.
  private var samples = Ring<Summary>()
  private var turned = 0
  /// The summary of the back stack.
  private var back: Summary
  /// Whether extremes are tracked, and not sums; and of which: to compare statistics costs as much as the sample.
  private let tracksExtremes: Bool
  private let isOfEachAxis: Bool
  /// Whether the rotation rate is all that is asked for.
  private let isOfRate: Bool
  /// Whether the window has reached back over its whole length.
  private(set) var isFull = false
  private var lastTime = -Double.infinity

  /// - Parameter statistic: What will be asked for.
  init(for statistic: RestDetector.Statistic) {
    isOfEachAxis = statistic == .fluctuation
    isOfRate = statistic == .angularRateEnergy
    tracksExtremes = isOfEachAxis || statistic == .linearAcceleration
    back = Self.nothing(tracksExtremes)
  }

  private static func nothing(_ tracksExtremes: Bool) -> Summary {
    tracksExtremes
      ? Summary(first: SIMD4(repeating: .infinity), second: SIMD4(repeating: -.infinity))
      : Summary(first: .zero, second: .zero)
  }

  @inline(__always)
  private static func merged(_ earlier: Summary, _ later: Summary, _ tracksExtremes: Bool) -> Summary {
    // `pointwiseMin` goes component by component.
    tracksExtremes
      ? Summary(
        first: earlier.first.replacing(with: later.first, where: later.first .< earlier.first),
        second: earlier.second.replacing(with: later.second, where: later.second .> earlier.second))
      : Summary(first: earlier.first + later.first, second: earlier.second + later.second)
  }

  /// - Parameter duration: The window's duration, s. After a longer pause it begins again: what was still before does
  ///   not show now, and a single sample never fluctuates.
  @inline(__always)
  mutating func append(_ step: Step, within duration: Double) {
    if samples.count > 0, !(lastTime >= step.time.earliest(within: duration)) || step.time <= lastTime {
      samples.removeAll()
      (turned, back, isFull) = (samples.end, Self.nothing(tracksExtremes), false)
    }
    lastTime = step.time
    let sample: Summary
    if tracksExtremes {
      let value =
        isOfEachAxis ? step.acceleration : Vector3(repeating: step.acceleration.squaredLength.squareRoot())
      sample = Summary(first: SIMD4(value, step.time), second: SIMD4(value, 0))
    } else {
      // Unknown is not 0: a statistic that asks for it is NaN, and the device does not rest.
      let turning = step.rotationRate?.squaredLength ?? .nan
      // Specific force in the device frame, whose axes the published statistics are about.
      let force =
        isOfRate ? .zero : step.attitude.inverse.act(on: step.acceleration + Vector3(0, 0, standardGravity))
      let square = force.squaredLength
      let deviation = square.squareRoot() - standardGravity
      sample = Summary(first: SIMD4(force, step.time), second: SIMD4(square, deviation * deviation, turning, 0))
    }
    samples.append(sample)
    back = Self.merged(back, sample, tracksExtremes)
  }

  /// Drops what is older than `duration`; false while the window has not been full.
  @inline(__always)
  mutating func trim(to duration: Double, now: Double) -> Bool {
    let oldest = now.earliest(within: duration)
    while samples.count > 1, samples[samples.start].first.w < oldest {
      isFull = true
      if samples.start >= turned {
        Self.turnOver(&samples, tracksExtremes)
        (turned, back) = (samples.end, Self.nothing(tracksExtremes))
      }
      samples.removeFirst()
    }
    if !isFull, samples[samples.start].first.w <= now - (duration - .slack(for: duration, at: now)) { isFull = true }
    return isFull
  }

  /// Static, so that the rest of a window can stay in registers.
  @inline(never)
  private static func turnOver(_ samples: inout Ring<Summary>, _ tracksExtremes: Bool) {
    let numbers = samples.start..<samples.end
    samples.withSlots { slots in
      let nothing = Self.nothing(tracksExtremes)
      var later = nothing
      for index in numbers.reversed() {
        let slot = index & (slots.count &- 1)
        later.first.w = nothing.first.w
        later = merged(slots[slot], later, tracksExtremes)
        slots[slot] = later
      }
    }
  }

  /// Whether the statistic's value is no greater than this.
  @inline(__always)
  func isWithin(_ limit: Double, of statistic: RestDetector.Statistic) -> Bool {
    guard tracksExtremes else { return value(of: statistic) <= limit }
    // Mostly the latest samples alone differ too much.
    return isWithin(limit, back) && isWithin(limit, summary)
  }

  @inline(__always)
  private func isWithin(_ limit: Double, _ summary: Summary) -> Bool {
    let ranges = ranges(summary)
    return ranges.x <= limit && ranges.y <= limit && ranges.z <= limit
  }

  @inline(__always)
  private var summary: Summary {
    samples.start < turned ? Self.merged(samples[samples.start], back, tracksExtremes) : back
  }

  @inline(__always)
  private func ranges(_ summary: Summary) -> SIMD4<Double> {
    isOfEachAxis ? summary.second - summary.first : summary.second
  }

  @inline(__always)
  func value(of statistic: RestDetector.Statistic) -> Double {
    if tracksExtremes {
      let ranges = ranges(summary)
      return max(ranges.x, ranges.y, ranges.z)
    }
    let (n, summary) = (Double(samples.count), self.summary)
    let (mean, squares) = (summary.first.vector / n, summary.second.vector / n)
    switch statistic {
    case .accelerationMagnitude: return squares.y
    case .angularRateEnergy: return squares.z
    case .likelihoodRatio(let acceleration, let rotation):
      // Σ|f − g·f̄/|f̄||² = Σ|f|² − 2g·n|f̄| + n·g².
      let misfit = squares.x - 2 * standardGravity * mean.length + standardGravity * standardGravity
      return max(misfit, 0) / (acceleration * acceleration) + squares.z / (rotation * rotation)
    default: return max(squares.x - mean.squaredLength, 0)
    }
  }
}

extension SIMD4<Double> {
  /// Without its last component.
  @inline(__always)
  fileprivate var vector: Vector3 { Vector3(x, y, z) }
}
