import BenchmarkHarness
import Figures

import class Foundation.FileManager
import class Foundation.JSONDecoder
import class Foundation.JSONEncoder
import struct Foundation.UUID
import func Foundation.sin

/// Milliseconds for figures: five schemes over 10⁴ samples drawn to SVG and PDF, and the layout of 10⁶ samples.
func figuresSpeed() throws -> [Measurement] {
  let figure = driftFigure(samples: 10_000)
  let long = driftFigure(samples: 1_000_000)
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("figures-speed-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  let renderer = FigureRenderer()
  func milliseconds(_ figures: Int = 1, repetitions: Int = 9, _ body: () -> Void) -> Timing {
    let timing = nanosecondsPerItem(items: figures, repetitions: repetitions, body)
    return Timing(samples: [timing.minimum / 1e6, timing.median / 1e6, timing.median / 1e6])
  }
  // A first drawing shows whether there is a gnuplot at all; its error is worth more than a timing.
  _ = try renderer.render(figure, label: "trial", formats: [.svg, .pdf], into: folder)
  let peers = peerFigures("figures_speed.py")
  let matplotlib = peers["svg and pdf matplotlib"].map {
    Timing(samples: [peers["svg and pdf matplotlib min"] ?? $0, $0, $0])
  }
  let encoder = JSONEncoder()
  let coded = try encoder.encode(figure)
  return [
    Measurement(
      "figure to SVG and PDF", unit: "ms",
      ours: milliseconds { _ = try? renderer.render(figure, label: "one", formats: [.svg, .pdf], into: folder) },
      peer: matplotlib == nil ? nil : "matplotlib", theirs: matplotlib, bar: "< 150"),
    Measurement(
      "three figures to SVG and PDF, each", unit: "ms",
      ours: milliseconds(3) {
        let jobs = ["a", "b", "c"].map { FigureRenderer.Job(figure, label: $0, formats: [.svg, .pdf]) }
        _ = renderer.render(jobs, into: folder)
      },
      peer: matplotlib == nil ? nil : "matplotlib", theirs: matplotlib, bar: "< 150"),
    Measurement("script of 5 × 10⁴ points", unit: "ms", ours: milliseconds { consume(try? figure.script(for: .svg)) }),
    Measurement(
      "script of 5 × 10⁶ points", unit: "ms",
      ours: milliseconds(repetitions: 3) { consume(try? long.script(for: .svg)) }),
    Measurement(
      "figure of 5 × 10⁴ points to JSON and back", unit: "ms",
      ours: milliseconds {
        consume(try? encoder.encode(figure))
        consume(try? JSONDecoder().decode(Figure.self, from: coded))
      }),
  ]
}

private func driftFigure(samples: Int) -> Figure {
  let times = (0..<samples).map { 100 * Double($0) / Double(samples) }
  let schemes = ["none", "exponential", "nonlinear step", "rest recognition", "reset on release"]
  let marks = schemes.enumerated().map { order, name -> Mark in
    let phase = Double(order)
    let drift = times.map { time -> Double in (0.1 + 0.05 * phase + sin(time + phase).magnitude) * (time + 0.1) }
    return .line(name, x: times, y: drift)
  }
  return Figure(
    x: FigureAxis("time", unit: "s"), y: FigureAxis("position error", unit: "m", scale: .logarithmic), marks)
}
