import Foundation
import Rotations
import Traces

extension Trace {
  /// Seconds from the first sample until the accelerometer has settled: until a start-up transient that decays exponentially has fallen below
  /// the noise of a mean over a tenth of a second. nil where the recording shows no transient, or has less than a second before the
  /// device turns.
  ///
  /// It looks at the beginning up to the first turn by more than 0.05 rad, at most 5 s, and asks whether a decay explains the readings better
  /// than noise whose level wanders (a local level model, fitted by maximum likelihood): bias and tilt wander, and a difference between
  /// the first and the last second proves nothing. The likelihood ratio over the three axes has to be one that χ² of three degrees of freedom
  /// exceeds with probability 0.001, divided by the number of time constants tried. O(*n*).
  public var settlingTime: Double? {
    var end = 0
    while end < count, timestamps[end] - timestamps[0] <= 5, attitude[end].angle(to: attitude[0]) < 0.05 { end += 1 }
    guard end > 1 else { return nil }
    let block = max(1, Int((0.05 / max(medianStep, 1e-6)).rounded()))
    let means = stride(from: 0, through: end - block, by: block).map { first in
      userAcceleration[first..<(first + block)].reduce(Vector3.zero, +) / Double(block)
    }
    let interval = Double(block) * medianStep
    // A quiet sensor may repeat one number; what its digits hide is noise, too.
    return Transient(of: means, interval: interval, noiseFloor: 1e-4).flatMap { transient in
      let limit = transient.noise * (interval / max(interval, 0.1)).squareRoot()
      let settled = transient.timeConstant * log(transient.amplitude / limit)
      return settled > 0 ? min(settled, timestamps[end - 1] - timestamps[0]) : nil
    }
  }
}

/// An exponential decay at the beginning of readings, distinguished from noise whose level wanders.
private struct Transient {
  /// s.
  var timeConstant: Double
  /// m/s², the length over the three axes at the first reading.
  var amplitude: Double
  /// m/s²: the standard deviation of one reading about the level, the largest of the three axes.
  var noise: Double

  private static let timeConstants = [0.05, 0.1, 0.2, 0.4, 0.8]
  /// Variance of the level's step over that of the reading's noise.
  private static let wanderings = [0] + (0..<13).map { pow(10, -4 + 0.5 * Double($0)) }
  /// χ² of three degrees of freedom exceeds it with probability 0.001 / 5.
  private static let threshold = 19.7

  init?(of readings: [Vector3], interval: Double, noiseFloor: Double) {
    guard readings.count >= 20, interval > 0 else { return nil }
    var best: (ratio: Double, transient: Transient)?
    let level = Fit(readings, shape: nil, noiseFloor)
    for timeConstant in Self.timeConstants {
      let shape = readings.indices.map { exp(-Double($0) * interval / timeConstant) }
      let fit = Fit(readings, shape: shape, noiseFloor)
      let ratio = 2 * (fit.logLikelihood - level.logLikelihood)
      guard ratio > best?.ratio ?? Self.threshold else { continue }
      best = (
        ratio,
        Transient(timeConstant: timeConstant, amplitude: fit.amplitude.length, noise: fit.noise)
      )
    }
    guard let best else { return nil }
    self = best.transient
  }

  private init(timeConstant: Double, amplitude: Double, noise: Double) {
    (self.timeConstant, self.amplitude, self.noise) = (timeConstant, amplitude, noise)
  }

  /// The most likely local level model, with or without a decay of a given shape; the axes by themselves.
  private struct Fit {
    /// The sum over the axes.
    var logLikelihood = 0.0
    /// The decay's height per axis, m/s².
    var amplitude = Vector3.zero
    /// m/s², the largest of the axes.
    var noise = 0.0

    init(_ readings: [Vector3], shape: [Double]?, _ noiseFloor: Double) {
      var best = [Double](repeating: -.infinity, count: 3)
      var deviations = [0.0, 0.0, 0.0]
      for wandering in Transient.wanderings {
        // A Kalman filter of the level, with the first reading as its start: innovations of readings and shape, and their variance.
        var (level, shapeLevel, variance) = (readings[0], shape?[0] ?? 0, 1.0)
        var (squares, products, shapeSquares, logarithms) = (Vector3.zero, Vector3.zero, 0.0, 0.0)
        for index in readings.indices.dropFirst() {
          let predicted = variance + wandering
          let scale = 1 / (predicted + 1)
          let error = readings[index] - level
          squares += error * error * scale
          logarithms -= log(scale)
          level += error * (predicted * scale)
          if let shape {
            let shapeError = shape[index] - shapeLevel
            products += error * (shapeError * scale)
            shapeSquares += shapeError * shapeError * scale
            shapeLevel += shapeError * (predicted * scale)
          }
          variance = predicted * scale
        }
        let freedom = Double(readings.count - 1)
        for axis in 0..<3 {
          let explained = shapeSquares > 0 ? products[axis] * products[axis] / shapeSquares : 0
          let mean = max(squares[axis] - explained, 0) / freedom + noiseFloor * noiseFloor
          let likelihood = -0.5 * (freedom * log(mean) + logarithms)
          guard likelihood > best[axis] else { continue }
          best[axis] = likelihood
          amplitude[axis] = shapeSquares > 0 ? products[axis] / shapeSquares : 0
          deviations[axis] = mean.squareRoot()
        }
      }
      logLikelihood = best.reduce(0, +)
      noise = deviations.max() ?? 0
    }
  }
}
