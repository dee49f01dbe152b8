import Basics
import BenchmarkHarness
import Networks

/// Nanoseconds a row of the posture network's forward pass in batches, and of one training step.
func networksSpeed() throws -> [BenchmarkHarness.Measurement] {
  let network = try Network(sizes: [7, 28, 21, 14, 7, 1], seed: 1)
  let count = 10_000
  var random = SystemRandomNumberGenerator()
  let rows = try Rows(
    width: 7, values: (0..<(count * 7)).map { _ in random.uniform(-1...1) })
  let targets = try Rows(column: (0..<count).map { _ in random.uniform() < 0.5 ? 0 : 1 })
  let numpy = peerFigures("networks_speed.py")["numpy"]
  return [
    BenchmarkHarness.Measurement(
      "forward pass 7-28-21-14-7-1", unit: "ns/row",
      ours: nanosecondsPerItem(items: count) { consume(try? network.outputs(for: rows).values[count - 1]) },
      peer: numpy == nil ? nil : "numpy", theirs: numpy.map { Timing(samples: [$0]) }, bar: "≤ 1000"),
    BenchmarkHarness.Measurement(
      "loss and gradient", unit: "ns/row",
      ours: nanosecondsPerItem(items: count, repetitions: 5) {
        consume(try? network.gradient(inputs: rows, targets: targets).loss)
      }),
  ]
}
