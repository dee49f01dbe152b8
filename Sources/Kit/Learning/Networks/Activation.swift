/// What a node makes of the weighted sum that reaches it.
public enum Activation: String, CaseIterable, Hashable, Codable, Sendable {
  /// 1 / (1 + e^−z): between 0 and 1.
  case sigmoid
  /// z itself.
  case linear

  /// Its value for eight sums.
  @inline(__always)
  func apply(_ sums: SIMD8<Double>) -> SIMD8<Double> { self == .sigmoid ? logistic(sums) : sums }

  /// Multiplies `errors` by the derivative at the point where the node's output is `outputs`: s(1 − s) for the sigmoid.
  /// O(count).
  func applyDerivative(at outputs: UnsafePointer<Double>, to errors: UnsafeMutablePointer<Double>, _ count: Int) {
    guard self == .sigmoid else { return }
    for index in 0..<count { errors[index] *= outputs[index] * (1 - outputs[index]) }
  }
}

/// 1 / (1 + e^−z) for eight values at once, to a few units in the last place; ±40 and beyond give 0 or 1 to within e^−40.
///
/// e^−z = 2^n · e^r with |r| ≤ ln2 / 2; the exponential of r is a polynomial (Taylor's to the 12th power, whose remainder
/// there is below 2·10⁻¹⁶). Written out because the C library's `exp` takes one value at a time: the sigmoids, not the matrix
/// products, were most of a forward pass.
@inline(__always)
func logistic(_ z: SIMD8<Double>) -> SIMD8<Double> {
  let limit = SIMD8(repeating: 40.0)
  // `clamped` goes component by component.
  let x = (-z).replacing(with: limit, where: -z .> limit).replacing(with: -limit, where: z .> limit)
  // Adding and taking off 1.5·2⁵² rounds to the nearest integer and leaves that integer in the low bits.
  let shift = SIMD8(repeating: 6755399441055744.0)
  let shifted = x * 1.4426950408889634 + shift
  let n = shifted - shift
  // ln2 in two parts, so that the product with n is exact.
  let r = (x - n * 0.6931471803691238) - n * 1.9082149292705877e-10
  var p = SIMD8(repeating: 1.0 / 479_001_600)
  p = p * r + (1.0 / 39_916_800)
  p = p * r + (1.0 / 3_628_800)
  p = p * r + (1.0 / 362_880)
  p = p * r + (1.0 / 40_320)
  p = p * r + (1.0 / 5040)
  p = p * r + (1.0 / 720)
  p = p * r + (1.0 / 120)
  p = p * r + (1.0 / 24)
  p = p * r + (1.0 / 6)
  p = p * r + 0.5
  p = p * r + 1
  p = p * r + 1
  let exponent = (unsafeBitCast(shifted, to: SIMD8<Int64>.self) &+ 1023) &<< 52
  let power = p * unsafeBitCast(exponent, to: SIMD8<Double>.self)
  return 1 / (1 + power)
}
