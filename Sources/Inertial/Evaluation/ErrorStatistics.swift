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

  /// Of at least one error; NaN throughout for none, and for one that is NaN. O(*n*) on average.
  public init(_ errors: [Double]) {
    let n = Double(errors.count)
    var (sum, squares) = (0.0, 0.0)
    var (least, most) = (Double.infinity, -Double.infinity)
    for error in errors {
      sum += error
      squares += error * error
      least = Swift.min(least, error)
      most = Swift.max(most, error)
    }
    let mean = sum / n
    var variance = 0.0
    for error in errors { variance += (error - mean) * (error - mean) }
    self.mean = mean
    rmse = (squares / n).squareRoot()
    deviation = (variance / n).squareRoot()
    minimum = errors.isEmpty || squares.isNaN ? .nan : least
    maximum = errors.isEmpty || squares.isNaN ? .nan : most
    sumOfSquares = squares
    var copy = errors
    if copy.isEmpty || squares.isNaN {
      median = .nan
    } else {
      let upper = TimeSteps.median(of: &copy)
      // With an even number the median lies between the two middle ones, and selection has put the smaller ones before.
      median = copy.count % 2 == 1 ? upper : (upper + copy[..<(copy.count / 2)].max()!) / 2
    }
  }
}
