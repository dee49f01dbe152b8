internal import Basics
import Rotations
import Traces

/// How gravity turns in the device's frame, against how the gyroscope says that the device turns: with a right gyroscope
/// ġ = −ω × g, whatever the sign of the accelerations.
struct GravityTurning {
  /// What the rotation rate has to be multiplied with to turn gravity as it turns, in the least-squares sense: π/180 for a
  /// gyroscope in degrees, −1 for one that turns the other way.
  let factor: Double
  /// Share of gravity's turning that the gyroscope explains with this factor, 0 to 1.
  let explained: Double
  /// The exchange and signs of the rotation rate's axes that explain most, and how much; nil where those of the file do.
  let betterAxes: (axes: Trace.ReadingOptions.Axes, explained: Double)?

  /// Seconds over which gravity is averaged at both ends of a span of twice as many: shakes leave it, turns do not.
  private static let window = 0.2

  /// nil when the device hardly turned, or moved so much that gravity cannot be seen.
  ///
  /// - Complexity: O(*n*); at most 4000 spans are looked at.
  init?(_ times: [Double], _ forces: [Vector3], _ rates: [Vector3]) {
    let count = times.count
    guard count > 20 else { return nil }
    let step = (times[count - 1] - times[0]) / Double(count - 1)
    guard step > 1e-6, step < 0.25 else { return nil }
    let half = max(1, Int((Self.window / 2 / step).rounded()))
    let span = max(2 * half + 1, Int((2 * Self.window / step).rounded()))
    let usable = half..<max(half, count - span - half)
    guard usable.count > 10 else { return nil }
    let usual = median(of: forces.map(\.length))
    // A span with a damaged cell turns by more than any other.
    let largest = 10 * quantile(0.995, of: rates.map(\.length))
    /// The direction of gravity around a sample; nil where the device moves so that its length is not gravity's.
    func direction(_ index: Int) -> Vector3? {
      let mean = forces[(index - half)...(index + half)].reduce(Vector3.zero, +) / Double(2 * half + 1)
      let length = mean.length
      guard length > 1e-9, length.isFinite, abs(length / usual - 1) < 0.1 else { return nil }
      return mean / length
    }
    var pairs = [(change: Vector3, turn: Vector3, mean: Vector3)]()
    for start in stride(from: usable.lowerBound, to: usable.upperBound, by: max(1, usable.count / 4000)) {
      guard let before = direction(start), let after = direction(start + span) else { continue }
      var turn = Vector3.zero
      for index in start..<(start + span) { turn += rates[index] * (times[index + 1] - times[index]) }
      guard turn.length < largest * (times[start + span] - times[start]) else { continue }
      pairs.append((after - before, turn, (after + before) / 2))
    }
    guard pairs.count > 10 else { return nil }
    let total = pairs.reduce(0) { $0 + $1.change.squaredLength }
    // A third of a radian in all, and not noise: in the mean square more than 0.03 rad a span.
    guard (total / Double(pairs.count)).squareRoot() > 0.03 else { return nil }
    func fit(_ axes: Trace.ReadingOptions.Axes) -> (factor: Double, explained: Double) {
      var (product, square) = (0.0, 0.0)
      for pair in pairs {
        let expected = -axes.applied(to: pair.turn).cross(pair.mean)
        product += expected.dot(pair.change)
        square += expected.squaredLength
      }
      guard square > 0, square.isFinite else { return (0, 0) }
      return (
        product / square, product > 0 ? product * product / (square * total) : -product * product / (square * total)
      )
    }
    let own = fit(.standard)
    (factor, explained) = (own.factor, abs(own.explained))
    guard factor.isFinite, explained.isFinite else { return nil }
    let best = Trace.ReadingOptions.Axes.all.map { ($0, fit($0).explained) }.max { $0.1 < $1.1 }!
    // The opposite of all three axes is not an exchange of axes; the factor shows that case.
    betterAxes = best.1 > 0.8 && best.1 > explained + 0.3 ? best : nil
    guard explained > 0.3 || betterAxes != nil else { return nil }
  }
}

extension GravityTurning {
  /// How much later the gyroscope's clock runs than the accelerometer's, in s: the shift, of at most five seconds, with which the
  /// gyroscope explains how gravity turns.
  ///
  /// nil where it explains that about as well without a shift, or with another one, too.
  ///
  /// - Complexity: O(*n*); at most 1000 spans are looked at, with 200 shifts each.
  static func lag(_ times: [Double], _ forces: [Vector3], _ rates: [Vector3]) -> Double? {
    let count = times.count
    guard count > 20, rates.count == count, forces.count == count else { return nil }
    let step = (times[count - 1] - times[0]) / Double(count - 1)
    guard step > 1e-6, step < 0.25 else { return nil }
    var angles = [Vector3.zero]
    angles.reserveCapacity(count)
    for index in 1..<count { angles.append(angles[index - 1] + rates[index - 1] * (times[index] - times[index - 1])) }
    let half = max(1, Int((window / 2 / step).rounded()))
    let span = max(2 * half + 1, Int((2 * window / step).rounded()))
    let (farthest, stride) = (Int(5 / step), max(1, Int((0.05 / step).rounded())))
    let usual = median(of: forces.map(\.length))
    func direction(_ index: Int) -> Vector3? {
      let mean = forces[(index - half)...(index + half)].reduce(Vector3.zero, +) / Double(2 * half + 1)
      guard mean.length > 1e-9, abs(mean.length / usual - 1) < 0.1 else { return nil }
      return mean / mean.length
    }
    let usable = half..<max(half, count - span - half)
    var spans = [(start: Int, change: Vector3, mean: Vector3)]()
    for start in Swift.stride(from: usable.lowerBound, to: usable.upperBound, by: max(1, usable.count / 1000)) {
      guard let before = direction(start), let after = direction(start + span) else { continue }
      spans.append((start, after - before, (after + before) / 2))
    }
    guard spans.count > 40 else { return nil }
    /// How much of gravity's turning the gyroscope explains with its readings taken `shift` samples later, and with which factor.
    func fit(_ shift: Int) -> (explained: Double, factor: Double) {
      var (product, square, total, used) = (0.0, 0.0, 0.0, 0)
      for (start, change, mean) in spans where angles.indices.contains(start + shift) {
        guard angles.indices.contains(start + span + shift) else { continue }
        let expected = -(angles[start + span + shift] - angles[start + shift]).cross(mean)
        product += expected.dot(change)
        square += expected.squaredLength
        total += change.squaredLength
        used += 1
      }
      guard 2 * used > spans.count, total / Double(used) > 0.03 * 0.03, square > 0, product > 0 else { return (0, 0) }
      return (product * product / (square * total), product / square)
    }
    let fits = Swift.stride(from: -farthest, through: farthest, by: stride).map { (shift: $0, fit: fit($0)) }
    guard let best = fits.max(by: { $0.fit.explained < $1.fit.explained }), abs(Double(best.shift) * step) > 0.09,
      best.fit.explained > 0.4, best.fit.explained > fit(0).explained + 0.2,
      [MeasurementUnit.radiansPerSecond, .degreesPerSecond].contains(where: {
        (0.6 * $0.scale...1.6 * $0.scale).contains(best.fit.factor)
      }),
      // What repeats itself fits in many places.
      fits.allSatisfy({
        abs(Double($0.shift - best.shift)) * step < 0.75 || $0.fit.explained < 0.75 * best.fit.explained
      })
    else { return nil }
    return Double(best.shift) * step
  }

  /// How far gravity turned while the gyroscope says that the device turned about a horizontal axis.
  struct Stillness {
    /// Radians in a second by which gravity would turn by the gyroscope, were it in rad/s, in the median of all seconds.
    let claimed: Double
    /// Radians in a second by which it turned.
    let turned: Double

    /// A phone's gyroscope at rest has a bias of some degrees a second: more than 0.15 rad/s while gravity stands still
    /// is another unit.
    var refutesRadians: Bool { claimed > 0.15 && turned < min(0.1 * claimed, 0.05) }

    /// What speaks against rad/s.
    var words: String {
      "the device would turn by \(shortNumber(claimed * 180 / .pi))° a second, and gravity stands still"
    }

    /// nil for less than two seconds.
    ///
    /// - Complexity: O(*n*).
    init?(_ times: [Double], _ forces: [Vector3], _ rates: [Vector3]) {
      guard times.count > 20, let start = times.first, let end = times.last, end - start >= 2 else { return nil }
      var (claims, turns) = ([Double](), [Double]())
      /// The mean force of a quarter of a second, and where it ends.
      func mean(from first: Int) -> (direction: Vector3, end: Int) {
        var (sum, index) = (Vector3.zero, first)
        while index < times.count, times[index] - times[first] < 0.25 {
          sum += forces[index]
          index += 1
        }
        return (sum / max(sum.length, 1e-9), index)
      }
      var first = 0
      while first < times.count {
        guard let next = times[first...].firstIndex(where: { $0 - times[first] >= 1 }) else { break }
        let (before, after) = (mean(from: first), mean(from: next))
        guard times[after.end - 1] - times[next] > 0.15 else { break }
        var turn = Vector3.zero
        for index in first..<next { turn += rates[index] * (times[index + 1] - times[index]) }
        let seconds = times[next] - times[first]
        claims.append(turn.cross(before.direction).length / seconds)
        turns.append((after.direction - before.direction).length / seconds)
        first = next
      }
      guard claims.count > 1, (claims + turns).allSatisfy(\.isFinite) else { return nil }
      (claimed, turned) = (median(of: claims), median(of: turns))
    }
  }
}
