import Basics
import Calibration
import Inertial
import Rotations
import Simulation

/// What a phone reads while somebody lays it down in many positions, one after the other.
struct CalibrationSession {
  let samples: [RawSample]
  let errors: SensorModel.DrawnErrors

  /// - Parameter attitudes: Two seconds in each, and a second for the turn to the next.
  init(
    _ sensors: SensorModel = .flawed, seed: UInt64, attitudes: [Quaternion] = Self.attitudes, field: Vector3? = nil
  ) throws {
    var random = SeededRandom(seed: seed)
    var copy = random
    errors = sensors.drawnErrors(seed: copy.next())
    let last = attitudes.count - 1
    samples = try sensors.record(
      duration: 3 * Double(last) + 2,
      attitude: { time in
        let index = min(max(Int(time / 3), 0), last)
        let part = min(1, max(0, time - Double(index) * 3 - 2))
        // Smooth at both ends.
        return attitudes[index].slerp(
          to: attitudes[min(index + 1, last)], part * part * part * (10 + part * (6 * part - 15)))
      }, earthField: field, using: &random)
  }

  /// Six sides, and leaning on edges and corners, in an order in which neighbours differ by much.
  static let attitudes: [Quaternion] = (0..<26).map { index in
    var places = Array(0..<27)
    places.remove(at: 13)
    let place = places[index * 7 % 26]
    return facing(Vector3(Double(place % 3 - 1), Double(place / 3 % 3 - 1), Double(place / 9 - 1)))
  }

  /// The attitude with this direction of the device up.
  static func facing(_ up: Vector3) -> Quaternion { Quaternion(specificForce: up, magneticField: nil) }

  /// The six sides alone.
  static let sides = [
    Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1), Vector3(-1, 0, 0), Vector3(0, -1, 0), Vector3(0, 0, -1),
  ].map(facing)
}

extension SensorModel {
  /// The flaws that a calibration takes out, and a phone's white noise.
  static let flawed = SensorModel(
    rate: 50,
    accelerationNoise: 0.0015, rotationNoise: 0.00015, accelerationBias: 0.05, rotationBias: 0.01,
    nonOrthogonality: 0.01, scaleError: 0.01, magneticNoise: 0.05, hardIron: 20, softIron: 0.05)

  /// The same without noise.
  static let flawedAndQuiet = SensorModel(
    accelerationBias: 0.05, rotationBias: 0.01, nonOrthogonality: 0.01, scaleError: 0.01, hardIron: 20, softIron: 0.05)
}

extension Matrix3 {
  /// The largest entry of the difference.
  func distance(to other: Matrix3) -> Double {
    let difference = self - other
    return [difference.columns.x, difference.columns.y, difference.columns.z].reduce(0) {
      max($0, abs($1.x), abs($1.y), abs($1.z))
    }
  }

  /// With determinant 1.
  var unitVolume: Matrix3 {
    var size = 1.0
    // The cube root, by Newton's steps: no mathematical library is needed here.
    for _ in 0..<60 { size -= (size * size * size - determinant) / (3 * size * size) }
    return (1 / size) * self
  }
}
