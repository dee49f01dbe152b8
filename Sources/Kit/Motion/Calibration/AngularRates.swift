internal import Basics
import Rotations
import Traces

/// How a device turns over time. For two devices that are fixed to each other the rates differ by one rotation,
/// whatever their axes, and their lengths are the same.
public struct AngularRates: Hashable, Sendable {
  /// Seconds, rising, on the device's clock.
  public let times: [Double]
  /// rad/s, device frame.
  public let values: [Vector3]

  /// From the readings of a gyroscope, rad/s, one for each time. Those that are not finite are left out.
  public init(rates: [Vector3], at times: [Double]) {
    let known = zip(times, rates).filter { $1.sum().isFinite }
    (self.times, values) = (known.map(\.0), known.map(\.1))
  }

  /// From attitudes, device to reference frame, one for each time: the turn between two neighbours, over the time between them, at the
  /// middle, and of five such the median in each component, for the attitudes of cameras jump. Attitudes that are not known are NaN.
  ///
  /// - Complexity: O(attitudes).
  public init(attitudes: [Quaternion], at times: [Double]) {
    var (middles, rates) = ([Double](), [Vector3]())
    for index in attitudes.indices.dropFirst() {
      let step = times[index] - times[index - 1]
      let rate = (attitudes[index - 1].inverse * attitudes[index]).rotationVector / step
      guard rate.sum().isFinite, step > 0 else { continue }
      middles.append(times[index] - step / 2)
      rates.append(rate)
    }
    self.times = middles
    values = rates.indices.map { index in
      guard index >= 2, index + 2 < rates.count else { return rates[index] }
      let around = rates[(index - 2)...(index + 2)]
      return Vector3(median(of: around.map(\.x)), median(of: around.map(\.y)), median(of: around.map(\.z)))
    }
  }
}
