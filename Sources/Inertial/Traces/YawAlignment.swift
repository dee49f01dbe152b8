import Foundation
import Rotations

/// Finds the yaw between the frame of the truth and that of the attitude, from what both say about acceleration.
///
/// Both frames have z up, and their horizontal axes differ by a yaw. It cannot be had from the two attitudes: what the
/// truth calls the body's axes need not be the phone's. The acceleration is the same vector in both frames: on the
/// truth's side the second difference of position over ±h, on the phone's the mean of the measured acceleration over
/// the same time under a triangular weight, which is what a second difference is of a double integral. The best yaw in
/// the least-squares sense is the angle of Σ a·b̄, the horizontal vectors taken as complex numbers.
package struct YawCorrelation: Sendable {
  /// Running sums of the real and the imaginary part; element i sums the samples before i.
  private var real: [Double], imaginary: [Double]

  /// Half the span of the second difference, in seconds: wide enough to smooth the truth's noise.
  package static let halfSpan = 0.15
  /// m/s². A truth that accelerates more than this has jumped; the sample is left out.
  package static let largestAcceleration = 10.0

  /// Takes the whole trace in, O(*n*); nil without true positions.
  package init?(_ trace: Trace) {
    guard let truth = trace.truePosition else { return nil }
    self.init(
      step: trace.medianStep, truth: truth,
      accelerations: zip(trace.attitude, trace.userAcceleration).map { $0.act(on: -$1) })
  }

  init(step: Double, truth: [Vector3], accelerations: [Vector3]) {
    let n = truth.count
    let k = step > 0 ? max(1, Int(min((Self.halfSpan / step).rounded(), Double(n)))) : 1
    real = [0]
    imaginary = [0]
    real.reserveCapacity(n + 1)
    imaginary.reserveCapacity(n + 1)
    // The sum over the samples before, from which any window's follows; and Σ (k − |j|)·a[i + j], which grows from one sample
    // to the next by what comes in on the right less what goes out on the left.
    var sums = [Vector3.zero]
    sums.reserveCapacity(n + 1)
    for acceleration in accelerations { sums.append(sums[sums.count - 1] + acceleration) }
    var weighted = Vector3.zero
    for i in 0..<n {
      var (re, im) = (0.0, 0.0)
      if i >= k, i + k < n {
        if i == k {
          for j in (1 - k)..<k { weighted += accelerations[i + j] * Double(k - abs(j)) }
        } else {
          weighted += (sums[i + k] - sums[i]) - (sums[i] - sums[i - k])
        }
        let a = (truth[i + k] - 2 * truth[i] + truth[i - k]) / (Double(k * k) * step * step)
        if a.length < Self.largestAcceleration {
          let b = weighted / Double(k * k)
          re = a.x * b.x + a.y * b.y
          im = a.x * b.y - a.y * b.x
        }
      }
      real.append(real[i] + re)
      imaginary.append(imaginary[i] + im)
    }
  }

  /// The yaw in radians that turns the truth into the attitude's frame, by the samples in `range`; nil when they do not
  /// say, as those of a device that stands still.
  package func yaw(in range: Range<Int>) -> Double? {
    let range = range.clamped(to: 0..<(real.count - 1))
    let im = imaginary[range.upperBound] - imaginary[range.lowerBound]
    let re = real[range.upperBound] - real[range.lowerBound]
    return im == 0 && re == 0 ? nil : atan2(im, re)
  }
}

extension TraceTable {
  /// Turns true positions and attitudes about the vertical by `yaw` radians.
  mutating func rotateTruth(by yaw: Double) {
    let turn = Quaternion(.z, yaw)
    for index in truePosition.indices { truePosition[index] = turn.act(on: truePosition[index]) }
    for index in trueAttitude.indices { trueAttitude[index] = turn * trueAttitude[index] }
  }
}
