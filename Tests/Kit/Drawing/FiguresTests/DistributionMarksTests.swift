import Figures
import Testing

@Suite struct DistributionMarksTests {
  @Test func `a box has its quartiles, its whiskers and the values beyond`() throws {
    let marks = Mark.box("a", at: 2, [1, 2, 3, 4, 5, 100, .nan])
    #expect(marks.map(\.kind) == [.line, .points])
    // Quartiles of six numbers, between neighbours: 2.25 and 4.75; whiskers reach to 1 and 5.
    let numbers = Set(marks[0].x.values)
    #expect(numbers == [1, 2.25, 3.5, 4.75, 5])
    #expect(marks[1].x.values == [100] && marks[1].y.values == [2])
    let upright = Mark.box("a", at: 2, [1, 2, 3, 4, 5, 100], .up)
    #expect(Set(upright[0].y.values.filter { !$0.isNaN }) == numbers && upright[1].y.values == [100])
    #expect(Mark.box(at: 0, [.nan]).isEmpty)
  }

  @Test func `a distribution function steps from nothing to all`() {
    let mark = Mark.ecdf("a", [3, 1, 2, .infinity])
    #expect(mark.x.values == [1, 1, 2, 2, 3, 3])
    // One of four lies beyond every number.
    #expect(mark.y.values == [0, 0.25, 0.25, 0.5, 0.5, 0.75])
  }

  @Test func `a histogram counts every number once`() {
    let mark = Mark.histogram("a", [0, 1, 1, 2, 3, 4], ranges: 4)
    #expect(mark.kind == .bars && mark.x.values == [0.5, 1.5, 2.5, 3.5] && mark.y.values == [1, 2, 1, 2])
    #expect(Mark.histogram("a", [5, 5, 5]).y.values == [3])
    #expect(Mark.histogram("a", (0..<64).map(Double.init)).x.count == 7)
  }

  @Test func `an interval is a line with a point, and has none where it is not known`() {
    let marks = Mark.interval("a", at: 1, 5, in: 4...7)
    #expect(marks.map(\.kind) == [.line, .points] && marks[0].x.values.prefix(2) == [4, 7])
    #expect(Mark.interval(at: 1, 5, in: nil).map(\.kind) == [.points])
    #expect(Mark.interval(at: 1, .infinity, in: 4...Double.infinity).isEmpty)
    #expect(Mark.interval(at: 1, 5, in: 4...7, .up)[0].y.values.prefix(2) == [4, 7])
  }

  @Test func `paired lines join the numbers of one recording, with a gap where one is missing`() {
    let mark = Mark.pairedLines([[1, 2, 3], [4, .nan, 6]], at: [2, 1, 0])
    #expect(mark.x.values.prefix(3) == [1, 2, 3] && mark.y.values.prefix(3) == [2, 1, 0])
    #expect(mark.y.values.count(where: \.isNaN) == 3)
  }

  @Test func `all of them can be drawn`() throws {
    let figure = Figure(
      x: FigureAxis("error", unit: "m", scale: .logarithmic), y: FigureAxis("", categories: ["b", "a"]),
      legend: .hidden,
      Mark.box("a", at: 1, [1, 2, 3, 9]) + Mark.interval("b", at: 0, 2, in: 1...3)
        + [.pairedLines([[1, 2], [2, 3]], at: [0, 1])])
    _ = try figure.script(for: .svg)
    _ = try Figure(
      x: FigureAxis("error"), y: FigureAxis("share"), [.ecdf("a", [1, 2, 3]), .histogram("b", [1, 2, 3])]
    ).script(for: .pdf)
  }
}
