import Foundation

/// The distributions that tests and intervals need, to the precision of a `Double` by default.
package enum Distributions {
  /// The share of the standard normal distribution below `z`.
  package static func normal(below z: Double) -> Double { 0.5 * erfc(-z / 2.0.squareRoot()) }

  /// The density of the standard normal distribution at `z`.
  static func normalDensity(_ z: Double) -> Double { exp(-z * z / 2) / (2 * Double.pi).squareRoot() }

  /// The `z` with this share of the standard normal distribution below it: −∞ for 0, ∞ for 1.
  ///
  /// Newton's steps on the logarithm of the share, which is nearly a parabola far out, and bisection wherever they leave the bounds.
  package static func normalQuantile(_ share: Double) -> Double {
    guard share > 0 else { return share < 0 || share.isNaN ? .nan : -.infinity }
    guard share < 1 else { return share > 1 ? .nan : .infinity }
    // The lower half has all digits: near 1 a share has lost them.
    guard share <= 0.5 else { return -normalQuantile(1 - share) }
    let wanted = log(share)
    return root(from: -40, to: 0) { z in
      let below = normal(below: z)
      return (log(below) - wanted, normalDensity(z) / below)
    }
  }

  /// The share of Student's distribution with `freedom` degrees below `t`.
  static func student(below t: Double, freedom: Double) -> Double {
    guard t.isFinite else { return t.isNaN ? .nan : t < 0 ? 0 : 1 }
    let tail = 0.5 * incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5)
    return t < 0 ? tail : 1 - tail
  }

  /// The `t` with this share of Student's distribution with `freedom` degrees below it.
  package static func studentQuantile(_ share: Double, freedom: Double) -> Double {
    guard share > 0, share < 1 else { return normalQuantile(share) }
    guard share <= 0.5 else { return -studentQuantile(1 - share, freedom: freedom) }
    let ratio: Double = lgamma((freedom + 1) / 2) - lgamma(freedom / 2)
    let scale: Double = exp(ratio) / (freedom * .pi).squareRoot()
    var low = -2.0
    while student(below: low, freedom: freedom) > share, low > -1e300 { low *= 2 }
    return root(from: low, to: 0) {
      (student(below: $0, freedom: freedom) - share, scale * pow(1 + $0 * $0 / freedom, -(freedom + 1) / 2))
    }
  }

  /// The share of the χ² distribution with `freedom` degrees above `value`: the upper incomplete gamma function.
  package static func chiSquared(above value: Double, freedom: Double) -> Double {
    guard value > 0 else { return value.isNaN ? .nan : 1 }
    guard value.isFinite else { return 0 }
    let (a, x) = (freedom / 2, value / 2)
    let factor = exp(a * log(x) - x - lgamma(a))
    if x < a + 1 {
      // Series of the lower part (Abramowitz and Stegun 6.5.29).
      var (term, sum, n) = (1 / a, 1 / a, a)
      while term > sum * 1e-17 {
        n += 1
        term *= x / n
        sum += term
      }
      return 1 - factor * sum
    }
    // Lentz's continued fraction of the upper part (Numerical Recipes, 6.2).
    var b = x + 1 - a
    var (c, d) = (1e300, 1 / b)
    var h = d
    for i in 1...10_000 {
      let step = -Double(i) * (Double(i) - a)
      b += 2
      d = 1 / nonzero(step * d + b)
      c = nonzero(b + step / c)
      h *= c * d
      if (c * d - 1).magnitude < 1e-16 { break }
    }
    return factor * h
  }

  /// The value that χ² with `freedom` degrees stays below with this probability.
  static func chiSquaredQuantile(_ share: Double, freedom: Double) -> Double {
    guard share > 0 else { return share < 0 || share.isNaN ? .nan : 0 }
    guard share < 1 else { return share > 1 ? .nan : .infinity }
    var high = max(1, 2 * freedom)
    while chiSquared(above: high, freedom: freedom) > 1 - share { high *= 2 }
    return root(from: 0, to: high) { (1 - chiSquared(above: $0, freedom: freedom) - share, 0) }
  }

  /// The quantile of Fisher's F: the ratio of two mean squares of independent normal numbers, with so many degrees of freedom each.
  package static func fisherQuantile(_ share: Double, _ numerator: Double, _ denominator: Double) -> Double {
    guard share > 0 else { return share < 0 || share.isNaN ? .nan : 0 }
    guard share < 1 else { return share > 1 ? .nan : .infinity }
    // n·F / (n·F + d) has a beta distribution.
    let part = root(from: 0, to: 1) { (incompleteBeta($0, numerator / 2, denominator / 2) - share, 0) }
    return denominator * part / (numerator * (1 - part))
  }

  /// The share of the range of `count` independent standard normal numbers above `q`: the studentized range with an infinite
  /// number of degrees of freedom, by Simpson's rule. To about 1e-12.
  static func normalRange(above q: Double, count: Int) -> Double {
    guard q > 0 else { return 1 }
    // P(range < q) = k ∫ φ(z)·(Φ(z) − Φ(z − q))^(k−1) dz, z the greatest of the numbers.
    let (low, high, pieces) = (-8.5, 8.5 + q, 4000)
    let width = (high - low) / Double(pieces)
    var sum = 0.0
    for piece in 0...pieces {
      let z = low + Double(piece) * width
      let weight = piece == 0 || piece == pieces ? 1.0 : piece % 2 == 1 ? 4 : 2
      sum += weight * normalDensity(z) * pow(max(0, normal(below: z) - normal(below: z - q)), Double(count - 1))
    }
    return max(0, 1 - Double(count) * sum * width / 3)
  }

  /// The `q` that the range of `count` standard normal numbers exceeds with this probability.
  package static func normalRangeQuantile(above share: Double, count: Int) -> Double {
    root(from: 0, to: 60) { (share - normalRange(above: $0, count: count), 0) }
  }

  /// log n! − log k! − log (n − k)!.
  static func logarithmOfChoices(_ n: Int, _ k: Int) -> Double {
    lgamma(Double(n + 1)) - lgamma(Double(k + 1)) - lgamma(Double(n - k + 1))
  }

  /// The probability of at most `successes` in `trials` throws of a fair coin.
  static func fairCoin(atMost successes: Int, of trials: Int) -> Double {
    guard successes >= 0 else { return 0 }
    guard successes < trials else { return 1 }
    return (0...successes).reduce(0) { $0 + exp(logarithmOfChoices(trials, $1) - Double(trials) * log(2)) }
  }

  /// The regularised incomplete beta function I_x(a, b), by Lentz's continued fraction (Numerical Recipes, 6.4).
  static func incompleteBeta(_ x: Double, _ a: Double, _ b: Double) -> Double {
    guard x > 0, x < 1 else { return x.isNaN ? .nan : x <= 0 ? 0 : 1 }
    guard x < (a + 1) / (a + b + 2) else { return 1 - incompleteBeta(1 - x, b, a) }
    let logarithm: Double = lgamma(a + b) - lgamma(a) - lgamma(b)
    let factor: Double = exp(logarithm + a * log(x) + b * log1p(-x)) / a
    var (c, d) = (1.0, 1 / nonzero(1 - (a + b) * x / (a + 1)))
    var h = d
    for index in 1...10_000 {
      let m = Double(index)
      let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
      d = 1 / nonzero(1 + even * d)
      c = nonzero(1 + even / c)
      h *= c * d
      let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      d = 1 / nonzero(1 + odd * d)
      c = nonzero(1 + odd / c)
      h *= c * d
      if (c * d - 1).magnitude < 1e-16 { break }
    }
    return factor * h
  }

  private static func nonzero(_ value: Double) -> Double { value.magnitude < 1e-300 ? 1e-300 : value }

  /// Where a function that grows from below 0 to above 0 is 0. `function` gives its value and slope; a slope of 0 asks for
  /// bisection alone.
  private static func root(from: Double, to: Double, _ function: (Double) -> (Double, Double)) -> Double {
    var (low, high) = (from, to)
    var place = (low + high) / 2
    for _ in 0..<400 {
      let (value, slope) = function(place)
      if value == 0 { return place }
      if value < 0 { low = place } else { high = place }
      let newton = place - value / slope
      let next = newton > low && newton < high ? newton : (low + high) / 2
      if (next - place).magnitude <= 1e-16 * max(1e-3, next.magnitude) { return next }
      place = next
      if !(low < (low + high) / 2 && (low + high) / 2 < high) { break }
    }
    return place
  }
}
