import Basics
import Foundation
import Testing

@testable import Figures

@Suite struct AxisTests {
  @Test func labelsCarryQuantityUnitAndPowerOfTen() {
    #expect(FigureAxis("time", unit: "s").label() == "time (s)")
    #expect(FigureAxis("accuracy").label() == "accuracy")
    #expect(FigureAxis("error", unit: "m").label(exponent: 6) == "error (10⁶ m)")
    #expect(FigureAxis("count").label(exponent: -3) == "count (10⁻³)")
  }

  @Test(arguments: [
    (0.0, "0"), (-1, "−1"), (12345, "12\u{2009}345"), (1_234_567, "1\u{2009}234\u{2009}567"), (9999, "9999"),
    (-0.0, "0"),
  ])
  func numbersHaveATrueMinusAndThinSpaces(value: Double, text: String) {
    #expect(numberText(value, decimals: 0) == text)
  }

  @Test func decimalsAreThoseAskedFor() {
    #expect(numberText(0.5, decimals: 2) == "0.50")
    #expect(numberText(-0.001, decimals: 2) == "0.00")
    #expect(numberText(1.999, decimals: 2) == "2.00")
    #expect(roundedText(2345) == "2300")
    #expect(roundedText(0.0234) == "0.023")
    #expect(roundedText(0) == "0")
    #expect(roundedText(3.2e9) == "3.2·10⁹")
  }

  @Test(arguments: 1...200)
  func ticksAreRoundDistinctWithinTheRangeAndReadBackAsTheirNumbers(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let scale = pow(10, Double.random(in: -8...8, using: &random))
    let low = Double.random(in: -1...1, using: &random) * scale
    let range = AxisRange(
      low: low, high: low + scale * Double.random(in: 0.01...2, using: &random), isLogarithmic: false)
    let count = Int.random(in: 3...10, using: &random)
    let ticks = Ticks(over: range, count: count)
    #expect(ticks.labelled.count >= 2 && ticks.labelled.count <= max(2 * count, 12))
    #expect(Set(ticks.labelled.map(\.text)).count == ticks.labelled.count)
    let step = ticks.labelled[1].value - ticks.labelled[0].value
    for tick in ticks.labelled {
      #expect(tick.value >= range.low - 1e-6 * step && tick.value <= range.high + 1e-6 * step)
      let text = tick.text.replacing("−", with: "-").replacing("\u{2009}", with: "")
      let read = (Double(text) ?? .nan) * pow(10, Double(ticks.exponent))
      #expect((read - tick.value).magnitude <= 1e-6 * step, "\(tick) in \(range)")
    }
  }

  @Test func logarithmicTicksArePowersOfTen() {
    let ticks = Ticks(over: AxisRange(low: 0.005, high: 300, isLogarithmic: true), count: 8)
    #expect(ticks.labelled.map(\.text) == ["0.01", "0.1", "1", "10", "100"])
    #expect(ticks.minor.contains { ($0 - 0.02).magnitude < 1e-12 })
    let wide = Ticks(over: AxisRange(low: 1e-9, high: 1e3, isLogarithmic: true), count: 5)
    #expect(wide.labelled.count <= 5 && wide.labelled.contains { $0.text == "10⁻³" })
    let narrow = Ticks(over: AxisRange(low: 0.8, high: 9, isLogarithmic: true), count: 6)
    #expect(narrow.labelled.map(\.text) == ["1", "2", "5"])
  }

  @Test(arguments: [false, true])
  func positionAndValueAreInverse(isLogarithmic: Bool) {
    let range = AxisRange(low: 0.02, high: 700, isLogarithmic: isLogarithmic)
    for share in stride(from: 0.0, through: 1, by: 0.125) {
      #expect((range.position(range.value(at: share)) - share).magnitude < 1e-12)
    }
    #expect(range.position(0.02) == 0 && (range.position(700) - 1).magnitude < 1e-12)
    #expect(AxisRange(low: 1, high: 2, isLogarithmic: true).position(-1).isNaN)
  }

  @Test func constantsGetARangeOfTheirOwnSize() {
    for value in [0, 1, -5, 1e9, 1e-9] {
      let range = AxisRange(holding: (value, value), isLogarithmic: false, padding: 0.05)
      #expect(range.low < value && range.high > value)
    }
    let range = AxisRange(holding: (3, 3), isLogarithmic: true, padding: 0.05)
    #expect(range.low < 3 && range.high > 3 && range.low > 0)
  }

  private func ordinate(_ limits: FigureAxis.Limits, _ marks: [Mark], scale: FigureAxis.Scale = .linear) throws
    -> AxisRange
  {
    let figure = Figure(x: FigureAxis("x"), y: FigureAxis("y", scale: scale, limits: limits), marks)
    return try figure.page(size: figure.naturalSize, palette: .light)[0].y
  }

  @Test func limitsChooseWhatIsShown() throws {
    let line = Mark.line("a", x: [0, 1], y: [1, 2])
    let automatic = try ordinate(.automatic, [line])
    #expect(automatic.low > 0.9 && automatic.high < 2.1)
    let including = try ordinate(.including(0, 5), [line])
    #expect(including.low == 0 && including.high >= 5)
    let fixed = try ordinate(.fixed(1.2, 1.8), [line])
    #expect(fixed.low == 1.2 && fixed.high == 1.8)
  }

  @Test func focusLeavesOutTheRunawayAndItsNameSaysHowFarItGoes() throws {
    let x = (0...100).map(Double.init)
    let marks: [Mark] = [
      .line("a", x: x, y: x.map { sin($0) }), .line("b", x: x, y: x.map { cos($0) }),
      .line("none", x: x, y: x.map { 50 * $0 }),
    ]
    #expect(try ordinate(.focused(factor: 10), marks).high < 2)
    #expect(try ordinate(.focused(factor: .infinity), marks).high > 5000)
    #expect(try ordinate(.focused(factor: 1e6), marks).high > 4000)
    #expect(try ordinate(.focused(factor: 10, within: 1e4), marks).high > 4000)
    let text = try Figure(x: FigureAxis("x"), y: FigureAxis("y", unit: "m", limits: .focused(factor: 10)), marks)
      .script(for: .svg).text
    #expect(text.contains("'none (to 5000 m)'"))
    #expect(text.contains("'a'"))
  }

  @Test func focusLeavesOutAGlitchButNotASeriesThatIsLargeMostOfTheTime() throws {
    let x = (0..<1000).map(Double.init)
    var glitch = x.map { sin($0) }
    glitch[500] = 1000
    #expect(try ordinate(.focused(factor: 10), [.line("a", x: x, y: glitch)]).high < 3)
    #expect(try ordinate(.automatic, [.line("a", x: x, y: glitch)]).high > 999)
    let large = try ordinate(
      .focused(factor: 10), [.line("a", x: x, y: x.map { sin($0) }), .line("b", x: x, y: x.map { 5 * sin($0) })])
    #expect(large.high > 5)
  }

  @Test func logarithmicAxesLeaveOutTheRareSmallestAndWhatIsNotPositive() throws {
    let x = (0..<1000).map(Double.init)
    let range = try ordinate(.automatic, [.line("a", x: x, y: x.map { $0 == 1 ? 1e-12 : $0 })], scale: .logarithmic)
    #expect(range.low > 0.1 && range.high > 999)
    let wide = try ordinate(.automatic, [.points("a", x: [1, 2], y: [1e-12, 1])], scale: .logarithmic)
    #expect(wide.low >= 1e-8 && wide.low < 1e-6)
  }

  @Test func aLawDoesNotStretchTheAxis() throws {
    let range = try ordinate(.automatic, [.line("a", x: [0, 1], y: [0, 1]), .law("l", x: [0, 1], y: [0, 100])])
    #expect(range.high < 1.2)
  }
}
