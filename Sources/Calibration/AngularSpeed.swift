import Rotations
import Traces

/// How fast a device turns over time: the same for every device that is fixed to it, whatever its axes.
public struct AngularSpeed: Hashable, Sendable {
  /// Seconds, rising, on the device's clock.
  public let times: [Double]
  /// rad/s, not negative.
  public let values: [Double]

  /// From the rotation rates of a gyroscope, rad/s, one for each time. Readings that are not finite are left out.
  public init(rates: [Vector3], at times: [Double]) {
    let known = zip(times, rates).filter { $1.sum().isFinite }
    (self.times, values) = (known.map(\.0), known.map { $1.length })
  }

  /// From attitudes, one for each time: the angle between two neighbours, over the time between them, at the middle. Attitudes that are not
  /// known are NaN.
  public init(attitudes: [Quaternion], at times: [Double]) {
    var (middles, speeds) = ([Double](), [Double]())
    for index in attitudes.indices.dropFirst() {
      let step = times[index] - times[index - 1]
      let speed = (attitudes[index - 1].inverse * attitudes[index]).angle / step
      guard speed.isFinite, step > 0 else { continue }
      middles.append(times[index] - step / 2)
      speeds.append(speed)
    }
    (self.times, values) = (middles, speeds)
  }
}
