import Evaluation
import Figures
import Foundation
import Rotations
import Stabilization
import Statistics

extension Comparison {
  /// For each scheme that says how uncertain it is: how long its error is with 95 % probability, over time, m. A line above its band is an error
  /// that the scheme would not have expected.
  func driftBands(_ times: [Double], isLogarithmic: Bool) -> [Mark] {
    zip(names, runs).compactMap { name, run in
      guard run.drift != nil, let covariances = run.trajectory.covariances else { return nil }
      let lengths = covariances.map { $0.position.lengthQuantile(noiseFrom: run.noiseFreedom) }
      // On a logarithmic axis nothing begins at 0.
      return isLogarithmic
        ? .law("95 % by \(name)", x: times, y: lengths.map { $0 > 0 ? $0 : .nan })
        : .ribbon("", x: times, low: lengths.map { _ in 0 }, high: lengths, look: Look(named: name))
    }
  }

  /// For each scheme that says how uncertain it is: its velocity along an axis with 95 % probability, m/s.
  func velocityBands(_ component: CoordinateAxis, _ times: [Double]) -> [Mark] {
    zip(names, runs).compactMap { name, run in
      guard let covariances = run.trajectory.covariances else { return nil }
      let row = component.rawValue
      let factor = ChiSquared.quantile(0.95, degrees: 1, unitFrom: run.noiseFreedom).squareRoot()
      let half = covariances.map { factor * max(0, $0.velocity[row, row]).squareRoot() }
      let middle = run.trajectory.velocities.map { $0[row] }
      return .ribbon(
        "", x: times, low: zip(middle, half).map { $0 - $1 }, high: zip(middle, half).map { $0 + $1 },
        look: Look(named: name))
    }
  }

  /// For each scheme that says how uncertain it is: at eight places of its path, evenly spaced in time, the ellipse in which the device is with
  /// 95 % probability.
  func ellipses(_ across: CoordinateAxis, _ up: CoordinateAxis) -> [Mark] {
    zip(names, runs).flatMap { name, run -> [Mark] in
      guard let covariances = run.trajectory.covariances else { return [] }
      var look = Look(named: name)
      look.width = 0.8
      return (1...8).compactMap { eighth in
        let index = (covariances.count - 1) * eighth / 8
        let center = run.trajectory.positions[index]
        guard index > 0, center.isFinite else { return nil }
        let outline = covariances[index].position.ellipse(across.rawValue, up.rawValue, noiseFrom: run.noiseFreedom)
        return .line(
          "", x: outline.map { center[across.rawValue] + $0.x }, y: outline.map { center[up.rawValue] + $0.y },
          look: look)
      }
    }
  }
}

extension Matrix3 {
  /// The length that a vector with this covariance stays below with 95 % probability: that of a χ² with the same mean and variance, by Wilson and
  /// Hilferty's cube root. Within 2 % of the exact one. If its size was estimated from so many numbers, F takes the place of χ².
  func lengthQuantile(noiseFrom count: Int?) -> Double {
    let trace = self[0, 0] + self[1, 1] + self[2, 2]
    var squares = 0.0
    for row in 0..<3 { for column in 0..<3 { squares += self[row, column] * self[row, column] } }
    guard trace > 0, squares > 0 else { return 0 }
    let freedom = trace * trace / squares
    if let count { return (trace * Distributions.fisherQuantile(0.95, freedom, Double(count))).squareRoot() }
    let root = 1 - 2 / (9 * freedom) + 1.644854 * (2 / (9 * freedom)).squareRoot()
    return (trace * root * root * root).squareRoot()
  }

  /// The outline of the region that holds 95 % of two components of a vector with this covariance, about 0; its size was estimated from so many
  /// numbers, or is known.
  func ellipse(_ first: Int, _ second: Int, noiseFrom count: Int?) -> [SIMD2<Double>] {
    let (a, b, c) = (self[first, first], self[first, second], self[second, second])
    let (mean, half) = ((a + c) / 2, (((a - c) / 2) * ((a - c) / 2) + b * b).squareRoot())
    let angle = 0.5 * atan2(2 * b, a - c)
    let edge = ChiSquared.quantile(0.95, degrees: 2, unitFrom: count)
    let (long, short) = ((edge * max(0, mean + half)).squareRoot(), (edge * max(0, mean - half)).squareRoot())
    return (0...48).map { step in
      let turn = Double(step) * .pi / 24
      let (x, y) = (long * cos(turn), short * sin(turn))
      return SIMD2(x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle))
    }
  }
}
