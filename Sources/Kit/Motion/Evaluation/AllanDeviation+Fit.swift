import Foundation
import Rotations
import Traces

/// White noise, bias instability and random walk together, fitted to an Allan plot.
///
/// ``AllanDeviation/whiteNoise`` and its siblings ask for a decade of one slope; here the three are distinguished where
/// they mix, too.
public struct AllanFit: Hashable, Sendable {
  /// N: the density of the white noise, in the readings' unit per √Hz.
  public let whiteNoise: AllanDeviation.Coefficient<NoiseDensity>
  /// B: the bias instability, in the readings' unit; the plot's flat part is 0.664 of it.
  public let biasInstability: AllanDeviation.Coefficient<Double>
  /// K: the random walk, in the readings' unit per √s.
  public let randomWalk: AllanDeviation.Coefficient<Double>
  /// N², B², K² as they were fitted: 0 where the plot asks for none.
  private let squares: Vector3

  init(_ squares: Vector3, deviations: Vector3) {
    self.squares = squares
    func coefficient(_ index: Int) -> AllanDeviation.Coefficient<Double> {
      let (square, deviation) = (squares[index], deviations[index])
      guard square > 2 * deviation else { return .notShown(atMost: (square + 1.959964 * deviation).squareRoot()) }
      // The logarithm of a variance is nearly normal.
      let factor = exp(1.959964 * deviation / (2 * square))
      let value = square.squareRoot()
      return .shown(value, within: value / factor...value * factor)
    }
    whiteNoise = coefficient(0).map { NoiseDensity(twoSided: $0) }
    (biasInstability, randomWalk) = (coefficient(1), coefficient(2))
  }

  /// The Allan deviation that the fitted noises have at an averaging time in s, in the readings' unit.
  public func deviation(at time: Double) -> Double {
    let terms = AllanFit.terms(at: time)
    return (squares * terms).sum().squareRoot()
  }

  /// What N², B² and K² are multiplied by to give the Allan variance (IEEE Std 952-1997, annex C).
  static func terms(at time: Double) -> Vector3 { Vector3(1 / time, 0.664 * 0.664, time / 3) }
}

extension AllanDeviation {
  /// The deviations of all axes of both sensors, in m/s² and rad/s, from the longest piece of a recording without a gap.
  ///
  /// - Throws: `TraceError.invalidParameter` for fewer than three samples in it, `.notFinite`.
  /// - Complexity: O(samples · averaging times).
  public static func axes(
    of samples: [RawSample]
  ) throws(TraceError) -> (accelerometer: [AllanDeviation], gyroscope: [AllanDeviation]) {
    let times = samples.map(\.time)
    let steps = TimeSteps(times)
    let bounds = [0] + steps.gaps(in: times) + [samples.count]
    let pieces = zip(bounds, bounds.dropFirst()).map { $0..<$1 }
    let piece = samples[pieces.max { $0.count < $1.count } ?? 0..<0]
    func axis(_ index: Int, _ reading: (RawSample) -> Vector3) throws(TraceError) -> AllanDeviation {
      try AllanDeviation(of: piece.map { reading($0)[index] }, step: steps.usual)
    }
    return (
      [try axis(0, \.specificForce), try axis(1, \.specificForce), try axis(2, \.specificForce)],
      [try axis(0, \.rotationRate), try axis(1, \.rotationRate), try axis(2, \.rotationRate)]
    )
  }

  /// Fits σ²(τ) = N²/τ + (0.664·B)² + K²·τ/3 to the deviations at averaging times about an octave apart, none of them below 0.
  ///
  /// The fit is by generalised least squares: the weights are the variances that the fitted noises themselves give the estimates, by their
  /// degrees of freedom, and estimates at neighbouring octaves are correlated as those noises make them. It is repeated until the weights
  /// agree with the fit. A coefficient is shown where it is two standard deviations above 0; its interval is that of a
  /// normal distribution of its logarithm, and holds 95 % in simulated records (`AllanFitTests`).
  ///
  /// - Parameter shortest: Averaging times below this many seconds are left out: a sensor's own low-pass makes them smaller. Default: none.
  /// - Returns: nil with fewer than four averaging times that have ten degrees of freedom.
  /// - Complexity: O(octaves³).
  public func fit(from shortest: Double = 0) -> AllanFit? {
    let freedoms = [Noise.white, .flicker, .randomWalk].map(degreesOfFreedom)
    var places = [Int]()
    for index in times.indices
    where times[index] >= shortest && deviations[index] > 0 && freedoms[2][index] >= 10 {
      if let last = places.last, times[index] < 1.9 * times[last] { continue }
      places.append(index)
    }
    guard places.count >= 4 else { return nil }
    let terms = places.map { AllanFit.terms(at: times[$0]) }
    let variances = places.map { deviations[$0] * deviations[$0] }
    var squares = Vector3.zero
    var uncertainties = Vector3.zero
    var expected = variances
    for round in 0..<60 {
      let shares = places.indices.map { index in
        round == 0 ? Vector3(1, 0, 0) : squares * terms[index] / expected[index]
      }
      guard
        let whitened = Self.whitened(
          terms, variances, expected, shares, places.map { place in freedoms.map { $0[place] } })
      else { return nil }
      let next = Self.nonnegative(whitened.terms, whitened.values)
      let change = (next - squares).length / max(next.length, 1e-300)
      squares = next
      uncertainties = Self.deviations(whitened.terms)
      expected = terms.map { max(($0 * squares).sum(), 1e-300) }
      if change < 1e-12 { break }
    }
    return AllanFit(squares, deviations: uncertainties)
  }

  /// The correlation of overlapping Allan variances at averaging times 0, 1, 2 and 3 octaves apart: of their second differences, Σ C² of
  /// the cross-covariance over those of the covariances, for white noise, flicker and random walk. For more octaves they are 0.35, 0.4 and 0.7
  /// of that before.
  private static let correlations: [[Double]] = [
    [1, 0.5302, 0.1875, 0.0663], [1, 0.6893, 0.3093, 0.1209], [1, 0.8876, 0.6759, 0.4880],
  ]

  private static func correlation(_ noise: Int, _ octaves: Double) -> Double {
    let table = correlations[noise]
    let below = Int(octaves)
    guard below < 3 else { return table[3] * pow([0.35, 0.4, 0.7][noise], octaves - 3) }
    return table[below] + (octaves - Double(below)) * (table[below + 1] - table[below])
  }

  /// The problem in units in which all errors are independent and of variance 1, by Cholesky's factor of their covariance; nil where there is
  /// none.
  private static func whitened(
    _ terms: [Vector3], _ values: [Double], _ expected: [Double], _ shares: [Vector3], _ freedoms: [[Double]]
  ) -> (terms: [Vector3], values: [Double])? {
    let count = terms.count
    // By the ratio of averaging times, which the first terms are the inverse of.
    func octaves(_ i: Int, _ j: Int) -> Double { abs(log2(terms[i].x / terms[j].x)) }
    let sigmas = (0..<count).map { index in
      let inverse = (0..<3).reduce(0) { $0 + shares[index][$1] / freedoms[index][$1] }
      return expected[index] * (2 * inverse).squareRoot()
    }
    var factor = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
    for i in 0..<count {
      for j in 0...i {
        let share = (shares[i] + shares[j]) / 2
        let likeness = i == j ? 1 : (0..<3).reduce(0) { $0 + share[$1] * correlation($1, octaves(i, j)) }
        let rest = (0..<j).reduce(likeness) { $0 - factor[i][$1] * factor[j][$1] }
        if i == j {
          guard rest > 1e-9 else { return nil }
          factor[i][i] = rest.squareRoot()
        } else {
          factor[i][j] = rest / factor[j][j]
        }
      }
    }
    var (newTerms, newValues) = ([Vector3](), [Double]())
    for i in 0..<count {
      var (term, value) = (terms[i] / sigmas[i], values[i] / sigmas[i])
      for j in 0..<i {
        term -= newTerms[j] * factor[i][j]
        value -= newValues[j] * factor[i][j]
      }
      newTerms.append(term / factor[i][i])
      newValues.append(value / factor[i][i])
    }
    return (newTerms, newValues)
  }

  /// The best coefficients of which none is below 0: of all choices of those that are 0, the one that fits best.
  private static func nonnegative(_ terms: [Vector3], _ values: [Double]) -> Vector3 {
    var best = (cost: Double.infinity, squares: Vector3.zero)
    for choice in 1..<8 {
      let isFree = (0..<3).map { choice >> $0 & 1 == 1 }
      guard let squares = solve(terms, values, isFree), squares.min() >= 0 else { continue }
      let cost = zip(terms, values).reduce(0) { sum, pair in
        let residual = (pair.0 * squares).sum() - pair.1
        return sum + residual * residual
      }
      if cost < best.cost { best = (cost, squares) }
    }
    return best.squares
  }

  /// The normal matrix in units in which its diagonal is 1, and those units.
  private static func normal(_ terms: [Vector3], _ isFree: [Bool]) -> (matrix: Matrix3, units: Vector3) {
    let sizes = terms.reduce(Vector3.zero) { $0 + $1 * $1 }.squareRoot()
    var rows = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)]
    for i in 0..<3 where isFree[i] {
      for j in 0..<3 where j != i && isFree[j] {
        rows[i][j] = terms.reduce(0) { $0 + $1[i] * $1[j] } / (sizes[i] * sizes[j])
      }
    }
    return (Matrix3(rows: rows[0], rows[1], rows[2]), sizes)
  }

  private static func solve(_ terms: [Vector3], _ values: [Double], _ isFree: [Bool]) -> Vector3? {
    let (matrix, units) = normal(terms, isFree)
    guard matrix.determinant > 1e-12 else { return nil }
    var right = zip(terms, values).reduce(Vector3.zero) { $0 + $1.0 * $1.1 } / units
    for index in 0..<3 where !isFree[index] { right[index] = 0 }
    return matrix.inverted * right / units
  }

  /// The standard deviations of the coefficients, each with both others unknown.
  private static func deviations(_ terms: [Vector3]) -> Vector3 {
    let (matrix, units) = normal(terms, [true, true, true])
    let inverse = matrix.inverted
    return Vector3(inverse[0, 0], inverse[1, 1], inverse[2, 2]).squareRoot() / units
  }
}
