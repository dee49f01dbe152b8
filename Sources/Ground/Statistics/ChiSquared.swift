/// The distribution of a sum of squares of independent standard normal numbers.
public enum ChiSquared {
  /// The value that χ² with so many degrees of freedom stays below with this probability; NaN for what is no probability.
  public static func quantile(_ share: Double, degrees: Int) -> Double {
    Distributions.chiSquaredQuantile(share, freedom: Double(degrees))
  }

  /// Within what the mean of `count` independent values lies with 95 % probability, each of which has this distribution.
  public static func meanBounds(degrees: Int, count: Int) -> ClosedRange<Double> {
    let freedom = Double(degrees * count)
    let (low, high) = (
      Distributions.chiSquaredQuantile(0.025, freedom: freedom),
      Distributions.chiSquaredQuantile(0.975, freedom: freedom)
    )
    return low / Double(count)...high / Double(count)
  }
}
