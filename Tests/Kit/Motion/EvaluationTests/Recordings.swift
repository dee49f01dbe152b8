import Foundation

/// Recordings as `gimbal-evaluate` finds them, made up, and what can be wrong with them.
struct Recordings {
  let folder: String

  init() throws {
    folder = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(atPath: folder) }

  func write(_ lines: [String], to name: String) throws {
    try write(Data((lines.joined(separator: "\n") + "\n").utf8), to: name)
  }

  func write(_ data: Data, to name: String) throws {
    let file = URL(fileURLWithPath: "\(folder)/\(name)")
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
  }

  /// A walk straight on at 1.2 m/s, level, with two steps a second, as OxIOD has it; and where it was, by the motion capture.
  static func walk(phase: Double = 0) -> (motion: [String], truth: [String]) {
    let (rate, bounce) = (4 * Double.pi, 0.02)
    let rows = (0..<3500).map { index in
      let time = 0.01 * Double(index)
      let wave = sin(rate * time + phase)
      // Core Motion's user acceleration is minus the kinematic one.
      // Its double integral is what the truth does ahead, so that the accelerations determine the heading.
      let (ahead, up) = (0.02 * sin(0.7 * time + phase), bounce * rate * rate * wave / 9.81)
      return (
        "0,0,0,0,\(0.01 * wave),0,0,0,0,-1,\(ahead),0,\(up),20,0,-40",
        "0,\(index),\(1.2 * time + 9.81 / 0.49 * ahead),0,\(bounce * wave),0,0,0,1"
      )
    }
    return (rows.map(\.0), rows.map(\.1))
  }

  /// A sensor that is turned about all axes, at 100 Hz, as BROAD has it.
  static func turning(phase: Double = 0) -> [String] {
    let names = [
      "time_s", "gyr_x_rad_s", "gyr_y_rad_s", "gyr_z_rad_s", "acc_x_m_s2", "acc_y_m_s2", "acc_z_m_s2", "mag_x_uT",
      "mag_y_uT",
      "mag_z_uT", "opt_qw", "opt_qx", "opt_qy", "opt_qz", "opt_x_m", "opt_y_m", "opt_z_m", "movement",
    ]
    let rows = (0..<400).map { index in
      let time = 0.01 * Double(index)
      let moves = index >= 150
      // About x, since the motion begins: angle and rate.
      let (angle, rate) = moves ? (0.5 * (1 - cos(time - 1.5 + phase)), 0.5 * sin(time - 1.5 + phase)) : (0, 0)
      let numbers = [
        time, rate, 0, 0, 0, 9.81 * sin(angle), 9.81 * cos(angle), 0, 20 * cos(angle) - 40 * sin(angle),
        -20 * sin(angle) - 40 * cos(angle), cos(angle / 2), sin(angle / 2), 0, 0, 0, 0, 0, moves ? 1 : 0,
      ]
      return numbers.map { "\($0)" }.joined(separator: ",")
    }
    return [names.joined(separator: ",")] + rows
  }

  /// A phone that is held still for ten seconds, as SensorLog writes it.
  static func stillHand(tremor: Double = 0.001) -> [String] {
    let xyz = ["X", "Y", "Z"]
    let names =
      ["accelerometerTimestamp_sinceReboot"] + xyz.map { "accelerometerAcceleration\($0)" }
      + ["gyroTimestamp_sinceReboot"] + xyz.map { "gyroRotation\($0)" } + ["motionTimestamp_sinceReboot"]
      + xyz.map { "motionRotationRate\($0)" } + xyz.map { "motionUserAcceleration\($0)" }
      + ["X", "Y", "Z", "W"].map { "motionQuaternion\($0)" } + xyz.map { "motionGravity\($0)" }
    let rows = (0..<1000).map { index in
      let time = 100 + 0.01 * Double(index)
      let shake = tremor * sin(9 * time)
      let numbers = [
        time, shake, 0, -1, time, 0.1 * shake, 0, 0, time, 0.1 * shake, 0, 0, shake, 0, 0, 0, 0, 0, 1, 0, 0, -1,
      ]
      return numbers.map { "\($0)" }.joined(separator: ",")
    }
    return [names.joined(separator: ",")] + rows
  }

  /// Letters of three people in the air: L and I, two of each, half a second.
  static func airLetters() -> [String] {
    var lines = ["gesture_id,user,letter,t,pitch,yaw,roll,wx,wy,wz,ax,ay,az"]
    for gesture in 0..<12 {
      let (person, letter) = (gesture / 4 + 1, gesture % 2 == 0 ? "I" : "L")
      for index in 0..<50 {
        let time = Double(gesture) + 0.01 * Double(index)
        let wave = sin(0.04 * .pi * Double(index)) * (1 + 0.1 * Double(person) + 0.01 * Double(gesture))
        let across = letter == "L" && index >= 25 ? wave : 0
        lines.append("\(gesture),\(person),\(letter),\(time),1.5,0,0,0,0,0,\(across),\(index < 25 ? wave : 0),0")
      }
    }
    return lines
  }

  /// Feature vectors of letters on a screen: A and B, twelve of each.
  static func screenLetters() -> [String] {
    let zones = ["TL", "TC", "TR", "ML", "MC", "MR", "BL", "BC", "BR"]
    let names = ["label"] + zones.flatMap { ["t_\($0)", "dx_\($0)", "dy_\($0)"] } + ["bias"]
    return [names.joined(separator: ",")]
      + (0..<24).map { row in
        let (rate, phase) = (row % 2 == 0 ? 1.0 : 2.0, 0.1 * Double(row / 2))
        let numbers = (0..<27).map { "\(sin(Double($0 + 1) * rate + phase))" }
        return "\(row % 2 == 0 ? "A" : "B"),\(numbers.joined(separator: ",")),1.0"
      }
  }
}

extension [String] {
  /// With another text in a line, counted from 1.
  func replacing(line: Int, with text: String) -> [String] {
    var lines = self
    lines[line - 1] = text
    return lines
  }

  /// With a field of a line, both counted from 1, replaced.
  func replacing(line: Int, field: Int, with text: String) -> [String] {
    var fields = self[line - 1].components(separatedBy: ",")
    fields[field - 1] = text
    return replacing(line: line, with: fields.joined(separator: ","))
  }
}
