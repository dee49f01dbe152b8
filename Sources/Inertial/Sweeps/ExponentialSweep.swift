internal import Basics
internal import CInertial
import Foundation
import Rotations

/// Exponential damping under many rates at once, on all cores.
///
/// The scheme is linear, so that for equal time steps six fused multiply-adds per sample and rate give the position; the
/// kernel is chosen by what the processor can do. The numbers agree with `ExponentialDamping` to rounding.
public struct ExponentialSweep: Sendable {
  /// 1/s, as given.
  public let rates: [Double]
  /// Per rate: the position after the last sample, m, started at rest in the origin.
  public let finalPositions: [Vector3]
  /// Per rate: root mean square of the distance from the truth over all samples, m; nil without truth.
  public let rmsDrifts: [Double]?

  /// - Parameters:
  ///   - trace: With equal time steps, to within 1 %. `Trace.resampled(rate:)` makes them so.
  ///   - usesTruth: Whether the drift over all samples is computed, where the trace has a truth; it costs about twice
  ///     the time of the final positions alone.
  ///   - threads: nil uses all processors; the threads are joined before the call returns.
  ///   - rates: 1/s, from 0 on.
  /// - Throws: `TraceError.invalidParameter` for a rate that is negative or not finite, or unequal time steps.
  /// - Complexity: O(samples · rates).
  public init(
    of trace: Trace, rates: [Double], usesTruth: Bool = true, threads: Int? = nil
  ) throws(TraceError) {
    for rate in rates { try requireNonnegative("rate", rate, unit: "1/s") }
    let times = trace.timestamps
    let step = trace.count > 1 ? trace.duration / Double(trace.count - 1) : 0
    for index in 1..<max(times.count, 1) where abs(times[index] - times[index - 1] - step) > 0.01 * step {
      throw .invalidParameter(
        "time step", value: times[index] - times[index - 1],
        expected: "\(step) s like the others, to within 1 %; `resampled(rate:)` makes equal steps")
    }
    // The first sample starts the clock and is not integrated.
    var half = [Double]()
    half.reserveCapacity(3 * trace.count)
    trace.withSteps { steps in
      for index in 1..<max(steps.count, 1) {
        let h = steps[index].acceleration * (0.5 * step)
        for axis in 0..<3 { half.append(h[axis]) }
      }
    }
    let truth = usesTruth ? trace.truePosition : nil
    let flatTruth = truth.map { truth in truth.dropFirst().flatMap { [$0 - truth[0]].flatMap { [$0.x, $0.y, $0.z] } } }
    // Whole groups of sixteen lanes; a thread takes one at a time.
    let lanes = 16
    let groups = Parallel.map((rates.count + lanes - 1) / lanes, threads: threads ?? Parallel.processors) {
      [half] group in
      let decays = rates[(group * lanes)..<min(rates.count, (group + 1) * lanes)].map { exp(-$0 * step / 2) }
      let padded = decays + [Double](repeating: 0, count: lanes - decays.count)
      var positions = [Double](repeating: 0, count: 3 * lanes)
      var squares = [Double](repeating: 0, count: lanes)
      inertial_exponential_sweep(half, trace.count - 1, step, padded, lanes, flatTruth, &positions, &squares)
      return decays.indices.map { lane in
        (Vector3(positions[3 * lane], positions[3 * lane + 1], positions[3 * lane + 2]), squares[lane])
      }
    }.joined()
    self.rates = rates
    finalPositions = groups.map(\.0)
    // The first sample, at the start, is off by nothing and counts.
    let count = Double(trace.count)
    rmsDrifts = truth == nil ? nil : groups.map { ($0.1 / count).squareRoot() }
  }

  /// The name of the kernel that this processor runs: "avx512", "avx2" or "portable".
  public static var kernel: String { String(cString: inertial_exponential_sweep_kernel()) }
}
