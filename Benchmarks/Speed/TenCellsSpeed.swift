import BenchmarkHarness
import Foundation

/// Seconds for a notebook of ten cells and three figures, and after edits of it, next to nbclient, `jupyter nbconvert
/// --execute`, marimo's export and knitr with its cache (Benchmarks/peers/notebook_runners.py, which holds the same notebook
/// in Python and in R). Each run is its own process and writes its report; nbclient and knitr write less than a page.
///
/// Cold: without anything that an earlier run of the notebook has left. What the machine keeps of programs, libraries and
/// the compiler's view of the system's modules is there for all.
func tenCellsSpeed() throws -> [BenchmarkHarness.Measurement] {
  let bench = try NotebookBench("ten.md", notebook)
  defer { bench.remove() }
  let situations: [(name: String, bar: String?, ours: Timing)] = [
    ("cold", "≤ 2.5", try bench.seconds(repetitions: 5) { try bench.emptyCache() }),
    ("unchanged", "≤ 0.15", try bench.seconds(repetitions: 9) {}),
    ("prose edit", "≤ 0.15", try bench.seconds(repetitions: 9) { try bench.edit("Step 5.", "Step 5, again (\($0)).") }),
    ("last-cell edit", "≤ 0.4", try bench.seconds(repetitions: 9) { try bench.edit("* 1.0 }", "* \($0 + 1).0 }") }),
    (
      "first-cell edit", nil,
      try bench.seconds(repetitions: 5) { try bench.edit("amplitude = 1.5", "amplitude = \($0 + 2).5") }
    ),
  ]
  let first = try bench.secondsToFirstOutput(repetitions: 5)
  let peers = peerFigures("notebook_runners.py")
  func row(_ situation: String, _ ours: Timing, _ bar: String?, _ peer: String) -> BenchmarkHarness.Measurement? {
    peers["\(peer) \(situation)"].map { median in
      let minimum = peers["\(peer) \(situation) min"] ?? median
      return BenchmarkHarness.Measurement(
        "ten cells, \(situation)", unit: "s", ours: ours, peer: peer,
        theirs: Timing(samples: [minimum, median, median]), bar: bar)
    }
  }
  var rows: [BenchmarkHarness.Measurement] = []
  for (situation, bar, ours) in situations + [("first output", "≤ 0.8", first)] {
    let beside = ["nbclient", "nbconvert", "marimo", "knitr"].compactMap { row(situation, ours, bar, $0) }
    rows +=
      beside.isEmpty
      ? [BenchmarkHarness.Measurement("ten cells, \(situation)", unit: "s", ours: ours, bar: bar)] : beside
  }
  return rows
}

private let notebook = """
  ---
  title: Ten cells
  notebook: {}
  ---
  """
  + zip(1..., cells).map { "\n\nStep \($0).\n\n```swift\n\($1)\n```" }.joined() + "\n"

private let cells = [
  """
  import Foundation
  import Gimbal
  let rate = 100.0, amplitude = 1.5
  let time = (0..<2000).map { Double($0) / rate }
  print(time.count, "samples")
  """,
  """
  let acceleration = time.map { amplitude * sin(2 * .pi * 0.5 * $0) }
  print("largest", acceleration.max() ?? 0)
  """,
  """
  Figure(
    x: FigureAxis("time", unit: "s"), y: FigureAxis("acceleration", unit: "m/s²"),
    [.line("acceleration", x: time, y: acceleration)])
  """,
  """
  func integrate(_ a: [Double], _ alpha: Double) -> [Double] {
    var (v, x) = (0.0, 0.0)
    return a.map { value in
      let half = exp(-alpha / rate / 2) * v + 0.5 * value / rate
      x = exp(-alpha / rate) * x + half / rate
      v = exp(-alpha / rate / 2) * half + 0.5 * value / rate
      return x
    }
  }
  let plain = integrate(acceleration, 0), damped = integrate(acceleration, 2)
  """,
  """
  print("plain ends at", plain.last ?? 0, "damped at", damped.last ?? 0)
  """,
  """
  Figure(
    x: FigureAxis("time", unit: "s"), y: FigureAxis("position", unit: "m"),
    [.line("none", x: time, y: plain), .line("exponential", x: time, y: damped)])
  """,
  """
  let drift = plain.map(abs)
  print("drift after each five seconds", stride(from: 499, to: 2000, by: 500).map { drift[$0] })
  """,
  """
  let rests = acceleration.filter { abs($0) < 0.05 }
  print(rests.count, "samples at rest")
  """,
  """
  func deviation(_ values: [Double]) -> Double {
    let mean = values.reduce(0, +) / Double(values.count)
    return (values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(values.count)).squareRoot()
  }
  print("plain", deviation(plain), "damped", deviation(damped))
  """,
  """
  let shown = drift.map { $0 * 1.0 }
  Figure(x: FigureAxis("time", unit: "s"), y: FigureAxis("drift", unit: "m"), [.line("drift", x: time, y: shown)])
  """,
]
