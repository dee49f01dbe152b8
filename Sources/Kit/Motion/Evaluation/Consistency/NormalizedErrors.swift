import Rotations
import Statistics

/// Squared errors in units of the covariance that a filter gives for them: χ² distributed with `degrees` degrees of freedom if it is right
/// (Bar-Shalom, Li and Kirubarajan 2001, section 5.4).
public struct NormalizedErrors: Hashable, Sendable {
  /// The quantity: "position".
  public let quantity: String
  /// Seconds since the recording's first sample, one for each value; empty for values of several recordings.
  public let times: [Double]
  /// eᵀ·P⁻¹·e, dimensionless.
  public let values: [Double]
  /// Degrees of freedom of each value.
  public let degrees: Int
  /// How many of the values are independent of each other. Errors of neighbouring samples are nearly the same.
  public let independentCount: Int
  /// How many other values the size of the covariance was estimated from; nil where it is known.
  public let noiseFreedom: Int?

  /// Values; see the properties.
  public init(
    _ quantity: String, times: [Double] = [], values: [Double], degrees: Int = 3, independentCount: Int? = nil,
    noiseFreedom: Int? = nil
  ) {
    (self.quantity, self.times, self.values, self.degrees) = (quantity, times, values, degrees)
    self.noiseFreedom = noiseFreedom
    self.independentCount = independentCount ?? values.count
  }

  /// Mean of the values; `degrees` is right. NaN without values.
  public var mean: Double { values.reduce(0, +) / Double(values.count) }
  /// Within what ``mean`` lies with 95 % probability if the filter is right; nil without values.
  public var bounds: ClosedRange<Double>? {
    guard independentCount > 0 else { return nil }
    return ChiSquared.meanBounds(degrees: degrees, count: independentCount, unitFrom: noiseFreedom)
  }
  /// The value that 95 of 100 stay below if the filter is right: the edge of the 95 % region.
  public var limit: Double { ChiSquared.quantile(0.95, degrees: degrees, unitFrom: noiseFreedom) }
  /// The share of the values whose truth lies in the 95 % region; 0.95 is right. NaN without values.
  public var coverage: Double { Double(values.count { $0 <= limit }) / Double(values.count) }

  /// How many times as large, or as small, as the filter says its errors may be in the mean: noises are known no better, and of many
  /// values any difference is significant.
  static let negligibleFactor = 1.25

  /// What the mean says of the filter: a difference that is significant, and not negligible.
  public var verdict: Consistency.Verdict {
    guard let bounds, mean.isFinite else { return .unknown }
    let factor = (mean / Double(degrees)).squareRoot()
    guard !(1 / Self.negligibleFactor...Self.negligibleFactor).contains(factor) else { return .consistent }
    return mean > bounds.upperBound ? .tooSure : mean < bounds.lowerBound ? .tooTimid : .consistent
  }

  /// The value that this share of the errors of a position, a velocity or an attitude stays below if the filter is right.
  ///
  /// - Parameter count: How many values the size of the covariance was estimated from (``Scheme/noiseFreedom``).
  public static func quantile(_ share: Double, noiseFrom count: Int? = nil) -> Double {
    ChiSquared.quantile(share, degrees: 3, unitFrom: count)
  }

  /// eᵀ·P⁻¹·e; nil where the covariance has no inverse, as at a start that is known exactly.
  static func of(_ error: Vector3, _ covariance: Matrix3) -> Double? {
    let trace = covariance[0, 0] + covariance[1, 1] + covariance[2, 2]
    guard trace > 1e-16, covariance.determinant > 1e-12 * trace * trace * trace / 27 else { return nil }
    let value = error.dot(covariance.inverted * error)
    return value.isFinite ? value : nil
  }
}
