import Foundation
import Testing

@testable import Figures

@Suite struct ChartTests {
  @Test func aConfusionMatrixIsColouredByTheShareOfTheRow() throws {
    let figure = try Figure.confusionMatrix([[3, 1], [0, 10]], labels: ["O", "I"])
    guard case .cells(let cells) = figure.panels[0] else {
      Issue.record("no cells")
      return
    }
    #expect(cells.values.values.prefix(2) == [75, 25] && cells.values.values[3] == 100)
    #expect(cells.values.values[2].isNaN, "what never happened has no colour: on a dark page it would be a white field")
    #expect(cells.texts == ["3", "1", "", "10"])
    let page = try figure.page(size: figure.naturalSize, palette: .light)
    let places = page[0].items.compactMap { item -> (String, Double, Double)? in
      if case .text(let text, let x, let y, _, _, _, _) = item { (text, x, y) } else { nil }
    }
    // The first row is at the top, the first column at the left.
    let three = try #require(places.first { $0.0 == "3" })
    let ten = try #require(places.first { $0.0 == "10" })
    #expect(three.1 < ten.1 && three.2 > ten.2)
    let o = try #require(places.first { $0.0 == "O" })
    #expect((o.2 - three.2).magnitude < 1e-9 || (o.1 - three.1).magnitude < 1e-9)
  }

  @Test func aClassThatNeverOccurredIsEmptyNotZero() throws {
    let figure = try Figure.confusionMatrix([[0, 0], [0, 1]], labels: ["O", "I"])
    guard case .cells(let cells) = figure.panels[0] else { return }
    #expect(cells.values.values[0].isNaN && cells.values.values[1].isNaN && cells.values.values[3] == 100)
  }

  @Test func countsThatAreNoMatrixAreRefused() {
    #expect(throws: FigureError.self) { try Figure.confusionMatrix([[1, 2]], labels: ["O", "I"]) }
    #expect(throws: FigureError.self) { try Figure.confusionMatrix([[1, 2], [1]], labels: ["O", "I"]) }
    #expect(throws: FigureError.self) { try Figure.confusionMatrix([[-1]], labels: ["O"]) }
    #expect(throws: FigureError.self) { try Figure.confusionMatrix([], labels: []).script(for: .svg) }
  }

  private func points(_ scores: [Double], _ labels: [Bool]) throws -> [[Double]] {
    let figure = try Figure.operatingCharacteristic([("c", scores, labels)])
    guard case .plane(let plane) = figure.panels[0], plane.marks[1].kind == .line else { return [] }
    return [plane.marks[1].x.values, plane.marks[1].y.values]
  }

  @Test func theOperatingCharacteristicCountsHitsAndFalseAlarmsAsTheThresholdFalls() throws {
    #expect(try points([0.9, 0.8, 0.3, 0.1], [true, true, false, false]) == [[0, 0, 0, 0.5, 1], [0, 0.5, 1, 1, 1]])
    // Examples of equal score move together: the curve goes straight to the corner.
    #expect(try points([0.5, 0.5], [true, false]) == [[0, 1], [0, 1]])
    #expect(try points([0.1, 0.9], [true, false]) == [[0, 1, 1], [0, 0, 1]])
  }

  @Test func theOperatingCharacteristicNeedsBothClassesAndNumbers() {
    #expect(throws: FigureError.nothingToDraw(series: "c", logarithmic: false)) { try points([1, 2], [true, true]) }
    #expect(throws: FigureError.lengthsDiffer(series: "c", lengths: [1, 2])) { try points([1], [true, false]) }
    #expect(throws: FigureError.self) { try points([.nan, 1], [true, false]) }
  }

  @Test func barsStandOverNamesInTheirOrderAndNoneIsCut() throws {
    let figure = Figure(
      x: FigureAxis("movement"), y: FigureAxis("error", unit: "m"),
      [.bars("none", over: ["square", "eight"], [3, 2]), .bars("mine", over: ["eight", "waving"], [1, 2])])
    let chart = try figure.page(size: figure.naturalSize, palette: .light)[0]
    #expect(chart.xTicks.labelled.map(\.text) == ["square", "eight", "waving"])
    var middles: [[Double]] = []
    for case .boxes(let left, let right, _, _, _, _) in chart.elements {
      #expect(left.allSatisfy { $0 > chart.x.low } && right.allSatisfy { $0 < chart.x.high })
      middles.append(zip(left, right).map { (($0 + $1) / 2).rounded() })
    }
    #expect(middles == [[0, 1], [1, 2]])
    let axis = FigureAxis("", categories: ["b", "a"])
    let ordered = Figure(x: axis, y: FigureAxis("y"), [.bars(over: ["a", "b"], [1, 2])])
    guard
      case .boxes(let left, _, _, let top, _, _)? = try ordered.page(size: .init(width: 8, height: 6), palette: .light)[
        0
      ].elements.first
    else {
      Issue.record("no bars")
      return
    }
    #expect(left[0] > left[1] && top == [1, 2])
    #expect(throws: FigureError.place(series: "unnamed bars", name: "c", known: ["b", "a"])) {
      try Figure(x: axis, y: FigureAxis("y"), [.bars(over: ["c"], [1])]).script(for: .svg)
    }
    #expect(throws: FigureError.lengthsDiffer(series: "s", lengths: [1, 2])) {
      try Figure(x: axis, y: FigureAxis("y"), [.bars("s", over: ["a"], [1, 2])]).script(for: .svg)
    }
  }

  @Test(arguments: [[1.0, 2, 3], [0.1, 0.3, 0.2], [5], [-3, 7]])
  func theOuterBarsOverNumbersAreWhole(x: [Double]) throws {
    for limits in [FigureAxis.Limits.automatic, .including(0, 1)] {
      let figure = Figure(
        x: FigureAxis("x", limits: limits), y: FigureAxis("y"),
        [.bars("a", x: x, y: x.map { _ in 1 }), .bars("b", x: x, y: x.map { _ in 2 })])
      let chart = try figure.page(size: figure.naturalSize, palette: .light)[0]
      for case .boxes(let left, let right, _, _, _, _) in chart.elements {
        #expect(left.allSatisfy { $0 >= chart.x.low } && right.allSatisfy { $0 <= chart.x.high })
      }
    }
  }

  @Test func unitVectorsHaveNoUnitAndMetresHaveOne() {
    func units(_ space: Space) -> [String?] { [space.x.unit, space.y.unit, space.z.unit] }
    let angles = (0...36).map { Double($0) / 18 * .pi }
    let circle = Space.Path(x: angles.map(cos), y: angles.map(sin), z: angles.map { _ in 0 })
    let arrows = Space.Arrow.triad(([0.8, 0.6, 0], [-0.48, 0.64, 0.6], [0.36, -0.48, 0.8]))
    #expect(units(Space(paths: [circle])) == [nil, nil, nil])
    #expect(units(Space(paths: [circle], arrows: arrows)) == [nil, nil, nil])
    #expect(units(Space(arrows: arrows)) == [nil, nil, nil])
    let way = Space.Path(x: [0, 1, 2], y: [0, 0, 0], z: [0, 0, 0])
    #expect(units(Space(paths: [circle, way])) == ["m", "m", "m"] && units(Space(paths: [way])) == ["m", "m", "m"])
    #expect(units(Space()) == ["m", "m", "m"])
    #expect(units(Space(x: FigureAxis("east", unit: "km"), paths: [circle])) == ["km", nil, nil])
  }

  @Test func longNamesGiveWayToWhatTellsThemApart() throws {
    let names = ["a", "b", "c"].map { "recordings/2024-03-01/handheld/corridor/walk-\($0).csv" }
    func words(_ marks: [Mark]) throws -> [String] {
      let figure = Figure(x: FigureAxis("x"), y: FigureAxis("y"), marks)
      return try figure.page(size: figure.naturalSize, palette: .light)[0].items.compactMap { item in
        if case .text(let text, _, _, _, _, _, _) = item { text } else { nil }
      }
    }
    #expect(
      try Set(words(names.map { .line($0, x: [0, 1], y: [0, 1]) })).isSuperset(of: ["walk-a", "walk-b", "walk-c"]))
    #expect(try Set(words([.bars(over: names, [1, 2, 3])])).isSuperset(of: ["walk-a", "walk-b", "walk-c"]))
    let rates = ["alpha=0.50", "alpha=10", "alpha=2"]
    let shown = try words(rates.map { .line("\($0), trace=\(names[0])", x: [0, 1], y: [0, 1]) })
    #expect(shown.filter { $0.hasPrefix("alpha") } == rates)
  }

  @Test func barsOfSeveralSeriesShareTheRoomAndStandOnZero() throws {
    let figure = Figure(
      x: FigureAxis("", categories: ["a", "b"]), y: FigureAxis("y"),
      [.bars("one", x: [0, 1], y: [1, 2]), .bars("two", x: [0, 1], y: [3, -1])])
    let chart = try figure.page(size: figure.naturalSize, palette: .light)[0]
    let boxes = chart.elements.compactMap { element -> ([Double], [Double], [Double], [Double])? in
      if case .boxes(let left, let right, let bottom, let top, _, _) = element {
        (left, right, bottom, top)
      } else {
        nil
      }
    }
    #expect(boxes[0].1[0] <= boxes[1].0[0] && boxes[0].0[0] > -0.5 && boxes[1].1[0] < 0.5)
    #expect(boxes[0].2 == [0, 0] && boxes[0].3 == [1, 2])
    #expect(boxes[1].2 == [0, -1] && boxes[1].3 == [3, 0])
  }

  @Test func longCategoryNamesStandUpright() throws {
    func isUpright(_ names: [String]) throws -> Bool {
      let figure = Figure(
        x: FigureAxis("scheme", categories: names), y: FigureAxis("y"),
        [.bars(x: names.indices.map(Double.init), y: names.map { Double($0.count) })])
      return try figure.script(for: .svg).text.contains("rotate by 90")
    }
    #expect(try !isUpright(["a", "b", "c"]))
    #expect(try isUpright((0..<8).map { "a rather long name \($0)" }))
  }

  @Test func trajectoriesMarkTheirStartAndEnd() throws {
    let figure = Figure(
      x: FigureAxis("x"), y: FigureAxis("y"), aspect: .equal, [.path("none", x: [0, 1, 2], y: [0, 1, .nan])])
    let chart = try figure.page(size: figure.naturalSize, palette: .light)[0]
    let markers = chart.elements.compactMap { element -> (Double, Double, MarkerStyle)? in
      if case .markers(let x, let y, let style, _) = element { (x[0], y[0], style) } else { nil }
    }
    #expect(markers.count == 2)
    #expect(markers[0].0 == 0 && !markers[0].2.isFilled)
    #expect(markers[1].0 == 1 && markers[1].2.isFilled)
  }

  @Test func whatLeavesTheBoxOfASpaceIsNotDrawnElsewhereInIt() throws {
    let axis = FigureAxis("x", unit: "m", limits: .fixed(0, 1))
    let figure = Figure(
      Space(x: axis, y: axis, z: axis, paths: [.init("none", x: [0.5, 5], y: [0.5, 5], z: [0.5, 5])]))
    let text = try figure.script(for: .svg).text
    #expect(text.contains("none (leaves the box)"))
  }

  @Test func directionsSeenFromTheFrontAreDots() throws {
    let look = Look(color: .blue)
    let along = Figure(
      Space(arrows: [.init("v", from: .zero, to: [0, 0, 1], look: look)], view: .plan, showsBox: false))
    let chart = try along.page(size: along.naturalSize, palette: .light)[0]
    #expect(chart.elements.contains { if case .markers = $0 { true } else { false } })
    let across = Figure(
      Space(arrows: [.init("v", from: .zero, to: [1, 0, 0], look: look)], view: .plan, showsBox: false))
    let other = try across.page(size: across.naturalSize, palette: .light)[0]
    #expect(other.elements.contains { if case .polygon = $0 { true } else { false } })
  }
}
