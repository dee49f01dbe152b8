/// The distribution of a sum of squares of independent standard normal numbers.
public enum ChiSquared {
  /// The value that χ² with so many degrees of freedom stays below with this probability; NaN for what is no probability.
  ///
  /// - Parameter count: How many such numbers the unit was estimated from in which the sum is measured, if it was: then `degrees`
  ///   times a quantile of F. Grows: the quantile falls to that of χ².
  public static func quantile(_ share: Double, degrees: Int, unitFrom count: Int? = nil) -> Double {
    let freedom = Double(degrees)
    guard let count else { return Distributions.chiSquaredQuantile(share, freedom: freedom) }
    return freedom * Distributions.fisherQuantile(share, freedom, Double(count))
  }

  /// Within what the mean of `count` independent values lies with 95 % probability, each of which has this distribution. `others` is how many
  /// numbers the unit was estimated from, as in `quantile`.
  public static func meanBounds(degrees: Int, count: Int, unitFrom others: Int? = nil) -> ClosedRange<Double> {
    let bounds = [0.025, 0.975].map { quantile($0, degrees: degrees * count, unitFrom: others) / Double(count) }
    return bounds[0]...bounds[1]
  }
}
