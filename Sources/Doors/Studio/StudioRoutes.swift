import Foundation
import Fusion
import Gestures
import LocalServer
import NotebookTemplates
import PhoneLink
import Preview
import Recordings
import Rotations
import Stabilization
import StudyReports
import Traces

import enum Basics.SystemReason

/// What the studio's page can ask for. Whether a request may ask at all is decided before.
struct StudioRoutes: Sendable {
  let notebooks: NotebookShelf
  let drawing: DrawingDesk
  let motion: MotionDesk
  let recordings: RecordingShelf
  let calibration: CalibrationDesk
  let phone: PhoneHost?
  let help: EditorHelp

  /// Bytes of a request that says something, and of a recording that was made elsewhere, also when it is unpacked: reading it takes
  /// five times as many at most.
  private static let (largest, largestRecording) = (8 << 20, 128 << 20)

  /// The answer; what goes wrong becomes a sentence.
  func answer(_ request: StrictRequest, _ resource: String) -> StrictReply {
    do {
      let parts = resource.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let rest = parts.count > 1 ? parts[1] : ""
      switch parts[0] {
      case "":
        guard request.method == "GET" else { break }
        return StrictReply(
          200, StudioPage.text, type: "text/html; charset=utf-8",
          headers: ["Content-Security-Policy": StudioPage.policy])
      case "assets", "editor":
        guard request.method == "GET" else { break }
        guard let file = parts[0] == "assets" ? StudioPage.asset(rest) : EditorFiles.content(rest) else {
          return StrictReply(404, "There is nothing here.")
        }
        return StrictReply(200, file.data, type: file.type)
      case "notebooks": return try notebooks(request, rest)
      case "letters": return try letters(request, rest)
      case "motion": return try motion(request, rest)
      case "recordings": return try recordings(request, rest)
      case "calibration": return try calibration(request, rest)
      case "attitude":
        let question: AttitudeTable.Question = try value(request)
        return .json(AttitudeTable(try AttitudeTable.attitude(question)))
      case "phone": return try phone(request, rest)
      default: return StrictReply(404, "There is nothing here.")
      }
      return StrictReply(405, "This cannot be done here.")
    } catch let error as StudioError {
      return StrictReply(error.status, error.description)
    } catch let error as PhoneError {
      return StrictReply(error.status, error.description)
    } catch let error as any InertialError {
      return StrictReply(400, error.message(naming: .converting))
    } catch {
      return StrictReply(400, SystemReason.message(error))
    }
  }

  private func body(_ request: StrictRequest, _ limit: Int = largest) throws -> Data {
    guard request.method == "POST" else { throw StudioError.malformed("POST") }
    guard request.body.count <= limit else {
      throw StudioError.tooLarge("This is larger than \(limit >> 20) MB, the largest size that is accepted.")
    }
    return request.body
  }

  private func value<Value: Decodable>(_ request: StrictRequest) throws -> Value {
    let data = try body(request)
    guard let value = try? JSONDecoder().decode(Value.self, from: data) else {
      throw StudioError.malformed("JSON of another form")
    }
    return value
  }

  // MARK: Notebooks

  private struct NewNotebook: Decodable {
    var name: String
    var recording: String?
    var schemes: [WaveScheme]?
    /// The file that corrects the recording's readings.
    var calibration: String?
    /// Recordings on which schemes are to be compared, and what is known of them, as `gimbal compare --truth` takes it.
    var recordings: [String]?
    var truth: String?
  }

  private struct Line: Decodable { var line: Int }
  private struct NewName: Decodable { var name: String }
  private struct Seen: Decodable { var hash: String }
  private struct Writing: Decodable { var pdf: Bool }
  private struct Tab: Decodable { var tab: String? }
  private struct Identity: Encodable { var id: String }

  private func notebooks(_ request: StrictRequest, _ rest: String) throws -> StrictReply {
    if rest.isEmpty {
      try notebooks.requireFolder()
      if request.method == "GET" { return .json(notebooks.entries()) }
      let new: NewNotebook = try value(request)
      return .json(Identity(id: try create(new)))
    }
    let parts = rest.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1 else { throw StudioError.missing("such place") }
    let id = parts[0]
    switch (request.method, parts[1]) {
    case ("GET", "text"): return .json(try notebooks.text(id))
    case ("POST", "text"):
      switch try notebooks.save(id, try value(request)) {
      case .saved(let hash): return .json(["hash": hash])
      case .conflict(let text): return .json(text, status: 409)
      }
    case ("POST", "draft"): try notebooks.keep(id, try value(request))
    case ("POST", "forget"):
      let tab: Tab = try value(request)
      try notebooks.forget(id, tab: tab.tab)
    case ("POST", "open"): try notebooks.start(id)
    case ("POST", "rename"):
      let new: NewName = try value(request)
      return .json(Identity(id: try notebooks.rename(id, to: new.name)))
    case ("POST", "delete"):
      let seen: Seen = try value(request)
      try notebooks.delete(id, hash: seen.hash)
    case ("GET", "written"): return .json(try notebooks.report(of: id))
    case ("POST", "write"):
      let writing: Writing = try value(request)
      try notebooks.writeReport(id, hasPDF: writing.pdf)
    case ("GET", "places"): return .json(try awake(id).places)
    case ("POST", "upto"):
      let line: Line = try value(request)
      try awake(id).runUp(toLine: line.line)
    case ("POST", "variables"):
      let preview = try awake(id)
      do { return .json(try preview.variables()) } catch { throw StudioError.notNow("\(error)") }
    case ("POST", "complete"):
      let question: EditorHelp.Question = try value(request)
      return .json(help.complete(question, try awake(id)))
    case (_, "report"):
      let resource = parts.count > 2 ? parts[2] : ""
      return try notebooks.preview(id)?.1.answer(request, resource)
        ?? PreviewRoutes.answerAsleep(request, resource, name: notebooks.name(id))
    default: throw StudioError.missing("such place")
    }
    return .done
  }

  private func awake(_ id: String) throws -> NotebookPreview {
    guard let preview = try notebooks.preview(id)?.0 else {
      throw StudioError.notNow("The notebook is asleep: wake it up first.")
    }
    return preview
  }

  private func create(_ new: NewNotebook) throws -> String {
    let known = Set(recordings.entries().map(\.file))
    for recording in (new.recordings ?? []) + [new.recording].compactMap(\.self) where !known.contains(recording) {
      throw StudioError.missing("recording “\(recording)”")
    }
    if let recordings = new.recordings {
      guard !recordings.isEmpty else { throw StudioError.malformed("at least one recording") }
      let request: StudyRequest
      do {
        request = try StudyRequest(
          patterns: recordings.map { "traces/\($0)" }, count: recordings.count, truth: new.truth)
      } catch {
        throw StudioError.malformed("what is known of the recordings. \(error)")
      }
      return try notebooks.create(new.name) { _ in StudyNotebook(request).text }
    }
    guard let recording = new.recording else {
      return try notebooks.create(new.name) { StarterNotebook.text(title: $0) }
    }
    let schemes = new.schemes ?? [WaveScheme(.none), WaveScheme(.exponential), WaveScheme(.rest)]
    guard (1...6).contains(schemes.count) else { throw StudioError.malformed("1 to 6 schemes") }
    for scheme in schemes { _ = try scheme.scheme() }
    if let file = new.calibration, !calibration.files.contains(file) {
      throw StudioError.missing("calibration “\(file)”")
    }
    let hasPause = recordings.hasPause(recording)
    return try notebooks.create(new.name) {
      ComparisonNotebook.text(
        title: $0, recording: "traces/\(recording)", schemes: schemes, calibration: new.calibration, hasPause: hasPause)
    }
  }

  // MARK: Letters

  private func letters(_ request: StrictRequest, _ rest: String) throws -> StrictReply {
    switch (request.method, rest) {
    case ("GET", ""): return .json(drawing.counts)
    case ("GET", "progress"): return .json(drawing.progress)
    case ("POST", "recognise"): return .json(try drawing.recognise(try value(request)))
    case ("POST", "add"): return .json(try drawing.add(try value(request)))
    case ("POST", "undo"): return .json(try drawing.removeLast())
    case ("POST", "clear"): return .json(try drawing.removeAll())
    case ("POST", "log"): return .json(try drawing.add(log: try text(request)))
    case ("POST", "weights"): return .json(try drawing.take(weights: try text(request)))
    case ("POST", "train"):
      try drawing.train()
      return .json(drawing.progress)
    case ("GET", let name):
      guard let data = drawing.file(name) else { throw StudioError.missing("“\(name)” yet") }
      return StrictReply(
        200, data, type: name.hasSuffix(".csv") ? "text/csv; charset=utf-8" : "application/json",
        headers: ["Content-Disposition": "attachment; filename=\"\(name)\""])
    default: throw StudioError.missing("such place")
    }
  }

  private func text(_ request: StrictRequest) throws -> String {
    guard let text = String(data: try body(request), encoding: .utf8) else {
      throw StudioError.malformed("text in UTF-8")
    }
    return text
  }

  // MARK: Motion

  private func motion(_ request: StrictRequest, _ rest: String) throws -> StrictReply {
    switch (request.method, rest) {
    case ("GET", "events") where request.isByScript: return .events(motion.listen())
    case ("POST", "take"):
      return .json(try motion.take(try PhoneBatch(json: try body(request, PhoneBatch.largestSize))))
    case ("GET", "schemes"): return .json(motion.setup)
    case ("POST", "schemes"): return .json(try motion.choose(try value(request)))
    case ("POST", "clear"): motion.clear()
    default: throw StudioError.missing("such place")
    }
    return .done
  }

  // MARK: Recordings

  private struct Listing: Encodable {
    var named: [RecordingShelf.Entry]
    var unnamed: [String]
    var calibrations: [String]
    /// What a person should know when there is little room on the disk.
    var shortage: String?
  }

  private struct Stopped: Encodable {
    var id: String
    /// Samples; without any, nothing is kept.
    var count: Int
    /// What a person should know.
    var words: String?
  }

  private struct Naming: Decodable {
    var name: String
    var from: Double?
    var to: Double?
  }

  /// What the page shows of a recording that has no name yet: how strong the motion was, and how the samples came.
  private struct Outline: Encodable {
    var id: String
    var seconds: Double
    /// Greatest user acceleration in each two-hundredth of the time, m/s²; none where nothing came.
    var levels: [Double?]
    var quality: String
    var notes: [String]
  }

  private func recordings(_ request: StrictRequest, _ rest: String) throws -> StrictReply {
    let parts = rest.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = parts.count > 1 ? parts[1].removingPercentEncoding ?? "" : ""
    switch (request.method, parts.first ?? "") {
    case ("GET", ""):
      let running = motion.running
      return .json(
        Listing(
          named: recordings.entries(),
          unnamed: recordings.unnamed().filter {
            !running.contains($0) && !$0.hasPrefix(RecordingShelf.calibrationPrefix)
          },
          calibrations: calibration.files, shortage: recordings.shortage))
    case ("POST", "start"): return .json(Identity(id: try motion.startRecording()))
    case ("POST", "stop"):
      let (id, count, words) = try motion.stopRecording()
      return .json(Stopped(id: id, count: count, words: words))
    case ("POST", "check"):
      let data = try body(request, Self.largestRecording)
      let file = (name as NSString).lastPathComponent
      let options = Trace.ReadingOptions(largestUnpacked: Self.largestRecording)
      let inspection = try TraceInspection(contentsOf: file, in: [file: data], options: options)
      return .json(["text": inspection.message(naming: .converting)])
    case ("POST", "keep"):
      let data = try body(request, Self.largestRecording)
      return .json(["file": try recordings.keep(data, named: name)])
    case ("GET", "outline"): return .json(try outline(try stopped(name)))
    case ("POST", "save"):
      let naming: Naming = try value(request)
      var seconds: ClosedRange<Double>?
      if let from = naming.from, let to = naming.to {
        guard from.isFinite, to.isFinite, from < to else { throw StudioError.malformed("a beginning before the end") }
        seconds = from...to
      }
      return .json(try recordings.save(try stopped(name), as: naming.name, seconds: seconds))
    case ("POST", "discard"): try recordings.discard(try stopped(name))
    default: throw StudioError.missing("such place")
    }
    return .done
  }

  private func stopped(_ id: String) throws -> String {
    try motion.release(id)
    return id
  }

  private func outline(_ id: String) throws -> Outline {
    let trace = try recordings.read(id).trace(named: id)
    let bins = min(200, trace.count)
    var levels = [Double?](repeating: 0, count: bins)
    for (start, length) in SampleQuality.pauses(in: trace.timestamps) {
      let ends = [start, start + length].map { Int($0 / trace.duration * Double(bins)) }
      for bin in min(ends[0] + 1, bins)..<max(min(ends[1], bins), min(ends[0] + 1, bins)) { levels[bin] = nil }
    }
    for index in 0..<trace.count {
      let share = trace.duration > 0 ? (trace.timestamps[index] - trace.timestamps[0]) / trace.duration : 0
      let bin = min(Int(share * Double(bins)), bins - 1)
      levels[bin] = max(levels[bin] ?? 0, trace.userAcceleration[index].length)
    }
    return Outline(
      id: id, seconds: trace.duration, levels: levels, quality: SampleQuality(times: trace.timestamps).description,
      notes: trace.notes)
  }

  // MARK: Calibration

  private struct Beginning: Decodable { var fresh: Bool? }

  private struct CalibrationName: Decodable {
    var name: String
    var replacing: Bool?
  }

  private func calibration(_ request: StrictRequest, _ rest: String) throws -> StrictReply {
    switch (request.method, rest) {
    case ("GET", ""): return .json(try calibration.state())
    case ("POST", "start"):
      let beginning: Beginning = try value(request)
      try calibration.start(fresh: beginning.fresh ?? false)
    case ("POST", "stop"): try calibration.stop()
    case ("POST", "discard"): try calibration.discard()
    case ("POST", "save"):
      let new: CalibrationName = try value(request)
      return .json(try calibration.save(as: new.name, replacing: new.replacing ?? false))
    default: throw StudioError.missing("such place")
    }
    return .done
  }

  // MARK: The phone

  private struct PhoneState: Encodable {
    var isListening: Bool
    var isConnected: Bool
    var hasEditor: Bool
  }

  private func phone(_ request: StrictRequest, _ rest: String) throws -> StrictReply {
    switch (request.method, rest) {
    case ("GET", ""):
      return .json(
        PhoneState(
          isListening: phone != nil, isConnected: phone?.isConnected ?? false, hasEditor: EditorFiles.isThere))
    case ("POST", "invite"):
      guard let phone else {
        throw StudioError.notNow("The studio does not listen for phones: start it with “gimbal studio --phone”.")
      }
      return .json(phone.invite())
    default: throw StudioError.missing("such place")
    }
  }
}
