import Foundation
import Inertial
import Rotations
import Testing

@testable import Figures
@testable import InertialFigures

@Suite struct InertialFiguresTests {
  /// A device that lies still for two seconds, measured with a constant bias along x.
  private func still(bias: Double = 0.1, truth: Bool = true) throws -> Trace {
    let times = (0...200).map { 5 + Double($0) / 100 }
    return try Trace(
      timestamps: times, attitude: times.map { _ in .identity },
      userAcceleration: times.map { _ in Vector3(-bias, 0, 0) },
      truePosition: truth ? times.map { _ in Vector3(3, 4, 5) } : nil)
  }

  private func plane(_ figure: Figure, _ index: Int = 0) throws -> Plane {
    guard case .plane(let plane) = figure.panels[index] else { throw CancellationError() }
    return plane
  }

  private func curves(_ plane: Plane) -> [String: Mark] {
    let curves = plane.marks.filter { [.line, .path, .law].contains($0.kind) }
    return Dictionary(uniqueKeysWithValues: curves.map { ($0.name, $0) })
  }

  @Test func driftIsTheDistanceFromTheTruthOverTheTimeSinceTheStart() throws {
    let comparison = try Comparison(of: still(), schemes: [.none, .exponential(rate: 2)])
    let plane = try plane(comparison.driftFigure(scale: .linear))
    #expect(plane.x.label() == "time (s)" && plane.y.label() == "drift, origin aligned (m)")
    let none = try #require(curves(plane)["none"])
    #expect(none.x.values.first == 0)
    #expect(try none.y.values == comparison["none"].drift)
    // ½bt² after two seconds.
    #expect((none.y.values[200] - 0.2).magnitude < 1e-3)
  }

  @Test func schemesAreLeftOutByNameAndTheRangeIsThatWhichWasAskedFor() throws {
    let comparison = try Comparison(of: still(), schemes: [.none, .exponential(rate: 1), .exponential(rate: 3)])
    let all = try plane(comparison.driftFigure())
    let rest = try plane(comparison.driftFigure(without: "none", within: 0...0.5, scale: .linear))
    #expect(curves(all)["none"] != nil && curves(rest)["none"] == nil)
    #expect(rest.marks.count { $0.name.hasPrefix("exponential") } == 2)
    #expect(rest.y.limits == .fixed(0, 0.5))
    // One of two of the same name, by its parameters.
    let one = try plane(comparison.driftFigure(without: "none", comparison.runs[2].label))
    #expect(one.marks.count { $0.name.hasPrefix("exponential") } == 1)
    let velocity = comparison.velocityFigure(without: "none", within: -1...1)
    for panel in velocity.panels.indices {
      let plane = try plane(velocity, panel)
      #expect(!plane.marks.contains { $0.name == "none" } && plane.y.limits == .fixed(-1, 1))
    }
    #expect(try !plane(comparison.trajectoryFigure(without: "none")).marks.contains { $0.name == "none" })
    // A name that no scheme has is seen.
    #expect(
      try plane(comparison.driftFigure(without: "nome")).marks.contains { $0.name == "no scheme is called “nome”" })
  }

  @Test func aMapMarksItsLeastValueUnlessAllAreEqual() throws {
    func texts(_ values: [Double]) throws -> [String] {
      let map = Figure.sweep(
        x: FigureAxis("a"), columns: [1, 2, 3], y: FigureAxis("b"), rows: [1, 2], drift: values)
      guard case .cells(let cells) = map.panels[0] else { throw CancellationError() }
      return cells.texts
    }
    #expect(try texts([3, 2, .nan, 1, 4, .infinity]) == ["", "", "", "min", "", ""])
    #expect(try texts([2, 2, 2, 2, 2, 2]) == [])
  }

  @Test func withoutTruthTheDistanceFromTheStartIsShownAndNamedSo() throws {
    let comparison = try Comparison(of: still(truth: false), schemes: [.none])
    let plane = try plane(comparison.driftFigure())
    #expect(plane.y.quantity == "distance from start")
    #expect(try #require(curves(plane)["none"]).y.values[200] > 0.19)
  }

  @Test func theScaleIsLogarithmicOnlyWhenOneSchemeDiverges() throws {
    let trace = try still(bias: 1)
    let diverging = try Comparison(
      of: trace, schemes: [.none, .exponential(rate: 50), .exponential(rate: 60)])
    #expect(try plane(diverging.driftFigure()).y.scale == .logarithmic)
    #expect(try plane(diverging.driftFigure(scale: .linear)).y.scale == .linear)
    let similar = try Comparison(of: trace, schemes: [.none, .exponential(rate: 0.1)])
    #expect(try plane(similar.driftFigure()).y.scale == .linear)
  }

  @Test func theSameSchemeTwiceIsToldApartByItsParameters() throws {
    let comparison = try Comparison(of: still(), schemes: [.none, .exponential(rate: 1), .exponential(rate: 3)])
    #expect(comparison.names[0] == "none")
    #expect(Set(comparison.names).count == 3)
    #expect(comparison.names[1].contains("1") && comparison.names[2].contains("3"))
  }

  @Test func lawsAreWhatTheirFormulasSay() {
    #expect((DriftLaw.bias(0.2).drift(3) - 0.9).magnitude < 1e-12)
    // N is the two-sided density; a literal is the one-sided one, √2 times as large.
    #expect(
      (DriftLaw.noise(density: .init(twoSided: 0.3)).drift(4) - 0.3 * 8 / 3.0.squareRoot()).magnitude < 1e-12)
    #expect((DriftLaw.noise(density: 0.3).drift(4) - 0.3 * 8 / 6.0.squareRoot()).magnitude < 1e-12)
    #expect((DriftLaw.tilt(.pi / 2).drift(2) - 2 * 9.80665).magnitude < 1e-12)
  }

  @Test func lawsAreLaidUnderTheDriftAsThinLines() throws {
    let comparison = try Comparison(of: still(), schemes: [.none])
    let plane = try plane(comparison.driftFigure(laws: [.bias(0.1)]))
    let law = plane.marks[0]
    #expect(law.kind == .law)
    #expect((law.y.values.last ?? 0) == 0.5 * 0.1 * 2 * 2)
  }

  @Test func aBiasIsAStraightLineOnTwoLogarithmicAxes() throws {
    let comparison = try Comparison(of: still(), schemes: [.none])
    let plane = try plane(comparison.driftFigure(scale: .logarithmic, logarithmicTime: true))
    #expect(plane.x.scale == .logarithmic)
    let none = try #require(curves(plane)["none"])
    #expect(none.x.values.allSatisfy { $0 > 0 })
    _ = try comparison.driftFigure(scale: .logarithmic, logarithmicTime: true).script(for: .svg)
  }

  @Test func velocityHasAPanelPerAxisWithTheTruthAndTheTimesAtRest() throws {
    let trace = try Trace.simulated(.square())
    let figure = try Comparison(of: trace, schemes: [.none]).velocityFigure()
    #expect(figure.panels.count == 3 && figure.sharesAbscissa)
    for (index, axis) in ["x", "y", "z"].enumerated() {
      let plane = try plane(figure, index)
      #expect(plane.y.label() == "velocity \(axis) (m/s)")
      #expect(Set(curves(plane).keys) == ["truth", "none"])
      #expect(plane.marks.contains { $0.name == "at rest" })
    }
    let bare = try Comparison(of: trace, schemes: [.none]).velocityFigure(components: [.z], showsRest: false)
    #expect(bare.panels.count == 1)
    #expect(try !plane(bare).marks.contains { $0.name == "at rest" })
  }

  @Test func theTrueVelocityIsTheSlopeOfTheTruePositions() throws {
    let times = (0...300).map { Double($0) / 100 }
    let trace = try Trace(
      timestamps: times, attitude: times.map { _ in .identity }, userAcceleration: times.map { _ in .zero },
      truePosition: times.map { Vector3(2 * $0, 1 - $0, $0 * $0) })
    let figure = try Comparison(of: trace, schemes: [.none]).velocityFigure()
    let (x, z) = (try plane(figure, 0), try plane(figure, 2))
    #expect(try #require(curves(x)["truth"]).y.values.allSatisfy { ($0 - 2).magnitude < 1e-9 })
    #expect((try #require(curves(z)["truth"]).y.values[150] - 3).magnitude < 1e-9)
  }

  @Test func trajectoriesHaveEqualAxesAndShowThePlaneInWhichTheDeviceMoved() throws {
    // The simulated square is upright: it is seen from the front or the side, not from above.
    let comparison = try Comparison(of: Trace.simulated(.square()), schemes: [.none, .restRecognition()])
    let widest = try plane(comparison.trajectoryFigure())
    #expect(widest.aspect == .equal && widest.y.quantity == "z")
    let plan = try plane(comparison.trajectoryFigure(plane: .plan))
    #expect(plan.x.label() == "x (m)" && plan.y.label() == "y (m)")
    let side = try plane(comparison.trajectoryFigure(plane: .side))
    #expect(side.x.quantity == "y" && side.y.quantity == "z")
    let truth = try #require(curves(side)["truth"])
    #expect(truth.y.values == comparison.truth?.map(\.z))
  }

  @Test func trajectoriesInSpaceHoldTheTruthAndEveryScheme() throws {
    let comparison = try Comparison(of: still(), schemes: [.none, .exponential(rate: 1)])
    guard case .space(let space) = comparison.trajectory3DFigure(view: .plan).panels[0] else {
      Issue.record("no space")
      return
    }
    #expect(space.paths.map(\.name) == ["truth", "none", "exponential"])
    #expect(space.view == .plan)
  }

  @Test func numbersThatOverflowAreGapsNotErrors() throws {
    #expect(drawable([1, .infinity, -.infinity, .nan, 1e101]).map(\.isNaN) == [false, true, true, true, true])
    let trace = try still(bias: 1e308)
    let comparison = try Comparison(of: trace, schemes: [.none, .exponential(rate: 1)], truth: .motionless)
    for figure in [comparison.driftFigure(), comparison.velocityFigure(), comparison.trajectoryFigure()] {
      _ = try figure.script(for: .svg)
    }
  }

  @Test func restIsTheStretchesOfTime() {
    let times = (0..<8).map(Double.init)
    #expect(
      restIntervals([true, true, false, false, true, true, true, false], times: times) == [0...1, 4...6])
    #expect(restIntervals([false, true, true], times: [0, 1, 2]) == [1...2])
    #expect(restIntervals([true, false, true], times: [0, 1, 2]) == [])
    #expect(restIntervals([], times: []) == [])
  }

  @Test func accelerationIsInTheFrameAskedFor() throws {
    let quarter = Quaternion(w: 0.5.squareRoot(), x: 0, y: 0, z: 0.5.squareRoot())
    let times = (0...100).map { Double($0) / 100 }
    let trace = try Trace(
      timestamps: times, attitude: times.map { _ in quarter },
      userAcceleration: times.map { _ in Vector3(1, 0, 0) })
    func last(_ frame: Trace.Frame, _ axis: Int) throws -> Double {
      let marks = try plane(trace.accelerationFigure(in: frame, rest: nil), axis).marks
      #expect(marks[0].kind == .line)
      return marks[0].y.values[100]
    }
    #expect(try last(.device, 0) == 1 && last(.device, 1) == 0)
    #expect(try last(.reference, 0).magnitude < 1e-12 && (last(.reference, 1) - 1).magnitude < 1e-12)
    let bands = try plane(trace.accelerationFigure(rest: .fluctuation())).marks.filter { $0.name == "at rest" }
    #expect(bands.count == 1)
  }

  @Test func aDetectorThatNeedsTheRotationRateSaysSo() throws {
    #expect(throws: TraceError.self) { try still().accelerationFigure(rest: .angularRateEnergy()) }
  }

  @Test func anglesAreInterruptedWhereTheyWrapAround() throws {
    let times = (0...100).map { Double($0) / 100 }
    let turns = times.map { time -> Quaternion in
      let half = (3 + time) / 2
      return Quaternion(w: cos(half), x: 0, y: 0, z: sin(half))
    }
    let trace = try Trace(
      timestamps: times, attitude: turns, userAcceleration: times.map { _ in .zero })
    let yaw = try #require(curves(plane(trace.attitudeFigure()))["yaw"])
    #expect(yaw.y.values.filter(\.isNaN).count == 1)
    #expect((yaw.y.values[0] - 3 * 180 / .pi).magnitude < 1e-6)
    let known = try Trace(
      timestamps: times, attitude: turns, userAcceleration: times.map { _ in .zero }, trueAttitude: turns)
    #expect(known.attitudeFigure().panels.count == 3)
  }

  @Test func sweepsAreHeatMapsOrLinesWithTheBestMarked() throws {
    let map = Figure.sweep(
      x: FigureAxis("α", unit: "s⁻¹"), columns: [1, 2], y: FigureAxis("threshold", unit: "m/s²"), rows: [0.1, 0.2],
      drift: [1, 2, .infinity, 4])
    guard case .cells(let cells) = map.panels[0] else {
      Issue.record("no cells")
      return
    }
    #expect(cells.values.values[2].isNaN && cells.values.values[3] == 4)
    _ = try map.script(for: .svg)
    let lines = Figure.sweep(
      FigureAxis("α", unit: "s⁻¹"), values: [1, 2, 3], drifts: [("square", [3, 1, 2]), ("eight", [.nan, 5, 4])])
    let best = try plane(lines).marks.filter { $0.kind == .points }
    #expect(best.map(\.x.values) == [[2], [3]])
  }

  @Test func whereAllValuesAreAlikeNoneIsTheBest() throws {
    func marked(_ drift: [Double]) throws -> Int {
      let figure = Figure.sweep(FigureAxis("α"), values: [1, 2, 3], drifts: [("a", drift)])
      return try plane(figure).marks.count { $0.kind == .points }
    }
    // Each had its first value marked.
    #expect(try marked([0.3, 0.3, 0.3]) == 0 && marked([0, 0, 0]) == 0 && marked([0.1 + 0.2, 0.3, 0.3]) == 0)
    #expect(try marked([.nan, 2, .infinity]) == 0, "one number is no choice")
    #expect(try marked([0.3, 0.3, 0.299]) == 1 && marked([1e-9, 2e-9, 3e-9]) == 1)
  }

  @Test func aSweepOfOneValueIsABarPerTrace() throws {
    let drifts: [(trace: String, drift: [Double])] = [("walk", [0.4]), ("run", [1.3]), ("lost", [.infinity])]
    let bars = try plane(.sweep(FigureAxis("α", unit: "s⁻¹"), values: [2], drifts: drifts))
    #expect(bars.marks.map(\.kind) == [.bars] && bars.marks[0].name == "α = 2 s⁻¹")
    #expect(bars.marks[0].places == ["walk", "run", "lost"] && bars.marks[0].y.values.prefix(2) == [0.4, 1.3])
    let figure = Figure.sweep(FigureAxis("α", unit: "s⁻¹"), values: [2], drifts: drifts)
    #expect(try figure.script(for: .svg).text.contains("boxxyerror"))
    let traces = [try Trace.simulated(.still(duration: 2)), try Trace.simulated(.figureEight(loops: 1))]
    let (rate, rates) = (Sweep.Parameter("α", unit: "s⁻¹", [2]), Sweep.Parameter("β", unit: "s⁻¹", [1, 2, 4]))
    let one = try Sweep(over: [rate], on: traces) { .exponential(rate: $0[0]) }
    #expect(try plane(#require(one.figure())).marks[0].places == traces.map(\.name))
    // A parameter of one value is no axis: it was a map of one row.
    for order in [[rate, rates], [rates, rate]] {
      let beta = order[0] == rates ? 0 : 1
      let two = try Sweep(over: order, on: traces) { .exponential(velocityRate: 2, positionRate: $0[beta]) }
      let drawn = try plane(#require(two.figure())).marks.filter { $0.kind == .line }
      // The phone that lies still has no separate line for standing still: its error is 0.
      #expect(
        drawn.filter { $0.name == "standing still" }.map(\.y.values) == [[two.standingStill[1], two.standingStill[1]]])
      let lines = drawn.filter { $0.name != "standing still" }
      #expect(lines.map(\.name) == traces.map(\.name) && lines.allSatisfy { $0.x.values == [1, 2, 4] })
      for (index, line) in lines.enumerated() { #expect(line.y.values == (0..<3).map { two.scores[$0][index] }) }
    }
    let three = try Sweep(over: [rates, rate, Sweep.Parameter("γ", unit: "", [1, 2])], on: traces) {
      .exponential(velocityRate: $0[0], positionRate: $0[2])
    }
    guard case .cells(let cells) = try #require(three.figure()).panels[0] else {
      Issue.record("no cells")
      return
    }
    #expect(cells.columns.values == [1, 2, 4] && cells.rows.values == [1, 2])
    #expect(cells.values.values[4] == (three.scores[3][0] + three.scores[3][1]) / 2, "β = 2, γ = 2")
  }

  @Test func aSweepKnowsItsFigure() throws {
    let traces = [try Trace.simulated(.still(duration: 3)), try Trace.simulated(.figureEight(loops: 1))]
    let rates = Sweep.Parameter("α", unit: "s⁻¹", [8, 0.5, 2])
    let one = try Sweep(over: [rates], on: traces) { .exponential(rate: $0[0]) }
    let lines = try plane(#require(one.figure()))
    #expect(lines.x.label() == "α (s⁻¹)" && lines.x.scale == .logarithmic)
    let named = curves(Plane(x: lines.x, y: lines.y, lines.marks.filter { !$0.name.isEmpty }))
    #expect(Set(named.keys) == Set(traces.map(\.name) + ["standing still"]))
    #expect(named["standing still"]?.y.values.allSatisfy { $0 == one.standingStill[1] } == true)
    #expect(named[traces[1].name]?.x.values == [0.5, 2, 8])
    #expect(named[traces[1].name]?.y.values == [one.scores[1][1], one.scores[2][1], one.scores[0][1]])
    let steps = Sweep.Parameter("β", unit: "s⁻¹", [1, 2])
    let two = try Sweep(over: [rates, steps], on: traces) {
      .exponential(velocityRate: $0[0], positionRate: $0[1])
    }
    guard case .cells(let cells) = try #require(two.figure()).panels[0] else {
      Issue.record("no cells")
      return
    }
    #expect(cells.columns.values == [0.5, 2, 8] && cells.rows.values == [1, 2])
    // The cell at α = 0.5, β = 2 is the mean of the two traces at the grid's second α and second β.
    #expect(cells.values.values[3] == two.grid[1][1])
    let three = try Sweep(over: [rates, steps, steps], on: traces) { .exponential(rate: $0[0]) }
    #expect(three.figure() == nil)
  }

  @Test func measuredAllanDeviationsAndResponsesKnowTheirFigures() throws {
    let readings = (0..<2000).map { 0.01 * sin(Double($0 * $0 % 977)) }
    let allan = try AllanDeviation(of: readings, step: 0.01)
    let marks = curves(try plane(allan.figure(name: "x", unit: "m/s²")))
    #expect(marks["x"]?.y.values == allan.deviations)
    let law = try #require(marks["N/√τ"])
    let density = try #require(allan.whiteNoise.value).twoSided
    #expect((law.y.values[0] - density / law.x.values[0].squareRoot()).magnitude < 1e-12)
    let frequencies = [0.5, 2]
    let response = try FrequencyResponse(of: .exponential(rate: 2), at: frequencies, settling: 5)
    let figure = Figure.frequencyResponse([("exponential", response)], gesture: 0.5...1)
    let plane = try plane(figure)
    #expect(curves(plane)["exponential"]?.y.values == response.gains)
    #expect(plane.marks.contains { $0.name == "gesture" } && plane.x.scale == .logarithmic)
    _ = try figure.script(for: .svg)
    let both = Figure.frequencyResponse([("exponential", response)], showsPhase: true, gesture: 0.5...1)
    #expect(both.panels.count == 2)
    let phase = try self.plane(both, 1)
    #expect(curves(phase)["exponential"]?.y.values == response.phases.map { $0 * 180 / .pi })
    #expect(phase.marks.contains { $0.name == "gesture" } && phase.y.label() == "phase (°)")
  }

  @Test func allanDeviationAndFrequencyResponseAreOnLogarithmicAxes() throws {
    let times = [0.1, 1, 10, 100]
    let allan = try plane(
      Figure.allanDeviation(
        [("x", times, times.map { 0.01 / $0.squareRoot() })], unit: "m/s²", noiseDensity: .init(twoSided: 0.01),
        randomWalk: 0.001, biasInstability: 0.002))
    #expect(allan.x.scale == .logarithmic && allan.y.scale == .logarithmic)
    #expect(allan.y.label() == "Allan deviation (m/s²)")
    let laws = curves(allan)
    #expect((try #require(laws["N/√τ"]).y.values[2] - 0.01 / 10.0.squareRoot()).magnitude < 1e-15)
    #expect((try #require(laws["K√(τ/3)"]).y.values[3] - 0.001 * (100 / 3.0).squareRoot()).magnitude < 1e-15)
    #expect(try #require(laws["0.664 B"]).y.values == times.map { _ in 0.664 * 0.002 })
    // The law is drawn as a measurement is, by the one function: 7.3° at 5 Hz under 2 s⁻¹.
    let law = ExponentialDamping.exponential(rate: 2).response(at: [0.5, 5])
    let phase = try plane(Figure.frequencyResponse([("law", law)], showsPhase: true), 1)
    #expect(abs(try #require(curves(phase)["law"]).y.values[1] - 7.3) < 0.05)
  }
}
