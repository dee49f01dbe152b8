// What the rooms of calibration and evaluation make of numbers, for `calibration_scipy.py`: JSON in, JSON out. With the argument
// `sensors COUNT` it simulates recordings of still positions, turns and fields, and prints the readings, the errors that were drawn, and what
// was found.
import Basics
import Foundation
import Inertial
import Rotations
import Simulation

typealias List = [Double]

func list(_ v: Vector3) -> List { [v.x, v.y, v.z] }
func list(_ m: Matrix3) -> [List] { (0..<3).map { [m[$0, 0], m[$0, 1], m[$0, 2]] } }
func vector(_ l: List) -> Vector3 { Vector3(l[0], l[1], l[2]) }

struct Question: Decodable {
  struct Signal: Decodable {
    var readings: List
    var rate: Double
    var segment: Int
    var cutoff: Double
    var order: Int
  }
  struct Tracks: Decodable {
    var times: List
    var truth: [List], estimate: [List]
    /// w x y z.
    var trueAttitudes: [List], attitudes: [List]
    var lengths: List
  }
  var signals: [Signal]
  var tracks: [Tracks]
}

struct Answer: Encodable {
  struct Signal: Encodable {
    var frequencies: List, densities: List, smooth: List
    var times: List, deviations: List
  }
  struct Errors: Encodable {
    var translation: List, rotation: List
  }
  var signals: [Signal] = []
  var tracks: [[Errors]] = []
}

struct Sensor: Encodable {
  struct Triad: Encodable {
    var bias: List, matrix: [List]
    init(_ bias: Vector3, _ matrix: Matrix3) { (self.bias, self.matrix) = (list(bias), list(matrix)) }
  }
  var positions: [List]
  var fields: [List]
  /// For each turn: seconds, rates, and the directions of gravity before and after it.
  var turns: [Turn]
  struct Turn: Encodable {
    var times: List, rates: [List]
    var before: List, after: List
  }
  var drawn: [Triad]
  var found: [Triad]
  var field: Double
}

/// A phone that lies in 26 positions, one after the other.
func sensor(_ seed: UInt64) throws -> Sensor {
  var sensors = SensorModel(
    accelerationNoise: 0.0015, rotationNoise: 0.00015, accelerationBias: 0.05, rotationBias: 0.01,
    nonOrthogonality: 0.01, scaleError: 0.01, magneticNoise: 0.05)
  (sensors.hardIron, sensors.softIron) = (20, 0.05)
  var directions = [Vector3]()
  for index in 0..<27 where index != 13 {
    directions.append(Vector3(Double(index % 3 - 1), Double(index / 3 % 3 - 1), Double(index / 9 - 1)))
  }
  let attitudes = directions.indices.map { Quaternion(specificForce: directions[$0 * 7 % 26], magneticField: nil) }
  var random = SeededRandom(seed: seed)
  var copy = random
  let errors = sensors.drawnErrors(seed: copy.next())
  let samples = try sensors.record(
    duration: 3 * 26 - 1,
    attitude: { time in
      let index = min(max(Int(time / 3), 0), 25)
      let part = min(1, max(0, time - Double(index) * 3 - 2))
      return attitudes[index].slerp(
        to: attitudes[min(index + 1, 25)], part * part * part * (10 + part * (6 * part - 15)))
    }, using: &random)
  let cut = try PositionsAndTurns(samples)
  let found = try DeviceCalibration([samples])
  guard let accelerometer = found.accelerometer, let gyroscope = found.gyroscope, let magnetometer = found.magnetometer
  else { throw found.omissions.first!.value }
  let forces = cut.positions.map { accelerometer.triad.applied(to: $0.specificForce) }
  let fields = samples.compactMap(\.magneticField)
  return Sensor(
    positions: cut.positions.map { list($0.specificForce) }, fields: fields.map(list),
    turns: cut.turns.indices.compactMap { index in
      let (before, after) = (forces[index] / forces[index].length, forces[index + 1] / forces[index + 1].length)
      guard before.dot(after) < cos(20 * .pi / 180) else { return nil }
      return .init(
        times: cut.turns[index].map(\.time), rates: cut.turns[index].map { list($0.rotationRate) },
        before: list(before),
        after: list(after))
    },
    drawn: [errors.accelerometer, errors.gyroscope, errors.magnetometer].map { .init($0.bias, $0.matrix) },
    found: [accelerometer.triad, gyroscope.triad, magnetometer.triad].map { .init($0.bias, $0.matrix) },
    field: magnetometer.field)
}

let encoder = JSONEncoder()
if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "sensors", let count = Int(CommandLine.arguments[2]) {
  // A line for each: all of them are long.
  for seed in 1...max(count, 1) {
    print(String(decoding: try encoder.encode(try sensor(UInt64(seed))), as: UTF8.self))
  }
} else {
  let input = FileHandle.standardInput.readDataToEndOfFile()
  let question = try JSONDecoder().decode(Question.self, from: input)
  var answer = Answer()
  for signal in question.signals {
    let spectrum = try PowerSpectrum(of: signal.readings, rate: signal.rate, segment: signal.segment)
    let filter = try ZeroPhaseLowPass(cutoff: signal.cutoff, order: signal.order)
    let allan = try AllanDeviation(of: signal.readings, step: 1 / signal.rate)
    answer.signals.append(
      .init(
        frequencies: spectrum.frequencies, densities: spectrum.densities,
        smooth: try filter.filtered(signal.readings, rate: signal.rate), times: allan.times,
        deviations: allan.deviations))
  }
  for tracks in question.tracks {
    func track(_ positions: [List], _ attitudes: [List]) throws -> PoseTrack {
      try PoseTrack(
        times: tracks.times, positions: positions.map(vector),
        attitudes: attitudes.map { Quaternion(w: $0[0], x: $0[1], y: $0[2], z: $0[3]) })
    }
    let (truth, estimate) = (
      try track(tracks.truth, tracks.trueAttitudes), try track(tracks.estimate, tracks.attitudes)
    )
    answer.tracks.append(
      try tracks.lengths.map { length in
        let errors = try RelativePoseError(of: estimate, against: truth, over: .metres(length))
        return .init(translation: errors.translation, rotation: errors.rotation)
      })
  }
  print(String(decoding: try encoder.encode(answer), as: UTF8.self))
}
