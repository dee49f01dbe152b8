import Basics
import Display
import Figures
import JudgedCalls
import Testing

@testable import Lessons

@Suite("Figures are checked by what they draw")
struct FigureCheckTests {
  private static let times = (0..<20).map { 0.1 * Double($0) }
  private static let x = FigureAxis("time", unit: "s")
  private static let y = FigureAxis("error", unit: "m")
  private static let none = times.map { 0.5 * $0 * $0 + 0.25 }
  private static let damped = times.map { 0.2 * $0 + 0.125 }

  private static func figure(
    x: FigureAxis = x, y: FigureAxis = y, none: [Double] = none, damped: [Double] = damped,
    names: (String, String) = ("none", "damped")
  ) -> Figure {
    Figure(x: x, y: y, [.line(names.0, x: times, y: none), .points(names.1, x: times, y: damped)])
  }

  private func found(_ figure: Figure, within tolerance: Double = 1e-9) throws -> [CheckedResult] {
    try results(of: figure, draws: Self.figure(), within: tolerance, "drift")
  }

  /// What is wrong, in words.
  private func words(_ figure: Figure) throws -> [String] {
    try found(figure).filter { !$0.hasPassed }.map(\.words)
  }

  @Test("The expected figure passes with a result for the axes and one for each series")
  func right() throws {
    let results = try found(Self.figure())
    #expect(results.map(\.hasPassed) == [true, true, true])
    #expect(
      results.map(\.title) == ["drift, the axes", "drift, the series “none”", "drift, the series “damped”"])
  }

  @Test("Looks, sizes, limits, order, case and what is drawn besides do not count")
  func free() throws {
    var figure = Figure(
      x: FigureAxis("elapsed  Time", unit: "s", limits: .fixed(0, 9)), y: FigureAxis("position error", unit: "m"),
      [
        .law("½bt²", x: [0, 1], y: [0, 3]), .path("Damped", x: Self.times, y: Self.damped, look: Look(named: "x")),
        .points(" none", x: Self.times, y: Self.none), .text("here", x: 0, y: 0),
      ])
    figure.size = .inches(width: 3, height: 2)
    #expect(try words(figure) == [])
  }

  @Test("A number is right within the tolerance, and else named with its place")
  func numbers() throws {
    var values = Self.none
    values[3] += 0.01
    let figure = Self.figure(none: values)
    #expect(try found(figure, within: 0.02).allSatisfy(\.hasPassed))
    let wrong = try found(figure)
    #expect(wrong.map(\.hasPassed) == [true, false, true])
    #expect(
      wrong[1].words == "drift: the series “none”: at time = 0.3 s, 0.295 m was expected, and 0.305 m came.")
    #expect(throws: CheckError.badTolerance(-1)) { try found(figure, within: -1) }
  }

  @Test("Each mistake in the axes is named, and costs only the axes' share")
  func axes() throws {
    for (figure, part) in [
      (Self.figure(x: FigureAxis("time", unit: "ms")), "the unit of the x axis is “ms”, and “s” was expected"),
      (Self.figure(y: FigureAxis("error")), "the unit of the y axis is missing, and “m” was expected"),
      (Self.figure(y: FigureAxis("", unit: "m")), "the y axis has no label, and “error” was expected"),
      (
        Self.figure(y: FigureAxis("velocity", unit: "m")), "the y axis is labelled “velocity”, and “error” was expected"
      ),
      (Self.figure(y: FigureAxis("error", unit: "m", scale: .logarithmic)), "the y axis is not linear"),
    ] {
      let results = try found(figure)
      #expect(results.map(\.hasPassed) == [false, true, true])
      #expect(results[0].words.contains(part), "\(results[0].words)")
      #expect(results[0].mistake.map { !$0.contains("expected") } == true)
    }
  }

  @Test("Missing and shorter series, other panels and other names are named")
  func structure() throws {
    let one = Figure(x: Self.x, y: Self.y, [.line("nine", x: Self.times, y: Self.none)])
    #expect(
      try words(one) == [
        "drift: the series “none” is missing; drawn are “nine”.",
        "drift: the series “damped” is missing; drawn are “nine”.",
      ])
    let short = Figure(
      x: Self.x, y: Self.y,
      [.line("none", x: [0, 1], y: [1, 2]), .line("damped", x: Self.times, y: Self.damped)])
    #expect(try words(short) == ["drift: the series “none” has 2 points, and 20 were expected."])
    #expect(try words(Figure(panels: [])).allSatisfy { $0.hasPrefix("drift: 1 panel was expected, and 0 came") })
    #expect(try words(Figure(panels: [])).count == 3)
    let space = Figure(Space(paths: [Space.Path("none", x: [0], y: [0], z: [0])]))
    #expect(try words(space).allSatisfy { $0.contains("of another kind") })
    let bars = Figure(x: Self.x, y: Self.y, [.bars("a", over: ["square", "eight"], [1, 2])])
    let other = Figure(x: Self.x, y: Self.y, [.bars("a", over: ["square", "circle"], [1, 2])])
    #expect(
      try results(of: other, draws: bars, within: 0, "")[1].words
        == "the bars “a” is over “square”, “circle”, and “square”, “eight” were expected.")
    #expect(try results(of: bars, draws: bars, within: 0, "").allSatisfy(\.hasPassed))
  }

  @Test("Classical mistakes of a figure have their sentence")
  func mistakes() throws {
    for (figure, part) in [
      (Self.figure(none: Self.none.map { 1000 * $0 }), "the numbers are in mm, and the axis says m"),
      (Self.figure(none: Self.none.map { -$0 }), "the sign is the wrong way round"),
      (Self.figure(damped: Self.damped.map { $0 / 2 }), "a factor ½ is too much"),
      (
        Self.figure(none: Self.none.map { 100 * $0 }, damped: Self.damped.map { 100 * $0 }),
        "along the y axis, the numbers are in cm, and the axis says m"
      ),
      (
        Self.figure(none: Self.damped, damped: Self.none, names: ("none", "damped")),
        "the names of two series stand in each other's place"
      ),
      (
        Figure(
          x: Self.x, y: Self.y,
          [.line("none", x: Self.none, y: Self.times), .line("damped", x: Self.damped, y: Self.times)]),
        "the two axes stand in each other's place"
      ),
    ] {
      let wrong = try found(figure).filter { !$0.hasPassed }
      #expect(!wrong.isEmpty && wrong.allSatisfy { $0.mistake?.contains(part) == true }, "\(wrong)")
    }
  }

  @Test(
    "Numbers in another unit than the axis says are named",
    arguments: [
      ("m", "mm", 1000), ("m", "cm", 100), ("cm", "m", 0.01), ("mm", "m", 0.001), ("s", "ms", 1000), ("ms", "s", 0.001),
      ("m/s²", "g", 1 / 9.80665), ("g", "m/s²", 9.80665), ("°", "rad", 0.017453292519943295),
      ("rad", "°", 57.29577951308232), ("%", "parts of one", 0.01),
    ] as [(String, String, Double)])
  func units(said: String, drawn: String, factor: Double) throws {
    let axis = FigureAxis("error", unit: said)
    let expected = Self.figure(y: axis)
    let figure = Self.figure(
      y: axis, none: Self.none.map { factor * $0 }, damped: Self.damped.map { factor * $0 })
    let wrong = try results(of: figure, draws: expected, within: 1e-9, "drift").filter { !$0.hasPassed }
    #expect(
      wrong.count == 2
        && wrong.allSatisfy { $0.words.contains("the numbers are in \(drawn), and the axis says \(said)") }, "\(wrong)")
  }

  @Test("A function that draws is compared over drawn inputs like any other")
  func functions() throws {
    func drift(_ times: [Double], _ bias: Double) -> Figure {
      Figure(x: Self.x, y: Self.y, [.line("none", x: times, y: times.map { bias * $0 * $0 / 2 })])
    }
    func found(_ function: ([Double], Double) -> Figure) throws -> CheckedResult {
      try comparison(
        function, drift, .times("times"), .number("bias"), tolerance: 1e-9, count: 25, seed: 1, what: "drift")
    }
    #expect(try found(drift).hasPassed)
    let twice = try found { drift($0, 2 * $1) }
    #expect(
      !twice.hasPassed && twice.mistake != nil && twice.words.contains("the series “none”: at time ="), "\(twice)")
    let unit = try found { times, bias in
      Figure(
        x: Self.x, y: FigureAxis("error", unit: "cm"), [.line("none", x: times, y: times.map { bias * $0 * $0 / 2 })])
    }
    #expect(unit.words.contains("the unit of the y axis is “cm”, and “m” was expected"))
  }

  /// A figure of whatever panels, by a seed; lengths may differ, as a hostile one's do.
  private static func random(_ random: inout SeededRandom, isWhole: Bool) -> Figure {
    func numbers(_ count: Int) -> [Double] {
      (0..<(isWhole ? count : random.integer(0...count))).map { _ in
        random.integer(0...9) == 0 ? .nan : 10 * random.uniform() - 5
      }
    }
    func name() -> String { ["", "a", "b", "none", "½ ä"][random.integer(0...4)] }
    func axis() -> FigureAxis {
      FigureAxis(
        name(), unit: [nil, "", "m", "s"][random.integer(0...3)],
        limits: random.integer(0...1) == 0 ? .automatic : .focused(factor: .infinity))
    }
    let panels = (0..<random.integer(0...3)).map { _ -> Figure.Panel in
      let count = random.integer(0...6)
      switch random.integer(0...2) {
      case 0:
        return .plane(
          Plane(
            x: axis(), y: axis(),
            (0..<random.integer(0...4)).map { _ in
              switch random.integer(0...5) {
              case 0: .line(name(), x: numbers(count), y: numbers(count))
              case 1: .ribbon(name(), x: numbers(count), low: numbers(count), high: numbers(count))
              case 2: .bars(name(), over: (0..<count).map { "p\($0)" }, numbers(count))
              case 3: .bands(name(), [0...1, 2...3])
              case 4: .text(name(), x: 1, y: 2)
              default: .points(name(), x: numbers(count), y: numbers(count))
              }
            }))
      case 1:
        return .space(
          Space(
            x: axis(), y: axis(), z: axis(),
            paths: [Space.Path(name(), x: numbers(count), y: numbers(count), z: numbers(count))],
            arrows: [Space.Arrow(name(), from: .zero, to: [1, 2, 3], look: Look(named: "x"))]))
      default:
        return .cells(
          Cells(
            x: axis(), y: axis(), columns: numbers(count), rows: numbers(2), values: numbers(2 * count),
            quantity: axis()))
      }
    }
    return Figure(panels: panels)
  }

  @Test("A figure passes its own check, travels without a change, and no other figure makes a check trap")
  func random() throws {
    var random = SeededRandom(seed: 33)
    for _ in 0..<400 {
      let figure = Self.random(&random, isWhole: true)
      let own = try results(of: figure, draws: figure, within: 0, "")
      #expect(own.allSatisfy { $0.hasPassed }, "\(own)")
      var bytes = PassedBytes()
      figure.pass(to: &bytes)
      var read = PassedBytes(bytes.bytes)
      #expect(try Figure(passed: &read) == figure && read.isAtEnd)
      let other = Self.random(&random, isWhole: false)
      let found = try results(of: other, draws: figure, within: 1e-9, "")
      // As many results as the expected figure has parts, whatever came.
      #expect(found.count == own.count)
      _ = other.checkedDistance(to: figure)
      _ = other.checkedContrast(with: figure, beyond: 0)
      for mistake in Figure.classicalMistakes { _ = mistake.change(other) }
    }
  }

  @Test("Bytes that are no figure are an error, not a trap")
  func damaged() throws {
    var bytes = PassedBytes()
    Self.figure().pass(to: &bytes)
    var random = SeededRandom(seed: 5)
    for _ in 0..<2000 {
      var damaged = bytes.bytes
      for _ in 0...random.integer(0...3) {
        damaged[random.integer(0...(damaged.count - 1))] = UInt8(random.integer(0...255))
      }
      if random.integer(0...3) == 0 { damaged.removeLast(random.integer(0...(damaged.count - 1))) }
      var read = PassedBytes(damaged)
      guard let figure = try? Figure(passed: &read) else { continue }
      _ = try results(of: figure, draws: Self.figure(), within: 1e-9, "")
    }
  }
}
