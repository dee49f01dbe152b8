import Basics
import BenchmarkHarness
import Foundation
import Inertial
import Networks
import Posture

/// Accuracy on the recorded postures: a network that saw described postures only, one that was trained on the other blocks of the
/// recording, and the rule in one line.
///
/// Neighbouring rows are nearly the same, so the recording is split into contiguous blocks, never at random.
func postureAccuracy() throws -> [BenchmarkHarness.Measurement] {
  let examples = leavingOutBroken(FusionRecordings.files(in: "posture"), name: \.path) { file in
    let (examples, omitted) = try PostureLog.examples(from: String(decoding: Data(contentsOf: file), as: UTF8.self))
    LeftOut.add(omitted.map { Omission(file.path, $0) })
    return examples
  }.flatMap { $0 }
  guard !examples.isEmpty else { return [] }
  let labels = examples.map(\.label)
  let inputs = try Rows(examples.map(\.features))
  var options = TrainingOptions()
  options.loss = .crossEntropy
  options.epochs = 1000
  options.validationShare = 0.2
  options.patience = 100
  options.decay = 1e-4
  var rows = [BenchmarkHarness.Measurement]()
  func row(_ name: String, _ samples: [Double], bar: String? = nil) {
    rows.append(
      BenchmarkHarness.Measurement(name, unit: "%", ours: Timing(samples: samples.map { $0 * 100 }), bar: bar))
  }
  func score(_ predictions: [Double], _ labels: [Double]) throws -> BinaryEvaluation {
    try BinaryEvaluation(predictions: predictions, labels: labels)
  }

  // Described postures only: five seeds.
  var described = [BinaryEvaluation]()
  for seed in 1...5 {
    var random = SeededRandom(seed: UInt64(seed))
    let made = try DescribedPosture.examples(count: 4000, using: &random)
    let network = try Network(sizes: [7, 28, 21, 14, 7, 1], seed: UInt64(seed)).trained(
      inputs: Rows(made.map(\.features)), targets: Rows(column: made.map(\.label)), options
    ).network
    described.append(try score(network.outputs(for: inputs).values, labels))
  }
  row("network trained on described postures, accuracy", described.map(\.accuracy))
  row("  the same, area under the characteristic", described.map(\.area))

  // Leave one of ten contiguous blocks out.
  let blocks = 10
  for seed in 1...3 {
    var predictions = [Double]()
    for block in 0..<blocks {
      let held = (examples.count * block / blocks)..<(examples.count * (block + 1) / blocks)
      let kept = examples.indices.filter { !held.contains($0) }
      var training = TrainingOptions()
      training.loss = .crossEntropy
      training.epochs = 1000
      training.decay = 1e-3
      training.seed = UInt64(seed)
      let network = try Network(sizes: [7, 28, 21, 14, 7, 1], seed: UInt64(seed)).trained(
        inputs: inputs.rows(kept), targets: Rows(column: kept.map { labels[$0] }), training
      ).network
      predictions += try network.outputs(for: inputs.rows(held)).values
    }
    let evaluation = try score(predictions, labels)
    row("network trained on the other nine blocks, seed \(seed), accuracy", [evaluation.accuracy])
    row("  the same, correlation with the label × 100", [evaluation.correlation])
  }

  // As the article did: 60 % of the rows at random, tested on the rest. Neighbours of every test row are in the training.
  // Squared errors, no penalty, no early end, as R's neuralnet.
  var article = TrainingOptions()
  article.epochs = 1000
  var split = [BinaryEvaluation]()
  for seed in 1...5 {
    var random = SeededRandom(seed: UInt64(seed))
    let order = random.permutation(examples.count)
    let (kept, held) = (order.prefix(271), order.dropFirst(271))
    let network = try Network(sizes: [7, 28, 21, 14, 7, 1], seed: UInt64(seed)).trained(
      inputs: inputs.rows(kept), targets: Rows(column: kept.map { labels[$0] }), article
    ).network
    split.append(try score(network.outputs(for: inputs.rows(held)).values, held.map { labels[$0] }))
  }
  row("network on a random split, 60 % for training, accuracy", split.map(\.accuracy), bar: "98")

  let rule = try PostureRule()
  row(
    "rule: y axis within 15° of up, accuracy",
    [try score(examples.map { rule.isVertical($0.attitude) ? 1 : 0 }, labels).accuracy])
  row(
    "  area under the characteristic", [try score(examples.map { PostureRule.uprightness($0.attitude) }, labels).area])
  // People who held the phone upright leant it back, and hardly to the side: two angles show that.
  let held = DescribedPosture.everyday[0]
  row(
    "rule in two angles: the described posture “held up”, accuracy",
    [try score(examples.map { held.contains($0.attitude) ? 1 : 0 }, labels).accuracy])
  return rows
}
