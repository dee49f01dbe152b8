/// The density of a sensor's white noise, in the reading's unit per √Hz, in one convention for the whole kit.
///
/// Three numbers go by the name “noise density”, and they differ by √2 and by the sampling rate:
///
/// | number | meaning | property |
/// | --- | --- | --- |
/// | one-sided | the noise's power lies in 0 … rate/2, as data sheets and spectrum analysers have it | ``oneSided`` |
/// | two-sided | its power lies in −rate/2 … rate/2: the *N* that an Allan plot shows at τ = 1 s (IEEE Std 952-1997, annex C), and the *N* of growth laws and Kalman filters | ``twoSided`` |
/// | deviation | the standard deviation of one sample, in the reading's unit | ``deviation(at:)`` |
///
/// A number written in code where a density is wanted, `SensorModel(accelerationNoise: 0.01)`, is the one-sided density.
public struct NoiseDensity: Hashable, Comparable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// Reading's unit per √Hz, over positive frequencies only: √2 times `twoSided`.
  public let oneSided: Double

  /// Reading's unit per √Hz, over positive and negative frequencies: what an Allan deviation of white noise is at 1 s.
  public var twoSided: Double { oneSided / 2.squareRoot() }

  /// A density as data sheets give it.
  public init(oneSided: Double) { self.oneSided = oneSided }

  /// A density as an Allan plot shows it.
  public init(twoSided: Double) { oneSided = twoSided * 2.squareRoot() }

  /// The density of noise whose samples, taken `rate` times a second, have this standard deviation in the reading's unit.
  public init(deviation: Double, at rate: Double) { oneSided = deviation / (rate / 2).squareRoot() }

  /// A one-sided density.
  public init(floatLiteral value: Double) { oneSided = value }

  /// A one-sided density.
  public init(integerLiteral value: Int) { oneSided = Double(value) }

  /// The standard deviation of one sample, in the reading's unit, where `rate` samples are taken a second: the one-sided density
  /// times √(rate/2), for a sensor that passes everything below half its rate.
  public func deviation(at rate: Double) -> Double { oneSided * (rate / 2).squareRoot() }

  /// Whether the first is less noise.
  public static func < (first: NoiseDensity, second: NoiseDensity) -> Bool { first.oneSided < second.oneSided }
  // Disfavoured, because a density may be written as a number: the 2 of `numbers.map { 2 * $0 }` would be one.

  /// The noise times the factor.
  @_disfavoredOverload
  public static func * (density: NoiseDensity, factor: Double) -> NoiseDensity {
    .init(oneSided: density.oneSided * factor)
  }
  /// The noise times the factor.
  @_disfavoredOverload
  public static func * (factor: Double, density: NoiseDensity) -> NoiseDensity { density * factor }
  /// The noise divided by the number.
  @_disfavoredOverload
  public static func / (density: NoiseDensity, divisor: Double) -> NoiseDensity {
    .init(oneSided: density.oneSided / divisor)
  }
}

extension NoiseDensity: CustomStringConvertible {
  /// "0.003 per √Hz, one-sided".
  public var description: String { "\(oneSided) per √Hz, one-sided" }
}
