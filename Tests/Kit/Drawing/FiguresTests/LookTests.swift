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
    let series = ["white", "flicker", "random walk", "all three", "five", "six"].enumerated().map {
      Mark.line($1, x: [0, 1], y: [1, 2 + Double($0)])
    }
    let figure = Figure(
      x: FigureAxis("x"), y: FigureAxis("y"), legend: .above,
      laws + [.bands("at rest", [0...0.5])] + series)
    #expect(figure.panels.flatMap(\.series).map(\.name) == series.map(\.name))
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
      for shade in Palette.shades(of: hue) {
        var look = Look(color: hue)
        look.shade = shade
        #expect(palette.line(look).contrast(with: palette.paper) >= 1.98, "\(hue) \(shade)")
      }
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

  /// Series as figures have them: the truth, schemes, schemes with rates, components, your own names, some without a
  /// name.
  private func names(_ random: inout SeededRandom) -> [String] {
    let kinds =
      [
        ["truth"], schemes, ["Euler", "zero-velocity smoother", "zero end velocity", "high-pass"],
        ["x", "y", "z", "w"],
      ]
      + [
        [
          "exponential (0.5 s⁻¹)", "exponential (1 s⁻¹)", "exponential (2 s⁻¹)",
          "nonlinear step (velocity 1, position 2)",
        ]
      ]
      + [["mine", "walk", "run", "a recording", "mine (1)", "mine (2)"], ["\u{0}0", "\u{0}1"]]
    var names: [String] = []
    for _ in 0..<(1 + random.next() % 12) {
      let kind = kinds[Int(random.next() % UInt64(kinds.count))]
      let name = kind[Int(random.next() % UInt64(kind.count))]
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  @Test(arguments: 1...30)
  func allSeriesOfAFigureAreToldApartAlsoInGreyAndByColourBlindReaders(seed: Int) {
    let protan = [[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]]
    let deutan = [[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]]
    var random = SeededRandom(seed: UInt64(seed))
    for _ in 0..<40 {
      let names = names(&random)
      let looks = Look.assignment(for: names)
      for (index, one) in names.enumerated() {
        for other in names[(index + 1)...] {
          let (a, b) = (looks[one]!, looks[other]!)
          #expect(a.isTold(from: b), "\(one) \(a), \(other) \(b) of \(names)")
          for matrix in [protan, deutan] where a.dash == b.dash {
            let (seen, beside) = (dichromat(Palette.light.line(a), matrix), dichromat(Palette.light.line(b), matrix))
            let difference = zip(seen, beside).map { pow(max($0, 0), 1 / 2.2) - pow(max($1, 0), 1 / 2.2) }
            #expect(difference.map { $0 * $0 }.reduce(0, +).squareRoot() > 0.099, "\(one), \(other) of \(names)")
          }
        }
      }
      // One scheme, one look; with other parameters the same colour.
      for name in names {
        if schemes.contains(name) || name == "truth" { #expect(looks[name] == Look.fixed[name]) }
        if let scheme = Look.fixed[Look.stem(of: name)] {
          #expect(looks[name]!.color == scheme.color || name.count == 1)
        }
      }
      #expect(Look.assignment(for: names) == looks)
    }
  }

  @Test func aSchemesRatesDifferInShadeAndMarkerAndKeepItsColourAndDash() {
    let rates = ["0.5", "1", "2", "4"].map { "exponential (\($0) s⁻¹)" }
    let looks = Look.assignment(for: ["none"] + rates)
    let of = rates.map { looks[$0]! }
    #expect(Set(of.map(\.color)) == [.blue] && Set(of.map(\.dash)) == [.long])
    #expect(Set(of.map(\.shade)).count == 4 && Set(of.map(\.marker)).count == 4 && of.allSatisfy(\.isMarked))
    // One alone needs no markers, and neither does the scheme without parameters.
    #expect(Look.assignment(for: ["none", rates[0]])[rates[0]]?.isMarked == false)
    #expect(Look.assignment(for: ["exponential", rates[0]])["exponential"] == Look.fixed["exponential"])
    // A panel more, with fewer of them, changes nothing.
    let panels = [rates, Array(rates.prefix(2))].map { names in
      Figure.Panel.plane(
        Plane(x: FigureAxis("x"), y: FigureAxis("y"), names.map { .line($0, x: [0, 1], y: [0, 1]) }))
    }
    let alone = Figure(panels: [panels[0]]).looks
    let both = Figure(panels: panels.reversed(), columns: 2).looks
    for name in rates.prefix(2) { #expect(alone[name] == both[name]) }
  }

  /// What docs/figures.md promises of a scheme with several rates.
  @Test func threeRatesOfASchemeKeepItsColourAndDashAndManySchemesTheirColour() throws {
    let rates = ["0.5", "1", "2"]
    for scheme in Look.fixed.keys.filter({ $0.count > 1 && $0 != "truth" }) {
      let looks = Look.assignment(for: rates.map { "\(scheme) (\($0) s⁻¹)" }).values
      #expect(
        looks.allSatisfy { $0.color == Look.fixed[scheme]!.color && $0.dash == Look.fixed[scheme]!.dash }, "\(scheme)")
      #expect(Set(looks.map(\.shade)).count == 3 && Set(looks.map(\.marker)).count == 3)
    }
    for first in schemes.indices {
      let four = (0..<4).map { schemes[(first + $0) % schemes.count] }
      let names = four.flatMap { scheme in rates.map { "\(scheme) (\($0) s⁻¹)" } }
      let looks = Look.assignment(for: names)
      for (index, one) in names.enumerated() {
        let look = try #require(looks[one])
        #expect(look.color == Look.fixed[Look.stem(of: one)]?.color && look.isMarked)
        for other in names[(index + 1)...] {
          #expect(look.isTold(from: looks[other]!), "\(one), \(other)")
          if Look.stem(of: one) == Look.stem(of: other) { #expect(look.marker != looks[other]?.marker) }
        }
      }
    }
  }

  @Test func markersStandAlongTheLinesOfASchemesRatesAndInTheLegend() throws {
    let x = (0...200).map { Double($0) / 10 }
    let names = ["none", "exponential (1 s⁻¹)", "exponential (2 s⁻¹)"]
    let marks = names.enumerated().map { index, name in Mark.line(name, x: x, y: x.map { $0 * Double(index + 1) }) }
    for scale in [FigureAxis.Scale.linear, .logarithmic] {
      let figure = Figure(
        Plane(x: FigureAxis("x"), y: FigureAxis("y", scale: scale), legend: .above, marks))
      let chart = try figure.page(size: figure.naturalSize, palette: .light)[0]
      var places: [String: [(Double, Double)]] = [:]
      for case .markers(let x, let y, _, let title) in chart.elements { places[title] = Array(zip(x, y)) }
      #expect(Set(places.keys) == Set(names.dropFirst()))
      for (index, name) in names.enumerated().dropFirst() {
        let found = try #require(places[name])
        #expect(found.count >= 3 && found.count < 12)
        for (x, y) in found where x > 0.2 { #expect(abs(y - x * Double(index + 1)) < 0.02 * y, "on the line") }
      }
      #expect(Set((places[names[1]] ?? []).map(\.0)).isDisjoint(with: (places[names[2]] ?? []).map(\.0)))
      #expect(chart.items.count(where: { if case .marker = $0 { true } else { false } }) == 2)
    }
    // A path, too, and only where it is seen.
    let path = Figure(
      x: FigureAxis("x", limits: .fixed(0, 1)), y: FigureAxis("y", limits: .fixed(0, 1)),
      names.map { .path($0, x: [0, 1, 100], y: [0, 1, 100]) })
    for case .markers(let x, _, let style, let title) in try path.page(size: path.naturalSize, palette: .light)[0]
      .elements
    where title.hasPrefix("exp") {
      #expect(x.count >= 3 && x.allSatisfy { (-1e-9...1 + 1e-9).contains($0) } && style.isFilled)
    }
  }

  @Test func linesThatOnlyHelpToSeeTakeNoLook() {
    let net = (0..<12).map { Mark.line(x: [0, 1], y: [0, Double($0)], look: Look(color: .muted, width: 0.5)) }
    let figure = Figure(
      x: FigureAxis("x"), y: FigureAxis("y"), net + [.line(x: [0, 1], y: [1, 0]), .line("b", x: [0, 1], y: [1, 2])])
    // The first was orange and in short dashes.
    #expect(Set(figure.looks.values) == Set(Look.free.prefix(2)))
  }

  @Test func seriesOfOnesOwnGetTheLooksInTheirOrderAndASingleOneIsSolid() {
    let names = ["a", "b", "c", "d", "e", "f"]
    let looks = names.map { Look.assignment(for: names)[$0]! }
    #expect(looks == Array(Look.free.prefix(6)))
    #expect(Set(looks.map(\.color)).count == 6 && Set(looks.map(\.dash)).count == 6)
    for name in ["", "drift", "anything"] {
      let figure = Figure(x: FigureAxis("x"), y: FigureAxis("y"), [.line(name, x: [0, 1], y: [0, 1])])
      #expect(figure.looks.values.map(\.dash) == [.solid])
    }
  }

  @Test func withoutAColourOfItsOwnALookHasThatOfItsSeries() throws {
    let figure = Figure(
      x: FigureAxis("x"), y: FigureAxis("y"),
      [
        .line("exponential", x: [0, 1], y: [0, 1], look: Look(dash: .dotted)),
        .line("mine", x: [0, 1], y: [1, 0], look: Look(dash: .solid)),
        .line(x: [0, 1], y: [2, 1], look: Look(dash: .short)),
      ])
    let strokes = try lines(figure)
    #expect(strokes.map(\.dash) == [.dotted, .solid, .short])
    #expect(strokes[0].color == Palette.light.line(.blue) && Set(strokes.map(\.color)).count == 3)
  }

  private func lines(_ figure: Figure) throws -> [Stroke] {
    try figure.page(size: figure.naturalSize, palette: .light)[0].elements.compactMap { element in
      if case .line(_, _, let stroke, _, _) = element { stroke } else { nil }
    }
  }

  @Test func whatLiesBeneathAnotherSeriesIsWiderThanIt() throws {
    let (x, y) = ((0...40).map(Double.init), (0...40).map { sin(Double($0) / 5) })
    func widths(_ marks: [Mark]) throws -> [Double] {
      try lines(Figure(x: FigureAxis("x"), y: FigureAxis("y"), marks)).map(\.width)
    }
    let own = Look.standardWidth
    #expect(try widths([.line("truth", x: x, y: y), .line("none", x: x, y: y)]) == [own + 2.2, own])
    #expect(
      try widths([.line("truth", x: x, y: y), .line("none", x: x, y: y), .line("other", x: x, y: y, look: Look())])
        == [own + 4.4, own + 2.2, own])
    // Through the gaps of a dashed line what is solid is seen as it is.
    #expect(try widths([.line("none", x: x, y: y), .line("exponential", x: x, y: y)]) == [own, own])
    #expect(try widths([.line("exponential", x: x, y: y), .line("none", x: x, y: y)]) == [own + 2.2, own])
    #expect(
      try widths(["truth", "none", "mine", "exponential"].map { .line($0, x: x, y: y) })
        == [own + 4.4, own + 2.2, own + 2.2, own])
    // Who parts ways is seen there.
    let away = zip(x, y).map { $0 > 20 ? $1 + 0.4 : $1 }
    #expect(try widths([.line("truth", x: x, y: y), .line("none", x: x, y: away)]) == [own, own])
    let figure = Figure(
      x: FigureAxis("x"), y: FigureAxis("y"), [.points("one", x: x, y: y), .points("two", x: x, y: y)])
    var sizes: [Double] = []
    for case .markers(_, _, let style, _) in try figure.page(size: figure.naturalSize, palette: .light)[0].elements {
      sizes.append(style.size)
    }
    #expect(sizes == [8.5, 5])
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
