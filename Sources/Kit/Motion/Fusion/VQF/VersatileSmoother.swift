import Foundation
import Rotations
import Traces

/// VQF offline, the versatile filter with hindsight: every estimate uses the samples after it too.
///
/// Source: the offline variant of VQF (Laidig & Seel 2023, §3.7), with the heading as a two-sided weighted mean of the
/// magnetometer's headings. Bias: the forward and the backward estimate, each weighted by the inverse of its covariance.
/// Inclination: a zero-phase low-pass in the frame that the bias-free gyroscope carries. Nothing lags.
public struct VersatileSmoother: Hashable, Sendable {
  /// See ``VersatileFilter/Parameters``; all of them act as they do online.
  public var parameters: VersatileFilter.Parameters

  /// What is known about every sample in hindsight. All arrays have one entry per sample.
  public struct Estimate: Sendable {
    /// Device→(east, north, up); without a magnetometer the same as ``levelAttitudes``.
    public var attitudes: [Quaternion]
    /// Device→level frame: six axes.
    public var levelAttitudes: [Quaternion]
    /// The gyroscope's bias, rad/s, device frame.
    public var biases: [Vector3]
    /// Whether the device rests.
    public var rests: [Bool]
    /// Whether the magnetic field is disturbed: forwards and backwards agree that it is. False without a magnetometer.
    public var disturbed: [Bool]
  }

  /// A smoother with these parameters.
  public init(parameters: VersatileFilter.Parameters = .init()) { self.parameters = parameters }

  /// Smooths a whole recording. O(n) time, some 500 bytes a sample.
  ///
  /// The sampling interval is the median of the time steps.
  ///
  /// - Throws: `TraceError` for fewer than two samples and for parameters out of range, and what `check` finds.
  public func smooth(
    _ samples: [RawSample], checking check: SampleCheck = SampleCheck()
  ) throws -> Estimate {
    guard let first = samples.first, samples.count > 1 else {
      throw TraceError.empty(what: "pair of samples to smooth")
    }
    try check.start(first)
    for index in 1..<samples.count { try check.sample(samples[index], at: index, after: samples[index - 1].time) }
    let interval = TimeSteps(samples.map(\.time)).median
    let filter = try VersatileFilter(interval: interval, parameters: parameters)

    let forwards = pass(filter, samples, Array(samples.indices), sign: 1)
    let backwards = pass(filter, samples, samples.indices.reversed(), sign: -1)
    let biases = zip(forwards, backwards).map { f, b -> Vector3 in
      let (wf, wb) = (f.covariance.inverted, b.covariance.inverted)
      return (wf + wb).inverted * (wf * f.bias + wb * b.bias)
    }
    let levels = levelled(samples, biases, interval: interval)
    let (headings, disturbed) = headings(samples, levels, biases, interval: interval)
    return Estimate(
      attitudes: zip(headings, levels).map { Quaternion(.z, $0) * $1 }, levelAttitudes: levels, biases: biases,
      rests: zip(forwards, backwards).map { $0.rest || $1.rest }, disturbed: disturbed)
  }

  private struct Known {
    var bias: Vector3
    var covariance: Matrix3
    var rest: Bool
  }

  /// The filter's bias over the samples in this order; backwards in time every rotation runs the other way.
  private func pass(_ start: VersatileFilter, _ samples: [RawSample], _ order: [Int], sign: Double) -> [Known] {
    var filter = start
    var result = [Known](
      repeating: Known(bias: .zero, covariance: .identity, rest: false), count: order.count)
    var previous = samples[order[0]].time - sign * start.interval
    for index in order {
      let sample = samples[index]
      filter.update(
        rotationRate: sample.rotationRate * sign, specificForce: sample.specificForce, magneticField: nil,
        step: abs(sample.time - previous))
      previous = sample.time
      result[index] = Known(
        bias: filter.rotationRateBias * sign, covariance: filter.biasCovariance, rest: filter.isAtRest)
    }
    return result
  }

  private func levelled(_ samples: [RawSample], _ biases: [Vector3], interval: Double) -> [Quaternion] {
    var strapdown = Quaternion.identity
    var turns = [Quaternion]()
    turns.reserveCapacity(samples.count)
    var previous = samples[0].time - interval
    for (sample, bias) in zip(samples, biases) {
      strapdown =
        strapdown.renormalized * Quaternion(rotationVector: (sample.rotationRate - bias) * (sample.time - previous))
      previous = sample.time
      turns.append(strapdown)
    }
    let forces = ButterworthLowPass.acausal(
      zip(turns, samples).map { $0.act(on: $1.specificForce) }, time: parameters.accelerationTime, interval: interval)
    var inclination = Quaternion.identity
    return zip(turns, forces).map { turn, force in
      if let up = direction(inclination.act(on: force)) {
        inclination = (Quaternion(specificForce: up, magneticField: nil) * inclination).renormalized
      }
      return (inclination * turn).renormalized
    }
  }

  /// The angle from the level frame to north: the mean over all samples of where the magnetometer sees it, weighted by
  /// e^(−|Δt|/τ). A disturbed reading weighs as little as an undisturbed one that is as far away as the longest rejection:
  /// it counts only where nothing better is near.
  private func headings(
    _ samples: [RawSample], _ levels: [Quaternion], _ biases: [Vector3], interval: Double
  ) -> ([Double], [Bool]) {
    var fields = [Vector3?](repeating: nil, count: samples.count)
    for (index, sample) in samples.enumerated() {
      if let field = sample.magneticField, field != .zero { fields[index] = levels[index].act(on: field) }
    }
    var disturbed = [Bool](repeating: false, count: samples.count)
    guard fields.contains(where: { $0 != nil }) else {
      return ([Double](repeating: 0, count: samples.count), disturbed)
    }
    if parameters.rejectsDisturbance {
      func judge(_ order: some Sequence<Int>, _ combine: (Int, Bool) -> Void) {
        var monitor = FieldMonitor(parameters, interval: interval)
        for index in order {
          if let level = fields[index] {
            monitor.update(level: level, rotating: (samples[index].rotationRate - biases[index]).length)
          }
          combine(index, monitor.disturbed)
        }
      }
      judge(samples.indices) { disturbed[$0] = $1 }
      judge(samples.indices.reversed()) { disturbed[$0] = disturbed[$0] && $1 }
    }
    let little = exp(-parameters.longestRejection / parameters.headingTime)
    // Sums of weighted unit vectors: angles cannot be averaged across ±π.
    var sums = [SIMD2<Double>](repeating: .zero, count: samples.count)
    func sweep(_ order: some Sequence<Int>, from first: Int, including own: Bool) {
      var sum = SIMD2<Double>.zero
      var previous = samples[first].time
      for index in order {
        sum *= exp(-abs(samples[index].time - previous) / parameters.headingTime)
        previous = samples[index].time
        if !own { sums[index] += sum }
        if let level = fields[index] {
          let horizontal = (level.x * level.x + level.y * level.y).squareRoot()
          if horizontal > 0 {
            sum += SIMD2(level.y, level.x) * ((disturbed[index] ? little : 1) / horizontal)
          }
        }
        if own { sums[index] += sum }
      }
    }
    sweep(samples.indices, from: 0, including: true)
    sweep(samples.indices.reversed(), from: samples.count - 1, including: false)
    return (sums.map { atan2($0.y, $0.x) }, disturbed)
  }
}
