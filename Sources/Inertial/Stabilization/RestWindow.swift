import Rotations

/// The samples of the last fraction of a second, with the sums that the detectors' statistics need.
struct RestWindow: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    var time: Double
    /// Specific force in the reference frame: acceleration plus g upwards. Its length does not depend on the frame.
    var force: Vector3
    var rateSquared: Double
  }

  private var entries: [Entry] = []
  private var head = 0
  private var sums = Sums()
  private var extremes = SlidingExtremes()
  /// Whether the window has reached back over its whole length.
  private var isFull = false

  private struct Sums: Hashable, Sendable {
    var force = Vector3.zero
    var forceSquared = 0.0
    var deviationSquared = 0.0
    var rateSquared = 0.0

    mutating func add(_ entry: Entry, _ sign: Double) {
      let square = (entry.force * entry.force).sum()
      let deviation = square.squareRoot() - standardGravity
      force += entry.force * sign
      forceSquared += square * sign
      deviationSquared += deviation * deviation * sign
      rateSquared += entry.rateSquared * sign
    }
  }

  private var count: Int { entries.count - head }

  /// - Parameter statistic: What will be asked for: extremes cost more than sums.
  mutating func append(_ step: Step, for statistic: RestDetector.Statistic) {
    let rate = step.rotationRate ?? .zero
    let entry = Entry(
      time: step.time, force: step.acceleration + Vector3(0, 0, standardGravity), rateSquared: (rate * rate).sum())
    entries.append(entry)
    switch statistic {
    case .fluctuation: extremes.append(entry.force)
    case .linearAcceleration: extremes.append(Vector3(repeating: step.acceleration.length))
    default: return sums.add(entry, 1)
    }
    tracks = true
  }

  /// Whether extremes are tracked, and not sums.
  private var tracks = false

  /// Drops what is older than `duration`; false while the window has not been full.
  mutating func trim(to duration: Double, now: Double) -> Bool {
    // A hair of slack: 0.3 s are thirty steps of 0.01 s, also when rounding says 0.30000000000000004.
    let oldest = now - duration * (1 + 1e-9)
    while head < entries.count - 1, entries[head].time < oldest {
      isFull = true
      if tracks { extremes.removeFirst() } else { sums.add(entries[head], -1) }
      head += 1
    }
    if entries[head].time <= now - duration * (1 - 1e-9) { isFull = true }
    if head > 64, head > entries.count / 2 {
      entries.removeFirst(head)
      head = 0
      // Sums of what is left, afresh: rounding must not pile up over hours.
      if !tracks {
        sums = Sums()
        for entry in entries { sums.add(entry, 1) }
      }
    }
    return isFull
  }

  func value(of statistic: RestDetector.Statistic) -> Double {
    let n = Double(count)
    let mean = sums.force / n
    switch statistic {
    case .fluctuation: return extremes.range.max()
    case .linearAcceleration: return extremes.greatest.max()
    case .accelerationVariance: return max(sums.forceSquared / n - (mean * mean).sum(), 0)
    case .accelerationMagnitude: return max(sums.deviationSquared / n, 0)
    case .angularRateEnergy: return max(sums.rateSquared / n, 0)
    case .likelihoodRatio(let accelerationNoise, let rotationNoise):
      // Σ|f − g·f̄/|f̄||² = Σ|f|² − 2g·n|f̄| + n·g².
      let length = (mean * mean).sum().squareRoot()
      let misfit = sums.forceSquared / n - 2 * standardGravity * length + standardGravity * standardGravity
      return max(misfit, 0) / (accelerationNoise * accelerationNoise)
        + max(sums.rateSquared / n, 0) / (rotationNoise * rotationNoise)
    }
  }
}
