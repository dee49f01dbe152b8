import Basics
import Calibration
import Foundation
import PhoneLink
import Recordings
import Synchronization
import Traces

/// Leads through the calibration of the phone that moves. A session is a recording like any other, in a journal, so that a phone that is away and
/// a studio that is started again lose none of it. It ends as a file in the notebooks' folder.
package final class CalibrationDesk: Sendable {
  /// How the files are called that readers apply.
  static let suffix = ".calibration.yaml"

  private let folder: String
  private let shelf: RecordingShelf
  private let motion: MotionDesk
  /// Sessions that do not run, as they were read.
  private let kept = Mutex([String: PhoneRecording]())

  package init(folder: String, shelf: RecordingShelf, motion: MotionDesk) {
    (self.folder, self.shelf, self.motion) = (folder, shelf, motion)
  }

  /// The calibrations in the folder.
  var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { $0.hasSuffix(Self.suffix) && !$0.hasPrefix(".") }.sorted()
  }

  /// What the page shows.
  struct State: Encodable {
    /// A sensor: whether its calibration can be written, and a sentence.
    struct Sensor: Encodable {
      var name: String
      var isReady: Bool
      var words: String
      /// What was found; empty while the session runs.
      var rows: [Row] = []
    }

    struct Row: Encodable {
      var name: String
      var value: Double
      var margin: Double
      var unit: String
    }

    var isRunning = false
    /// The phone of the session, or the one that moves.
    var phone: String?
    /// Seconds that were recorded; nil without a session.
    var seconds: Double?
    var problem: String?
    var needed = CalibrationGuide.needed
    var targets: [CalibrationGuide.Target] = []
    var next: Int?
    var hold: CalibrationGuide.Hold?
    var coverage: Double?
    var sensors: [Sensor] = []
  }

  /// The state of the session, if there is any.
  func state() throws -> State {
    let (running, phone, warning) = motion.calibration
    let recordings = try sessions().map(\.recording) + [running].compactMap(\.self)
    var state = State(isRunning: running != nil, phone: running?.device.name ?? phone?.name, problem: warning)
    guard !recordings.isEmpty else { return state }
    let (guide, hasGyroscope) = try Self.guide(recordings)
    state.phone = running?.device.name ?? recordings.last?.device.name
    state.seconds = recordings.reduce(0) { $0 + ($1.span.map { ($0.upperBound - $0.lowerBound) / 1000 } ?? 0) }
    (state.targets, state.next, state.coverage) = (guide.targets, guide.next, guide.coverage)
    state.hold = running == nil ? nil : guide.hold
    state.sensors = DeviceCalibration.Sensor.allCases.map {
      Self.sensor($0, guide, hasGyroscope, isOver: running == nil)
    }
    return state
  }

  /// Begins, or goes on with what is there.
  ///
  /// - Parameter fresh: Whether to discard an earlier session.
  func start(fresh: Bool) throws {
    let phone = motion.calibration.phone
    if !fresh, let earlier = try sessions().last?.recording.device, let phone, !earlier.isSamePhone(as: phone) {
      let other = phone.name == earlier.name ? "another phone of that model" : phone.name
      throw StudioError.notNow(
        "The earlier session is of \(earlier.name), and \(other) moves now: start over to calibrate it.")
    }
    let old = fresh ? ids : []
    _ = try motion.startRecording(calibrating: true)
    for id in old { try shelf.discard(id) }
  }

  func stop() throws { _ = try motion.stopRecording(calibrating: true) }

  /// Throws the session away.
  func discard() throws {
    if motion.calibration.recording != nil { try stop() }
    for id in ids { try shelf.discard(id) }
  }

  /// What saving made.
  struct Saved: Encodable {
    /// The calibration, in the notebooks' folder.
    var file: String
    /// The events of the session, likewise.
    var events: String
  }

  /// Writes the calibration and the events that it comes from, and ends the session.
  ///
  /// - Throws: `StudioError.exists` for files that are there, unless they may be replaced; `.notNow` when there is nothing to write.
  func save(as name: String, replacing: Bool) throws -> Saved {
    try RecordingShelf.check(name)
    guard motion.calibration.recording == nil else {
      throw StudioError.notNow("The session still runs: finish it first.")
    }
    let sessions = try sessions()
    guard let device = sessions.last?.recording.device else { throw StudioError.notNow("Nothing was recorded yet.") }
    let found = try Self.guide(sessions.map(\.recording)).guide.found
    guard found.calibration != SensorCalibration() else {
      throw StudioError.notNow("No sensor can be calibrated from this session yet: continue it.")
    }
    let saved = Saved(file: name + Self.suffix, events: "traces/\(name).calibration\(RecordingShelf.eventsSuffix)")
    for file in [saved.file, saved.events]
    where !replacing && FileManager.default.fileExists(atPath: "\(folder)/\(file)") {
      throw StudioError.exists(file)
    }
    let comment = "Calibration of \(device.name), made in the studio from \(saved.events)."
    try StudioError.write(
      Data(sessions.map(\.recording.text).joined().utf8), to: "\(folder)/\(saved.events)", called: saved.events,
      replacing: replacing)
    try StudioError.write(
      Data(found.yaml(comment: comment).utf8), to: "\(folder)/\(saved.file)", called: saved.file, replacing: replacing)
    for (id, _) in sessions { try shelf.discard(id) }
    return saved
  }

  // MARK: Sessions

  /// The recordings of the session that do not run.
  private var ids: [String] {
    let running = motion.running
    return shelf.unnamed().filter { $0.hasPrefix(RecordingShelf.calibrationPrefix) && !running.contains($0) }
  }

  /// Those, from the disk.
  private func sessions() throws -> [(id: String, recording: PhoneRecording)] {
    let ids = ids
    return try kept.withLock { kept in
      kept = kept.filter { ids.contains($0.key) }
      return try ids.map { id in
        let recording = try kept[id] ?? shelf.read(id)
        kept[id] = recording
        return (id, recording)
      }
    }
  }

  private static func guide(_ recordings: [PhoneRecording]) throws -> (guide: CalibrationGuide, hasGyroscope: Bool) {
    let readings = recordings.map(\.readings)
    let hasGyroscope = readings.allSatisfy(\.hasGyroscope)
    return (try CalibrationGuide(readings.map(\.samples), hasGyroscope: hasGyroscope), hasGyroscope)
  }

  private static func sensor(
    _ sensor: DeviceCalibration.Sensor, _ guide: CalibrationGuide, _ hasGyroscope: Bool, isOver: Bool
  ) -> State.Sensor {
    var state = State.Sensor(name: sensor.rawValue, isReady: false, words: missing(sensor, guide, hasGyroscope))
    guard let fit = guide.found.fit(of: sensor) else { return state }
    state.isReady = true
    state.words = "Enough to calibrate. More positions make it surer."
    if sensor == .magnetometer { state.words = "Enough to calibrate." }
    guard isOver else { return state }
    state.words = verdict(sensor, fit)
    state.rows = guide.found.rows(of: sensor).map {
      State.Row(name: $0.name, value: $0.value, margin: $0.margin, unit: $0.unit)
    }
    return state
  }

  /// Whether the calibration is better than none, on what it was not fitted to.
  private static func verdict(_ sensor: DeviceCalibration.Sensor, _ fit: FittedTriad) -> String {
    let (scale, unit, what): (Double, String, String) =
      switch sensor {
      case .accelerometer: (1, " m/s²", "Gravity's length, at positions that were left out of the fit")
      case .gyroscope: (180 / Double.pi, "°", "Gravity's direction after turns that were left out of the fit")
      case .magnetometer: (1, " µT", "The field's length, in directions that were left out of the fit")
      }
    let errors = [fit.heldOut, fit.uncorrected].map { shortNumber(FittedTriad.rms($0) * scale) + unit }
    let benefit = fit.benefit
    let answer =
      !benefit.isShown
      ? "So few positions do not show that it is better than doing nothing."
      : benefit.estimate.value < 0
        ? "It is better than doing nothing." : "It is worse than doing nothing: do not use it."
    return "\(what), is wrong by \(errors[0]) RMS; without calibration by \(errors[1]). \(answer)"
  }

  /// What a sensor lacks.
  private static func missing(
    _ sensor: DeviceCalibration.Sensor, _ guide: CalibrationGuide, _ hasGyroscope: Bool
  ) -> String {
    switch (sensor, guide.found.omissions[sensor]) {
    case (.gyroscope, _) where !hasGyroscope: "This phone's browser reports no rotation rate."
    case (.magnetometer, nil):
      "This phone's browser does not report the magnetic field, as most do not. Record it with an app, and use “gimbal calibrate”."
    case (_, CalibrationError.tooFewPositions(let found, let wanted, _)?):
      "\(Counting.words(found, "position")) of at least \(wanted)."
    case (_, CalibrationError.tooFewTurns(let found, let wanted)?):
      "\(Counting.words(found, "turn")) of at least \(wanted)."
    case (_, let error?): error.message(naming: .converting)
    case (_, nil): "The accelerometer comes first."
    }
  }
}
