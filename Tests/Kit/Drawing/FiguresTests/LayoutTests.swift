import Basics
import Foundation
import Testing

@testable import Figures

@Suite struct LayoutTests {
  @Test(arguments: 1...50)
  func spreadLabelsKeepTheirDistanceTheirOrderAndTheFrame(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let wanted = (0..<Int.random(in: 1...9, using: &random)).map { _ in Double.random(in: -20...120, using: &random) }
    let heights = try #require(spreadLabels(wanted, spacing: 10, low: 0, high: 100))
    let order = wanted.indices.sorted { wanted[$0] < wanted[$1] }
    let sorted = order.map { heights[$0] }
    for (below, above) in zip(sorted, sorted.dropFirst()) { #expect(above - below >= 10 - 1e-9) }
    #expect(heights.allSatisfy { $0 >= -1e-9 && $0 <= 100 + 1e-9 })
  }

  @Test func labelsThatHaveRoomStayWhereTheyWantToBe() {
    #expect(spreadLabels([10, 50, 30], spacing: 10, low: 0, high: 100) == [10, 50, 30])
    #expect(spreadLabels([50, 50], spacing: 10, low: 0, high: 100) == [45, 55])
    #expect(spreadLabels([1, 2, 3], spacing: 60, low: 0, high: 100) == nil)
    #expect(spreadLabels([1, 2, 3], spacing: 50, low: 0, high: 100) == [0, 50, 100])
    #expect(spreadLabels([], spacing: 60, low: 0, high: 100) == [])
  }

  /// All the words of a figure as rectangles on the page.
  private func words(_ charts: [PlacedChart]) -> [(text: String, box: Rectangle)] {
    charts.flatMap(\.items).compactMap { item in
      guard case .text(let text, let x, let y, let alignment, let size, _, false) = item else { return nil }
      let width = TextMetrics.width(text, size: size) * 0.9
      let left = alignment == .left ? x : alignment == .right ? x - width : x - width / 2
      return (text, Rectangle(left: left, bottom: y - size * 0.35, width: width, height: size * 0.7))
    }
  }

  @Test(arguments: [4.5, 6.0, 8.0, 12.0])
  func numbersAndTitlesOfSpacesDoNotCoverEachOtherAtAnyWidth(width: Double) throws {
    for (azimuth, elevation) in [(-60.0, 25.0), (30, 60), (-5, 10), (80, 5), (-135, 35)] {
      let space = Space(
        x: FigureAxis("x", unit: "m"), y: FigureAxis("y", unit: "m"), z: FigureAxis("z", unit: "m"),
        paths: [Space.Path(x: [-0.4, 0.45], y: [0.01, 0.32], z: [-0.2, 0.25])],
        view: Space.View(azimuth: azimuth, elevation: elevation))
      let size = Figure.Size(width: 2 * width, height: width)
      let figure = Figure(panels: [.space(space), .space(space)], columns: 2)
      let numbers = words(try figure.page(size: size, palette: .light))
      #expect(numbers.filter { $0.text.contains { $0.isNumber } }.count >= 8)
      #expect(numbers.filter { $0.text.hasSuffix("(m)") }.count == 6)
      for (index, one) in numbers.enumerated() {
        for other in numbers[(index + 1)...] {
          let (a, b) = (one.box, other.box)
          let isClear =
            a.left >= b.left + b.width || b.left >= a.left + a.width || a.bottom >= b.bottom + b.height
            || b.bottom >= a.bottom + a.height
          #expect(isClear, "\(one.text) and \(other.text) at \(width) cm, from \(azimuth)°")
        }
      }
    }
  }

  @Test func aPlaneWithoutAxesHasNoNumbersAndNoGrid() throws {
    func page(_ showsAxes: Bool) throws -> PlacedChart {
      let plane = Plane(
        x: FigureAxis("x"), y: FigureAxis("y"), showsAxes: showsAxes, [.line(x: [0, 1], y: [0, 1])])
      return try #require(try Figure(plane).page(size: Figure.Size(width: 8, height: 6), palette: .light).first)
    }
    #expect(words([try page(true)]).count > 4)
    let bare = try page(false)
    #expect(words([bare]).isEmpty && !bare.showsAxes && !bare.showsGrid)
  }

  @Test func pairsAndSheetsHaveANarrowFormAndOthersHaveNone() throws {
    let plane = Figure.Panel.plane(Plane(x: FigureAxis("x"), y: FigureAxis("y"), [.line(x: [0, 1], y: [0, 1])]))
    let pair = try #require(
      Figure(panels: [plane, plane], columns: 2).narrowed(from: Figure.Size(width: 16, height: 6)))
    #expect(pair.figure.columns == 1 && pair.size.width == 9.2 && abs(pair.size.height - 2 * 6 * 9.2 / 8) < 1e-9)
    #expect(Figure(panels: [plane], columns: 1).narrowed() == nil)
    #expect(Figure(panels: [plane, plane], columns: 1).narrowed() == nil)
    #expect(Figure(panels: [plane, plane], columns: 2, size: Figure.Size(width: 9, height: 4)).narrowed() == nil)
  }

  @Test func aGridKeepsItsColumnsOnANarrowPageAndAListDoesNot() throws {
    let plane = Figure.Panel.plane(Plane(x: FigureAxis("x"), y: FigureAxis("y"), [.line(x: [0, 1], y: [0, 1])]))
    var figure = Figure(panels: Array(repeating: plane, count: 6), columns: 3, size: Figure.Size(width: 16, height: 8))
    #expect(figure.isGrid && figure.narrowed() == nil)
    figure.isList = true
    #expect(try #require(figure.narrowed()).figure.columns == 1)
  }

  @Test(arguments: Gallery.figures.map(\.name))
  func wordsNeitherOverlapNorLeaveThePage(name: String) throws {
    let figure = try #require(Gallery.figures.first { $0.name == name }?.figure)
    let size = figure.naturalSize
    let words = words(try figure.page(size: size, palette: .light))
    let (width, height) = (size.width * pointsPerCentimetre, size.height * pointsPerCentimetre)
    for (index, word) in words.enumerated() {
      #expect(word.box.left >= 0 && word.box.right <= width, "\(word)")
      #expect(word.box.bottom >= 0 && word.box.top <= height, "\(word)")
      for other in words[(index + 1)...] {
        let isApart =
          word.box.right <= other.box.left || other.box.right <= word.box.left || word.box.top <= other.box.bottom
          || other.box.top <= word.box.bottom
        #expect(isApart, "'\(word.text)' and '\(other.text)' overlap")
      }
    }
  }

  @Test(arguments: 1...30)
  func aLegendInsideTheFrameCoversNoData(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    // Random walks end anywhere, so that most names cannot be at the ends.
    let marks = (0..<3).map { series -> Mark in
      var (x, y) = ([0.0], [0.0])
      for _ in 0..<400 {
        x.append(x[x.count - 1] + Double.random(in: -1...1, using: &random))
        y.append(y[y.count - 1] + Double.random(in: -1...1, using: &random))
      }
      return .path("series \(series)", x: x, y: y)
    }
    let figure = Figure(x: FigureAxis("x", unit: "m"), y: FigureAxis("y", unit: "m"), aspect: .equal, marks)
    let chart = try figure.page(size: figure.naturalSize, palette: .light)[0]
    let names = words([chart]).filter { $0.text.hasPrefix("series") }
    #expect(names.count == 3)
    for mark in marks where mark.kind == .path {
      for (dataX, dataY) in zip(mark.x.values, mark.y.values) {
        let place = chart.page(dataX, dataY)
        for name in names {
          let covers =
            place.x > name.box.left && place.x < name.box.right && place.y > name.box.bottom && place.y < name.box.top
          #expect(!covers, "'\(name.text)' covers (\(dataX), \(dataY))")
        }
      }
    }
  }

  @Test func namesStandAtTheLinesEndsWhereTheyFitAndElsewhereWhereTheyDoNot() throws {
    func chart(_ count: Int, endingAt end: Double) throws -> PlacedChart {
      let marks =
        (0..<count).map { Mark.line("n\($0)", x: [0, end], y: [0, Double($0)]) } + [.line(x: [0, 1], y: [0, 1])]
      let figure = Figure(x: FigureAxis("x"), y: FigureAxis("y"), marks)
      return try figure.page(size: figure.naturalSize, palette: .light)[0]
    }
    func names(_ chart: PlacedChart) -> [Rectangle] { words([chart]).filter { $0.text.hasPrefix("n") }.map(\.box) }
    let atEnds = try chart(3, endingAt: 1)
    #expect(names(atEnds).allSatisfy { $0.left > atEnds.frame.right })
    let early = try chart(3, endingAt: 0.5)
    #expect(names(early).allSatisfy { $0.left < early.frame.right })
    let crowded = try chart(30, endingAt: 1)
    #expect(names(crowded).allSatisfy { $0.bottom > crowded.frame.top })
  }

  @Test func legendCanBeForcedAboveOrHidden() throws {
    func names(_ legend: Plane.Legend) throws -> (boxes: [Rectangle], frame: Rectangle) {
      let figure = Figure(
        x: FigureAxis("x"), y: FigureAxis("y"), legend: legend, [.line("name", x: [0, 1], y: [0, 1])])
      let chart = try figure.page(size: figure.naturalSize, palette: .light)[0]
      return (words([chart]).filter { $0.text == "name" }.map(\.box), chart.frame)
    }
    #expect(try names(.hidden).boxes.isEmpty)
    #expect(try names(.above).boxes.allSatisfy { $0.bottom > 0 } && names(.above).boxes.count == 1)
    #expect(try names(.above).boxes[0].bottom > names(.above).frame.top)
    #expect(try names(.automatic).boxes[0].left > names(.automatic).frame.right)
    let inside = try names(.inside)
    #expect(inside.boxes[0].right < inside.frame.right && inside.boxes[0].top < inside.frame.top)
  }

  @Test func equalAxesHaveOneScaleAndHoldAllData() throws {
    let plane = Plane(
      x: FigureAxis("x"), y: FigureAxis("y"), aspect: .equal, [.path("p", x: [0, 10], y: [-1, 1])])
    let chart = try Figure(plane).page(size: .init(width: 12, height: 9), palette: .light)[0]
    let across = chart.frame.width / (chart.x.high - chart.x.low)
    let up = chart.frame.height / (chart.y.high - chart.y.low)
    #expect((across - up).magnitude < 1e-9 * across)
    #expect(chart.x.low <= 0 && chart.x.high >= 10 && chart.y.low <= -1 && chart.y.high >= 1)
    var free = plane
    free.aspect = .free
    let other = try Figure(free).page(size: .init(width: 12, height: 9), palette: .light)[0]
    #expect(other.y.high < 2)
  }

  @Test func equalAxesWithFixedLimitsShowExactlyThese() throws {
    let axis = FigureAxis("x", limits: .fixed(0, 1))
    let chart = try Figure(x: axis, y: axis, aspect: .equal, [.line(x: [0, 1], y: [0, 1])])
      .page(size: .init(width: 12, height: 9), palette: .light)[0]
    #expect(chart.x == AxisRange(low: 0, high: 1, isLogarithmic: false) && chart.y == chart.x)
    #expect((chart.frame.width - chart.frame.height).magnitude < 1e-9)
  }

  @Test(arguments: [["O", "I"], ["not vertical", "vertical"], (0..<26).map { "L\($0)" }])
  func tablesOfCellsAreAsHighAsTheirSquareCells(labels: [String]) throws {
    let figure = try Figure.confusionMatrix(
      labels.indices.map { row in labels.indices.map { row == $0 ? 5 : 0 } }, labels: labels)
    let chart = try figure.page(size: figure.naturalSize, palette: .light)[0]
    #expect((chart.frame.width - chart.frame.height).magnitude < 1e-6)
    // Nothing is left over below the label of the columns.
    let lowest = words([chart]).map(\.box.bottom).min() ?? 100
    #expect(lowest < 25)
  }

  @Test func aLineThatWouldBecomeAnAreaIsThinAndSolidInTheLegendToo() throws {
    let x = (0..<5000).map(Double.init)
    func stroke(_ y: [Double]) throws -> Stroke? {
      let figure = Figure(
        x: FigureAxis("x"), y: FigureAxis("y"), legend: .above, [.line("exponential", x: x, y: y)])
      for case .stroke(_, _, _, _, let stroke) in try figure.page(size: figure.naturalSize, palette: .light)[0].items {
        return stroke
      }
      return nil
    }
    let drawn = try stroke(x.map { sin($0) })
    let dense = try #require(drawn)
    #expect(dense.dash == .solid && dense.width < 1)
    let calm = try stroke(x.map { sin($0 / 1000) })
    let smooth = try #require(calm)
    #expect(smooth.dash == .long && smooth.width == Look.standardWidth)
  }

  @Test func stackedPanelsHaveTheirFramesExactlyAboveEachOtherAndOneSetOfNumbers() throws {
    let charts = try Gallery.velocity.page(size: Gallery.velocity.naturalSize, palette: .light)
    #expect(charts.count == 3)
    #expect(Set(charts.map(\.frame.left)).count == 1 && Set(charts.map(\.frame.width)).count == 1)
    #expect(Set(charts.map { ($0.frame.height * 1000).rounded() }).count == 1)
    #expect(words(charts).filter { $0.text == "time (s)" }.count == 1)
    #expect(words(charts).filter { $0.text == "exponential" }.count == 1)
  }

  @Test func smallFiguresKeepTheirTextSizeAndStillFit() throws {
    for (name, figure) in Gallery.figures where figure.panels.count == 1 {
      let charts = try figure.page(size: .init(width: 8.5, height: 6), palette: .light)
      for item in charts.flatMap(\.items) {
        guard case .text(let text, let x, _, _, let size, _, _) = item else { continue }
        #expect(size >= 4 && x >= 0 && x <= 8.5 * pointsPerCentimetre, "\(name): \(text)")
        if !Set(Gallery.confusion.panels.flatMap(\.cellTexts)).contains(text) {
          #expect(size >= min(9, figure.text ?? 9), "\(name): \(text)")
        }
      }
    }
  }

  /// Four schemes with three rates each.
  private var twelve: [Mark] {
    ["exponential", "nonlinear step", "rest recognition", "high-pass"].enumerated().flatMap { index, scheme in
      [0.5, 1, 2].map { rate in
        Mark.line(
          "\(scheme) (\(rate) s⁻¹)", x: (0...40).map(Double.init),
          y: (0...40).map { sin(Double($0) / (rate + 3)) + Double(index) })
      }
    }
  }

  @Test func twelveNamesLeaveTheLinesAReadableHeight() throws {
    let plane = Plane(x: FigureAxis("time", unit: "s"), y: FigureAxis("drift", unit: "m"), twelve)
    var above = plane
    above.legend = .above
    let figures: [(Figure, Figure.Size?)] = [
      (Figure(plane), nil), (Figure(plane).fitted(to: .column), nil), (Figure(plane).fitted(to: .slide), nil),
      (Figure(above), nil), (Figure(above).fitted(to: .column), nil),
      (Figure(plane), .init(width: 12, height: 7.4)), (Figure(plane), .init(width: 16, height: 6.5)),
    ]
    for (figure, size) in figures {
      let size = size ?? figure.naturalSize
      let chart = try figure.page(size: size, palette: .light)[0]
      // It was 37 points, 1.3 cm, at 12 cm by 7.4.
      #expect(chart.frame.height >= 85 && chart.frame.width >= 80, "\(size): \(chart.frame)")
      let texts = words([chart]).map(\.text)
      #expect(plane.marks.allSatisfy { texts.contains($0.name) }, "all names are there")
      for (text, box) in words([chart]) {
        #expect(box.left >= -1 && box.right <= size.width * pointsPerCentimetre + 1, "\(text) at \(size)")
        #expect(box.bottom >= -1 && box.top <= size.height * pointsPerCentimetre + 1, "\(text) at \(size)")
      }
    }
    let stacked = Figure(stacked: [plane, plane])
    for chart in try stacked.page(size: stacked.naturalSize, palette: .light) { #expect(chart.frame.height > 55) }
    // A few names change nothing.
    let few = Figure(Plane(x: plane.x, y: plane.y, Array(twelve.prefix(3))))
    #expect(few.naturalSize == Figure.Size(width: 12, height: 7.4))
  }

  @Test func labelsOfArrowsLieOnNoLineWhereThereIsRoomBeside() throws {
    let circle = (0...60).map { Double($0) * .pi / 30 }
    let space = Space(
      paths: [Space.Path(x: circle.map(cos), y: circle.map(sin), z: circle.map { _ in 0 }, look: Look(color: .muted))],
      arrows: (0..<5).map { index in
        let angle = Double(index) * 1.2
        return Space.Arrow("v\(index)", from: .zero, to: [cos(angle), sin(angle), 0], look: Look(color: .blue))
      }, view: .plan, showsBox: false)
    let figure = Figure(space)
    let chart = try figure.page(size: figure.naturalSize, palette: .light)[0]
    var occupancy = Occupancy(frame: Rectangle(left: 0, bottom: 0, width: 400, height: 400))
    for element in chart.elements { element.occupy(&occupancy, on: chart) }
    let labels = words([chart]).filter { $0.text.hasPrefix("v") }
    #expect(labels.count == 5)
    for (text, box) in labels { #expect(occupancy.taken(in: box) == 0, "\(text)") }
  }

  @Test func anAxisHasThreeNumbersWhereTheyHaveRoom() {
    // It had 0 and 10.
    let ticks = Ticks(over: AxisRange(low: 0, high: 17.5, isLogarithmic: false), count: 3)
    #expect(ticks.labelled.map(\.text) == ["0", "5", "10", "15"])
    #expect(Ticks(over: AxisRange(low: 0, high: 10, isLogarithmic: false), count: 5).labelled.count == 6)
  }

  @Test func aProjectionFromAboveIsThePlan() {
    let plan = Projection(.plan)
    for point in [SIMD3<Double>(1, 0, 0), [0, 1, 0], [2, -3, 5]] {
      let flat = plan(point)
      #expect((flat.x - point.x).magnitude < 1e-12 && (flat.y - point.y).magnitude < 1e-12)
    }
  }

  @Test(arguments: 1...20)
  func aProjectionKeepsLengthsAcrossTheLineOfSightAndHeightUpright(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let view = Space.View(
      azimuth: .random(in: -180...180, using: &random), elevation: .random(in: -80...80, using: &random))
    let projection = Projection(view)
    let eye = projection.towardsEye
    #expect(((eye * eye).sum() - 1).magnitude < 1e-12)
    #expect((projection([0, 0, 1]).x).magnitude < 1e-12 && projection([0, 0, 1]).y > 0)
    let point = SIMD3<Double>(
      .random(in: -1...1, using: &random), .random(in: -1...1, using: &random), .random(in: -1...1, using: &random))
    let flat = projection(point)
    let depth = (point * eye).sum()
    #expect(((flat * flat).sum() + depth * depth - (point * point).sum()).magnitude < 1e-12)
  }
}

extension Figure.Panel {
  fileprivate var cellTexts: [String] {
    if case .cells(let cells) = self { cells.texts } else { [] }
  }
}
