internal import Basics
import Rotations
import Traces

/// A piece of a recording in which the device lay still, reduced to its means.
public struct StillPosition: Hashable, Sendable {
  /// When it began and ended, s.
  public let time: ClosedRange<Double>
  /// How many samples it holds.
  public let count: Int
  /// The mean reading of the accelerometer, m/s², device frame, +g up.
  public let specificForce: Vector3
  /// The mean reading of the gyroscope, rad/s, device frame.
  public let rotationRate: Vector3
  /// The variance of a sample of the gyroscope, in the mean over its axes, (rad/s)².
  public let rotationVariance: Double

  init(_ samples: ArraySlice<RawSample>) {
    let share = 1 / Double(samples.count)
    let rate = samples.reduce(Vector3.zero) { $0 + $1.rotationRate } * share
    time = samples[samples.startIndex].time...samples[samples.endIndex - 1].time
    count = samples.count
    specificForce = samples.reduce(.zero) { $0 + $1.specificForce } * share
    rotationRate = rate
    rotationVariance =
      samples.reduce(0) { $0 + ($1.rotationRate - rate).squaredLength } / Double(max(3 * (samples.count - 1), 1))
  }
}

/// A recording cut into the positions in which the device lay still and the turns between them.
public struct PositionsAndTurns: Hashable, Sendable {
  /// The positions, in order.
  public let positions: [StillPosition]
  /// The samples from the end of each position to the beginning of the next, both included: one fewer than positions. A turn of which samples
  /// are missing is empty, for nobody knows how the device turned meanwhile.
  public let turns: [[RawSample]]
  /// The stillness in which the samples end, however short; nil if the device moved last.
  package let ongoing: StillPosition?

  /// Seconds over which the spread of the readings is judged. Longer: short rests are missed. Shorter: the turning point of a movement
  /// looks still.
  static let window = 0.5
  /// A window is still while its spread is at most this many times that of the quietest ones. Larger: a trembling
  /// hand counts as still.
  static let tolerance = 3.0
  /// Spreads of accelerometer and gyroscope, m/s² and rad/s, above which nothing is still, even in a recording whose device never moves less. A
  /// hand that holds a phone still stays below, waving does not. Larger: slow waving counts as still. Smaller: very noisy
  /// sensors are never still.
  static let ceilings = [0.5, 0.15]
  /// Seconds that are left out at both ends of a position, besides the half window in which it looks restless: the hand has not let go yet.
  static let margin = 0.1

  /// Finds positions by the spread of accelerometer and gyroscope over half a second, which is compared with that of the recording's quietest
  /// twentieth (Tedaldi, Pretto and Menegatti 2014, section IV.B, whose threshold is searched for in the same way).
  ///
  /// - Parameters:
  ///   - samples: The samples of one recording, in order.
  ///   - shortest: Seconds for which a device has to lie still to be in a position. Grows: more exact means, fewer positions.
  /// - Throws: `TraceError.invalidParameter` for a duration that is not positive.
  /// - Complexity: O(samples · log samples).
  public init(_ samples: [RawSample], shortest: Double = 1) throws(TraceError) {
    try requirePositive("shortest", shortest, unit: "s")
    let times = samples.map(\.time)
    let step = TimeSteps(times).usual
    let half = step > 0 ? max(1, Int((Self.window / 2 / step).rounded())) : 1
    guard samples.count > 2 * half + 1 else {
      (positions, turns, ongoing) = ([], [], nil)
      return
    }
    let force = Self.spread(samples.map(\.specificForce), half)
    let rate = Self.spread(samples.map(\.rotationRate), half)
    // A coarse sensor may not move by a single step for a while: no phone's is quieter than 10⁻⁴ m/s² or rad/s.
    let limits = zip([force, rate], Self.ceilings).map { min(max(Self.tolerance * quantile(0.05, of: $0), 1e-4), $1) }
    let gaps = TimeSteps(times).gaps(in: times)
    var isStill = samples.indices.map { force[$0] <= limits[0] && rate[$0] <= limits[1] }
    for gap in gaps { isStill[gap] = false }
    var ranges = [Range<Int>]()
    var first = 0
    for index in 0...samples.count where index == samples.count || !isStill[index] {
      let range = Self.trimmed(first..<index, times)
      if range.count > 1, times[range.upperBound - 1] - times[range.lowerBound] >= shortest { ranges.append(range) }
      first = index + 1
    }
    positions = ranges.map { StillPosition(samples[$0]) }
    turns = zip(ranges, ranges.dropFirst()).map { before, after in
      let turn = (before.upperBound - 1)...after.lowerBound
      return gaps.contains { turn.contains($0) && $0 > turn.lowerBound } ? [] : Array(samples[turn])
    }
    let last = Self.trimmed((isStill.lastIndex(of: false).map { $0 + 1 } ?? 0)..<samples.count, times)
    ongoing = last.count > 1 ? StillPosition(samples[last]) : nil
  }

  /// The range without the margins at both ends.
  private static func trimmed(_ range: Range<Int>, _ times: [Double]) -> Range<Int> {
    guard range.count > 1 else { return range }
    let (begin, end) = (times[range.lowerBound] + margin, times[range.upperBound - 1] - margin)
    let inner = range.filter { times[$0] >= begin && times[$0] <= end }
    guard let first = inner.first, let last = inner.last else { return range.lowerBound..<range.lowerBound }
    return first..<(last + 1)
  }

  /// Per sample the standard deviation over the window around it. O(samples).
  private static func spread(_ values: [Vector3], _ half: Int) -> [Double] {
    let center = values.reduce(.zero, +) / Double(values.count)
    var sums = [(sum: Vector3.zero, square: 0.0)]
    sums.reserveCapacity(values.count + 1)
    for value in values {
      let last = sums[sums.count - 1]
      sums.append((last.sum + (value - center), last.square + (value - center).squaredLength))
    }
    return values.indices.map { index in
      let (low, high) = (max(0, index - half), min(values.count, index + half + 1))
      let count = Double(high - low)
      let mean = (sums[high].sum - sums[low].sum) / count
      return max(0, (sums[high].square - sums[low].square) / count - mean.squaredLength).squareRoot()
    }
  }
}
