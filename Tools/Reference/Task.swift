/// A page of the reference: what somebody wants to do, and the rooms, folders and files that declare what it takes.
struct Task {
  let name: String
  let title: String
  let folders: [String]

  /// A file belongs to the task that names it, or the nearest folder above it.
  static let all = [
    Task(
      name: "recordings", title: "Read, repair and write recordings", folders: ["Traces", "Recordings"]),
    Task(name: "simulation", title: "Simulate recordings", folders: ["Simulation"]),
    Task(
      name: "integration", title: "Integrate and stabilise",
      folders: ["Stabilization", "Traces/Motion.swift", "InertialNetworks"]),
    Task(
      name: "comparison", title: "Compare schemes and choose parameters",
      folders: [
        "Evaluation", "Stabilization/Scores", "Recordings/Tracks/PoseTrack.swift", "Traces/ErrorStatistics.swift",
        "Traces/Omission.swift", "InertialFigures",
      ]),
    Task(
      name: "calibration", title: "Calibrate sensors and clocks, and look at noise",
      folders: [
        "Calibration", "Recordings/Mapping/CalibrationFile.swift",
        "Recordings/Mapping/DeviceCalibration+Recordings.swift",
        "Recordings/Tracks/ClockOffset+Recordings.swift", "Evaluation/PowerSpectrum.swift",
        "Evaluation/AllanDeviation+Fit.swift", "Evaluation/Comparison+RelativeErrors.swift",
        "InertialFigures/PowerSpectrum+Figure.swift", "InertialFigures/Comparison+RelativeErrors.swift",
        "Traces/ZeroPhaseLowPass.swift",
      ]),
    Task(name: "rotations", title: "Rotate", folders: ["Rotations"]),
    Task(name: "fusion", title: "From raw sensors to attitude", folders: ["Fusion", "Traces/RawSample.swift"]),
    Task(
      name: "strokes", title: "Letters on a screen",
      folders: [
        "Gestures", "Gestures/Strokes", "Gestures/Features", "Gestures/Letters", "Gestures/Templates", "Gestures/Text",
        "GestureFigures",
      ]),
    Task(name: "air", title: "Letters in the air", folders: ["Gestures/Air"]),
    Task(
      name: "learning", title: "Learn and judge",
      folders: ["Gestures/Classification", "Gestures/Evaluation", "Networks"]),
    Task(name: "posture", title: "Postures", folders: ["Posture"]),
    Task(name: "lessons", title: "Exercises", folders: ["Lessons"]),
    Task(name: "figures", title: "Figures", folders: ["Figures"]),
    Task(name: "scenes", title: "Scenes in space", folders: ["Figures/Scenes", "InertialFigures/Dice"]),
    Task(name: "showing", title: "Show values, tables and results", folders: ["Display", "Gimbal", "Results"]),
  ]

  /// The rooms in which they are.
  static let rooms = Set(all.flatMap(\.folders).map { String($0.prefix { $0 != "/" }) })

  /// The task whose folder holds a file.
  static func of(_ file: String) -> Task? {
    let parts = file.split(separator: "/")
    for length in stride(from: parts.count, to: 0, by: -1) {
      let folder = parts.prefix(length).joined(separator: "/")
      if let task = all.first(where: { $0.folders.contains(folder) }) { return task }
    }
    return nil
  }
}
