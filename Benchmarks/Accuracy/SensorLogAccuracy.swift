import BenchmarkHarness
import Foundation
import Inertial
import Rotations

/// Attitude, gravity and user acceleration from a phone's raw columns against Core Motion's own, on recordings of a phone that was
/// held still by hand.
///
/// The raw magnetometer of these recordings is not calibrated (its reading is four times the Earth's field), so the fusion runs on
/// six axes, and the constant difference of the headings is taken off before attitudes are compared.
func sensorLogAccuracy() -> [BenchmarkHarness.Measurement] {
  let logs = leavingOutBroken(FusionRecordings.files(in: "sensorlog"), name: \.path) { file in
    let log = try SensorLogRecording(contentsOf: file)
    return (name: file.path, trial: log, scores: try scores(of: log))
  }
  let rows = (logs.first?.scores ?? []).enumerated().map { row, first in
    BenchmarkHarness.Measurement(
      first.name, unit: first.unit, ours: Timing(samples: logs.map { $0.scores[row].value }))
  }
  return rows + chosenOnTheOther(logs.map { ($0.name, $0.trial) })
}

/// What the four numbers of ``VersatileFilter/Parameters/phone`` give where they were not chosen: from its values and the defaults, those
/// that make gravity best on the other recordings.
private func chosenOnTheOther(_ logs: [(name: String, trial: SensorLogRecording)]) -> [BenchmarkHarness.Measurement] {
  guard logs.count > 1 else { return [] }
  let (standard, phone) = (VersatileFilter.Parameters(), VersatileFilter.Parameters.phone)
  let numbers: [WritableKeyPath<VersatileFilter.Parameters, Double> & Sendable] = [
    \.accelerationTime, \.biasAtStart, \.largestBias, \.restRotation,
  ]
  let candidates = (0..<(1 << numbers.count)).map { choice in
    numbers.indices.reduce(into: standard) { parameters, index in
      if choice >> index & 1 == 1 { parameters[keyPath: numbers[index]] = phone[keyPath: numbers[index]] }
    }
  }
  let choice = tuned("parameters for phones") {
    try Tuning(candidates, on: logs) { parameters, log in
      var source = try DeviceMotionSource(
        VersatileFilter(interval: 0.01004, parameters: parameters), frame: .xArbitraryZVertical)
      return log.gravityError(of: try source.process(log.samples).map(\.gravity))
    }
  }
  guard let choice else { return [] }
  return [
    BenchmarkHarness.Measurement(
      "versatile, those numbers chosen on the other recording, gravity", unit: "°",
      ours: Timing(samples: choice.heldOut.map(\.error)))
  ]
}

/// What each filter makes of a recording; what one of them refuses is refused.
private func scores(of log: SensorLogRecording) throws -> [(name: String, unit: String, value: Double)] {
  var rows = [(name: String, unit: String, value: Double)]()
  func score(_ name: String, _ run: (SensorLogRecording) throws -> (attitudes: [Quaternion]?, gravity: [Vector3]))
    throws
  {
    let result = try run(log)
    let counts = log.counts
    if let attitudes = result.attitudes {
      let error = try AttitudeError(of: attitudes, truth: log.attitudes, counting: counts)
      rows.append(("\(name), attitude", "°", error.total * 180 / .pi))
    }
    let differences = counts.indices.filter { counts[$0] }.map { index in
      let userAcceleration = -log.samples[index].specificForce - result.gravity[index]
      return (userAcceleration - log.userAcceleration[index]).squaredLength
    }
    rows.append(("\(name), gravity", "°", log.gravityError(of: result.gravity)))
    rows.append(
      ("\(name), user acceleration", "m/s²", (differences.reduce(0, +) / Double(differences.count)).squareRoot()))
  }
  func fused(_ filter: some AttitudeFilter) -> (SensorLogRecording) throws -> (
    attitudes: [Quaternion]?, gravity: [Vector3]
  ) {
    { log in
      var source = try DeviceMotionSource(filter, frame: .xArbitraryZVertical)
      let motion = try source.process(log.samples)
      return (motion.map(\.attitude), motion.map(\.gravity))
    }
  }
  func filtered(_ filter: some GravityFilter) -> (SensorLogRecording) throws -> (
    attitudes: [Quaternion]?, gravity: [Vector3]
  ) {
    { log in
      var filter = filter
      return (nil, try filter.separate(log.samples).map(\.gravity))
    }
  }
  try score("versatile", fused(VersatileFilter(interval: 0.01004)))
  try score("versatile for phones", fused(VersatileFilter(interval: 0.01004, parameters: .phone)))
  try score("complementary", fused(ComplementaryFilter()))
  try score("Mahony", fused(MahonyFilter()))
  try score("Madgwick", fused(MadgwickFilter()))
  try score("smoother") { log in
    let attitudes = try VersatileSmoother().smooth(log.samples).attitudes
    return (attitudes, attitudes.map { $0.inverse.act(on: Vector3(0, 0, -standardGravity)) })
  }
  try score("smoother for phones") { log in
    let attitudes = try VersatileSmoother(parameters: .phone).smooth(log.samples).attitudes
    return (attitudes, attitudes.map { $0.inverse.act(on: Vector3(0, 0, -standardGravity)) })
  }
  try score("low-pass 0.5 Hz", filtered(FirstOrderGravityFilter()))
  try score("Butterworth 0.5 Hz", filtered(ButterworthGravityFilter(interval: 0.01004)))
  try score("adaptive", filtered(AdaptiveGravityFilter()))
  return rows
}

/// The raw columns of a SensorLog export at the gyroscope's times, and Core Motion's columns at the same times.
private struct SensorLogRecording {
  var samples: [RawSample] = []
  var attitudes: [Quaternion?] = []
  var gravity: [Vector3] = []
  var userAcceleration: [Vector3] = []

  init(contentsOf file: URL) throws {
    let table = try NumberTable(contentsOf: file)
    func series(_ prefix: String, _ suffixes: [String]) throws -> [[Double]] {
      try table.columns(suffixes.map { prefix + $0 }).map { column in
        try (0..<table.rows).map { try table.number($0, column) }
      }
    }
    let xyz = ["X", "Y", "Z"]
    let gyroscope = try series("gyro", ["Timestamp_sinceReboot"])[0]
    let rotation = try series("gyroRotation", xyz)
    let accelerometer = try series("accelerometer", ["Timestamp_sinceReboot"])[0]
    let acceleration = try series("accelerometerAcceleration", xyz)
    let motion = try series("motion", ["Timestamp_sinceReboot"])[0]
    let quaternion = try series("motionQuaternion", ["W"] + xyz)
    let motionGravity = try series("motionGravity", xyz)
    let user = try series("motionUserAcceleration", xyz)
    for (row, time) in gyroscope.enumerated() {
      // Each sensor has its own clock ticks: what is compared is brought to the gyroscope's.
      guard let a = Self.place(time, accelerometer), let m = Self.place(time, motion) else { continue }
      samples.append(
        RawSample(
          coreMotionTime: time, rotationRate: Vector3(rotation[0][row], rotation[1][row], rotation[2][row]),
          acceleration: Self.vector(acceleration, a)))
      func q(_ row: Int) -> Quaternion {
        Quaternion(w: quaternion[0][row], x: quaternion[1][row], y: quaternion[2][row], z: quaternion[3][row])
      }
      attitudes.append(q(m.row).slerp(to: q(m.row + 1), m.share))
      gravity.append(Self.vector(motionGravity, m) * standardGravity)
      userAcceleration.append(Self.vector(user, m) * standardGravity)
    }
    guard let first = samples.first, samples.contains(where: { $0.time > first.time + 5 }) else {
      throw BrokenRecording(file: file.path, reason: "it ends within five seconds, which filters need to settle")
    }
  }

  /// Per sample, whether it is scored: the first five seconds are for settling.
  var counts: [Bool] { samples.map { $0.time > samples[0].time + 5 } }

  /// Root mean square of the angle between an estimate of gravity and Core Motion's, in degrees.
  func gravityError(of estimate: [Vector3]) -> Double {
    let angles = zip(zip(estimate, gravity), counts).filter(\.1).map { pair, _ in
      atan2(pair.0.cross(pair.1).length, pair.0.dot(pair.1))
    }
    return (angles.map { $0 * $0 }.reduce(0, +) / Double(angles.count)).squareRoot() * 180 / .pi
  }

  private static func place(_ time: Double, _ times: [Double]) -> (row: Int, share: Double)? {
    guard let next = times.firstIndex(where: { $0 > time }), next > 0 else { return nil }
    return (next - 1, (time - times[next - 1]) / (times[next] - times[next - 1]))
  }

  private static func vector(_ columns: [[Double]], _ place: (row: Int, share: Double)) -> Vector3 {
    func at(_ row: Int) -> Vector3 { Vector3(columns[0][row], columns[1][row], columns[2][row]) }
    return at(place.row) * (1 - place.share) + at(place.row + 1) * place.share
  }
}
