import Foundation
import Inertial
import MotionBench
import Rotations
import Testing

@Suite("Sweeps")
struct SweepTests {
  @Test("Scores computed along the way equal those of stored trajectories", arguments: 1...3)
  func onlineScores(seed: UInt64) throws {
    let trace = try randomTrace(seed: seed)
    for scheme in courseSchemes {
      let stored = try Comparison(of: trace, schemes: [scheme]).runs[0].score
      let online = try scheme.measure(trace)
      func close(_ a: Double?, _ b: Double?) -> Bool { abs(a! - b!) <= 1e-9 * max(1, abs(b!)) }
      #expect(close(online.finalDrift, stored.finalDrift), "\(scheme.label)")
      #expect(close(online.rmsDrift, stored.rmsDrift), "\(scheme.label)")
      #expect(close(online.largestExcursion, stored.largestExcursion), "\(scheme.label)")
      #expect(close(online.closingError, stored.closingError), "\(scheme.label)")
    }
  }

  @Test("A sweep tries every point on every trace, whatever the number of threads, and reports progress")
  func grid() throws {
    let traces = try (1...3).map { try SimulatedTrace.square.trace(seed: $0)[0..<400] }
    let parameters = [
      Sweep.Parameter("velocity rate", unit: "s⁻¹", [0.5, 1, 2]),
      Sweep.Parameter.logarithmic("position rate", unit: "s⁻¹", 0.1...1, count: 4),
    ]
    #expect(abs(parameters[1].values[1] - 0.1 * pow(10, 1.0 / 3)) < 1e-12)
    var fractions = [Double]()
    let make: @Sendable ([Double]) -> any Scheme = { .exponential(velocityRate: $0[0], positionRate: $0[1]) }
    let sweep = try Sweep(over: parameters, on: traces, threads: 2, progress: { fractions.append($0) }, scheme: make)
    let single = try Sweep(over: parameters, on: traces, threads: 1, scheme: make)
    #expect(sweep.scores == single.scores)
    #expect(sweep.points.count == 12)
    #expect(sweep.grid.count == 3 && sweep.grid[0].count == 4)
    #expect(fractions.last == 1)
    for (point, values) in sweep.points.enumerated() {
      let expected = try Comparison(of: traces[1], schemes: [make(values)]).runs[0].score.rmsDrift!
      #expect(abs(sweep.scores[point][1] - expected) < 1e-12)
    }
    #expect(sweep.best(forTrace: 0).error == sweep.scores.map { $0[0] }.min())
  }

  @Test("Left-one-out chooses by the other traces only")
  func leaveOneOut() throws {
    // Two still traces, for which more damping is better, and a moving one, for which less is.
    let still = try (1...2).map { try SimulatedTrace.still.trace(seed: $0)[0..<500] }
    let moving = try Trace.simulated(.figureEight(), sensors: .ideal)[0..<700]
    let sweep = try Sweep(
      over: [.init("rate", unit: "s⁻¹", [0.01, 5])], on: still + [moving], scheme: { .exponential(rate: $0[0]) })
    #expect(sweep.best(forTrace: 2).candidate == [0.01])
    #expect(sweep.leaveOneOut[2].candidate == [5])
    #expect(sweep.leaveOneOut[2].error > sweep.best(forTrace: 2).error)
    let alone = try Sweep(
      over: [.init("rate", unit: "s⁻¹", [1])], on: [moving], by: .closingError, scheme: { .exponential(rate: $0[0]) })
    #expect(alone.leaveOneOut.isEmpty)
  }

  /// Gives NaN, or grows beyond any number, from a sample on where its rate is above 1.
  private struct Diverging: Scheme {
    var rate: Double
    var bad: Double
    var sample = 0
    mutating func advance(_ motion: inout Motion, by step: Step) {
      motion.splitStep(step)
      motion.velocity *= 1 / (1 + rate * step.duration)
      sample += 1
      if rate > 1, sample > 50 { motion.position.x = bad }
    }
  }

  @Test(
    "A candidate that diverges loses, alone", arguments: [Double.nan, .infinity],
    [
      Sweep.Criterion.rmsDrift, .finalDrift, .closingError, .largestExcursion,
    ])
  func divergence(bad: Double, criterion: Sweep.Criterion) throws {
    let traces = try (1...3).map { try SimulatedTrace.square.trace(seed: $0)[0..<400] }
    let rates = Sweep.Parameter("rate", unit: "s⁻¹", [2, 0.1, 1, 3])
    let sweep = try Sweep(over: [rates], on: traces, by: criterion) { Diverging(rate: $0[0], bad: bad) }
    #expect(sweep.traces.count == 3 && sweep.omitted.isEmpty)
    #expect(sweep.best.candidate[0] <= 1 && sweep.best.error.isFinite)
    #expect(sweep.leaveOneOut.allSatisfy { $0.candidate[0] <= 1 && $0.error.isFinite })
    #expect(sweep.scores.map { $0.allSatisfy(\.isFinite) } == [false, true, true, false])
    for (point, trace) in [(0, 0), (1, 2), (2, 1)] {
      let scheme = Diverging(rate: rates.values[point], bad: bad)
      let score = try Comparison(of: traces[trace], schemes: [scheme]).runs[0].score
      let value = [score.rmsDrift!, score.finalDrift!, score.closingError, score.largestExcursion][
        [Sweep.Criterion.rmsDrift, .finalDrift, .closingError, .largestExcursion].firstIndex(of: criterion)!]
      #expect(
        value.isFinite ? abs(value - sweep.scores[point][trace]) < 1e-12 : sweep.scores[point][trace] == .infinity)
    }
    // If every candidate diverges, the trace is named.
    #expect(throws: TraceError.self) {
      try Sweep(over: [.init("rate", unit: "s⁻¹", [2, 3])], on: traces) { Diverging(rate: $0[0], bad: bad) }
    }
  }

  @Test("A trial on which every candidate fails is left out and named; a candidate that fails on one loses there")
  func failingCandidates() throws {
    let tuning = try Tuning([1, 2, 3], on: [("a", 1), ("b", 2), ("c", 3)].map { (name: $0.0, trial: $0.1) }) {
      candidate, trial in
      if trial == 3 { throw TraceError.empty(what: "sample") }
      if candidate == trial { throw TraceError.empty(what: "answer") }
      return candidate == 1 ? .nan : Double(candidate)
    }
    #expect(tuning.trials == ["a", "b"] && tuning.omitted.map(\.name) == ["c"])
    #expect(tuning.omitted[0].reason.contains("sample"))
    #expect(tuning.errors == [[.infinity, .infinity], [2, .infinity], [3, 3]])
    #expect(tuning.best.candidate == 3 && tuning.best.error == 3)
    #expect(tuning.best(forTrial: 0).candidate == 2)
  }

  @Test("An empty grid, no trace, a bad parameter and a criterion without truth are errors")
  func badSweeps() throws {
    let still = try SimulatedTrace.still.trace()[0..<50]
    let blind = try trace(count: 50, step: 0.01) { _ in .zero }
    let rate = Sweep.Parameter("rate", unit: "s⁻¹", [1])
    let make: @Sendable ([Double]) -> any Scheme = { .exponential(rate: $0[0]) }
    #expect(throws: TraceError.self) { try Sweep(over: [], on: [still], scheme: make) }
    #expect(throws: TraceError.self) { try Sweep(over: [rate], on: [], scheme: make) }
    #expect(throws: TraceError.self) { try Sweep(over: [rate], on: [blind], scheme: make) }
    #expect(throws: TraceError.self) { try Sweep(over: [rate], on: [still], scheme: { .exponential(rate: -$0[0]) }) }
    #expect(throws: Never.self) { try Sweep(over: [rate], on: [blind], by: .largestExcursion, scheme: make) }
    // One trace that cannot be scored among others is named and left out.
    let mixed = try Sweep(over: [rate], on: [blind, still], scheme: make)
    #expect(mixed.omitted.map(\.name) == [blind.name])
    #expect(mixed.omitted[0].reason.contains("truePosition"))
    #expect(try mixed.scores == Sweep(over: [rate], on: [still], scheme: make).scores)
    #expect(throws: TraceError.self) {
      try Sweep(over: [.logarithmic("rate", unit: "s⁻¹", 0...1, count: 3)], on: [still], scheme: make)
    }
  }

  @Test("No thread is left behind")
  func threads() throws {
    #if os(Linux)
      func count() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0 }
      let still = try SimulatedTrace.still.trace()
      func sweep() throws -> Sweep {
        try Sweep(over: [.init("rate", unit: "s⁻¹", Array(repeating: 1, count: 16))], on: [still], threads: 8) {
          .exponential(rate: $0[0])
        }
      }
      for _ in 0..<3 { _ = try sweep() }
      let before = count()
      for _ in 0..<20 { _ = try sweep() }
      // Other tests run on other threads meanwhile; eight more for each of twenty sweeps would show.
      #expect(count() < before + 16)
    #endif
  }
}
