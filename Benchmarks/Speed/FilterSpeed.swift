import BenchmarkHarness
import Inertial

/// What a sample costs the error-state filter, next to a plain pass over the same recording that takes turns with it; over a long recording and a short one.
func filterSpeed() throws -> [Measurement] {
  let traces = try [16, 4].map { try Trace.simulated(.square(rounds: $0), sensors: .currentPhone, seed: 1) }
  // Each kind of pass writes into the memory of its last one, as in a sweep.
  var (plain, filtered, smoothed) = (Trajectory(), Trajectory(), Trajectory())
  func live(_ trace: Trace) throws {
    var integrator = try Integrator(ErrorStateFilter())
    for index in 0..<trace.count { try integrator.accumulate(trace[index]) }
    consume(integrator.motion)
  }
  // A plain pass is so short that one could not be timed.
  let repetitions = 50
  let bodies = traces.flatMap { trace -> [(items: Int, body: () throws -> Void)] in
    [
      (
        repetitions * trace.count,
        { for _ in 0..<repetitions { try Unstabilized().integrate(trace, into: &plain) } }
      ), (trace.count, { try ErrorStateFilter(isSmoothed: false).integrate(trace, into: &filtered) }),
      (trace.count, { try ErrorStateFilter().integrate(trace, into: &smoothed) }), (trace.count, { try live(trace) }),
    ]
  }
  let times = try nanosecondsInTurns(rounds: 25, bodies)
  func row(_ name: String, _ unit: String, _ samples: [Double], bar: String? = nil) -> Measurement {
    Measurement(name, unit: unit, ours: Timing(samples: samples), bar: bar)
  }
  func ratio(_ place: Int, to other: Int) -> [Double] { zip(times[place], times[other]).map { $0 / $1 } }
  return [
    row("plain pass, a sample", "ns", times[0]), row("error-state filter, a sample", "ns", times[1]),
    row("error-state smoother, a sample", "ns", times[2]),
    row("error-state smoother live, a sample", "ns", times[3], bar: "≤ 5000"),
    row("error-state filter ÷ plain pass", "1", ratio(1, to: 0), bar: "≤ 60"),
    row("error-state smoother ÷ plain pass", "1", ratio(2, to: 0), bar: "≤ 150"),
    row("error-state filter, a sample of four times as many", "1", ratio(1, to: 5), bar: "1"),
    row("error-state smoother, a sample of four times as many", "1", ratio(2, to: 6), bar: "1"),
  ]
}
