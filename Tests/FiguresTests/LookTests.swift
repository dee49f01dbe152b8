import Basics
import Foundation
import Testing

@testable import Figures

@Suite struct LookTests {
  private let schemes = ["none", "exponential", "nonlinear step", "rest recognition", "reset on release"]

  @Test func schemesDifferInColourInDashAndInMarker() {
    let looks = schemes.map { Look(named: $0) }
    #expect(Set(looks.map(\.color)).count == schemes.count)
    #expect(Set(looks.map(\.dash)).count == schemes.count)
    #expect(Set(looks.map(\.marker)).count == schemes.count)
    #expect(looks.allSatisfy { $0.color != .foreground })
    #expect(Look(named: "truth").color == .foreground)
  }

  @Test func aNameHasTheSameLookInEveryFigure() {
    for names in [schemes, ["zero end velocity"] + schemes, schemes.reversed()] {
      let assigned = Look.assignment(for: names)
      for scheme in schemes { #expect(assigned[scheme] == Look(named: scheme)) }
      if let other = assigned["zero end velocity"] { #expect(other == Look(named: "zero end velocity")) }
    }
  }

  @Test(arguments: 1...20)
  func namesOfOneFigureNeverShareALook(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let names = (0..<Look.free.count).map { _ in "scheme \(UInt32.random(in: 0...(.max), using: &random))" }
    let assigned = Look.assignment(for: schemes + names)
    #expect(Set(assigned.values).count == schemes.count + Set(names).count)
  }

  @Test func aFreeLookIsPassedOverWhereASchemeOfTheFigureHasIt() {
    let all = ["Euler", "zero-velocity smoother", "zero end velocity", "high-pass"] + schemes
    #expect(Set(all.map { [Look(named: $0).color.rawValue, Look(named: $0).dash.rawValue] }).count == all.count)
    for index in 0..<200 {
      let other = "name \(index)"
      let assigned = Look.assignment(for: all + [other])
      let mine = assigned[other]!
      #expect(all.allSatisfy { Look(named: $0).color != mine.color || Look(named: $0).dash != mine.dash }, "\(other)")
    }
  }

  @Test func noNameHasTheColourOfAnotherAsLongAsThereAreColours() {
    for index in 0..<200 {
      for fixed in [["none", "exponential"], ["truth", "zero-velocity smoother"], ["x", "y", "z"], ["Euler"]] {
        let names = fixed + (0..<6 - fixed.filter { $0 != "truth" }.count).map { "name \(index) \($0)" }
        let assigned = Look.assignment(for: names)
        #expect(Set(names.map { assigned[$0]!.color }).count == names.count, "\(names)")
      }
      let own = Look(color: .sky, dash: .dotted)
      #expect(Look.assignment(for: ["name \(index)"], beside: [own])["name \(index)"]!.color != .sky)
    }
  }

  @Test func whatIsDrawnInNeutralColoursTakesNoneFromASeries() throws {
    let laws = ["N", "K", "B", "C"].map { Mark.law($0, x: [0, 1], y: [0, 1]) }
    let series = ["white", "flicker", "random walk", "all three", "five", "six"].map {
      Mark.line($0, x: [0, 1], y: [1, 2])
    }
    let figure = Figure(
      x: FigureAxis("x"), y: FigureAxis("y"), legend: .above,
      laws + [.bands("at rest", [0...0.5])] + series)
    #expect(figure.panels.flatMap(\.names) == series.map(\.name))
    var colors = Set<UInt32>()
    for case .stroke(_, _, _, _, let stroke) in try figure.page(size: figure.naturalSize, palette: .light)[0].items
    where stroke.width == Look.standardWidth { colors.insert(stroke.color.number) }
    #expect(colors.count == series.count)
  }

  @Test func freeLooksAreNoSchemesLookAndNeighboursDifferInColourAndDash() {
    let taken = Set(schemes.map { [Look(named: $0).color.rawValue, Look(named: $0).dash.rawValue] })
    #expect(Set(Look.free.map { [$0.color.rawValue, $0.dash.rawValue] }).isDisjoint(with: taken))
    for (one, next) in zip(Look.free, Look.free.dropFirst()) {
      #expect(one.color != next.color)
    }
  }

  @Test(arguments: [Palette.light, .dark])
  func textHasTheContrastOfText(palette: Palette) {
    for hue in Look.Hue.allCases {
      #expect(palette.text(hue).contrast(with: palette.paper) >= 4.5, "\(hue)")
      #expect(palette.line(hue).contrast(with: palette.paper) >= 2, "\(hue)")
    }
    #expect(palette.ink.contrast(with: palette.paper) >= 12)
    #expect(palette.faint.contrast(with: palette.paper) < 2)
  }

  /// What a reader with a complete lack of one kind of cone sees (Viénot, Brettel, Mollon 1999, linear light).
  private func dichromat(_ color: Color, _ matrix: [[Double]]) -> [Double] {
    let light = [color.linear.red, color.linear.green, color.linear.blue]
    return matrix.map { row in zip(row, light).reduce(0) { $0 + $1.0 * $1.1 } }
  }

  @Test func schemesStayApartForColourBlindReaders() {
    let protan = [[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]]
    let deutan = [[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]]
    for matrix in [protan, deutan] {
      let seen = (schemes + ["truth"]).map { dichromat(Palette.light.line(Look(named: $0).color), matrix) }
      for (index, one) in seen.enumerated() {
        for other in seen[(index + 1)...] {
          let difference = zip(one, other).map { pow(max($0, 0), 1 / 2.2) - pow(max($1, 0), 1 / 2.2) }
          #expect(difference.map { $0 * $0 }.reduce(0, +).squareRoot() > 0.1)
        }
      }
    }
  }

  @Test func theColourRampGetsEvenlyDarker() {
    let luminances = (0...100).map { pow(ColorRamp.color(at: Double($0) / 100).luminance, 1.0 / 3) }
    let steps = zip(luminances, luminances.dropFirst()).map { $0 - $1 }
    #expect(steps.allSatisfy { $0 > 0.001 && $0 < 0.018 })
    #expect(ColorRamp.color(at: -5) == ColorRamp.color(at: 0) && ColorRamp.color(at: 7) == ColorRamp.color(at: 1))
  }

  @Test func coloursAreReadAsGnuplotWritesThem() {
    #expect(Color(css: "rgb( 18,  52,  86)") == Color(0x123456))
    #expect(Color(css: "#0072B2") == Color(0x0072b2))
    #expect(Color(css: "none") == nil && Color(css: "rgb(1,2)") == nil && Color(css: "rgb(300,0,0)") == nil)
    #expect(Color(0x0072b2).hex == "#0072b2" && Color(0x12).hex == "#000012")
  }

  @Test(.enabled(if: hasGnuplot, "no gnuplot"))
  func twoDashesOfOneColourStayTwoInTheLegend() throws {
    let looks = [Look.Dash.dotted, .long].map { Look(color: .orange, dash: $0) }
    let figure = Figure(
      Plane(
        x: FigureAxis("x"), y: FigureAxis("y"), legend: .above,
        [.line("one", x: [0, 1], y: [0, 1], look: looks[0]), .line("two", x: [0, 1], y: [1, 0], look: looks[1])]))
    try withTemporaryFolder { folder in
      let files = try FigureRenderer().render(
        figure, label: "dashes", alternative: "two lines", formats: [.svg], into: folder)
      let svg = try String(contentsOf: files[0], encoding: .utf8)
      // Each pattern once in the plot and once in the legend.
      for pattern in ["1.2,2.8", "9.6,3.6"] {
        #expect(svg.ranges(of: "stroke-dasharray=\"\(pattern)\"").count == 2, "\(pattern)")
      }
    }
  }
}
