import Calibration
import Foundation
import Inertial
import Rotations
import Simulation
import Testing

@Suite struct CalibrationFileTests {
  static let calibration = SensorCalibration(
    accelerometer: .init(
      bias: Vector3(0.1, -0.2, 0.3),
      matrix: Matrix3(rows: Vector3(1.01, 0, 0), Vector3(0.02, 0.99, 0), Vector3(0.01, 0.03, 1.02))),
    gyroscope: .init(bias: Vector3(0.01, 0.02, -0.03)),
    magnetometer: .init(bias: Vector3(10, 20, -30), matrix: .diagonal(1.1, 0.9, 1)))

  static let table = """
    t,ax,ay,az,gx,gy,gz,mx,my,mz
    0.00,0.1,0.2,9.8,0.01,0.02,0.03,20,0,-40
    0.01,0.2,0.1,9.7,0.02,0.01,0.04,21,1,-41
    0.02,0.3,0.0,9.9,0.03,0.00,0.05,22,2,-42

    """
  static let mapping = """
    time: {column: t}
    specific-force: {columns: [ax, ay, az]}
    rotation-rate: {columns: [gx, gy, gz]}
    magnetic-field: {columns: [mx, my, mz]}

    """

  static func files(mapping: String = mapping, _ calibration: String) -> [String: Data] {
    [
      "rec/walk.csv": Data(table.utf8), "rec/walk.csv.mapping.yaml": Data(mapping.utf8),
      "rec/phone.calibration.yaml": Data(calibration.utf8),
    ]
  }

  @Test func `a file brings every number back exactly`() throws {
    let path = NSTemporaryDirectory() + "\(UUID().uuidString).calibration.yaml"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Self.calibration.write(to: path, comment: "of a test")
    #expect(try SensorCalibration(contentsOf: path) == Self.calibration)
    try SensorCalibration(gyroscope: .identity).write(to: path)
    #expect(try SensorCalibration(contentsOf: path) == SensorCalibration(gyroscope: .identity))
  }

  @Test func `readers apply it, named by an option or by a mapping next to the recording`() throws {
    let plain = try RawRecording(contentsOf: "rec/walk.csv", in: Self.files("gyroscope: {bias: [0, 0, 0]}"))
    let files = Self.files(Self.calibration.yaml())
    let asked = try RawRecording(
      contentsOf: "rec/walk.csv", in: files, options: .init(calibration: "rec/phone.calibration.yaml"))
    let mapped = try RawRecording(
      contentsOf: "rec/walk.csv",
      in: Self.files(mapping: Self.mapping + "calibration: phone.calibration.yaml\n", Self.calibration.yaml()))
    for recording in [asked, mapped] {
      for index in 0..<3 {
        #expect(
          recording.specificForce[index] == Self.calibration.accelerometer?.applied(to: plain.specificForce[index]))
        #expect(recording.rotationRate?[index] == plain.rotationRate.map { $0[index] - Vector3(0.01, 0.02, -0.03) })
        #expect(
          recording.magneticField?[index] == Self.calibration.magnetometer?.applied(to: plain.magneticField![index]))
      }
      #expect(
        recording.notes.contains("calibrated accelerometer, gyroscope, magnetometer as phone.calibration.yaml says"))
    }
  }

  @Test func `acceleration without gravity is calibrated together with gravity`() throws {
    let trace = try Trace.simulated(.square(), sensors: .ideal, seed: 1)
    let path = NSTemporaryDirectory() + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try trace.write(to: "\(path)/square.csv")
    try Self.calibration.write(to: "\(path)/phone.yaml")
    let plain = try Trace(contentsOf: "\(path)/square.csv")
    let calibrated = try Trace(contentsOf: "\(path)/square.csv", calibration: "\(path)/phone.yaml")
    let triad = try #require(Self.calibration.accelerometer)
    for index in stride(from: 0, to: plain.count, by: 50) {
      let gravity = plain.gravity?[index] ?? plain.attitude[index].gravity
      let force = triad.applied(to: -(plain.userAcceleration[index] + gravity))
      #expect((calibrated.userAcceleration[index] - (-force - gravity)).length < 1e-12)
    }
    #expect(calibrated.attitude == plain.attitude)
  }

  @Test(arguments: [
    ("", "has the keys accelerometer, gyroscope, magnetometer"),
    ("acelerometer:\n  bias: [0, 0, 0]\n", "did you mean “accelerometer”?"),
    ("gyroscope:\n  bias: [0, 0]\n", "phone.calibration.yaml:2: “bias” of “gyroscope” is three numbers"),
    ("gyroscope:\n  matrix: [[1, 0, 0], [0, 1, 0]]\n", "“matrix” of “gyroscope” is three rows"),
    ("gyroscope:\n  matrix: [[1, 0, 0], [0, 1, 0], [0, 0, 0]]\n", "far from 1"),
    ("gyroscope:\n  biass: [0, 0, 0]\n", "did you mean “bias”?"), ("gyroscope: 3\n", "has the keys bias and matrix"),
    ("gyroscope: [\n", "this is not YAML"),
  ])
  func `what is wrong with a file is named with its line`(_ text: String, _ words: String) {
    #expect {
      try RawRecording(
        contentsOf: "rec/walk.csv", in: Self.files(text), options: .init(calibration: "rec/phone.calibration.yaml"))
    } throws: { error in
      "\(error)".contains(words)
    }
  }

  @Test func `a session becomes a file that takes the errors out`() throws {
    let session = try CalibrationSession(.flawedAndQuiet, seed: 9, field: Vector3(0, 20, -45))
    let found = try DeviceCalibration([session.samples])
    let path = NSTemporaryDirectory() + "\(UUID().uuidString).calibration.yaml"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(found.yaml(comment: "of a test").utf8).write(to: URL(filePath: path))
    let read = try SensorCalibration(contentsOf: path)
    #expect(read == found.calibration)
    for position in try PositionsAndTurns(session.samples).positions {
      #expect(abs(read.accelerometer!.applied(to: position.specificForce).length - standardGravity) < 1e-9)
    }
  }
}
