import Foundation

/// Magnitudes outside these cannot be drawn: squares, ratios and ticks of them would leave the range of numbers.
let drawableMagnitudes = 1e-100...1e100

/// Whether two numbers are an interval that an axis can show: its ticks must differ in what is written at them.
func isDrawable(from low: Double, to high: Double, isLogarithmic: Bool) -> Bool {
  let largest = max(low.magnitude, high.magnitude)
  return low < high && drawableMagnitudes.contains(largest) && high - low > 1e-9 * largest
    && (!isLogarithmic || low >= drawableMagnitudes.lowerBound)
}

/// The part of an axis that is shown, and how its numbers become positions.
struct AxisRange: Hashable, Sendable {
  var low: Double
  var high: Double
  var isLogarithmic: Bool

  /// 0 at the lower end, 1 at the upper end; NaN for what a logarithmic axis cannot show.
  func position(_ value: Double) -> Double {
    if isLogarithmic {
      guard value > 0 else { return .nan }
      return log10(value / low) / log10(high / low)
    }
    return (value - low) / (high - low)
  }

  /// The number at a position: the inverse of ``position(_:)``.
  func value(at position: Double) -> Double {
    isLogarithmic ? low * pow(high / low, position) : low + position * (high - low)
  }

  /// How many powers of ten a logarithmic range covers.
  var decades: Double { log10(high / low) }

  /// A range that holds `values` with some air around them.
  ///
  /// - Parameters:
  ///   - values: finite numbers, on a logarithmic axis positive ones; not empty.
  ///   - padding: air on each side as a share of the extent; a side whose extreme is exactly 0 gets none, because a
  ///     magnitude starts at 0.
  init(holding values: (low: Double, high: Double), isLogarithmic: Bool, padding: Double) {
    self.isLogarithmic = isLogarithmic
    if isLogarithmic {
      let decades = max(log10(values.high / values.low), 0.5)
      let middle = (log10(values.high) + log10(values.low)) / 2
      let half = decades * (0.5 + padding)
      low = pow(10, values.high > values.low ? log10(values.low) - decades * padding : middle - half)
      high = pow(10, values.high > values.low ? log10(values.high) + decades * padding : middle + half)
      if high / low < 3 { (low, high) = (low / 1.5, high * 1.5) }
      return
    }
    let extent = values.high - values.low
    // A constant still needs a range; relative to its magnitude, so that 1e9 ± rounding does not become noise.
    let least = max(values.low.magnitude, values.high.magnitude) * 1e-9
    if extent <= max(least, drawableMagnitudes.lowerBound) {
      let isZero = values.low.magnitude < drawableMagnitudes.lowerBound
      let half = isZero ? 1 : values.low.magnitude * 0.5
      (low, high) = isZero ? (-1, 1) : (values.low - half, values.low + half)
      return
    }
    low = values.low == 0 ? 0 : values.low - extent * padding
    high = values.high == 0 ? 0 : values.high + extent * padding
  }

  init(low: Double, high: Double, isLogarithmic: Bool) {
    (self.low, self.high, self.isLogarithmic) = (low, high, isLogarithmic)
  }
}

/// The exponent of the largest power of ten that is not above `magnitude` (> 0).
func decadeFloor(_ magnitude: Double) -> Double {
  let exponent = log10(magnitude).rounded(.down)
  // log10(1000) may round to 2.9999…: look at the power itself.
  return powerOfTen(Int(exponent) + 1) <= magnitude * (1 + 1e-12) ? exponent + 1 : exponent
}
