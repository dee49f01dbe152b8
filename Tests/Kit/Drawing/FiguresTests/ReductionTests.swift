import Basics
import Foundation
import Testing

@testable import Figures

@Suite struct ReductionTests {
  private let columns = 200

  private func reduce(_ x: [Double], _ y: [Double]) -> [Int] {
    let (low, high) = (x.first ?? 0, x.last ?? 1)
    return columnExtremes(x: x, y: y, columns: columns) { ($0 - low) / (high - low) }
  }

  @Test(arguments: 1...20)
  func everyPixelColumnKeepsItsFirstLowestHighestAndLastPoint(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let count = Int.random(in: 2000...20_000, using: &random)
    var time = 0.0
    let x = (0..<count).map { _ -> Double in
      time += Double.random(in: 0...1, using: &random)
      return time
    }
    let y = (0..<count).map { _ in
      Double.random(in: 0..<1, using: &random) < 0.001
        ? 100 * Double.random(in: -1...1, using: &random) : Double.random(in: -1...1, using: &random)
    }
    let kept = reduce(x, y)
    #expect(kept == kept.sorted() && Set(kept).count == kept.count)
    #expect(kept.count <= 4 * (columns + 1))
    let isKept = Set(kept)
    let byColumn = Dictionary(grouping: x.indices) { index in
      Int((x[index] - x[0]) / (x[count - 1] - x[0]) * Double(columns))
    }
    for indices in byColumn.values {
      #expect(isKept.contains(indices[0]) && isKept.contains(indices[indices.count - 1]))
      let shown = indices.filter(isKept.contains).map { y[$0] }
      #expect(shown.min() == indices.map { y[$0] }.min())
      #expect(shown.max() == indices.map { y[$0] }.max())
    }
  }

  @Test func aSinglePeakInManyPointsIsKept() {
    let x = (0..<100_000).map(Double.init)
    var y = [Double](repeating: 0, count: x.count)
    y[77_777] = 1
    y[12_345] = -1
    let kept = Set(reduce(x, y))
    #expect(kept.contains(77_777) && kept.contains(12_345))
  }

  @Test func gapsStayGaps() {
    let x = (0..<10_000).map(Double.init)
    var y = x.map { sin($0) }
    for index in 4000..<6000 { y[index] = .nan }
    let kept = reduce(x, y)
    let first = kept.firstIndex { y[$0].isNaN }
    #expect(first != nil)
    #expect(kept.filter { y[$0].isNaN }.count == 1)
    #expect(kept.contains(3999) && kept.contains(6000))
  }

  @Test func abscissasThatALogarithmicAxisCannotShowAreAGap() {
    let x = (0..<10_000).map { Double($0) - 100 }
    let range = AxisRange(low: 1, high: 10_000, isLogarithmic: true)
    let kept = columnExtremes(x: x, y: x, columns: columns, position: range.position)
    #expect(kept.allSatisfy { x[$0] > 0 } && kept.contains(101))
  }

  @Test func shortSeriesAreLeftAlone() {
    #expect(reduce([0, 1, 2], [5, .nan, 7]) == [0, 1, 2])
    #expect(columnExtremes(x: [], y: [], columns: 10) { $0 } == [])
  }

  /// The distance of a point from the nearest of the segments that remain.
  private func distance(_ px: Double, _ py: Double, _ x: [Double], _ y: [Double], _ kept: [Int]) -> Double {
    zip(kept, kept.dropFirst()).map { from, to in
      let (dx, dy) = (x[to] - x[from], y[to] - y[from])
      let squared = dx * dx + dy * dy
      let t = squared > 0 ? min(max(((px - x[from]) * dx + (py - y[from]) * dy) / squared, 0), 1) : 0
      return hypot(px - x[from] - t * dx, py - y[from] - t * dy)
    }.min() ?? .infinity
  }

  @Test(arguments: 1...10)
  func noPointOfAPathIsFartherFromWhatRemainsThanTheTolerance(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    var (x, y) = ([0.0], [0.0])
    var (vx, vy) = (0.0, 0.0)
    for _ in 1..<3000 {
      vx += Double.random(in: -0.1...0.1, using: &random) - 0.02 * vx
      vy += Double.random(in: -0.1...0.1, using: &random) - 0.02 * vy
      x.append(x[x.count - 1] + vx)
      y.append(y[y.count - 1] + vy)
    }
    let tolerance = 0.2
    let kept = simplifiedPath(x: x, y: y, tolerance: tolerance)
    #expect(kept.first == 0 && kept.last == x.count - 1)
    #expect(kept.count < x.count)
    for index in stride(from: 0, to: x.count, by: 7) {
      #expect(distance(x[index], y[index], x, y, kept) <= tolerance * (1 + 1e-9))
    }
  }

  @Test func aPathThatTurnsBackKeepsItsTip() {
    // The tip lies on the endless line through start and end, but not on the segment between them.
    #expect(simplifiedPath(x: [0, 10, 1], y: [0, 0, 0], tolerance: 0.1) == [0, 1, 2])
    #expect(simplifiedPath(x: [0, 5, 10], y: [0, 0.01, 0], tolerance: 0.1) == [0, 2])
  }

  @Test func partsOfAPathBetweenGapsKeepTheirEnds() {
    let x = [0, 1, 2, .nan, 4, 5, 6.0]
    let kept = simplifiedPath(x: x, y: [0, 0, 0, 0, 0, 0, 0], tolerance: 0.1)
    #expect(kept == [0, 2, 3, 4, 6])
    #expect(simplifiedPath(x: [.nan, .nan], y: [0, 0], tolerance: 1) == [])
  }

  @Test(arguments: 1...20) func aLineOverTimeStaysWithinTheToleranceOfItsPicture(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let noise = seed % 4 == 0 ? 0.3 : 0
    let times = (0..<Int.random(in: 3...8000, using: &random)).map { Double($0) / 100 }
    let rate = Double.random(in: 0.05...5, using: &random)
    let values = times.map { time -> Double in
      let value = sin(rate * time) + noise * Double.random(in: -1...1, using: &random)
      return Double.random(in: 0..<1, using: &random) < 0.002 ? .nan : value
    }
    let figure = Figure(
      x: FigureAxis("time", unit: "s"), y: FigureAxis("speed", unit: "m/s"), [.line("a", x: times, y: values)])
    let chart = try #require(try figure.page(size: figure.naturalSize, palette: .light).first)
    let stroke = Stroke(color: Palette.light.ink, dash: .solid, width: 1)
    let line = Element.line(x: times, y: values, stroke, isOrdered: true, title: "")
    guard case .line(let x, let y, _, _, _) = line.reduced(for: chart) else {
      Issue.record("a line becomes something else")
      return
    }
    if noise == 0, rate < 0.5 { #expect(x.count < times.count / 4 + 20) }
    // The rest of a column, half a point wide, lies that near.
    let tolerance = 0.12 * (1 + 1e-9) + (times.count > 4 * Int(2 * chart.frame.width) ? 0.5 : 0)
    let shown = zip(x, y).map { chart.page($0, $1) }
    for index in stride(from: 0, to: times.count, by: 23) where !values[index].isNaN {
      let (px, py) = chart.page(times[index], values[index])
      let near = shown.indices.filter { !shown[$0].y.isNaN && abs(shown[$0].x - px) < 60 || shown.count < 50 }
      #expect(distance(px, py, shown.map(\.x), shown.map(\.y), near) <= tolerance, "\(times[index])")
    }
  }

  @Test func manyPointsBecomeAScriptOfPictureSize() throws {
    let times = (0..<100_000).map { Double($0) / 100 }
    let line = Figure(
      x: FigureAxis("time", unit: "s"), y: FigureAxis("drift", unit: "m"),
      [.line("none", x: times, y: times.map { sin(5 * $0) })])
    #expect(try line.script(for: .svg).data.count < 16 * 4000)
    let path = Figure(
      x: FigureAxis("x", unit: "m"), y: FigureAxis("y", unit: "m"), aspect: .equal,
      [.path("none", x: times.map { cos($0 / 10) }, y: times.map { sin($0 / 10) })])
    #expect(try path.script(for: .svg).data.count < 16 * 20_000)
  }
}
