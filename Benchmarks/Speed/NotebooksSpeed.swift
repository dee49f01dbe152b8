import BenchmarkHarness
import Foundation

/// Whole-process times of `gimbal run` on a notebook of ten cells next to other runners (`tenCellsSpeed`), and on the
/// flagship notebook, next to the same experiment as a Python notebook under
/// `jupyter nbconvert --execute` (Benchmarks/peers/notebook_speed.py), in seconds of wall time. The peer runs the experiment
/// once, and so do we: the states of the page's slider are left out, and have their own row.
func notebooksSpeed() throws -> [BenchmarkHarness.Measurement] {
  let flagship = try String(contentsOfFile: "notebooks/stabilisation.md", encoding: .utf8)
  let bench = try NotebookBench("stabilisation.md", flagship, traces: ["square.csv"], options: ["--no-explore"])
  defer { bench.remove() }
  let explored = try NotebookBench("stabilisation.md", flagship, traces: ["square.csv"])
  defer { explored.remove() }
  let cold = try bench.seconds(repetitions: 5) { try bench.emptyCache() }
  let unchanged = try bench.seconds(repetitions: 9) {}
  let prose = try bench.seconds(repetitions: 9) {
    try bench.edit("Nothing in it forgets.", "Nothing in it forgets (\($0)).")
  }
  let last = try bench.seconds(repetitions: 9) {
    try bench.edit("let restShare =", "let unused\($0) = 1\nlet restShare =")
  }
  let figure = try bench.seconds(repetitions: 9) {
    try bench.edit("comparison.driftFigure()", "let shift\($0) = \($0)\ncomparison.driftFigure()")
  }
  let first = try bench.seconds(repetitions: 5) {
    try bench.edit("let trace = try", "let unused\($0) = 1\nlet trace = try")
  }
  let states = try explored.seconds(repetitions: 5) {}
  let statesProse = try explored.seconds(repetitions: 5) {
    try explored.edit("Nothing in it forgets.", "Nothing in it forgets (\($0)).")
  }
  let peer = peerFigures("notebook_speed.py")
  let name = "jupyter nbconvert"
  let theirs = peer["nbconvert"].map { median in
    Timing(samples: [peer["nbconvert min"] ?? median, median, median])
  }
  func row(_ what: String, _ ours: Timing, _ bar: String?) -> BenchmarkHarness.Measurement {
    BenchmarkHarness.Measurement(
      what, unit: "s", ours: ours, peer: theirs == nil ? nil : name, theirs: theirs, bar: bar)
  }
  return try tenCellsSpeed() + [
    row("flagship, empty compile cache", cold, "< 3"), row("flagship, unchanged", unchanged, "< 0.5"),
    row("flagship, prose edit", prose, "≤ 0.15"), row("flagship, edit in the last cell", last, "< 0.8"),
    row("flagship, edit of a figure's cell", figure, "≤ 0.4"), row("flagship, edit in the first cell", first, nil),
    BenchmarkHarness.Measurement("flagship with its slider, unchanged", unit: "s", ours: states, bar: "≤ 0.2"),
    BenchmarkHarness.Measurement("flagship with its slider, prose edit", unit: "s", ours: statesProse, bar: "≤ 0.2"),
  ]
}
