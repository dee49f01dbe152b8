import Testing

@testable import Figures

@Suite struct FigureDataErrorTests {
  private let time = FigureAxis("time", unit: "s")
  private let drift = FigureAxis("drift", unit: "m")
  private let logarithmic = FigureAxis("drift", unit: "m", scale: .logarithmic)

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

  @Test func aSeriesWithoutAPointIsNamed() throws {
    #expect(
      try error(Figure(x: time, y: drift, [.line("none", x: [0, 1], y: [.nan, .nan])]))
        == .nothingToDraw(series: "none", logarithmic: false))
    #expect(
      try error(Figure(x: time, y: drift, [.line("none", x: [], y: [])]))
        == .nothingToDraw(series: "none", logarithmic: false))
    #expect(
      try error(Figure(x: time, y: logarithmic, [.line("none", x: [0, 1], y: [0, -1])]))
        == .nothingToDraw(series: "none", logarithmic: true))
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
    #expect(
      "\(try error(cells([1, 2], columns: [1, 0])))" == "the centres of the cells along 'time' must ascend")
    #expect(try error(cells([1, .infinity])) == .notFinite(series: "drift", index: 1, value: .infinity))
    #expect(try error(cells([.nan, .nan])) == .nothingToDraw(series: "drift", logarithmic: false))
  }

  @Test(arguments: [(0.0, 5.0), (5, -1), (.nan, 5), (12, 300), (2.9, 5)])
  func aSizeThatIsNoSizeIsRefused(width: Double, height: Double) throws {
    let error = try error(diagonal, size: .init(width: width, height: height))
    guard case .size = error else {
      Issue.record("\(error)")
      return
    }
  }
}
