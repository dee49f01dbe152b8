import Testing

@testable import Figures

/// What a figure cannot show is reported, in the figure and by its script; nothing is empty without a word.
@Suite struct ShortageTests {
  private let time = FigureAxis("time", unit: "s")
  private let drift = FigureAxis("drift", unit: "m")
  private let logarithmic = FigureAxis("drift", unit: "m", scale: .logarithmic)

  private func texts(_ figure: Figure) throws -> [String] {
    try figure.page(size: figure.naturalSize, palette: .light).flatMap(\.items).compactMap { item in
      if case .text(let text, _, _, _, _, _, _) = item { text } else { nil }
    }
  }

  private func markers(_ figure: Figure) throws -> [[Double]] {
    try figure.page(size: figure.naturalSize, palette: .light)[0].elements.compactMap { element in
      if case .markers(let x, _, _, _) = element { x } else { nil }
    }
  }

  @Test func aSeriesWithoutANumberIsNamedAndTheOthersAreDrawn() throws {
    for y in [[Double.nan, .nan], []] {
      let x = y.indices.map(Double.init)
      for mark in [Mark.line("lost", x: x, y: y), .points("lost", x: x, y: y), .bars("lost", x: x, y: y)] {
        let figure = Figure(x: time, y: drift, [mark, .line("none", x: [0, 1], y: [0, 1])])
        #expect(try texts(figure).contains("lost (no numbers)"))
        #expect(try !texts(figure).contains("no number to show"))
        #expect(
          try figure.script(for: .svg).shortages.map(\.description)
            == ["“lost” has no number to show; its values are missing or NaN"])
      }
    }
  }

  @Test func whereNothingIsSeenTheFrameSaysSo() throws {
    let figures = [
      Figure(x: time, y: drift, [.line(x: [0, 1], y: [.nan, .nan])]),
      Figure(x: time, y: logarithmic, [.line("none", x: [0, 1], y: [0, 0]), .law("law", x: [0, 1], y: [1, 2])]),
      Figure(Space(paths: [.init("path", x: [.nan], y: [0], z: [0])])),
      Figure(
        Cells(x: time, y: drift, columns: [0, 1], rows: [0], values: [.nan, .nan], quantity: FigureAxis("score"))),
      Figure(
        Cells(
          x: time, y: drift, columns: [0, 1], rows: [0], values: [0, -1],
          quantity: FigureAxis("score", scale: .logarithmic))),
    ]
    for figure in figures {
      #expect(try texts(figure).contains("no number to show"))
      #expect(try figure.script(for: .svg).shortages.count == 1)
    }
  }

  @Test func whatALogarithmicAxisCannotShowIsCounted() throws {
    let figure = Figure(
      x: time, y: logarithmic,
      [
        .line("grows", x: [0, 1, 2, 3], y: [0, 1, 2, 3]), .line("dips", x: [0, 1, 2, 3], y: [1, -1, 0, 3]),
        .line("never", x: [0, 1, 2, 3], y: [0, 0, 0, 0]),
      ])
    let script = try figure.script(for: .svg)
    #expect(script.shortages.map(\.series) == ["dips", "never"])
    #expect(
      script.shortages.map(\.lack) == [.positive(missing: 2, of: 4), .positive(missing: 4, of: 4)])
    let texts = try texts(figure)
    #expect(texts.contains("dips (2 of 4 not above 0)") && texts.contains("never (nothing above 0)"))
    #expect(texts.contains("grows"))
    // On a linear axis nothing is lacking, and a gap is a gap.
    #expect(
      try Figure(x: time, y: drift, [.line("dips", x: [0, 1, 2], y: [1, .nan, -1])]).script(for: .svg).shortages == [])
    let bars = Figure(x: time, y: logarithmic, [.bars("b", x: [0, 1], y: [0, 2])])
    #expect(try bars.script(for: .svg).shortages.map(\.lack) == [.positive(missing: 1, of: 2)])
  }

  @Test func aPointBetweenGapsIsAMarker() throws {
    let gap = Double.nan
    let figure = Figure(x: time, y: drift, [.line("a", x: [0, 1, 2, 3, 4, 5], y: [1, gap, 2, gap, 3, 4])])
    #expect(try markers(figure) == [[0, 2]])
    #expect(try markers(Figure(x: time, y: drift, [.line("a", x: [1], y: [1])])) == [[1]])
    #expect(try markers(Figure(x: time, y: logarithmic, [.line("a", x: [0, 1, 2], y: [-1, 5, 0])])) == [[1]])
    #expect(try markers(Figure(x: time, y: drift, [.line("a", x: [0, 1, 2], y: [1, 2, 3])])) == [])
    let space = Figure(
      Space(paths: [.init("p", x: [0, gap, 1, gap, 2], y: [0, 0, 1, 0, 2], z: [0, 0, 0, 0, 1], marksEnds: false)]))
    #expect(try markers(space).map(\.count) == [3])
  }

  @Test func aSchemeThatIsNeverOffDoesNotKeepTheOthersFromBeingDrawn() throws {
    for (x, y) in [(time, logarithmic), (FigureAxis("time", scale: .logarithmic), logarithmic)] {
      let figure = Figure(
        x: x, y: y, [.line("none", x: [0, 1, 2], y: [0, 1, 4]), .line("perfect", x: [0, 1, 2], y: [0, 0, 0])])
      #expect(try texts(figure).contains("perfect (nothing above 0)"))
    }
  }
}
