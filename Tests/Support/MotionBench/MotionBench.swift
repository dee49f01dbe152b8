import Foundation
import Inertial
import Rotations

/// Recorded data that is no part of the repository: in `$GIMBAL_DATA`, or next to the checkout.
public enum SharedData {
  public static let folder: String =
    ProcessInfo.processInfo.environment["GIMBAL_DATA"]
    ?? URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../..").standardized.appendingPathComponent(
      "shared/data"
    ).path

  public static let arePresent = FileManager.default.fileExists(atPath: folder + "/oxiod")

  public static let haveApps = FileManager.default.fileExists(atPath: folder + "/apps")

  public static func path(_ name: String) -> String { folder + "/" + name }
}

/// The folder of recorded data, if it is there.
public let recordings: URL? = SharedData.arePresent ? URL(fileURLWithPath: SharedData.folder, isDirectory: true) : nil

/// The repository's own folder of traces.
public let shippedTraces = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../notebooks/traces")
  .standardized

/// Writes `text` to a file of this name in its own folder, calls `body` with the path and removes the folder.
public func withFile<T>(_ text: String, named name: String = "trace.csv", _ body: (String) throws -> T) throws -> T {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gimbal-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let file = folder.appendingPathComponent(name)
  try Data(text.utf8).write(to: file)
  return try body(file.path)
}

/// A trace with a level device in which only the acceleration matters; `kinematic` is in the reference frame.
public func trace(
  count: Int, step: Double, rotationRate: Vector3? = nil, isTouching: ((Double) -> Bool)? = nil,
  kinematic: (Double) -> Vector3
) throws -> Trace {
  let times = (0..<count).map { Double($0) * step }
  return try Trace(
    timestamps: times, attitude: Array(repeating: .identity, count: count),
    userAcceleration: times.map { -kinematic($0) },
    rotationRate: rotationRate.map { Array(repeating: $0, count: count) }, isTouching: isTouching.map(times.map))
}

/// A trace with everything in it and irregular steps, from a seed.
public func randomTrace(seed: UInt64, count: Int = 500) throws -> Trace {
  var random = SeededRandom(seed: seed)
  func vector(_ scale: Double) -> Vector3 { Vector3(random.normal(), random.normal(), random.normal()) * scale }
  func vectors(_ scale: Double) -> [Vector3] { (0..<count).map { _ in vector(scale) } }
  func attitude() -> Quaternion {
    let (w, v) = (random.normal(), vector(1))
    let norm = (w * w + (v * v).sum()).squareRoot()
    return Quaternion(w: w / norm, x: v.x / norm, y: v.y / norm, z: v.z / norm)
  }
  var time = random.uniform(-1...1) * 1e4
  let timestamps = (0..<count).map { _ in
    time += random.uniform(0.008...0.012)
    return time
  }
  // Rests and movement by turns, so that detectors have something to find.
  var acceleration = vectors(2)
  for index in acceleration.indices where index / 60 % 2 == 1 { acceleration[index] *= 0.01 }
  return try Trace(
    name: "random \(seed)", timestamps: timestamps, attitude: (0..<count).map { _ in attitude() },
    userAcceleration: acceleration, rotationRate: vectors(1), gravity: vectors(9.8), magneticField: vectors(40),
    truePosition: vectors(1), trueAttitude: (0..<count).map { _ in attitude() },
    isTouching: (0..<count).map { $0 / 100 % 2 == 0 })
}

public func distance(_ a: Vector3, _ b: Vector3) -> Double { ((a - b) * (a - b)).sum().squareRoot() }

/// The schemes of the course, with parameters that make each do something.
public let courseSchemes: [any Scheme] = [
  .none, .euler, .exponential(rate: 2), .exponential(velocityRate: 1, positionRate: 3),
  .nonlinearStep(velocityRate: 0.5, positionRate: 0.2), .restRecognition(.fluctuation()), .resetOnRelease,
]

/// The simulated square without its touches.
public func squareWithoutTouches() throws -> Trace {
  let square = try SimulatedTrace.square.trace()
  return try Trace(
    timestamps: square.timestamps, attitude: square.attitude, userAcceleration: square.userAcceleration,
    truePosition: square.truePosition)
}
