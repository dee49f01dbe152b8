import Foundation
import Testing

@testable import Figures

@Suite("Spaces to turn")
struct TurnableSpaceTests {
  private struct Shown: Decodable {
    struct Path: Decodable {
      var name: String
      var parts: [[Double]]
      var start: Bool
      var end: String?
    }
    struct Axis: Decodable {
      struct Tick: Decodable {
        var at: Double
        var text: String
      }
      var label: String
      var ticks: [Tick]
    }
    struct Item: Decodable { var text: String? }
    var room: [Double]
    var middle: [Double]
    var view: [Double]
    var box: [Double]?
    var axes: [Axis]
    var paths: [Path]
    var items: [Item]
  }

  private func shown(_ figure: Figure, size: Figure.Size? = nil) throws -> [Shown] {
    let json = try #require(try figure.turnableSpaces(size: size))
    return try JSONDecoder().decode([Shown].self, from: Data(json.utf8))
  }

  private func helix(_ view: Space.View = .standard, turns: Double = 3, showsBox: Bool = true) -> Space {
    let t = (0...2000).map { Double($0) / 2000 * turns * 2 * .pi }
    return Space(
      paths: [Space.Path("helix", x: t.map { 2 * cos($0) }, y: t.map(sin), z: t.map { 0.1 * $0 })], view: view,
      showsBox: showsBox)
  }

  /// Where the page's script puts a point when nothing has been turned.
  private func place(_ point: ArraySlice<Double>, _ shown: Shown) -> SIMD2<Double> {
    let p = Array(point)
    let flat = Projection(Space.View(azimuth: shown.view[0], elevation: shown.view[1]))(SIMD3(p[0], p[1], p[2]))
    return SIMD2(shown.middle[0] + flat.x, shown.middle[1] - flat.y)
  }

  @Test("Unturned, every point lies where the picture has it", arguments: [true, false], [-60.0, 10, 200])
  func agrees(showsBox: Bool, azimuth: Double) throws {
    let size = Figure.Size(width: 11, height: 8)
    let figure = Figure(helix(.init(azimuth: azimuth, elevation: 30), showsBox: showsBox))
    let space = try shown(figure, size: size)[0]
    let chart = try figure.page(size: size, palette: .light)[0]
    guard case .line(let x, let y, _, _, _)? = chart.elements.first(where: { $0.title == "helix" }) else {
      Issue.record("no line")
      return
    }
    let height = size.height * pointsPerCentimetre
    let part = try #require(space.paths[0].parts.first)
    for (index, ends) in [(0, 0), (x.count - 1, part.count - 3)] {
      let page = chart.page(x[index], y[index])
      let script = place(part[ends..<ends + 3], space)
      #expect(abs(page.x - script.x) < 0.15 && abs(height - page.y - script.y) < 0.15)
    }
  }

  @Test("A path is simplified, and from every side within a fraction of a point")
  func simplified() throws {
    let space = try shown(Figure(helix()))[0]
    let part = space.paths[0].parts[0]
    #expect(part.count / 3 < 400)
    // Points a unit, from two numbers on an axis; the helix is symmetric about its axis.
    let ticks = space.axes[0].ticks
    let values = try ticks.map { try #require(Double($0.text.replacing("−", with: "-"))) }
    let scale = (ticks[1].at - ticks[0].at) / (values[1] - values[0])
    let helix = helix().paths[0]
    let middle = (helix.z.values.min()! + helix.z.values.max()!) / 2
    for view in [
      Space.View(azimuth: -60, elevation: 25), .init(azimuth: 33, elevation: 70), .init(azimuth: 140, elevation: -10),
    ] {
      let projection = Projection(view)
      let corners = stride(from: 0, to: part.count, by: 3).map {
        projection(SIMD3(part[$0], part[$0 + 1], part[$0 + 2]))
      }
      let worst = (0..<helix.x.count).map { index -> Double in
        let point = projection(
          scale * SIMD3(helix.x.values[index], helix.y.values[index], helix.z.values[index] - middle))
        return zip(corners, corners.dropFirst()).map { distance(point, $0, $1) }.min() ?? .infinity
      }.max()!
      #expect(worst < 0.5, "\(worst) points")
    }
  }

  /// From a point to a segment.
  private func distance(_ p: SIMD2<Double>, _ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    let (ab, ap) = (b - a, p - a)
    let along = min(1, max(0, (ab * ap).sum() / max((ab * ab).sum(), 1e-12)))
    let rest = ap - along * ab
    return (rest * rest).sum().squareRoot()
  }

  @Test("Gaps and what leaves the box cut a path; its ends are marked where they are inside")
  func parts() throws {
    let path = Space.Path("p", x: [0, 1, .nan, 2, 3, 9], y: [0, 1, 1, 2, 3, 9], z: [0, 1, 1, 2, 3, 9])
    let limited = FigureAxis("x", limits: .fixed(-1, 4))
    let space = try shown(Figure(Space(x: limited, y: limited, z: limited, paths: [path])))[0]
    #expect(space.paths[0].parts.map { $0.count / 3 } == [2, 2])
    #expect(space.paths[0].start && space.paths[0].end == nil)
  }

  @Test("Axes, ticks and the legend come along; other panels are left out")
  func surroundings() throws {
    let plane = Plane(x: FigureAxis("a"), y: FigureAxis("b"), [.line("other", x: [0, 1], y: [0, 1])])
    let figure = Figure(panels: [.plane(plane), .space(helix())], columns: 2, size: .init(width: 16, height: 8))
    let spaces = try shown(figure)
    #expect(spaces.count == 1)
    #expect(abs(spaces[0].room[0] - 8 * pointsPerCentimetre) < 0.1)
    #expect(spaces[0].axes.map(\.label) == ["x (m)", "y (m)", "z (m)"])
    #expect(spaces[0].axes[0].ticks.contains { $0.text == "0" && abs($0.at) < 0.2 })
    #expect(spaces[0].items.compactMap(\.text) == ["helix"])
    #expect(try Figure(plane).turnableSpaces() == nil)
    #expect(try shown(Figure(helix(showsBox: false)))[0].axes.isEmpty)
  }

  @Test("What cannot be drawn is an error here, too")
  func errors() {
    #expect(throws: FigureError.self) { try Figure(Space()).turnableSpaces() }
  }
}
