import Basics
import Foundation
import Inertial
import PhoneLink
import Rotations
import Simulation
import Testing

@testable import Studio

/// The calibration in the studio, from a phone's events to the file that a notebook reads.
@Suite("A phone is calibrated in the studio")
struct CalibrationSessionTests {
  private struct State: Decodable {
    struct Sensor: Decodable {
      var name: String
      var isReady: Bool
      var words: String
      var rows: [Row]
    }
    struct Row: Decodable {
      var name: String
      var value: Double
      var margin: Double
    }
    var isRunning: Bool
    var phone: String?
    var seconds: Double?
    var problem: String?
    var targets: [CalibrationTarget]
    var hold: Hold?
    var coverage: Double?
    var sensors: [Sensor]

    subscript(name: String) -> Sensor? { sensors.first { $0.name == name } }
    var count: Int { targets.reduce(0) { $0 + $1.count } }
  }
  private struct CalibrationTarget: Decodable { var count: Int }
  private struct Hold: Decodable { var seconds: Double }
  private struct Saved: Decodable { var file, events: String }
  private struct Listing: Decodable {
    var unnamed, calibrations: [String]
  }

  /// A phone whose sensors are wrong.
  private struct Phone {
    var name = "phone1"
    var page = "page1"
    var device = Samples.device
    var next = 0
    let events: [PhoneEvent]
    let errors: SensorModel.DrawnErrors

    /// - Parameter kinds: Which of the browser's data it has: motion always.
    init(seed: UInt64 = 1, hasRate: Bool = true, hasField: Bool = false) throws {
      let ups: [Vector3] = [
        Vector3(0, 0, 1), Vector3(1, 0, 0), Vector3(0, 1, 1), Vector3(0, -1, 0), Vector3(1, 1, 0), Vector3(0, 0, -1),
        Vector3(-1, 0, 1), Vector3(0, 1, 0), Vector3(0, -1, 1), Vector3(-1, 0, 0), Vector3(1, 0, 1), Vector3(-1, 1, 0),
      ]
      let attitudes = ups.map { Quaternion(specificForce: $0, magneticField: nil) }
      let model = SensorModel(
        rate: 50, accelerationNoise: 0.0015, rotationNoise: 0.00015, accelerationBias: 0.05, rotationBias: 0.01,
        nonOrthogonality: 0.01, scaleError: 0.01, magneticNoise: 0.05, hardIron: 20, softIron: 0.05)
      var random = SeededRandom(seed: seed)
      var copy = random
      errors = model.drawnErrors(seed: copy.next())
      let samples = try model.record(
        duration: 35,
        attitude: { time in
          let index = min(max(Int(time / 3), 0), 11)
          let part = min(1, max(0, time - Double(index) * 3 - 2))
          return attitudes[index].slerp(to: attitudes[min(index + 1, 11)], part * part * (3 - 2 * part))
        }, earthField: Vector3(0, 20, -45), using: &random)
      let degree = 180 / Double.pi
      events = samples.flatMap { sample -> [PhoneEvent] in
        let (force, rate, time) = (sample.specificForce, sample.rotationRate * degree, 5000 + sample.time * 1000)
        let motion = PhoneEvent.motion(
          .init(
            time: time, accelerationIncludingGravity: .init(force.x, force.y, force.z), acceleration: nil,
            rotationRate: hasRate ? .init(rate.x, rate.y, rate.z) : nil, interval: 20))
        guard hasField, let field = sample.magneticField else { return [motion] }
        return [.field(time: time, .init(field.x, field.y, field.z)), motion]
      }
    }

    /// Sends its events up to a share of them.
    mutating func send(to share: Double, _ bench: StudioBench) throws {
      let end = Int(Double(events.count) * share)
      while next < end {
        let part = Array(events[next..<min(next + 100, end)])
        next = try bench.routes.motion.take(
          PhoneBatch(page: page, phone: name, first: next, device: device, events: part)
        ).next
      }
    }
  }

  private func state(_ bench: StudioBench) async throws -> State { try await bench.value("GET", "calibration") }

  @Test("From the first side to the file, which a notebook applies; what was recorded is kept")
  func whole() async throws {
    let bench = try StudioBench()
    #expect(try await bench.ask("POST", "calibration/start", "{}").status == 409)
    var phone = try Phone()
    try phone.send(to: 0.01, bench)
    #expect(try await bench.ask("POST", "calibration/start", "{}").status == 200)
    #expect(try await bench.ask("POST", "recordings/start").text.contains("calibration is running"))
    #expect(try await bench.ask("POST", "recordings/stop").status == 409)
    try phone.send(to: 0.5, bench)
    let half = try await state(bench)
    #expect(half.isRunning && (5...7).contains(half.count) && half.phone == Samples.device.name)
    #expect(half["accelerometer"]?.isReady == false && half["accelerometer"]?.words.contains("of at least 10") == true)
    #expect(try await bench.ask("POST", "calibration/save", #"{"name":"early"}"#).status == 409)
    try phone.send(to: 1, bench)
    let running = try await state(bench)
    #expect(running.count == 12 && running["gyroscope"]?.isReady == true && running["gyroscope"]?.rows.isEmpty == true)
    #expect(running["magnetometer"]?.words.contains("does not report") == true && running.coverage == nil)
    #expect(try await bench.ask("POST", "calibration/stop", "{}").status == 200)
    let over = try await state(bench)
    #expect(!over.isRunning && over["accelerometer"]?.words.hasSuffix("It is better than doing nothing.") == true)
    let bias = try #require(over["accelerometer"]?.rows.first { $0.name == "bias x" })
    #expect(abs(bias.value - phone.errors.accelerometer.bias.x) < 2 * bias.margin)
    // It is no recording that waits for its name.
    let listing: Listing = try await bench.value("GET", "recordings")
    #expect(listing.unnamed.isEmpty && listing.calibrations.isEmpty)
    for name in ["", "../x", "a b", "con"] {
      #expect(try await bench.ask("POST", "calibration/save", #"{"name":"\#(name)"}"#).status == 400, "\(name)")
    }
    let saved: Saved = try await bench.value("POST", "calibration/save", #"{"name":"pixel"}"#)
    #expect(saved.file == "pixel.calibration.yaml" && saved.events == "traces/pixel.calibration.events.jsonl")
    let calibration = try SensorCalibration(contentsOf: "\(bench.folder)/\(saved.file)")
    let matrix = phone.errors.accelerometer.matrix.inverted
    #expect(abs((calibration.accelerometer?.matrix[0, 0] ?? 0) - matrix[0, 0]) < 1e-3)
    #expect(abs((calibration.gyroscope?.bias.y ?? 0) - phone.errors.gyroscope.bias.y) < 1e-3)
    #expect(
      try String(contentsOfFile: "\(bench.folder)/\(saved.file)", encoding: .utf8).contains(Samples.device.name))
    let events = try PhoneRecording(text: String(contentsOfFile: "\(bench.folder)/\(saved.events)", encoding: .utf8))
    #expect(events.events == Array(phone.events[(phone.events.count / 100)...]))
    #expect(try await state(bench).seconds == nil && bench.routes.recordings.unnamed().isEmpty)
    // A notebook of a recording applies it.
    let after: Listing = try await bench.value("GET", "recordings")
    #expect(after.calibrations == [saved.file])
    try bench.write("time_s,x\n0,1\n", to: "traces/walk.csv")
    let body = #"{"name":"walk","recording":"walk.csv","calibration":"pixel.calibration.yaml"}"#
    #expect(try await bench.ask("POST", "notebooks", body.replacing("pixel", with: "other")).status == 404)
    #expect(try await bench.ask("POST", "notebooks", body).status == 200)
    let notebook = try String(contentsOfFile: "\(bench.folder)/walk.md", encoding: .utf8)
    #expect(notebook.contains("\n  calibration: \"pixel.calibration.yaml\"\n"))
    #expect(notebook.contains("try Trace(contentsOf: params.trace, calibration: params.calibration)"))
  }

  @Test("A session that does not suffice is refused, and goes on after the studio was started again")
  func restarted() async throws {
    let bench = try StudioBench()
    var phone = try Phone(seed: 2)
    try phone.send(to: 0.01, bench)
    _ = try await bench.ask("POST", "calibration/start", "{}")
    try phone.send(to: 0.6, bench)
    // Killed: nothing is closed, another one opens the folder.
    let next = try StudioBench(folder: bench.folder)
    let found = try await state(next)
    #expect(!found.isRunning && (6...8).contains(found.count) && (found.seconds ?? 0) > 18)
    let refused = try await next.ask("POST", "calibration/save", #"{"name":"a"}"#)
    #expect(refused.status == 409 && refused.text.contains("continue it"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: bench.folder) == ["traces"])
    try phone.send(to: 0.61, next)
    #expect(try await next.ask("POST", "calibration/start", "{}").status == 200)
    try phone.send(to: 1, next)
    let whole = try await state(next)
    #expect(whole.isRunning && whole.count == 12 && whole["gyroscope"]?.isReady == true)
    _ = try await next.ask("POST", "calibration/stop", "{}")
    let saved: Saved = try await next.value("POST", "calibration/save", #"{"name":"a"}"#)
    #expect(try SensorCalibration(contentsOf: "\(next.folder)/\(saved.file)").gyroscope != nil)
    #expect(next.routes.recordings.unnamed().isEmpty)
  }

  @Test("A file that is there is replaced only on request, and a discarded session leaves nothing")
  func existing() async throws {
    let bench = try StudioBench()
    try bench.write("mine", to: "a.calibration.yaml")
    var phone = try Phone(seed: 3)
    try phone.send(to: 0.01, bench)
    _ = try await bench.ask("POST", "calibration/start", "{}")
    try phone.send(to: 1, bench)
    _ = try await bench.ask("POST", "calibration/stop", "{}")
    let (status, words) = try await bench.ask("POST", "calibration/save", #"{"name":"a"}"#)
    #expect(status == 409 && words.contains("exists already"))
    #expect(try String(contentsOfFile: "\(bench.folder)/a.calibration.yaml", encoding: .utf8) == "mine")
    #expect(try await bench.ask("POST", "calibration/save", #"{"name":"a","replacing":true}"#).status == 200)
    #expect(try SensorCalibration(contentsOf: "\(bench.folder)/a.calibration.yaml").accelerometer != nil)
    phone.next = 0
    phone.page = "page2"
    phone.device.origin += 1e5
    try phone.send(to: 0.1, bench)
    _ = try await bench.ask("POST", "calibration/start", "{}")
    try phone.send(to: 0.3, bench)
    #expect(try await bench.ask("POST", "calibration/discard", "{}").status == 200)
    let gone = try await state(bench)
    #expect(!gone.isRunning && gone.seconds == nil && bench.routes.recordings.unnamed().isEmpty)
    #expect(try await bench.ask("POST", "calibration/stop", "{}").status == 409)
    #expect(try await bench.ask("GET", "calibration/elsewhere").status == 404)
  }

  @Test("Another phone does not get into the session; without a gyroscope the rest is calibrated, with a field it too")
  func phones() async throws {
    let bench = try StudioBench()
    var phone = try Phone(seed: 4, hasRate: false, hasField: true)
    try phone.send(to: 0.01, bench)
    _ = try await bench.ask("POST", "calibration/start", "{}")
    var other = try Phone(seed: 5)
    (other.name, other.page) = ("phone2", "page2")
    other.device.name = "Safari 17 on iPhone"
    other.device.origin += 1
    for share in stride(from: 0.1, through: 1, by: 0.1) {
      try phone.send(to: share, bench)
      try other.send(to: share, bench)
    }
    let both = try await state(bench)
    #expect(both.phone == Samples.device.name && both.count == 12 && (both.coverage ?? 0) > 0.4)
    #expect(both["accelerometer"]?.isReady == true && both["gyroscope"]?.words.contains("no rotation rate") == true)
    _ = try await bench.ask("POST", "calibration/stop", "{}")
    // The other one moves now, and this session is not its own.
    let refused = try await bench.ask("POST", "calibration/start", "{}")
    #expect(refused.status == 409 && refused.text.contains("start over"))
    #expect(try await bench.ask("POST", "calibration/start", #"{"fresh":true}"#).status == 200)
    #expect(try await state(bench).phone == "Safari 17 on iPhone")
  }

  @Test(
    "After a restart of the studio a session continues with its own phone, under a newer browser too, and not with another of its model"
  )
  func phonesOfOneModel() async throws {
    let bench = try StudioBench()
    var phone = try Phone()
    phone.device.phone = "p1"
    try phone.send(to: 0.1, bench)
    _ = try await bench.ask("POST", "calibration/start", "{}")
    try phone.send(to: 0.4, bench)
    _ = try await bench.ask("POST", "calibration/stop", "{}")
    // A bench takes its folder away when it ends.
    var benches = [bench]
    func restarted(_ name: String?, _ model: String) async throws -> (status: Int, text: String) {
      let again = try StudioBench(folder: bench.folder)
      benches.append(again)
      var phone = try Phone()
      (phone.page, phone.device.phone, phone.device.name) = ("page2", name, model)
      try phone.send(to: 0.1, again)
      let reply = try await again.ask("POST", "calibration/start", "{}")
      if reply.status == 200 { _ = try await again.ask("POST", "calibration/stop", "{}") }
      return (reply.status, reply.text)
    }
    let other = try await restarted("p2", Samples.device.name)
    #expect(other.status == 409 && other.text.contains("another phone of that model"))
    #expect(try await restarted("p1", "a newer browser").status == 200)
    // A browser that keeps nothing has only its model to show.
    #expect(try await restarted(nil, Samples.device.name).status == 200)
    #expect(benches.count == 4)
  }

  @Test("A session that was forgotten ends by itself after ten minutes, and is kept")
  func forgotten() async throws {
    let bench = try StudioBench()
    func send(_ seconds: ClosedRange<Int>) throws {
      let events = seconds.map {
        PhoneEvent.motion(
          .init(
            time: Double($0) * 1000, accelerationIncludingGravity: .init(0, 0, 9.8), acceleration: nil,
            rotationRate: .init(0, 0, 0), interval: 1000))
      }
      _ = try bench.routes.motion.take(Samples.batch(events, first: seconds.lowerBound))
    }
    try send(0...0)
    _ = try await bench.ask("POST", "calibration/start", "{}")
    try send(1...590)
    #expect(try await state(bench).isRunning)
    try send(591...700)
    let over = try await state(bench)
    #expect(!over.isRunning && (600...602).contains(over.seconds ?? 0))
    #expect(try await bench.ask("POST", "recordings/start").status == 200)
  }

  @Test("Signs as on iOS give the same calibration, also when the page does not know them")
  func signs() throws {
    let phone = try Phone(seed: 6)
    let apple = phone.events.map { event -> PhoneEvent in
      guard case .motion(var motion) = event else { return event }
      let force = motion.accelerationIncludingGravity
      motion.accelerationIncludingGravity = .init(-force.first, -force.second, -force.third)
      return .motion(motion)
    }
    let expected = PhoneRecording(device: Samples.device, events: phone.events).readings.samples
    var device = Samples.device
    device.convention = .apple
    #expect(PhoneRecording(device: device, events: apple).readings.samples == expected)
    // The page takes itself for an Android phone's; the orientation shows that it is not.
    device.convention = .specificForce
    let lying = PhoneEvent.orientation(.init(time: 5000, angles: .init(0, 0, 0), isAbsolute: false))
    let flat = (0..<200).flatMap { index -> [PhoneEvent] in
      guard case .motion(let motion) = apple[index], motion.time < 6500 else { return [] }
      return [.orientation(.init(time: motion.time, angles: .init(0, 0, 0), isAbsolute: false)), apple[index]]
    }
    let corrected = PhoneRecording(device: device, events: [lying] + flat).readings.samples
    #expect(corrected.count > 50 && corrected == Array(expected.prefix(corrected.count)))
  }
}
