import Foundation
import Inertial
import Rotations
import Testing

@testable import Evaluation

/// A scheme that forgets to move: the velocity is integrated, and never reaches the position.
private struct Forgetful: Scheme {
  mutating func advance(_ motion: inout Motion, by step: Step) {
    let position = motion.position
    motion.splitStep(step)
    motion.position = position
  }
}

/// Plain integration, shrunk.
private struct Shrunk: Scheme {
  var by = 1000.0
  private var inner = Motion.zero
  init(by factor: Double = 1000) { by = factor }
  var parameters: [SchemeParameter] { [.init("by", by, isInLabel: true)] }
  var fresh: Shrunk { Shrunk(by: by) }
  mutating func advance(_ motion: inout Motion, by step: Step) {
    inner.splitStep(step)
    motion = Motion(velocity: inner.velocity / by, position: inner.position / by)
  }
}

/// A filter that keeps its first attitude.
private struct Frozen: AttitudeFilter {
  var attitude = Quaternion.identity
  var rotationRateBias = Vector3.zero
  mutating func start(specificForce: Vector3, magneticField: Vector3?) {}
  mutating func update(rotationRate: Vector3, specificForce: Vector3, magneticField: Vector3?, step: Double) {}
}

@Suite("What is worthless, however small its error")
struct NullResultTests {
  private let moving: [Path] = [.square(), .figureEight(), .waving(), .polygon(sides: 3, side: 0.3)]

  @Test("Standing still, forgetting to move and shrinking by a thousand are worthless, with truth and without")
  func worthless() throws {
    for path in moving {
      let trace = try Trace.simulated(path, sensors: .currentPhone, seed: 3)
      for truth in [Comparison.Truth.recorded, .unknown] {
        let comparison = try Comparison(
          of: trace, schemes: [.still, Forgetful(), Shrunk(), Shrunk(by: 20), .none, .exponential(rate: 1000)],
          truth: truth)
        #expect(comparison.runs[0].nullResult == .neverMoves && comparison.runs[1].nullResult == .neverMoves)
        for run in [comparison.runs[2], comparison.runs[3], comparison.runs[5]] {
          guard case .shrinks(let kept) = run.nullResult else {
            Issue.record("\(run.label) on \(path) is not told to shrink: \(String(describing: run.nullResult))")
            continue
          }
          #expect(kept < 0.1)
        }
        if truth == .unknown { #expect(comparison.runs[4].nullResult == nil) }
      }
    }
  }

  @Test(
    "A parameter that no recording of this rate and length can follow draws a warning, in a chain too; usual ones do not"
  )
  func scale() throws {
    let trace = try SimulatedTrace.square.trace()
    func words(_ scheme: any Scheme) -> [String] { Comparison.doubtsOfScale([scheme], ["it"], in: trace) }
    for (scheme, part) in [
      (.exponential(rate: 2000), "“it”: its rate of 2000.0 s⁻¹ is faster than the 100 samples a second"),
      (.highPass(cutoff: 500), "“it”: its cutoff of 500.0 Hz is above 50 Hz, half of the sampling rate"),
      (.restRecognition(threshold: 0.6, duration: 250), "of 250.0 s is longer than square"),
      (.highPass(cutoff: 500).recognizingRest(), "500.0 Hz"),
    ] as [(any Scheme, String)] {
      #expect(words(scheme).count == 1 && words(scheme)[0].contains(part), "\(words(scheme))")
    }
    for scheme in [
      .none, .exponential(rate: 2), .exponential(rate: 99), .highPass(cutoff: 0.1), .restRecognition(),
      .nonlinearStep(),
      .zeroVelocitySmoother(), .pedestrianDeadReckoning(),
    ] as [any Scheme] {
      #expect(words(scheme) == [], "\(scheme.label)")
    }
  }

  @Test("A scheme that found no rest in several recordings draws one warning with their names")
  func restsOfSeveral() throws {
    let comparisons = try (1...4).map {
      let trace = try Trace.simulated(.figureEight(), sensors: .currentPhone, seed: UInt64($0))
      return try Comparison(of: trace, schemes: [.none, .restRecognition(threshold: 1e-6, duration: 0.3)])
    }
    let words = Comparison.doubtsOfRests(in: comparisons)
    let name = comparisons[0].trace.name
    #expect(
      words.count == 1 && words[0].contains("found no rest in \(name), \(name), \(name) and 1 more; "), "\(words)")
    #expect(comparisons.allSatisfy { $0.withoutRest.count == 1 })
  }

  @Test("“Motionless” is doubted for a recording whose truth moves")
  func motionless() throws {
    let square = try SimulatedTrace.square.trace()
    #expect(Comparison.doubtOfMotionless(square)?.contains("`truth: .motionless`") == true)
    let still = try Trace.simulated(.still(duration: 5), sensors: .currentPhone, seed: 1)
    #expect(Comparison.doubtOfMotionless(still) == nil)
  }

  @Test("The warning for a scheme that is not a number from the first sample on explains that the first step lasts 0 s")
  func firstStep() throws {
    struct Divided: Scheme {
      mutating func advance(_ motion: inout Motion, by step: Step) { motion.velocity /= step.duration }
    }
    let doubts = try Comparison(of: SimulatedTrace.square.trace(), schemes: [Divided()]).doubts
    #expect(doubts.count == 1 && doubts[0].sample == 0 && "\(doubts[0])".contains("the first step lasts 0 s"))
  }

  @Test("A scheme that follows the movement is not worthless")
  func worth() throws {
    let square = try SimulatedTrace.square.trace()
    let comparison = try Comparison(of: square, schemes: [.restRecognition(), .none, .exponential(rate: 0.5)])
    #expect(comparison.runs[0].nullResult == nil)
    // Damping keeps the movement; whether it is nearer than nothing is the error's question.
    if let damped = comparison.runs[2].nullResult, case .shrinks = damped { Issue.record("\(damped)") }
    let ideal = try Trace.simulated(.figureEight(), sensors: .ideal)
    #expect(try Comparison(of: ideal, schemes: [.none]).runs[0].nullResult == nil)
  }

  @Test("An error counts as a share of standing still's: 1.00 and more is no better")
  func share() {
    #expect(NullResult(error: 0.9949, standingStill: 1) == nil)
    #expect(NullResult(error: 0.995, standingStill: 1) == .noBetter(share: 0.995))
    #expect(NullResult(error: 4, standingStill: 2) == .noBetter(share: 2))
    #expect(NullResult(error: nil, standingStill: 2) == nil && NullResult(error: 1, standingStill: nil) == nil)
    // A device that did not move has an error of zero, by which nothing can be divided.
    #expect(NullResult(error: 1, standingStill: 0) == nil)
    #expect(NullResult(error: .infinity, standingStill: 1) != nil)
    #expect("\(NullResult.noBetter(share: 1.06))".contains("1.06 × standing still"))
    #expect("\(NullResult.shrinks(kept: 0.001))".contains("keeps 0.1 % of the movement"))
  }

  @Test("The result of standing still is part of every comparison, and its share is 1")
  func baseline() throws {
    let square = try SimulatedTrace.square.trace(sensors: .mounted)
    let comparison = try Comparison(of: square, schemes: [.none, .exponential(rate: 2)])
    let still = comparison.standingStill
    #expect(still.trajectory.positions.allSatisfy { $0 == .zero } && comparison.standingStillShare(of: still) == 1)
    #expect(try comparison["standing still"].label == "standing still")
    let (truth, last) = comparison.baselines
    let places = comparison.columns.map(\.title)
    func value(_ row: Comparison.Row?, _ title: String) throws -> Double? {
      let place = try #require(places.firstIndex(of: title))
      return row?.values[place]
    }
    #expect(last?.label == "standing still" && truth?.label == "truth")
    for (title, expected) in [
      ("RMS drift ÷ standing still", 1.0), ("closing error", 0), ("size kept", 0), ("length kept", 0),
    ] {
      #expect(try value(last, title) == expected, "\(title)")
    }
    for title in ["correlation with truth", "polygon misfit"] { #expect(try value(last, title) == nil, "\(title)") }
    for (title, expected) in [("size kept", 100.0), ("RMS drift", 0)] {
      #expect(try value(truth, title) == expected, "\(title)")
    }
    let misfit = try value(truth, "polygon misfit") ?? .infinity
    #expect(misfit < 0.02)
    // Asked for, it is one of the schemes and no second line.
    #expect(try Comparison(of: square, schemes: [.still, .none]).baselines.standingStill == nil)
    // A device that did not move has no true path to show.
    #expect(try Comparison(of: square, schemes: [.none], truth: .motionless).baselines.truth == nil)
    #expect(try Comparison(of: square, schemes: [.none], truth: .unknown).baselines.truth == nil)
  }

  @Test("Shrinking keeps the correlation and the polygon, and loses the length and the size")
  func likeness() throws {
    let trace = try Trace.simulated(.square(), sensors: .ideal)
    let comparison = try Comparison(of: trace, schemes: [.none, Shrunk(by: 10)])
    let places = comparison.columns.map(\.title)
    func value(_ row: Int, _ title: String) throws -> Double {
      let place = try #require(places.firstIndex(of: title))
      return try #require(comparison.rows[row].values[place])
    }
    for title in ["length kept", "size kept"] {
      let (whole, tenth) = (try value(0, title), try value(1, title))
      #expect(abs(whole - 100) < 1 && abs(tenth - 10) < 0.1, "\(title)")
    }
    let together = (try value(0, "correlation with truth"), try value(1, "correlation with truth"))
    #expect(together.0 > 0.999 && together.1 > 0.999)
    let misfits = (try value(0, "polygon misfit"), try value(1, "polygon misfit"))
    #expect(abs(misfits.0 - misfits.1) < 1e-6)
    let mirrored = PathLikeness(
      of: trace.truePosition!.map { -$0 }, truth: trace.truePosition!, times: trace.timestamps)
    #expect(abs(mirrored.correlation! + 1) < 1e-12 && abs(mirrored.sizeKept! - 1) < 1e-12)
  }

  @Test("A drawn polygon is recognised by the truth, or by its number of sides")
  func polygon() throws {
    func misfits(_ comparison: Comparison) -> [Double?] {
      let place = comparison.columns.firstIndex { $0.title == "polygon misfit" }!
      return comparison.rows.map { $0.values[place] }
    }
    let square = try SimulatedTrace.square.trace(sensors: .mounted)
    #expect(try misfits(Comparison(of: square, schemes: [.restRecognition()]))[0] != nil)
    #expect(try misfits(Comparison(of: square, schemes: [.restRecognition()], truth: .unknown)) == [nil])
    let said = try misfits(Comparison(of: square, schemes: [.restRecognition()], truth: .unknown, polygon: 4))
    #expect(said[0] ?? .infinity < 0.3)
    let eight = try Trace.simulated(.figureEight(), seed: 1)
    #expect(try misfits(Comparison(of: eight, schemes: [.none])) == [nil])
    #expect(throws: TraceError.self) { try Comparison(of: eight, schemes: [.none], polygon: 2) }
  }

  @Test(
    "A hand's squares and triangles are recognised although it misses their corners, and nothing else that it draws is")
  func heldPolygons() throws {
    func isPolygon(_ path: Path, _ seed: UInt64) throws -> Bool {
      let trace = try Trace.simulated(path, seed: seed)
      let comparison = try Comparison(of: trace, schemes: [.none])
      return comparison.columns.firstIndex { $0.title == "polygon misfit" }.flatMap { comparison.rows[0].values[$0] }
        != nil
    }
    let triangle = Path.polygon(sides: 3, side: 0.4, sideDuration: 1, pause: 0.5)
    for seed: UInt64 in 1...10 {
      for path: Path in [.square(), .square(pause: 0.35), triangle] {
        #expect(try isPolygon(path, seed), "\(path.name) \(seed)")
      }
      let others: [Path] = try [
        .figureEight(), .waving(), .ellipse(), .line(), .letter("O"), .letter("D"), .letter("R"), .letter("A"),
        .still(),
      ]
      for path in others { #expect(try !isPolygon(path, seed), "\(path.name) \(seed)") }
    }
  }

  @Test("The warnings name what is worthless, and never plain integration, which every scheme is meant to improve")
  func warnings() throws {
    let square = try SimulatedTrace.square.trace()
    let words = try Comparison(of: square, schemes: [.none, Forgetful(), Shrunk(), .exponential(rate: 2)]).nullWarnings
    #expect(words.count == 3 && words[0].hasPrefix("“Forgetful” never leaves its start"))
    #expect(words[1].hasPrefix("“Shrunk (1000.0)” keeps 0.1 % of the movement"), "\(words)")
    #expect(words[2].contains("“exponential (2.0 s⁻¹)” (1.") && !words[2].contains("“none”"), "\(words)")
    #expect(try Comparison(of: square, schemes: [.restRecognition(), .none]).nullWarnings == [])
    #expect(try Comparison(of: square, schemes: [.still]).nullWarnings == [])
    let plain = try Comparison(of: square, schemes: [.none])
    guard case .noBetter = plain.runs[0].nullResult else {
      Issue.record("\(String(describing: plain.runs[0].nullResult))")
      return
    }
    #expect(plain.nullWarnings == [])
  }

  @Test("A sweep whose best point is worthless says why, by any criterion")
  func sweep() throws {
    let rates = Sweep.Parameter.logarithmic("rate", unit: "s⁻¹", 0.1...1000, count: 9)
    let traces = try (1...3).map { try Trace.simulated(.square(), sensors: .currentPhone, seed: $0) }
    for criterion in [Sweep.Criterion.rmsDrift, .closingError, .largestExcursion] {
      let sweep = try Sweep(over: [rates], on: traces, by: criterion) { .exponential(rate: $0[0]) }
      #expect(sweep.best.candidate[0] > 900, "\(criterion)")
      guard case .shrinks = sweep.nullResult else {
        Issue.record("\(criterion): \(String(describing: sweep.nullResult))")
        continue
      }
      #expect(sweep.warnings.count == 2 && sweep.warnings[0].contains("keeps"), "\(sweep.warnings)")
      #expect(sweep.warnings[1].contains("rate, 1000 s⁻¹, is the largest that was tried"), "\(sweep.warnings)")
      #expect(sweep.standingStill.count == 3 && sweep.standingStill.allSatisfy { ($0 > 0) == (criterion == .rmsDrift) })
    }
    let forgetful = try Sweep(over: [.init("rate", unit: "s⁻¹", [1, 2, 3])], on: traces, by: .closingError) { _ in
      Forgetful()
    }
    #expect(forgetful.nullResult == .neverMoves)
    let still = try Sweep(over: [.init("rate", unit: "s⁻¹", [1])], on: traces) { _ in .still }
    #expect(still.nullResult == .neverMoves && still.warnings.count == 1)
  }

  @Test(
    "A choice among schemes warns of one that stands still, forgets to move or shrinks everything, whatever it is scored by"
  )
  func tuning() throws {
    let traces = try (1...3).map { seed in
      (name: "\(seed)", trial: try Trace.simulated(.square(), sensors: .currentPhone, seed: seed))
    }
    for worthless in [StandingStill(), Forgetful(), Shrunk()] as [any Scheme] {
      let schemes: [any Scheme] = [worthless, .none]
      let closing = try Tuning(schemes, on: traces) { try $0.measure($1).closingError }
      #expect(closing.best.candidate.name == worthless.name)
      #expect(
        closing.warnings.count == 1 && closing.warnings[0].contains("“\(worthless.label)”"), "\(closing.warnings)")
    }
    let schemes: [any Scheme] = [Forgetful(), .none, .restRecognition()]
    let drift = try Tuning(schemes, on: traces) { try $0.measure($1).rmsDrift ?? .nan }
    #expect(drift.best.candidate.name == "rest recognition" && drift.warnings == [])
    // Numbers: one at the end of those that were tried.
    let rates = try Tuning([0.1, 1, 10, 100], on: traces) { rate, trace in
      try ExponentialDamping(rate: rate).measure(trace).closingError
    }
    #expect(rates.warnings.count == 1 && rates.warnings[0].contains("100, is the largest that was tried"))
    #expect(try Tuning([1.0, 3, 2], on: traces) { rate, _ in abs(rate - 2) }.warnings == [])
  }

  @Test("A filter that is no better than a device that never turns draws a warning")
  func filters() throws {
    var random = SeededRandom(seed: 4)
    func attitude(_ time: Double) -> Quaternion { Quaternion(.x, 0.6 * sin(2 * time)) }
    let samples = try SensorModel.whiteNoise.record(duration: 10, attitude: attitude, using: &random)
    let trial = FusionTrial(name: "turning", samples: samples, truth: samples.map { attitude($0.time) })
    #expect(try trial.errorOfStandingStill.total > 0.3)
    let sound = try Tuning([0.01, 0.02], on: [trial]) { gain, _ in try MadgwickFilter(gain: gain) }
    #expect(sound.warnings == [])
    let frozen = try Tuning([1], on: [trial]) { (_: Int, _) in Frozen() }
    #expect(frozen.warnings.count == 1 && frozen.warnings[0].contains("no better than standing still"))
  }

  @Test("Each parameter of a sweep of two that is best at its end is named, and a map says what standing still gives")
  func sweepOfTwo() throws {
    let traces = try (1...2).map { try Trace.simulated(.square(), sensors: .currentPhone, seed: $0) }
    let sweep = try Sweep(
      over: [
        .init("velocity rate", unit: "m/s²", [0.1, 1, 1000]), .init("position rate", unit: "m/s", [1, 1000, 1e4]),
      ],
      on: traces, by: .closingError
    ) { .nonlinearStep(velocityRate: $0[0], positionRate: $0[1]) }
    #expect(sweep.nullResult != nil)
    #expect(
      sweep.warnings.contains { $0.contains("position rate") && $0.contains("that was tried") }, "\(sweep.warnings)")
  }

  @Test("The drifts of several schemes are those of each alone, over the same windows")
  func drifts() throws {
    let walk = try Trace.simulated(.walk(carrying: .pocket, strides: 8), sensors: .currentPhone, seed: 1)
    let schemes: [any Scheme] = [.still, .none, .exponential(rate: 2)]
    let each = try WindowedDrift.each(of: walk, under: schemes, duration: 5, spacing: 1)
    #expect(try each == schemes.map { try WindowedDrift(of: walk, under: $0, duration: 5, spacing: 1) })
    #expect(each[0].standingStillShare == 1)
  }

  @Test("A sweep with a best value inside its range that moves draws no warning")
  func soundSweep() throws {
    let square = try SimulatedTrace.square.trace()
    let sweep = try Sweep(over: [.init("threshold", unit: "m/s²", [0.0001, 0.35, 30])], on: [square]) {
      .restRecognition(threshold: $0[0], duration: 0.3)
    }
    #expect(sweep.best.candidate == [0.35] && sweep.nullResult == nil && sweep.warnings == [])
  }

  @Test("Each trajectory score of standing still is the truth's own excursion")
  func trajectoryScores() throws {
    let square = try SimulatedTrace.square.trace()
    let scores = try Comparison(of: square, schemes: [.none]).trajectoryScores(aligning: .origin)
    #expect(scores.map(\.label) == ["none", "standing still"])
    let truth = square.truePosition!.map { ($0 - square.truePosition![0]).length }
    #expect(abs(scores[1].absolute.maximum - truth.max()!) < 1e-12)
  }
}
