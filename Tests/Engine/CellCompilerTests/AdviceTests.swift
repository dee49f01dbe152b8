import Figures
import NotebookBench
import Testing

@testable import NotebookRunning

/// Code that is wrong, the messages about it, and the code as the message says to write it.
struct Advice: Sendable {
  var given: String
  var says: [String]
  var never: [String] = []
  var mended: String

  /// The compiler refuses these.
  static let errors: [Advice] = [
    Advice(
      given: "_ = params.alpha ^ 2", says: ["“pow(x, 2.0)”"], never: ["around the Int"],
      mended: "_ = pow(params.alpha, 2)"),
    Advice(
      given: "_ = params.count ^ params.alpha", says: ["“pow(x, 2.0)”"], never: ["around the Int"],
      mended: "_ = pow(Double(params.count), params.alpha)"),
    Advice(
      given: "_ = params.alpha ** 2", says: ["a square “x * x”"], never: ["did you mean"],
      mended: "_ = params.alpha * params.alpha"),
    Advice(
      given: "let wide: UInt64 = params.count", says: ["“UInt64(…)”"], never: ["“Double(…)”", "“String(…)”"],
      mended: "let wide: UInt64 = UInt64(params.count)"),
    Advice(
      given: "let short: Int = params.alpha", says: ["“Int(…)” cuts off"], mended: "let short: Int = Int(params.alpha)"),
    Advice(
      given: "let text: String = params.count", says: ["“String(…)”"], never: ["“Double(…)”"],
      mended: "let text: String = String(params.count)"),
    Advice(
      given: "let parsed: Double = params.name", says: ["“Double(text) ?? 0”"],
      mended: "let parsed: Double = Double(params.name) ?? 0"),
    Advice(
      given: "Figure(x: FigureAxis(\"t\"), y: FigureAxis(\"x\"), params.count)", says: ["a list of “Mark” belongs"],
      never: ["“Double(…)”", "“String(…)”"],
      mended: "Figure(x: FigureAxis(\"t\"), y: FigureAxis(\"x\"), [.line(x: [0, 1], y: [0, 1])])"),
    Advice(
      given: "_ = Quaternion.identity * Vector3(1, 0, 0)", says: ["“q.act(on: v)”"],
      mended: "_ = Quaternion.identity.act(on: Vector3(1, 0, 0))"),
    Advice(
      given: "let (a, b, t) = (Quaternion.identity, Quaternion(.z, 1), 0.3)\nlet mean = (1 - t) * a + t * b",
      says: ["“a.slerp(to: b, 0.5)”", "“try Quaternion.average(of: [a, b])”"], never: ["unable to type-check"],
      mended: "let (a, b) = (Quaternion.identity, Quaternion(.z, 1))\n_ = a.slerp(to: b, 0.3)\n"
        + "_ = try Quaternion.average(of: [a, b])"),
    Advice(
      given: "_ = Quaternion(.z, 1) * 0.5", says: ["“q.power(0.5)”"], mended: "_ = Quaternion(.z, 1).power(0.5)"),
    Advice(
      given: "_ = Quaternion(.z, 1) - Quaternion.identity", says: ["“a.inverse * b”"],
      mended: "_ = Quaternion.identity.inverse * Quaternion(.z, 1)"),
    Advice(
      given: "_ = Look(color: .red)", says: Look.Hue.allCases.map { ".\($0)" }, mended: "_ = Look(color: .vermilion)"),
    Advice(
      given: "_ = Look(color: \"red\")", says: [".vermilion"], never: ["without quotes"],
      mended: "_ = Look(color: .vermilion)"),
    Advice(
      given: "_ = Look(color: .blue, dash: .dashed)", says: Look.Dash.allCases.map { ".\($0)" },
      mended: "_ = Look(color: .blue, dash: .long)"),
    Advice(
      given: "_ = Look(color: .blue, marker: .star)", says: Look.Marker.allCases.map { ".\($0)" },
      mended: "_ = Look(color: .blue, marker: .cross)"),
    Advice(given: "for i in 0..10 { print(i) }", says: ["“0..<10”"], mended: "for i in 0..<10 { print(i) }"),
    Advice(
      given: "for x in 0...2.5 { print(x) }", says: ["“stride(from: 0, through: 1, by: 0.1)”"],
      mended: "for x in stride(from: 0, through: 1, by: 0.1) { print(x) }"),
    Advice(
      given: "for i in 0:10 { print(i) }", says: ["“0..<10”"], never: ["“&&”"], mended: "for i in 0..<10 { print(i) }"),
    Advice(
      given: "let values = [1, 2, 3]\n_ = values[0:2]", says: ["“values[0..<2]”", "“values.suffix(2)”"],
      mended: "let values = [1, 2, 3]\n_ = values[0..<2]\n_ = values.suffix(2)"),
    Advice(given: "_ = cos(60)", says: ["“90.degrees”"], mended: "_ = cos(60.degrees)"),
    Advice(given: "let half = alpha / 2", says: ["“params.alpha”"], mended: "let half = params.alpha / 2"),
    Advice(
      given: "let twice = [1.0, 2.0] * 2.0", says: ["“values.map { $0 * 2.0 }”"], never: ["did you mean"],
      mended: "let twice = [1.0, 2.0].map { $0 * 2.0 }"),
    Advice(
      given: "let turns: [Quaternion] = []\nlet first: Quaternion = turns.first", says: ["“if let”"],
      never: ["?? 0"],
      mended: "let turns = [Quaternion.identity]\nif let first = turns.first { print(first) }"),
    Advice(
      given: "let numbers: [Double] = []\nlet least: Double = numbers.min()", says: ["“?? 0”"],
      mended: "let numbers: [Double] = []\nlet least: Double = numbers.min() ?? 0"),
    Advice(
      given: "_ = ExponentialDamping(rate: params.count)",
      says: ["in the front matter, write the value of “count” with a point"], never: ["“Double(…)”"],
      mended: "_ = ExponentialDamping(rate: params.alpha)"),
    Advice(given: "_ = sin(90°)", says: ["“90.degrees”"], mended: "_ = sin(90.degrees)"),
  ]

  /// Code that compiles and runs, but does not do what its author meant.
  static let warnings: [Advice] = [
    Advice(
      given: "Task { print(1) }", says: ["nobody waits for this task", "“await task.value”"],
      mended: "let task = Task { print(1) }\nawait task.value"),
    Advice(
      given: "_ = Task.detached { 1 }", says: ["“let task = Task.detached { … }”"],
      mended: "let other = Task.detached { 1 }\n_ = await other.value"),
    Advice(given: "_ = params.count ^ 2", says: ["combines bits"], mended: "_ = params.count * params.count"),
    Advice(given: "_ = Quaternion(.z, 90)", says: ["“90.degrees”"], mended: "_ = Quaternion(.z, 90.degrees)"),
    Advice(
      given: "_ = RollPitchYaw(roll: 0, pitch: -45.0, yaw: 30)", says: ["“45.0.degrees”"],
      mended: "_ = RollPitchYaw(roll: 0, pitch: -45.0.degrees, yaw: .degrees(30))"),
    Advice(
      given: "let turn = 180.0\n_ = try Quaternion(axis: Vector3(0, 0, 1), angle: turn)", says: ["“180.0.degrees”"],
      mended: "let turn = 180.0.degrees\n_ = try Quaternion(axis: Vector3(0, 0, 1), angle: turn)"),
    Advice(given: "_ = cos(60.0)", says: ["“60.0.degrees”"], mended: "_ = cos(60.degrees)"),
    Advice(
      given: "_ = Quaternion(.z, 45.degrees).angle.degrees", says: ["“Quaternion(.z, 45.degrees).angle.inDegrees”"],
      mended: "_ = Quaternion(.z, 45.degrees).angle.inDegrees"),
    Advice(
      given: "let turn = Quaternion.identity.rollPitchYaw.yaw\n_ = abs(turn).degrees", says: ["“abs(turn).inDegrees”"],
      mended: "let turn = Quaternion.identity.rollPitchYaw.yaw\n_ = abs(turn).inDegrees"),
    Advice(
      given: "_ = [Quaternion]().map(\\.angle.degrees)", says: ["inDegrees"],
      mended: "_ = [Quaternion]().map(\\.angle.inDegrees)"),
    Advice(
      given: "_ = (atan2(1.0, 2.0) / 2).degrees", says: ["inDegrees”"], mended: "_ = (atan2(1.0, 2.0) / 2).inDegrees"),
    Advice(given: "_ = 45.degrees.degrees", says: ["“45.degrees” is in radians"], mended: "_ = 45.degrees"),
    Advice(
      given: "_ = Angle(degrees: Quaternion.identity.angle)", says: ["“Angle” takes degrees"],
      mended: "_ = Angle(Quaternion.identity.angle)"),
    Advice(given: "_ = Angle(45)", says: ["“45.degrees”"], mended: "_ = Angle(45.degrees)"),
    Advice(
      given: "_ = Space.View(azimuth: 30.degrees, elevation: 20)", says: ["“azimuth” takes degrees"],
      mended: "_ = Space.View(azimuth: 30, elevation: 20)"),
    Advice(
      given: "_ = try SceneCamera.standing(azimuth: 30, elevation: 0.2)", says: ["“30.degrees”"],
      mended: "_ = try SceneCamera.standing(azimuth: 30.degrees, elevation: 0.2)"),
    Advice(
      given: "_ = Table([Quaternion](), columns: .init(\"turn\", \\.angle, unit: \"°\"))",
      says: ["“{ $0.angle.inDegrees }”"],
      mended: "_ = Table([Quaternion](), columns: .init(\"turn\", { $0.angle.inDegrees }, unit: \"°\"))"),
    Advice(
      given: "record(\"turn\", Quaternion.identity.angle, unit: \"°\")", says: ["inDegrees”"],
      mended: "record(\"turn\", Quaternion.identity.angle.inDegrees, unit: \"°\")"),
    Advice(
      given: "let turn = Quaternion(.z, 2).angle(to: .identity)\nif turn > 90 { print(\"far\") }",
      says: ["90 looks like degrees, and “turn” is in radians", "“turn.inDegrees”"],
      mended: "let turn = Quaternion(.z, 2).angle(to: .identity)\nif turn.inDegrees > 90 { print(\"far\") }"),
    Advice(
      given: "_ = [Quaternion]().filter { 45 <= $0.angle && $0.w > 0 }", says: ["“$0.angle” is in radians"],
      mended: "_ = [Quaternion]().filter { 45 <= $0.angle.inDegrees && $0.w > 0 }"),
    Advice(
      given: "let k = 1/2\nprint(k)", says: ["“1/2” divides whole numbers and gives 0", "“1.0 / 2”"],
      mended: "let k = 1.0 / 2\nprint(k)"),
    Advice(
      given: "let celsius = 5 / 9 * 100\nprint(celsius)", says: ["“5/9” divides whole numbers"],
      mended: "let celsius = 5.0 / 9 * 100\nprint(celsius)"),
    Advice(
      given: timed("[0, 10, 20, 30]"), says: ["this looks like milliseconds", "“times.map { $0 / 1000 }”"],
      mended: timed("[0.0, 10, 20, 30].map { $0 / 1000 }")),
    Advice(
      given: "Table(columns: [.init(\"a\")], rows: [[1], [2, 3]])", says: ["row 2", "2 entries", "1 column"],
      mended: "Table(columns: [.init(\"a\"), .init(\"b\")], rows: [[1], [2, 3]])"),
  ]

  /// What is right is not doubted.
  static let plausible = [
    "await Task { print(1) }.value", "func start() { Task { print(2) } }", "_ = await Task.detached { 1 }.value",
    "_ = Quaternion(.z, 12)", "_ = Quaternion(.z, 4 * .pi)", "_ = Quaternion(.x, 30 * .pi / 180)",
    "_ = RollPitchYaw(roll: 0.1, pitch: 0.8, yaw: 2)", "_ = sin(100.0)", "_ = sin(2 * .pi * 50 * 0.3)",
    "_ = Vector3(30, 45, 90)", "_ = Quaternion(.z, 6.2831)", "_ = Angle(degrees: 90)", "_ = params.count ^ 1",
    "let angle = 30.0\n_ = angle.degrees", "_ = (Quaternion.identity.angle * 180 / .pi).degrees",
    "struct Arm { var angle = 30.0 }\n_ = Arm().angle.degrees", "_ = [10.0, 20].map(\\.degrees)",
    "_ = Table([Quaternion](), columns: .init(\"turn\", \\.angle, unit: \"rad\"))",
    "_ = params.pitch.degrees", "let tilt = params.pitch\n_ = tilt.degrees",
    "struct Joint { var roll = 30.0 }", "_ = Joint().roll.degrees", "_ = [Joint()].map(\\.roll.degrees)",
    "let angles = Quaternion.identity.angle\n_ = angles > 3.1", "_ = Quaternion.identity.angle * 180 / .pi > 90",
    "_ = Quaternion.identity.angle.inDegrees > 90", "let half: Double = 1 / 2\n_ = half", "let middle = 601 / 2",
    "let even = 6 / 2", "let third = 1.0 / 3", "while true { break }", "let percent = 100 * 5 / 9",
    "let loop = { while true { _ = params.count } }\n_ = loop",
    "repeat { if params.count > 0 { break } } while true",
    "_ = 0b1010 ^ 0b0110", "func turn(angle: Double) {}\nturn(angle: 90)",
    "struct AxisAngle { var angle: Double }\n_ = AxisAngle(angle: 90)", timed("[0, 0.5, 1, 1.5]"), timed("[0, 2]"),
  ]

  private static func timed(_ times: String) -> String {
    "let times: [Double] = \(times)\n_ = try Trace(timestamps: times, attitude: times.map { _ in .identity }, "
      + "userAcceleration: times.map { _ in .zero })"
  }
}

@Suite("What a message says to write")
struct AdviceTests {
  private let matter = "notebook: {}\nparams:\n  pitch: 30.0\n  alpha: 2.5\n  count: 3\n  name: \"1.5\""

  /// The messages of each cell, in a notebook of these cells behind one with the imports.
  private func messages(of codes: [String]) throws -> (of: [String], all: NotebookRunner.Result) {
    let result = try Workbench(keepGoing: true).run(
      cell("import Foundation\nimport Gimbal") + codes.map { cell($0) }.joined(), matter: matter)
    let starts = result.execution.notebook.cells.dropFirst().map(\.lines)
    let messages = starts.map { lines in
      result.messages.filter { message in
        (message.firstMatch(of: /test\.md:(\d+)/)?.output.1).flatMap { Int($0) }.map(lines.contains) == true
      }.joined()
    }
    return (messages, result)
  }

  @Test("Errors of compilation come with the right advice, and without misleading advice")
  func errors() throws {
    let (messages, _) = try messages(of: Advice.errors.map(\.given))
    for (advice, message) in zip(Advice.errors, messages) {
      #expect(message.contains("error:"), "\(advice.given): \(message)")
      for words in advice.says { #expect(message.contains(words), "\(advice.given): \(message)") }
      for words in advice.never { #expect(!message.contains(words), "\(advice.given): \(message)") }
    }
  }

  @Test("Code that compiles but means something else draws one warning at its cell; right code draws none")
  func warnings() throws {
    let (messages, result) = try messages(of: Advice.warnings.map(\.given) + Advice.plausible)
    #expect(result.isSuccess, "\(result.messages)")
    for (advice, message) in zip(Advice.warnings, messages) {
      #expect(message.ranges(of: "warning:").count == 1, "\(advice.given): \(message)")
      for words in advice.says { #expect(message.contains(words), "\(advice.given): \(message)") }
    }
    for (code, message) in zip(Advice.plausible, messages.dropFirst(Advice.warnings.count)) {
      #expect(
        ["degrees", "bits", "milli", "whole numbers", "never ends", "nobody waits"].allSatisfy {
          !message.contains($0)
        },
        "\(code): \(message)")
    }
  }

  @Test("The code as the messages say to write it compiles, runs and is not doubted")
  func mended() throws {
    let (_, result) = try messages(of: (Advice.errors + Advice.warnings).map(\.mended))
    #expect(result.isSuccess && result.messages.isEmpty, "\(result.messages)")
  }

  @Test("A line of many thousand digits is reported as soon as a short line")
  func longLine() throws {
    let start = ContinuousClock.now
    let result = try Workbench().run("```swift\nlet \(String(repeating: "0", count: 60_000))\n```\n")
    #expect(result.failures.first?.message.hasPrefix("expected pattern") == true)
    #expect(ContinuousClock.now - start < .seconds(300))
  }

  @Test("What a table holds beyond its columns is shown")
  func longRow() throws {
    let bench = try Workbench()
    _ = try bench.run(cell("import Gimbal\nTable(columns: [.init(\"a\")], rows: [[1, 4711], [2]])"))
    #expect(bench.result("README.md").contains("4711"))
  }
}
