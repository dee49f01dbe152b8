import Foundation
import Rotations
import Statistics
import Traces

/// Bias, scale, cross-axis terms and alignment of a gyroscope, from the turns between positions in which the device lay still: the gyroscope
/// has to turn gravity from where the calibrated accelerometer saw it before a turn to where it sees it after.
///
/// Source: Tedaldi, Pretto, Menegatti, ICRA 2014, section III (eq. 12–14); the rates are integrated as rotation vectors with the second
/// term of Magnus's series, which is exact to the fourth order of the time step. The bias is the mean over all rests. All nine entries of
/// the matrix are fitted: the corrected rates are about the axes of the calibrated accelerometer.
///
/// The intervals follow from the noise of the three inputs, each measured: the accelerometer's, by the residuals of its
/// calibration; the gyroscope's white noise, by its variance at rest; and that of its bias, by how the rests differ. If the residuals are larger than these
/// explain (χ² at 1 %), the intervals are widened by their ratio.
public struct GyroscopeCalibration: Hashable, Sendable {
  /// What was found, in rad/s; the residuals are the angles between gravity as the gyroscope turned it and as the accelerometer saw it, rad,
  /// one per turn.
  public let fit: FittedTriad
  /// The root mean square of the residuals that the noise of both sensors explains, rad: where ``FittedTriad/rmsResidual`` is much larger,
  /// something else is wrong, such as a device that slipped.
  public let expectedResidual: Double

  /// The calibration, as a reader applies it.
  public var triad: TriadCalibration { fit.triad }

  /// A recording's still positions and turns.
  public typealias Recording = PositionsAndTurns

  /// Fits the calibration.
  ///
  /// - Parameters:
  ///   - recordings: At least six turns in all that tilt the device by 20° or more, about all of its axes.
  ///   - accelerometer: The calibration from the positions of the same recordings, in the same order.
  /// - Throws: `CalibrationError.tooFewTurns`, `.axisNotTurned`, `.noMinimum`.
  /// - Complexity: O(samples of the turns).
  public init(_ recordings: [Recording], accelerometer: AccelerometerCalibration) throws {
    let positions = recordings.flatMap(\.positions)
    let turns = Self.turns(in: recordings, accelerometer.triad)
    guard turns.count >= 6 else { throw CalibrationError.tooFewTurns(found: turns.count, wanted: 6) }
    let bias = positions.reduce(Vector3.zero) { $0 + $1.rotationRate } / Double(positions.count)
    let start = [1.0, 0, 0, 0, 1, 0, 0, 0, 1]
    let search = try LeastSquares(from: start) { entries in
      Self.model(Self.matrix(entries), bias, turns)
    }
    let smallest = search.singularValues[8]
    // A turn by 90° has a derivative of 1.6 rad, of which an axis that is well covered has a third.
    guard smallest > 0.05 * Double(turns.count).squareRoot() else {
      throw CalibrationError.axisNotTurned(Self.leastTurned(turns, bias))
    }
    let matrix = Self.matrix(search.parameters)
    let noise = Noise(turns, positions, bias, matrix, accelerometer)
    let (deviations, freedoms) = noise.deviations(of: search.gain)
    let squares = noise.expectedSquares
    let expected = (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    let residuals = Self.lengths(search.residuals)
    // Each turn has two directions in which it can differ, and nine numbers were fitted to them.
    let freedom = Double(max(2 * turns.count - 9, 1))
    let ratio = residuals.reduce(0) { $0 + $1 * $1 } / (squares.reduce(0, +) * freedom / Double(2 * turns.count))
    let excess =
      Distributions.chiSquared(above: ratio * freedom, freedom: freedom) < 0.01 ? ratio.squareRoot() : 1
    let margins = zip(deviations, freedoms).map {
      $0 * excess * Distributions.studentQuantile(0.975, freedom: max(1, $1))
    }
    let biasQuantile = Distributions.studentQuantile(0.975, freedom: Double(max(positions.count - 1, 1)))
    fit = FittedTriad(
      triad: TriadCalibration(bias: bias, matrix: matrix), biasMargin: noise.bias * biasQuantile,
      matrixMargin: Self.matrix(margins), residuals: residuals, heldOut: Self.heldOut(search),
      uncorrected: Self.lengths(Self.model(.identity, .zero, turns).residuals))
    expectedResidual = expected
  }

  /// A turn with the directions of gravity before and after it, and the places of its two rests among all positions.
  struct Turn {
    let samples: [RawSample]
    let before: Vector3
    let after: Vector3
    let rests: (Int, Int)
  }

  private static func turns(in recordings: [Recording], _ accelerometer: TriadCalibration) -> [Turn] {
    var turns = [Turn]()
    var first = 0
    for recording in recordings {
      let directions = recording.positions.map { position in
        let force = accelerometer.applied(to: position.specificForce)
        return force / force.length
      }
      for (index, samples) in recording.turns.enumerated()
      where !samples.isEmpty && directions[index].dot(directions[index + 1]) < cos(20 * .pi / 180) {
        turns.append(
          Turn(
            samples: samples, before: directions[index], after: directions[index + 1],
            rests: (first + index, first + index + 1)))
      }
      first += recording.positions.count
    }
    return turns
  }

  /// Per turn the length of its three residuals.
  private static func lengths(_ residuals: [Double]) -> [Double] {
    stride(from: 0, to: residuals.count, by: 3).map {
      Vector3(residuals[$0], residuals[$0 + 1], residuals[$0 + 2]).length
    }
  }

  /// Per turn what its residual would be, had it been left out: its three numbers together.
  private static func heldOut(_ search: LeastSquares) -> [Double] {
    stride(from: 0, to: search.residuals.count, by: 3).map { first in
      let rows = (0..<3).map { row in
        Vector3(
          (row == 0 ? 1 : 0) - search.leverage(first + row, first),
          (row == 1 ? 1 : 0) - search.leverage(first + row, first + 1),
          (row == 2 ? 1 : 0) - search.leverage(first + row, first + 2))
      }
      let left = Matrix3(rows: rows[0], rows[1], rows[2])
      let residual = Vector3(search.residuals[first], search.residuals[first + 1], search.residuals[first + 2])
      return left.determinant > 1e-9 ? (left.inverted * residual).length : .infinity
    }
  }

  /// Row by row.
  private static func matrix(_ e: [Double]) -> Matrix3 {
    Matrix3(rows: Vector3(e[0], e[1], e[2]), Vector3(e[3], e[4], e[5]), Vector3(e[6], e[7], e[8]))
  }

  /// What a turn's rates make of gravity, and how that follows the calibration.
  struct Passage {
    /// Takes directions in the device frame before the turn to those after it.
    let rotation: Quaternion
    /// The direction of gravity after the turn, device frame.
    let predicted: Vector3
    /// The turn's error as a rotation vector in the frame after it, per unit of each entry of the matrix, row by row: rad.
    var byMatrix = [Vector3](repeating: .zero, count: 9)
    /// The same per unit of the bias's components: s.
    var byBias = [Vector3](repeating: .zero, count: 3)
    /// Seconds.
    var duration = 0.0

    init(_ turn: Turn, _ matrix: Matrix3, _ bias: Vector3) {
      var turned = Quaternion.identity
      for (sample, next) in zip(turn.samples, turn.samples.dropFirst()) {
        let step = next.time - sample.time
        let (raw, rawNext) = (sample.rotationRate - bias, next.rotationRate - bias)
        let (rate, rateNext) = (matrix * raw, matrix * rawNext)
        // Magnus's series for rates that change linearly within a step, in the device frame.
        let vector = (rate + rateNext) * (step / 2) + rate.cross(rateNext) * (step * step / 12)
        let increment = Quaternion(rotationVector: vector)
        turned = (turned * increment).settledLength
        duration += step
        let back = increment.inverse
        // The right Jacobian of so small a step is 1 − φ×/2 + …
        let mean = (raw + rawNext) * (step / 2)
        for axis in 0..<3 {
          var unit = Vector3.zero
          unit[axis] = 1
          let moved = unit - vector.cross(unit) / 2 + vector.cross(vector.cross(unit)) / 6
          for component in 0..<3 {
            let place = 3 * axis + component
            byMatrix[place] = back.act(on: byMatrix[place]) + moved * mean[component]
          }
          byBias[axis] = back.act(on: byBias[axis]) - matrix * unit * step
        }
      }
      rotation = turned.inverse
      predicted = rotation.act(on: turn.before)
    }

    /// The change of ``predicted`` when the turn changes by a rotation vector in the frame after it.
    func moved(by vector: Vector3) -> Vector3 { predicted.cross(vector) }
  }

  private static func model(
    _ matrix: Matrix3, _ bias: Vector3, _ turns: [Turn]
  ) -> (residuals: [Double], jacobian: Columns) {
    var residuals = [Double]()
    var columns = [[Double]](repeating: [], count: 9)
    for turn in turns {
      let passage = Passage(turn, matrix, bias)
      let difference = passage.predicted - turn.after
      for axis in 0..<3 { residuals.append(difference[axis]) }
      for entry in 0..<9 {
        let change = passage.moved(by: passage.byMatrix[entry])
        for axis in 0..<3 { columns[entry].append(change[axis]) }
      }
    }
    return (residuals, Columns(rows: residuals.count, values: columns))
  }

  /// The device's axis about which the turns went least.
  private static func leastTurned(_ turns: [Turn], _ bias: Vector3) -> String {
    var angles = Vector3.zero
    for turn in turns {
      for (sample, next) in zip(turn.samples, turn.samples.dropFirst()) {
        let rate = sample.rotationRate - bias
        angles += rate.replacing(with: -rate, where: rate .< 0) * (next.time - sample.time)
      }
    }
    return ["x", "y", "z"][(0..<3).min { angles[$0] < angles[$1] } ?? 0]
  }
}

extension GyroscopeCalibration {
  /// What the residuals of the turns owe to the noise of their inputs, each input with its deviation and its degrees of freedom.
  struct Noise {
    /// Per independent input: the change of each residual when the input changes by one standard deviation.
    private var effects: [(change: [Double], kind: Kind)] = []
    /// The standard deviation of each component of the mean bias, rad/s.
    let bias: Vector3
    private let freedoms: [Kind: Double]

    private enum Kind: Hashable { case accelerometer, bias, white }

    init(
      _ turns: [Turn], _ positions: [StillPosition], _ mean: Vector3, _ matrix: Matrix3,
      _ accelerometer: AccelerometerCalibration
    ) {
      let passages = turns.map { Passage($0, matrix, mean) }
      let count = Double(positions.count)
      let spread = positions.reduce(Vector3.zero) { sum, position in
        let difference = position.rotationRate - mean
        return sum + difference * difference
      }
      bias = (spread / (count * max(count - 1, 1))).squareRoot()
      freedoms = [.accelerometer: Double(accelerometer.freedom), .bias: max(count - 1, 1), .white: .infinity]
      // The gyroscope: a bias that is off is so in all turns; white noise is new in each of them.
      for axis in 0..<3 {
        effects.append((passages.flatMap { Self.list($0.moved(by: $0.byBias[axis]) * bias[axis]) }, .bias))
      }
      let variance = positions.reduce(0) { $0 + $1.rotationVariance } / count
      for (turn, passage) in passages.enumerated() {
        let steps = Double(max(turns[turn].samples.count - 1, 1))
        // Two-sided density times the root of the duration: the standard deviation of the integral of white noise.
        let angle = (variance * passage.duration * passage.duration / steps).squareRoot()
        for axis in 0..<3 {
          var vector = Vector3.zero
          vector[axis] = angle
          var change = [Double](repeating: 0, count: 3 * turns.count)
          for (place, value) in Self.list(passage.moved(by: matrix * vector)).enumerated() {
            change[3 * turn + place] = value
          }
          effects.append((change, .white))
        }
      }
      addAccelerometer(turns, passages, positions, accelerometer)
    }

    /// The accelerometer: a mean reading that is off changes the directions before and after, and its calibration, and with it all others.
    private mutating func addAccelerometer(
      _ turns: [Turn], _ passages: [Passage], _ positions: [StillPosition], _ accelerometer: AccelerometerCalibration
    ) {
      let places = AccelerometerCalibration.places(accelerometer.model)
      let triad = accelerometer.triad
      for position in positions.indices {
        for axis in 0..<3 {
          var offset = Vector3.zero
          offset[axis] = accelerometer.deviation
          let length = triad.applied(to: positions[position].specificForce)
          let residual = (length / length.length).dot(triad.matrix * offset)
          let shift = accelerometer.sensitivity.map { -$0[position] * residual }
          let shifted = AccelerometerCalibration.triad(shift, places, diagonal: 0)
          func change(of rest: Int) -> Vector3 {
            let reading = positions[rest].specificForce
            let force = triad.applied(to: reading)
            var moved = shifted.matrix * (reading - triad.bias) - triad.matrix * shifted.bias
            if rest == position { moved += triad.matrix * offset }
            let direction = force / force.length
            return (moved - direction * direction.dot(moved)) / force.length
          }
          let changes = turns.indices.flatMap { index in
            let (before, after) = (change(of: turns[index].rests.0), change(of: turns[index].rests.1))
            return Self.list(passages[index].rotation.act(on: before) - after)
          }
          effects.append((changes, .accelerometer))
        }
      }
    }

    private static func list(_ vector: Vector3) -> [Double] { [vector.x, vector.y, vector.z] }

    /// Per turn: the mean square of its residual, rad².
    var expectedSquares: [Double] {
      var squares = [Double](repeating: 0, count: (effects.first?.change.count ?? 0) / 3)
      for effect in effects {
        for (place, value) in effect.change.enumerated() { squares[place / 3] += value * value }
      }
      return squares
    }

    /// The standard deviation of each parameter, and its degrees of freedom (Welch 1947, Satterthwaite 1946).
    func deviations(of gain: [[Double]]) -> (deviations: [Double], freedoms: [Double]) {
      var (deviations, freedoms) = ([Double](), [Double]())
      for row in gain {
        var variances = [Kind: Double]()
        for effect in effects {
          let change = zip(row, effect.change).reduce(0) { $0 + $1.0 * $1.1 }
          variances[effect.kind, default: 0] += change * change
        }
        let variance = variances.values.reduce(0, +)
        deviations.append(variance.squareRoot())
        let divisor = variances.reduce(0) { $0 + $1.value * $1.value / (self.freedoms[$1.key] ?? .infinity) }
        freedoms.append(divisor > 0 ? variance * variance / divisor : .infinity)
      }
      return (deviations, freedoms)
    }
  }
}
