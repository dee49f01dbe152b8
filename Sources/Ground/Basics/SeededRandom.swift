/// Random numbers that are the same on every machine and in every version: xoshiro256** (Blackman and Vigna 2018),
/// its state filled by SplitMix64 (Steele, Lea and Flood 2014) from one seed.
///
/// Files and weights that have to come out byte for byte need such numbers. Not for cryptography.
public struct SeededRandom: RandomNumberGenerator, Hashable, Sendable {
  private var state: SIMD4<UInt64>
  /// The second of the two normal numbers that Box and Muller's transformation makes.
  private var spare: Double?

  /// - Parameters:
  ///   - seed: The same seed gives the same numbers.
  ///   - stream: Independent numbers for the same seed: one for each start of a training, say, so that the result does not
  ///     depend on which runs first.
  public init(seed: UInt64, stream: UInt64 = 0) {
    var counter = seed
    func split() -> UInt64 {
      counter &+= 0x9e37_79b9_7f4a_7c15
      var z = counter
      z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
      z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
      return z ^ (z >> 31)
    }
    if stream > 0 {
      counter = seed &+ 0x632b_e59b_d9b4_e019 &* stream
      counter = split()
    }
    state = SIMD4(split(), split(), split(), split())
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    func rotate(_ x: UInt64, _ by: UInt64) -> UInt64 { (x << by) | (x >> (64 - by)) }
    let result = rotate(state[1] &* 5, 7) &* 9
    let t = state[1] << 17
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= t
    state[3] = rotate(state[3], 45)
    return result
  }

  /// Normal with mean 0 and standard deviation 1 (Box and Muller 1958), by sums, products and roots alone: mathematical
  /// libraries differ in their last digit, and these numbers shall not.
  public mutating func normal() -> Double {
    if let spare {
      self.spare = nil
      return spare
    }
    let radius = (-2 * Portable.logarithm(1 - uniform())).squareRoot()
    let (sine, cosine) = Portable.turn(uniform())
    spare = radius * sine
    return radius * cosine
  }
}

// The standard library does not promise that its distributions stay the same between releases. These do, for every generator.
extension RandomNumberGenerator {
  /// Uniform in [0, 1), in steps of 2⁻⁵³.
  @inlinable
  public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Uniform in the range.
  @inlinable
  public mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * uniform()
  }

  /// Uniform in the range: the high half of a product, which is even to 2⁻⁶⁴ of the number of values.
  @inlinable
  public mutating func integer(_ range: ClosedRange<Int>) -> Int {
    let width = UInt64(bitPattern: Int64(range.upperBound &- range.lowerBound))
    guard width < .max else { return Int(truncatingIfNeeded: next()) }
    return range.lowerBound &+ Int(truncatingIfNeeded: next().multipliedFullWidth(by: width + 1).high)
  }

  /// Brings the elements into a random order (Fisher and Yates). O(n).
  @inlinable
  public mutating func shuffle<T>(_ elements: inout [T]) {
    for last in stride(from: elements.count - 1, to: 0, by: -1) {
      elements.swapAt(last, integer(0...last))
    }
  }

  /// 0..<count in a random order. O(n).
  @inlinable
  public mutating func permutation(_ count: Int) -> [Int] {
    var order = Array(0..<count)
    shuffle(&order)
    return order
  }
}

/// Elementary functions whose every digit is decided here.
package enum Portable {
  /// The natural logarithm of a positive number: 2·artanh((m − 1)/(m + 1)) of the significand by its series.
  package static func logarithm(_ x: Double) -> Double {
    let isLarge = x.significand > 1.4142135623730951
    let m = isLarge ? x.significand / 2 : x.significand
    let s = (m - 1) / (m + 1)
    var sum = 0.0
    for k in stride(from: 23, through: 1, by: -2) { sum = sum * s * s + 1 / Double(k) }
    return 2 * s * sum + Double(x.exponent + (isLarge ? 1 : 0)) * 0.6931471805599453
  }

  /// Sine and cosine of a share of a full turn, 0 ..< 1, by their series within an eighth of a turn.
  package static func turn(_ share: Double) -> (sine: Double, cosine: Double) {
    let quarter = (4 * share).rounded()
    let angle = (4 * share - quarter) * 1.5707963267948966
    let square = -angle * angle
    var (sine, cosine) = (1.0, 1.0)
    for k in stride(from: 18, through: 2, by: -2) {
      sine = 1 + square * sine / Double(k * (k + 1))
      cosine = 1 + square * cosine / Double(k * (k - 1))
    }
    sine *= angle
    switch Int(quarter) % 4 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }
}
