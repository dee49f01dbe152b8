internal import Basics
import Foundation
import Rotations
import Statistics
import Traces

/// How one device's clock runs against another's, when both recorded the same movement: found from how they turn.
///
/// First the whole recordings are shifted against each other until their angular speeds, which do not depend on how
/// the axes lie, correlate best; that shift has to be much better than every other: steps are alike, and a wrong one
/// looks good too. At that shift, the rotation between the devices' axes is fitted (Wahba's problem). Then each five
/// seconds of the turned rates find their own shift, to a fraction of a sample, and a line through these is offset
/// and drift. Its interval comes from how the pieces differ from the line, by Student's distribution. If the pieces
/// do not agree, it throws.
public struct ClockOffset: Hashable, Sendable {
  /// Seconds to add to the second clock's time at ``reference`` to get the first clock's.
  public let offset: Double
  /// Half the width of the offset's 95 % interval, s.
  public let offsetMargin: Double
  /// Seconds per second by which the first clock runs faster; 0 where the recordings are too short to tell.
  public let drift: Double
  /// Half the width of the drift's 95 % interval; infinite where it was not fitted.
  public let driftMargin: Double
  /// The second clock's time in the middle of the pieces, s: at it the offset is surest.
  public let reference: Double
  /// The correlation of the angular speeds at the best shift, up to 1.
  public let correlation: Double
  /// How many pieces of five seconds agreed, and how many turned enough to be asked.
  public let pieces: (agreeing: Int, asked: Int)

  /// What the first clock shows when the second shows `time`, s.
  public func converted(_ time: Double) -> Double { time + offset + drift * (time - reference) }

  /// Seconds of a piece. Longer: fewer and surer ones.
  static let pieceLength = 5.0
  /// Hz up to which angular speeds are compared: attitudes from cameras are noisy above.
  static let band = 5.0
  /// Hz of the fine and of the coarse comparison.
  static let (fineRate, coarseRate) = (100.0, 20.0)

  /// Finds offset and drift.
  ///
  /// - Parameters:
  ///   - first: The device whose clock is asked for.
  ///   - second: The device whose times are to be converted.
  /// - Throws: `CalibrationError.tooLittleTurning` where one of them hardly turns, or they are shorter than twenty seconds;
  ///   `.clocksDisagree` where no shift is much better than all others, or the pieces contradict each other.
  /// - Complexity: O(samples · log samples).
  public init(of first: AngularRates, to second: AngularRates) throws(CalibrationError) {
    guard let a = Series(first, Self.coarseRate), let b = Series(second, Self.coarseRate),
      min(a.duration, b.duration) >= 4 * Self.pieceLength
    else { throw .tooLittleTurning }
    let coarse = try CoarseShift(a, b)
    guard let fineA = Series(first, Self.fineRate), let fineB = Series(second, Self.fineRate) else {
      throw .tooLittleTurning
    }
    let shift = Self.shift(coarse.shift, a, b, fineA, fineB)
    let found = Self.pieces(fineA, fineB, around: shift, turnedBy: Self.turn(fineA, fineB, shift))
    guard found.count >= 4 else {
      throw .clocksDisagree(correlation: coarse.best, other: coarse.other, agreeing: found.count, asked: found.count)
    }
    var kept = found
    var line = Line(kept)
    for _ in 0..<10 {
      let limit = max(4 * 1.4826 * median(of: kept.map { abs($0.offset - line.value(at: $0.time)) }), 2e-4)
      let next = found.filter { abs($0.offset - line.value(at: $0.time)) <= limit }
      guard next.count >= 4, next != kept else { break }
      kept = next
      line = Line(kept)
    }
    guard kept.count * 10 >= found.count * 6, line.deviation <= 0.04 else {
      throw .clocksDisagree(
        correlation: coarse.best, other: coarse.other, agreeing: line.deviation <= 0.04 ? kept.count : 0,
        asked: found.count)
    }
    (offset, reference, correlation) = (line.middle, line.center, coarse.best)
    let quantile = Distributions.studentQuantile(0.975, freedom: Double(max(line.freedom, 1)))
    // A slow delay that pieces share is not seen in their differences: no offset is more exact than a tenth of a millisecond.
    offsetMargin = max(quantile * line.middleDeviation, 1e-4)
    drift = line.slope ?? 0
    driftMargin = line.slope == nil ? .infinity : quantile * line.slopeDeviation
    pieces = (kept.count, found.count)
  }

  /// The shift of the fine series that is the coarse one's offset.
  private static func shift(_ coarse: Int, _ a: Series, _ b: Series, _ fineA: Series, _ fineB: Series) -> Int {
    let offset = a.start - b.start + Double(coarse) / coarseRate
    return Int(((offset - fineA.start + fineB.start) * fineRate).rounded())
  }

  /// The offset that one piece finds.
  struct Piece: Equatable {
    var time: Double
    var offset: Double
  }

  /// Turns the second device's rates into the first one's frame; nothing where they leave that open, as turns about one axis do: then any
  /// of the rotations that fit will do.
  private static func turn(_ a: Series, _ b: Series, _ shift: Int) -> Quaternion {
    let low = max(0, -shift)
    let high = min(b.values.count, a.values.count - shift)
    guard low < high else { return .identity }
    let places = (low..<high).filter { b.isKnown($0..<($0 + 1)) && a.isKnown(($0 + shift)..<($0 + shift + 1)) }
    let (second, first) = (places.map { b.values[$0] }, places.map { a.values[$0 + shift] })
    return (try? VectorAlignment(from: second, to: first, tolerance: -1))?.rotation ?? .identity
  }

  /// Per piece that turns enough: where in ±0.25 s the correlation is highest, by a polynomial through the best and its neighbours.
  private static func pieces(_ a: Series, _ b: Series, around shift: Int, turnedBy turn: Quaternion) -> [Piece] {
    let length = Int(pieceLength * fineRate)
    let reach = Int(0.25 * fineRate)
    var found = [Piece]()
    for start in stride(from: 0, through: b.values.count - length, by: length) {
      let window = start..<(start + length)
      let target = (window.lowerBound + shift - reach)..<(window.upperBound + shift + reach)
      guard target.lowerBound >= 0, target.upperBound <= a.values.count, b.isKnown(window), a.isKnown(target) else {
        continue
      }
      let share = 1 / Double(length)
      let mean = b.values[window].reduce(.zero, +) * share
      let second = b.values[window].map { turn.act(on: $0 - mean) }
      let spread = second.reduce(0) { $0 + $1.squaredLength }
      guard (spread * share).squareRoot() > 0.05 else { continue }
      let likeness = (-reach...reach).map { lag -> Double in
        let from = window.lowerBound + shift + lag
        let first = a.values[from..<(from + length)]
        let center = first.reduce(.zero, +) * share
        var (product, square) = (0.0, 0.0)
        for (x, y) in zip(first, second) {
          product += (x - center).dot(y)
          square += (x - center).squaredLength
        }
        return square > 0 ? product / (square * spread).squareRoot() : 0
      }
      guard let best = likeness.indices.max(by: { likeness[$0] < likeness[$1] }), likeness[best] > 0.8, best > 1,
        best < likeness.count - 2
      else { continue }
      let lag = Double(shift + best - reach) + peak(Array(likeness[(best - 2)...(best + 2)]))
      found.append(
        Piece(
          time: b.start + Double(start + length / 2) / fineRate, offset: a.start - b.start + lag / fineRate))
    }
    return found
  }

  /// The peak of the polynomial through five values at −2 to 2, by Newton's steps from the middle, which is the highest: a parabola
  /// through three of them would be wrong by a tenth of a millisecond.
  private static func peak(_ y: [Double]) -> Double {
    let first = (y[0] - 8 * y[1] + 8 * y[3] - y[4]) / 12
    let second = (16 * (y[1] + y[3]) - y[0] - y[4] - 30 * y[2]) / 12
    let third = (y[4] - y[0] + 2 * (y[1] - y[3])) / 2
    let fourth = y[0] + y[4] - 4 * (y[1] + y[3]) + 6 * y[2]
    var x = 0.0
    for _ in 0..<5 {
      let slope = first + x * (second + x * (third / 2 + x * fourth / 6))
      x -= slope / (second + x * (third + x * fourth / 2))
    }
    return x.isFinite && abs(x) <= 1 ? x : 0
  }
}

extension ClockOffset {
  /// Whether two results are the same.
  public static func == (first: ClockOffset, second: ClockOffset) -> Bool {
    first.offset == second.offset && first.drift == second.drift && first.reference == second.reference
      && first.offsetMargin == second.offsetMargin
  }

  /// Combines what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(offset)
    hasher.combine(drift)
  }
}

/// Rates at equal steps, without movements faster than ``ClockOffset/band``.
private struct Series {
  let start: Double
  let values: [Vector3]
  let rate: Double
  /// How many values before each place are not known, for they lie in a gap.
  private let unknown: [Int]

  var duration: Double { Double(values.count - 1) / rate }

  /// nil for fewer than a second.
  init?(_ rates: AngularRates, _ rate: Double) {
    guard let first = rates.times.first, let last = rates.times.last, last - first > 1, last - first < 1e6 else {
      return nil
    }
    let fine = max(rate, 100)
    let count = Int(((last - first) * fine).rounded(.down)) + 1
    let gap = max(0.1, 3 * TimeSteps(rates.times).median)
    var line = LinearInterpolation(at: rates.times)
    var (raw, isGap) = ([Vector3](), [Bool]())
    for index in 0..<count {
      let place = line.locate(first + Double(index) / fine)
      let next = min(place.segment + 1, rates.values.count - 1)
      raw.append(rates.values[place.segment] * (1 - place.part) + rates.values[next] * place.part)
      isGap.append(rates.times[next] - rates.times[place.segment] > gap)
    }
    guard let filter = try? ZeroPhaseLowPass(cutoff: ClockOffset.band, order: 2),
      let smooth = try? filter.filtered(raw, rate: fine)
    else { return nil }
    let step = Int((fine / rate).rounded())
    let places = Array(stride(from: 0, to: count, by: step))
    values = places.map { smooth[$0] }
    unknown = places.reduce(into: [0]) { $0.append($0[$0.count - 1] + (isGap[$1] ? 1 : 0)) }
    (start, self.rate) = (first, rate)
  }

  /// Whether no value in the range lies in a gap.
  func isKnown(_ range: Range<Int>) -> Bool { unknown[range.upperBound] == unknown[range.lowerBound] }
}

/// The shift at which two series correlate best, and the best correlation elsewhere.
private struct CoarseShift {
  let shift: Int
  let best: Double
  let other: Double

  init(_ a: Series, _ b: Series) throws(CalibrationError) {
    let (x, y) = (Self.centered(a.values.map(\.length)), Self.centered(b.values.map(\.length)))
    guard let x, let y else { throw .tooLittleTurning }
    var size = 1
    while size < x.count + y.count { size *= 2 }
    func padded(_ values: [Double]) -> [Double] { values + [Double](repeating: 0, count: size - values.count) }
    let zeros = [Double](repeating: 0, count: size)
    let (p, q) = (FourierTransform.forward(padded(x), zeros), FourierTransform.forward(padded(y), zeros))
    // X · conj(Y), transformed back by conjugating twice.
    var (real, imaginary) = (zeros, zeros)
    for i in 0..<size {
      real[i] = p.real[i] * q.real[i] + p.imaginary[i] * q.imaginary[i]
      imaginary[i] = p.imaginary[i] * q.real[i] - p.real[i] * q.imaginary[i]
    }
    let products = FourierTransform.forward(real, imaginary.map { -$0 }).real.map { $0 / Double(size) }
    func sums(_ values: [Double]) -> [(sum: Double, square: Double)] {
      values.reduce(into: [(0, 0)]) { $0.append(($0[$0.count - 1].0 + $1, $0[$0.count - 1].1 + $1 * $1)) }
    }
    let (sx, sy) = (sums(x), sums(y))
    let least = max(Int(4 * ClockOffset.pieceLength * a.rate) - 1, min(x.count, y.count) / 5)
    var correlations = [(shift: Int, value: Double)]()
    for shift in -(y.count - 1)..<x.count {
      let (low, high) = (max(0, shift), min(x.count, y.count + shift))
      let count = Double(high - low)
      guard high - low >= least else { continue }
      func parts(_ s: [(sum: Double, square: Double)], _ from: Int, _ to: Int) -> (sum: Double, square: Double) {
        (s[to].sum - s[from].sum, s[to].square - s[from].square)
      }
      let (u, v) = (parts(sx, low, high), parts(sy, low - shift, high - shift))
      let spread = (u.square - u.sum * u.sum / count) * (v.square - v.sum * v.sum / count)
      let product = products[(shift + size) % size] - u.sum * v.sum / count
      correlations.append((shift, spread > 0 ? product / spread.squareRoot() : 0))
    }
    guard let peak = correlations.max(by: { $0.value < $1.value }) else { throw .tooLittleTurning }
    let other = correlations.filter { abs($0.shift - peak.shift) > Int(0.3 * a.rate) }.map(\.value).max() ?? 0
    // Half of what the second best leaves unexplained has to be explained.
    guard peak.value > 0.5, 1 - peak.value * peak.value < 0.5 * (1 - other * max(other, 0)) - 1e-3 else {
      throw .clocksDisagree(correlation: peak.value, other: other, agreeing: 0, asked: 0)
    }
    (shift, best, self.other) = (peak.shift, peak.value, other)
  }

  /// Less their mean; nil for a device that hardly turns.
  private static func centered(_ values: [Double]) -> [Double]? {
    let mean = values.reduce(0, +) / Double(values.count)
    let centered = values.map { $0 - mean }
    return (centered.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot() > 0.02 ? centered : nil
  }
}

/// The line through pieces, by least squares; a constant where they span less than half a minute.
private struct Line {
  let center: Double
  let middle: Double
  let slope: Double?
  /// The standard deviation of a piece.
  let deviation: Double
  let middleDeviation: Double
  let slopeDeviation: Double
  let freedom: Int

  init(_ pieces: [ClockOffset.Piece]) {
    let count = Double(pieces.count)
    let center = pieces.reduce(0) { $0 + $1.time } / count
    let middle = pieces.reduce(0) { $0 + $1.offset } / count
    let spread = pieces.reduce(0) { $0 + ($1.time - center) * ($1.time - center) }
    let span = (pieces.last?.time ?? 0) - (pieces.first?.time ?? 0)
    let slope =
      pieces.count >= 6 && span >= 30
      ? pieces.reduce(0) { $0 + ($1.time - center) * ($1.offset - middle) } / spread : nil
    freedom = pieces.count - (slope == nil ? 1 : 2)
    let squares = pieces.reduce(0) { sum, piece in
      let residual = piece.offset - middle - (slope ?? 0) * (piece.time - center)
      return sum + residual * residual
    }
    deviation = (squares / Double(max(freedom, 1))).squareRoot()
    (self.center, self.middle, self.slope) = (center, middle, slope)
    (middleDeviation, slopeDeviation) = (deviation / count.squareRoot(), deviation / spread.squareRoot())
  }

  func value(at time: Double) -> Double { middle + (slope ?? 0) * (time - center) }
}
