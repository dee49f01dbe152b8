import Basics
import Foundation
import Testing

@testable import Figures

@Suite struct FigureDataErrorTests {
  private let time = FigureAxis("time", unit: "s")
  private let drift = FigureAxis("drift", unit: "m")

  private func error(_ figure: Figure, size: Figure.Size? = nil) throws -> FigureError {
    try #require(throws: FigureError.self) { try figure.script(for: .svg, size: size) }
  }

  @Test func aFigureWithoutPanelsOrMarksHasNothingToShow() throws {
    #expect(try error(Figure(panels: [])) == .empty(panel: 0))
    #expect(try error(Figure(x: time, y: drift, [])) == .empty(panel: 0))
    #expect(try error(Figure(Space())) == .empty(panel: 0))
    #expect(
      try error(Figure(Cells(x: time, y: drift, columns: [], rows: [], values: [], quantity: drift)))
        == .empty(panel: 0))
  }

  @Test func coordinatesOfUnequalLengthAreNamedWithTheirSeries() throws {
    let figure = Figure(x: time, y: drift, [.line("none", x: [0, 1, 2], y: [0, 1])])
    #expect(try error(figure) == .lengthsDiffer(series: "none", lengths: [3, 2]))
    #expect(
      "\(try error(figure))"
        == "the coordinates of series 'none' have 3, 2 numbers; they must have equally many")
    #expect(
      try error(Figure(Space(paths: [.init("p", x: [0], y: [0, 1], z: [0])])))
        == .lengthsDiffer(series: "p", lengths: [1, 2, 1]))
    #expect(
      try error(Figure(x: time, y: drift, [.ribbon(x: [0, 1], low: [0, 1], high: [2])]))
        == .lengthsDiffer(series: "unnamed ribbon", lengths: [2, 2, 1]))
  }

  @Test func infiniteNumbersAndUnknownAbscissasAreErrorsWithTheirIndex() throws {
    #expect(
      try error(Figure(x: time, y: drift, [.line("none", x: [0, 1], y: [0, .infinity])]))
        == .notFinite(series: "none", index: 1, value: .infinity))
    let unknown = try error(Figure(x: time, y: drift, [.points("none", x: [0, .nan], y: [0, 1])]))
    guard case .notFinite("none", 1, let value) = unknown else {
      Issue.record("\(unknown)")
      return
    }
    #expect(value.isNaN)
    #expect(
      try error(Figure(Space(arrows: [.init("a", from: .zero, to: [0, -.infinity, 0], look: Look(color: .blue))])))
        == .notFinite(series: "arrow 'a'", index: 0, value: -.infinity))
  }

  @Test(
    arguments: [(3.9, nil), (49, nil), (nil, "a,b"), (nil, "'quoted'"), (nil, ""), (.nan, nil)] as [(Double?, String?)])
  func wordsThatCannotBeSetAreRefused(points: Double?, font: String?) throws {
    let error = try error(diagonal.lettered(points, font: font))
    switch error {
    case .text: #expect(font == nil)
    case .font(let name): #expect(name == font)
    default: Issue.record("\(error)")
    }
  }

  @Test func limitsMustBeAnInterval() throws {
    func figure(_ limits: FigureAxis.Limits, _ scale: FigureAxis.Scale = .linear) -> Figure {
      Figure(x: time, y: FigureAxis("drift", scale: scale, limits: limits), [.line(x: [0, 1], y: [1, 2])])
    }
    #expect(
      try error(figure(.fixed(2, 1))) == .limits(axis: "drift", low: 2, high: 1, logarithmic: false))
    #expect(
      try error(figure(.fixed(0, 1), .logarithmic)) == .limits(axis: "drift", low: 0, high: 1, logarithmic: true))
    #expect(
      try error(figure(.including(-.infinity, 1)))
        == .limits(axis: "drift", low: -.infinity, high: 1, logarithmic: false))
  }

  @Test func cellsMustFitTheirRowsAndColumns() throws {
    func cells(_ values: [Double], columns: [Double] = [0, 1], texts: [String] = []) -> Figure {
      Figure(Cells(x: time, y: drift, columns: columns, rows: [0], values: values, quantity: drift, texts: texts))
    }
    #expect("\(try error(cells([1])))" == "1 rows of 2 cells need 2 values, not 1")
    #expect("\(try error(cells([1, 2], texts: ["a"])))" == "2 cells need as many texts or none, not 1")
    let named = Cells(
      x: FigureAxis("time", categories: ["a"]), y: drift, columns: [0, 1], rows: [0], values: [1, 2], quantity: drift)
    #expect("\(try error(Figure(named)))" == "axis 'time' names 1 categories for 2 cells")
    #expect(
      "\(try error(cells([1, 2], columns: [1, 0])))" == "the centres of the cells along 'time' must ascend")
    #expect(try error(cells([1, .infinity])) == .notFinite(series: "drift", index: 1, value: .infinity))
  }

  @Test(arguments: [(0.0, 5.0), (5, -1), (.nan, 5), (12, 300), (2.9, 5)])
  func aSizeThatIsNoSizeIsRefused(width: Double, height: Double) throws {
    let error = try error(diagonal, size: .init(width: width, height: height))
    guard case .size = error else {
      Issue.record("\(error)")
      return
    }
  }

  /// Numbers of all sizes, special ones included.
  private func number(_ random: inout SeededRandom) -> Double {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: [0, -0.0, .nan, .infinity, -.infinity, 1e300, -1e300, 5e-324, 1e100, 1e-100].randomElement(using: &random)!
    case 1, 2: Double(sign: .plus, exponent: .random(in: -1070...1020, using: &random), significand: 1.3)
    case 3: -pow(10, Double.random(in: -110...110, using: &random))
    case 4, 5: pow(10, Double.random(in: -12...12, using: &random))
    default: .random(in: -1...1, using: &random)
    }
  }

  private func axis(_ random: inout SeededRandom) -> FigureAxis {
    let (a, b) = (number(&random), number(&random))
    let limits: FigureAxis.Limits =
      [
        .automatic, .automatic, .focused(factor: a.magnitude, within: b), .focused(factor: 8), .fixed(a, b),
        .including(min(a, b), max(a, b)),
      ].randomElement(using: &random)!
    return FigureAxis("q", unit: "m", scale: Bool.random(using: &random) ? .linear : .logarithmic, limits: limits)
  }

  @Test(arguments: 1...40)
  func anyNumbersGiveAScriptOrAnErrorNeverATrap(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    var drawn = 0
    for _ in 0..<60 {
      let count = Int.random(in: 0...5, using: &random)
      func numbers() -> [Double] { (0..<count).map { _ in number(&random) } }
      let tame = (0..<count).map(Double.init)
      let marks = (0..<Int.random(in: 1...4, using: &random)).map { index -> Mark in
        let x = Bool.random(using: &random) ? tame : numbers()
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return .line("a\(index)", x: x, y: numbers())
        case 1: return .path("b\(index)", x: x, y: numbers())
        case 2: return .law("c", x: x, y: numbers())
        case 3: return .points("d", x: x, y: numbers())
        case 4: return .bars("e", x: x, y: numbers())
        case 5: return .ribbon("f", x: x, low: numbers(), high: numbers())
        case 6: return .bands("g", numbers().filter { !$0.isNaN }.map { $0...max($0, $0 + 1) })
        default: return .text("h", x: number(&random), y: number(&random))
        }
      }
      let figures = [
        Figure(
          x: axis(&random), y: axis(&random), aspect: Bool.random(using: &random) ? .equal : .free, marks),
        Figure(
          Space(
            x: axis(&random), y: axis(&random), z: axis(&random),
            paths: [.init("p", x: numbers(), y: numbers(), z: numbers())],
            view: .init(
              azimuth: .random(in: -180...180, using: &random), elevation: .random(in: -90...90, using: &random)))),
        Figure(
          Cells(
            x: axis(&random), y: axis(&random), columns: Bool.random(using: &random) ? tame : numbers().sorted(),
            rows: tame, values: (0..<count * count).map { _ in number(&random) }, quantity: axis(&random))),
      ]
      for figure in figures where (try? figure.script(for: .svg)) != nil { drawn += 1 }
    }
    #expect(drawn > 3)
  }
}
