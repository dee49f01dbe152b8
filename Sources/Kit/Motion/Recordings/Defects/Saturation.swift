import Rotations
import Traces

/// The times at which the accelerometer was at the end of its range, so that the true readings are unknown.
public struct Saturation: Hashable, Sendable {
  /// One stretch of one axis.
  public struct Stretch: Hashable, Sendable {
    /// Samples on the limit.
    public let samples: Range<Int>
    /// 0, 1 or 2: the device's x, y or z.
    public let axis: Int
    /// m/s: the area between the limit and where the signal would have gone, estimated by continuing its slope from both
    /// sides until they meet. By so much velocity is off after the stretch.
    public let missingVelocity: Double
  }

  /// The limit in m/s², gravity included: as given, or as found.
  public let limit: Double?
  /// Whether the limit was found in the data and not given.
  public let isGuessed: Bool
  /// The stretches in which the readings stay on the limit, axis by axis in time order.
  public let stretches: [Stretch]

  /// The m/s of velocity that all stretches together leave unaccounted for.
  public var missingVelocity: Double { stretches.reduce(0) { $0 + $1.missingVelocity } }

  /// The samples that are on the limit on some axis, each once, in order.
  public var samples: [Int] { Array(Set(stretches.flatMap { Array($0.samples) })).sorted() }

  /// Looks for the limit: a greatest value that is kept for three samples in a row, on at least two occasions or for five
  /// samples, which no moving hand does. O(*n*).
  public init(of trace: Trace) { self.init(of: trace, within: nil) }

  /// - Parameters:
  ///   - limit: The sensor's range in m/s², 19.6133 for the 2 g of the course; nil looks for it.
  ///   - trace: The recording.
  /// - Throws: `TraceError.invalidParameter` for a limit that is not positive.
  /// - Complexity: O(*n*).
  public init(of trace: Trace, limit: Double?) throws {
    if let limit { try requireLimit("limit", limit, unit: "m/s²") }
    self.init(of: trace, within: limit)
  }

  /// - Parameter limit: Above 0, or nil.
  init(of trace: Trace, within limit: Double?) {
    let forces = (0..<trace.count).map { index in
      -(trace.userAcceleration[index] + (trace.gravity?[index] ?? trace.attitude[index].gravity))
    }
    let largest = forces.reduce(0) { max($0, abs($1.x), abs($1.y), abs($1.z)) }
    // The attitude's rounding moves gravity by a hair.
    let slack = 0.002 * largest + 1e-9
    let level = limit ?? largest
    var stretches = [Stretch]()
    for axis in 0..<3 {
      var index = 0
      while index < forces.count {
        guard abs(forces[index][axis]) >= level - slack else {
          index += 1
          continue
        }
        let start = index
        let isPositive = forces[index][axis] > 0
        while index < forces.count, abs(forces[index][axis]) >= level - slack,
          (forces[index][axis] > 0) == isPositive
        { index += 1 }
        stretches.append(
          Stretch(
            samples: start..<index, axis: axis,
            missingVelocity: Self.missing(start..<index, axis, forces, trace.timestamps)))
      }
    }
    if limit == nil {
      let plateaus = stretches.filter { $0.samples.count >= 3 }
      guard largest > 1.2 * standardGravity, plateaus.count >= 2 || plateaus.contains(where: { $0.samples.count >= 5 })
      else {
        (self.limit, isGuessed, self.stretches) = (nil, true, [])
        return
      }
    }
    (self.limit, isGuessed, self.stretches) = (level, limit == nil, stretches)
  }

  /// The area of the triangle over the plateau whose sides continue the slopes before and after it.
  private static func missing(
    _ range: Range<Int>, _ axis: Int, _ forces: [Vector3], _ times: [Double]
  ) -> Double {
    let (first, last) = (range.lowerBound, range.upperBound - 1)
    guard first >= 2, last + 2 < times.count else { return 0 }
    let sign = forces[first][axis] > 0 ? 1.0 : -1.0
    let rise = sign * (forces[first - 1][axis] - forces[first - 2][axis]) / (times[first - 1] - times[first - 2])
    let fall = sign * (forces[last + 1][axis] - forces[last + 2][axis]) / (times[last + 2] - times[last + 1])
    let width = times[last] - times[first]
    guard rise > 0, fall > 0, width > 0 else { return 0 }
    return width * width * rise * fall / (2 * (rise + fall))
  }
}

/// The end of a gyroscope's range.
enum RotationRange {
  /// Ranges of gyroscopes, °/s.
  private static let ranges = [125.0, 245, 250, 300, 450, 500, 1000, 2000, 4000]

  /// The limit in rad/s on which some axis stays, and how many samples are on it: a greatest value that is kept for three samples in a row
  /// on two occasions or for five samples, and is a range of gyroscopes to 2.5 %. nil where there is none.
  ///
  /// - Complexity: O(*n*).
  static func limit(of rates: [Vector3]) -> (limit: Double, samples: Int)? {
    let largest = rates.reduce(0) { max($0, abs($1.x), abs($1.y), abs($1.z)) }
    let degrees = largest * 180 / .pi
    guard ranges.contains(where: { abs(degrees - $0) < 0.025 * $0 }) else { return nil }
    let slack = 0.0001 * largest
    var (onLimit, plateaus) = (Set<Int>(), [Int]())
    for axis in 0..<3 {
      var length = 0
      var sign = 0.0
      for (index, rate) in rates.enumerated() {
        let isThere = abs(rate[axis]) >= largest - slack
        if isThere { onLimit.insert(index) }
        if isThere, rate[axis] * sign >= 0 {
          length += 1
        } else {
          if length >= 3 { plateaus.append(length) }
          length = isThere ? 1 : 0
        }
        sign = isThere ? rate[axis] : 0
      }
      if length >= 3 { plateaus.append(length) }
    }
    return plateaus.count >= 2 || (plateaus.max() ?? 0) >= 5 ? (largest, onLimit.count) : nil
  }
}
