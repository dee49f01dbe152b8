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
    try scores(of: SensorLogRecording(contentsOf: file))
  }
  return (logs.first ?? []).indices.map { row in
    let first = logs[0][row]
    return BenchmarkHarness.Measurement(
      first.name, unit: first.unit, ours: Timing(samples: logs.map { $0[row].value }))
  }
}

/// What each filter makes of a recording; what one of them refuses is refused.
private func scores(of log: SensorLogRecording) throws -> [(name: String, unit: String, value: Double)] {
  var rows = [(name: String, unit: String, value: Double)]()
  func score(_ name: String, _ run: (SensorLogRecording) throws -> (attitudes: [Quaternion]?, gravity: [Vector3]))
    throws
  {
    let result = try run(log)
    // The first five seconds are for settling.
    let counts = log.samples.map { $0.time > log.samples[0].time + 5 }
    if let attitudes = result.attitudes {
      let error = try AttitudeError(of: attitudes, truth: log.attitudes, counting: counts)
      rows.append(("\(name), attitude", "°", error.total * 180 / .pi))
    }
    var (angles, differences, count) = (0.0, 0.0, 0.0)
    for index in counts.indices where counts[index] {
      let (ours, theirs) = (result.gravity[index], log.gravity[index])
      let angle = atan2(ours.cross(theirs).length, ours.dot(theirs))
      let userAcceleration = -log.samples[index].specificForce - ours
      angles += angle * angle
      differences += (userAcceleration - log.userAcceleration[index]).squaredLength
      count += 1
    }
    rows.append(("\(name), gravity", "°", (angles / count).squareRoot() * 180 / .pi))
    rows.append(("\(name), user acceleration", "m/s²", (differences / count).squareRoot()))
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

  private static func place(_ time: Double, _ times: [Double]) -> (row: Int, share: Double)? {
    guard let next = times.firstIndex(where: { $0 > time }), next > 0 else { return nil }
    return (next - 1, (time - times[next - 1]) / (times[next] - times[next - 1]))
  }

  private static func vector(_ columns: [[Double]], _ place: (row: Int, share: Double)) -> Vector3 {
    func at(_ row: Int) -> Vector3 { Vector3(columns[0][row], columns[1][row], columns[2][row]) }
    return at(place.row) * (1 - place.share) + at(place.row + 1) * place.share
  }
}
