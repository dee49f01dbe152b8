import Basics
import Calibration
import Foundation
import Inertial
import Rotations
import Simulation
import Testing

/// What a phone reads while somebody lays it down in many positions, one after the other.
struct CalibrationSession {
  /// Still seconds in each position, and seconds of each turn.
  static let (rest, turn) = (2.0, 1.0)

  let samples: [RawSample]
  let errors: SensorModel.DrawnErrors

  init(_ sensors: SensorModel, seed: UInt64, attitudes: [Quaternion], field: Vector3? = nil) throws {
    var random = SeededRandom(seed: seed)
    var copy = random
    errors = sensors.drawnErrors(seed: copy.next())
    let period = Self.rest + Self.turn
    samples = try sensors.record(
      duration: period * Double(attitudes.count) - Self.turn,
      attitude: { time in
        let index = min(max(Int(time / period), 0), attitudes.count - 1)
        let inside = time - Double(index) * period
        guard inside > Self.rest, index + 1 < attitudes.count else { return attitudes[index] }
        let part = (inside - Self.rest) / Self.turn
        // Smooth at both ends.
        return attitudes[index].slerp(to: attitudes[index + 1], part * part * part * (10 + part * (6 * part - 15)))
      }, earthField: field, using: &random)
  }

  /// Six sides, and leaning on edges and corners: 26 positions, in an order in which neighbours differ by much.
  static let attitudes: [Quaternion] = {
    var directions = [Vector3]()
    for x in -1...1 { for y in -1...1 { for z in -1...1 where (x, y, z) != (0, 0, 0) {
      directions.append(Vector3(Double(x), Double(y), Double(z)))
    } } }
    return directions.indices.map { index in
      let up = directions[(index * 7) % directions.count]
      return Quaternion(specificForce: up, magneticField: nil)
    }
  }()

  /// The phone with the flaws that calibration takes out.
  static let flawed: SensorModel = {
    var sensors = SensorModel(
      accelerationNoise: 0.0015, rotationNoise: 0.00015, accelerationBias: 0.05, rotationBias: 0.01,
      nonOrthogonality: 0.01, scaleError: 0.01, magneticNoise: 0.05)
    (sensors.hardIron, sensors.softIron) = (20, 0.05)
    return sensors
  }()
}

@Suite struct CalibrationProbe {
  @Test func coverage() throws {
    var held = [0, 0, 0, 0], all = [0, 0, 0, 0]
    for seed in 1...200 as ClosedRange<UInt64> {
      let session = try CalibrationSession(CalibrationSession.flawed, seed: seed, attitudes: CalibrationSession.attitudes)
      let cut = try PositionsAndTurns(session.samples)
      let accelerometer = try AccelerometerCalibration(positions: cut.positions.map(\.specificForce))
      let truth = session.errors.accelerometer
      let inverse = truth.matrix.inverted
      for axis in 0..<3 {
        all[0] += 1
        if abs(accelerometer.triad.bias[axis] - truth.bias[axis]) <= accelerometer.fit.biasMargin[axis] { held[0] += 1 }
        for column in 0...axis {
          all[1] += 1
          if abs(accelerometer.triad.matrix[axis, column] - inverse[axis, column]) <= accelerometer.fit.matrixMargin[axis, column] { held[1] += 1 }
        }
      }
      let gyroscope = try GyroscopeCalibration([cut], accelerometer: accelerometer)
      let rate = session.errors.gyroscope
      let back = rate.matrix.inverted
      for axis in 0..<3 {
        all[2] += 1
        if abs(gyroscope.triad.bias[axis] - rate.bias[axis]) <= gyroscope.fit.biasMargin[axis] { held[2] += 1 }
        for column in 0..<3 {
          all[3] += 1
          if abs(gyroscope.triad.matrix[axis, column] - back[axis, column]) <= gyroscope.fit.matrixMargin[axis, column] { held[3] += 1 }
        }
      }
      if seed < 4 { print(cut.positions.count, accelerometer.fit.rmsResidual, gyroscope.fit.rmsResidual, gyroscope.expectedResidual, accelerometer.fit.biasMargin, gyroscope.fit.matrixMargin) }
    }
    print(zip(held, all).map { Double($0) / Double($1) })
  }
}
