import Evaluation
import Rotations
import Stabilization
import Traces

import func Foundation.cos
import func Foundation.sin

/// The last second of a walk as a network sees it: acceleration and rotation rate along the direction of walking, to its left and up,
/// each as ten means over a tenth of a second, and their mean and deviation over the whole second.
///
/// Gravity has been aligned and the heading taken out, as in IONet (Chen, Lu, Markham, Trigoni, AAAI 2018) and RoNIN (Herath, Yan,
/// Furukawa, ICRA 2020): a network of a few hundred weights need not learn that a walk to the north is one to the east.
struct WalkFeatures: Sendable {
  /// s.
  static let bin = 0.1
  static let bins = 10
  /// Per bin six means; then six means and six deviations.
  static let count = 6 * bins + 12

  private typealias Six = SIMD8<Double>

  private struct Bin: Sendable {
    var sum = Six.zero
    var squares = Six.zero
    var count = 0.0
  }

  private var full: [Bin] = []
  private var current = Bin()
  private var filled = 0.0

  /// Takes one sample in.
  ///
  /// - Parameter heading: The walk's heading, rad.
  /// - Returns: Whether a tenth of a second is over and a whole second is known: the features are new.
  mutating func update(_ step: Step, heading: Double) -> Bool {
    let (c, s) = (cos(heading), sin(heading))
    let a = step.acceleration
    let w = step.attitude.act(on: step.rotationRate ?? .zero)
    let values = Six(
      a.x * c + a.y * s, -a.x * s + a.y * c, a.z, w.x * c + w.y * s, -w.x * s + w.y * c, w.z, 0, 0)
    current.sum += values
    current.squares += values * values
    current.count += 1
    filled += step.duration
    guard filled >= Self.bin * (1 - 1e-9) else { return false }
    filled = filled < 2 * Self.bin ? filled - Self.bin : 0
    if full.count == Self.bins { full.removeFirst() }
    full.append(current)
    current = Bin()
    return full.count == Self.bins
  }

  /// What ``update(_:heading:)`` has announced; ``count`` numbers in m/s² and rad/s.
  var values: [Double] {
    var all = Bin()
    var features: [Double] = []
    features.reserveCapacity(Self.count)
    func append(_ values: Six) { for index in 0..<6 { features.append(values[index]) } }
    for bin in full {
      append(bin.sum / bin.count)
      all.sum += bin.sum
      all.squares += bin.squares
      all.count += bin.count
    }
    let mean = all.sum / all.count
    append(mean)
    append(pointwiseMax(all.squares / all.count - mean * mean, .zero).squareRoot())
    return features
  }
}
