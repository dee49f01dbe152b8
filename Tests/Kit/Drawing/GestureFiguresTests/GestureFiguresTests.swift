import Figures
import GestureFigures
import Gestures
import Inertial
import Testing

struct GestureFiguresTests {
  private func cells(_ matrix: ConfusionMatrix) throws -> Cells {
    guard case .cells(let cells) = matrix.figure().panels[0] else { throw GestureError.emptyStroke }
    return cells
  }

  private func plane(_ figure: Figure, _ index: Int = 0) throws -> Plane {
    guard case .plane(let plane) = figure.panels[index] else { throw GestureError.emptyStroke }
    return plane
  }

  @Test func confusionsAreSharesOfWhatWasDrawn() throws {
    var matrix = try ConfusionMatrix(labels: ["A", "B", "C"])
    for (drawn, answered) in [("A", "A"), ("A", "A"), ("A", "B"), ("A", "A"), ("B", "B")] {
      matrix.record(drawn: drawn, answered: answered)
    }
    let drawn = try cells(matrix)
    #expect(drawn.x.categories == ["A", "B", "C"] && drawn.y.categories == ["A", "B", "C"])
    let shares = drawn.values.values
    #expect(shares[0] == 75 && shares[1] == 25 && shares[4] == 100)
    #expect([2, 3, 5, 6, 7, 8].allSatisfy { shares[$0].isNaN })
    #expect(drawn.texts == ["3", "1", "", "", "1", "", "", "", ""])
    matrix.record(drawn: "C", answered: nil)
    #expect(try cells(matrix).x.categories == ["A", "B", "C", "none"])
    #expect(try cells(matrix).values.count == 12)
  }

  @Test func aStrokeLiesOnItsBoard() throws {
    let stroke = try LetterGenerator(variation: .none).stroke("L", index: 0)
    let plane = try plane(stroke.figure(on: ZoneFeatures(columns: 4, rows: 2)))
    // Five upright and three level lines, the names of four columns and two rows, two directions, the path and its samples.
    #expect(plane.marks.count == 18 && plane.aspect == .equal && !plane.showsAxes)
    let words = plane.marks.filter { $0.kind == .text }
    #expect(words.map(\.name) == ["column 0", "1", "2", "3", "row 0", "row 1", "x →", "↓ y"])
    #expect(
      words[4].y.values[0] > 0.5 && words[5].y.values[0] < 0.5,
      "the first row is the upper one, as the course's y goes down")
    #expect(words.allSatisfy { $0.y.values[0] > 1 || $0.x.values[0] < 0 }, "no name stands where a stroke may be")
    let path = plane.marks[16]
    #expect(path.kind == .path)
    #expect(path.y.values[0] == 1 && abs(path.y.values[path.y.count - 1]) < 1e-9)
  }

  @Test func aSheetHasASquareForEachStroke() throws {
    let generator = try LetterGenerator(variation: .none)
    let entries = try ["I", "L", "O"].map { StrokeSheet.Entry(try generator.stroke($0, index: 0), caption: $0) }
    let sheet = try StrokeSheet(entries, columns: 2).figure()
    #expect(sheet.panels.count == 3 && sheet.columns == 2)
    let plane = try plane(sheet, 2)
    #expect(!plane.showsAxes && plane.marks.count == 2, "the place on a sheet means nothing: no axes, no grid")
    let (last, note) = (plane.marks[0], plane.marks[1])
    #expect(last.kind == .path && note.kind == .text)
    #expect(last.y.values.allSatisfy { (-0.01...1.01).contains($0) } && note.name == "O")
    let narrow = try #require(
      try StrokeSheet(Array(repeating: entries[0], count: 18)).figure().narrowed())
    #expect(narrow.figure.columns == 5 && narrow.size.width < 10)
    #expect(throws: GestureError.emptyStroke) { try StrokeSheet([]).figure() }
  }

  @Test func curvesHaveTheirIntervals() throws {
    let examples = try LetterGenerator().examples(count: 3)
    let curve = try LearningCurve(training: examples, heldOut: examples, sizes: [1, 2]) { try NearestNeighbor($0) }
    let plane = try plane(curve.figure())
    let (area, line) = (plane.marks[0], plane.marks[1])
    #expect(area.kind == .ribbon && line.kind == .line)
    for index in 0..<2 {
      #expect(area.y.values[index] < line.y.values[index])
      #expect(line.y.values[index] < (area.high?.values[index] ?? .nan) + 1e-9)
    }
  }

  @Test func aGestureStandsBesideItsProjection() throws {
    let trace = try AirLetterGenerator(letters: LetterGenerator()).trace("S", index: 0)
    let gesture = try AirGesture(trace, scheme: .zeroEndVelocity)
    let figure = try gesture.figure()
    #expect(figure.panels.count == 2 && figure.columns == 2)
    let path = try plane(figure, 1).marks[0]
    #expect(path.kind == .path)
    #expect(path.y.values == (try gesture.projected().samples.map { -$0.y }))
  }
}
