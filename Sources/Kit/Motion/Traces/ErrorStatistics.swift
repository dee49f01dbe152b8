internal import Basics

/// What a list of errors amounts to; all in the errors' unit.
public struct ErrorStatistics: Hashable, Sendable {
  /// Root mean square.
  public let rmse: Double
  /// Arithmetic mean.
  public let mean: Double
  /// The middle value; the mean of the two middle ones of an even number.
  public let median: Double
  /// Population standard deviation, as numpy's and evo's.
  public let deviation: Double
  /// The least.
  public let minimum: Double
  /// The greatest.
  public let maximum: Double
  /// Sum of squares.
  public let sumOfSquares: Double

  /// The statistics of these errors; NaN throughout if there are no errors, or if one is NaN. O(*n*) on average.
  public init(_ errors: [Double]) {
    let n = Double(errors.count)
    let mean = errors.reduce(0, +) / n
    let squares = errors.reduce(0) { $0 + $1 * $1 }
    self.mean = mean
    rmse = (squares / n).squareRoot()
    deviation = (errors.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / n).squareRoot()
    minimum = squares.isNaN ? .nan : errors.min() ?? .nan
    maximum = squares.isNaN ? .nan : errors.max() ?? .nan
    sumOfSquares = squares
    median = Basics.median(of: errors)
  }
}

/// √(Σx²/n); NaN without values.
package func rootMeanSquare(_ values: [Double]) -> Double {
  (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
}
