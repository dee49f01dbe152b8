import Rotations

/// The samples of the last fraction of a second, with what the detectors' statistics need of them.
struct RestWindow: Hashable, Sendable {
  /// Least and greatest, component by component.
  private struct Extremes: WindowSummary {
    var low, high: Vector3
    static let nothing = Extremes(low: Vector3(repeating: .infinity), high: Vector3(repeating: -.infinity))
    @inline(__always)
    func merged(with later: Extremes) -> Extremes {
      // `pointwiseMin` goes component by component.
      Extremes(
        low: low.replacing(with: later.low, where: later.low .< low),
        high: high.replacing(with: later.high, where: later.high .> high))
    }
  }

  private struct Sums: WindowSummary {
    var force = Vector3.zero
    /// Of the squares of force, of its magnitude's deviation from g, and of the rotation rate.
    var squares = Vector3.zero
    static let nothing = Sums()
    @inline(__always)
    func merged(with later: Sums) -> Sums {
      Sums(force: force + later.force, squares: squares + later.squares)
    }
  }

  private var times: [Double] = []
  private var head = 0
  private var extremes = SlidingWindow<Extremes>()
  private var sums = SlidingWindow<Sums>()
  /// Whether extremes are tracked, and not sums; and of which: to compare statistics costs as much as the sample.
  private let tracksExtremes: Bool
  private let isOfEachAxis: Bool
  /// Whether the window has reached back over its whole length.
  private var isFull = false

  /// - Parameter statistic: What will be asked for.
  init(for statistic: RestDetector.Statistic) {
    isOfEachAxis = statistic == .fluctuation
    tracksExtremes = isOfEachAxis || statistic == .linearAcceleration
  }

  /// - Parameter duration: Of the window, s. After a longer pause it begins anew: what was still before says nothing of now, and a
  ///   single sample never fluctuates.
  @inline(__always)
  mutating func append(_ step: Step, within duration: Double) {
    if let last = times.last, !(step.time - last <= duration * (1 + 1e-9)) || step.time <= last { beginAnew() }
    times.append(step.time)
    guard !tracksExtremes else {
      let value =
        isOfEachAxis ? step.acceleration : Vector3(repeating: step.acceleration.squaredLength.squareRoot())
      return extremes.append(Extremes(low: value, high: value))
    }
    // Specific force in the device frame, whose axes the published statistics are about.
    let force = step.attitude.inverse.act(on: step.acceleration + Vector3(0, 0, standardGravity))
    let square = force.squaredLength
    let deviation = square.squareRoot() - standardGravity
    sums.append(
      Sums(force: force, squares: Vector3(square, deviation * deviation, (step.rotationRate ?? .zero).squaredLength)))
  }

  @inline(never)
  private mutating func beginAnew() {
    (times, head, isFull) = ([], 0, false)
    (extremes, sums) = (SlidingWindow(), SlidingWindow())
  }

  /// Drops what is older than `duration`; false while the window has not been full.
  @inline(__always)
  mutating func trim(to duration: Double, now: Double) -> Bool {
    // A hair of slack: 0.3 s are thirty steps of 0.01 s, also when rounding says 0.30000000000000004.
    let oldest = now - duration * (1 + 1e-9)
    while head < times.count - 1, times[head] < oldest {
      isFull = true
      if tracksExtremes { extremes.removeFirst() } else { sums.removeFirst() }
      head += 1
    }
    if times[head] <= now - duration * (1 - 1e-9) { isFull = true }
    if head > 256, head > times.count / 2 {
      times.removeFirst(head)
      head = 0
    }
    return isFull
  }

  @inline(__always)
  func value(of statistic: RestDetector.Statistic) -> Double {
    if tracksExtremes {
      let summary = extremes.summary
      let range = isOfEachAxis ? summary.high - summary.low : summary.high
      return max(range.x, range.y, range.z)
    }
    let (n, summary) = (Double(times.count - head), sums.summary)
    let (mean, squares) = (summary.force / n, summary.squares / n)
    switch statistic {
    case .accelerationMagnitude: return squares.y
    case .angularRateEnergy: return squares.z
    case .likelihoodRatio(let accelerationNoise, let rotationNoise):
      // Σ|f − g·f̄/|f̄||² = Σ|f|² − 2g·n|f̄| + n·g².
      let misfit = squares.x - 2 * standardGravity * mean.length + standardGravity * standardGravity
      return max(misfit, 0) / (accelerationNoise * accelerationNoise) + squares.z / (rotationNoise * rotationNoise)
    default: return max(squares.x - mean.squaredLength, 0)
    }
  }
}
