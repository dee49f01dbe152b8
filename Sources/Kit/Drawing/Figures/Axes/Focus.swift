internal import Basics

/// How far a series reaches along one axis: altogether, and without its rarest hundredth.
struct SeriesExtent {
  var name: String
  /// The smallest and the largest number.
  var low: Double
  var high: Double
  /// The same without the half per cent at each end, so that a glitch of a camera system does not count as a journey.
  var usualLow: Double
  var usualHigh: Double

  /// The extent of `values`; NaN, and on a logarithmic axis what is not positive, does not count.
  ///
  /// - Returns: `nil` without a number that counts.
  /// - Complexity: O(n).
  init?(name: String, _ columns: [[Double]], isLogarithmic: Bool) {
    var (low, high) = (Double.infinity, -Double.infinity)
    var sample: [Double] = []
    for values in columns {
      let stride = max(1, values.count / 4096)
      for index in values.indices {
        let value = values[index]
        guard !value.isNaN, !isLogarithmic || value >= drawableMagnitudes.lowerBound else { continue }
        low = min(low, value)
        high = max(high, value)
        if index % stride == 0 { sample.append(value) }
      }
    }
    guard low <= high else { return nil }
    sample.sort()
    let rare = sample.count / 200
    self.name = name
    (self.low, self.high) = (low, high)
    usualLow = sample.isEmpty ? low : sample[rare]
    usualHigh = sample.isEmpty ? high : sample[sample.count - 1 - rare]
  }

  /// The greatest distance from zero that is not rare.
  var reach: Double { max(usualLow.magnitude, usualHigh.magnitude) }
}

/// What an axis shows when it looks at what most series need.
struct Focus {
  /// The range to show; `nil` without series.
  var range: (low: Double, high: Double)?
  /// The series that reach beyond it, and how far each goes.
  var cuts: [String: Double] = [:]

  /// Leaves out series that reach more than `factor` times further than the median of the others that move at all, and
  /// rare numbers that would take up most of the axis.
  ///
  /// - Parameter within: what stays this near to zero is never left out.
  init(on extents: [SeriesExtent], factor: Double, within: Double) {
    let near = extents.filter { extent in
      !Focus.isFar(extent, among: extents, factor: factor) || extent.reach <= within
    }
    guard let first = near.first else { return }
    var range = near.reduce((low: first.low, high: first.high)) { (min($0.low, $1.low), max($0.high, $1.high)) }
    let usual = near.reduce((low: first.usualLow, high: first.usualHigh)) {
      (min($0.low, $1.usualLow), max($0.high, $1.usualHigh))
    }
    if factor.isFinite, range.high - range.low > 3 * (usual.high - usual.low), usual.high > usual.low {
      let air = 0.25 * (usual.high - usual.low)
      range = (max(range.low, usual.low - air), min(range.high, usual.high + air))
    }
    self.range = range
    for extent in extents where extent.low < range.low || extent.high > range.high {
      cuts[extent.name] = max(extent.low.magnitude, extent.high.magnitude)
    }
  }

  private static func isFar(_ extent: SeriesExtent, among extents: [SeriesExtent], factor: Double) -> Bool {
    let others = extents.filter { $0.name != extent.name && $0.reach > 0 }.map(\.reach)
    guard !others.isEmpty else { return false }
    return extent.reach > factor * quantile(0.5, of: others)
  }
}
