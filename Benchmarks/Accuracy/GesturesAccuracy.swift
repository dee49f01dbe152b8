import BenchmarkHarness
import Foundation
import Gestures
import Inertial
import Rotations

/// Letters drawn on a screen by people: shares of right answers, in per cent.
///
/// Folds are stratified with the seeds 1 to 5 for letters on a screen, and leave one person out in the air (``airLetters()``); a median
/// over several seeds is in the table with the lowest of them. Nothing that is tested was trained on, nor used to
/// choose widths, ridges or blur.
func gesturesAccuracy() throws -> [BenchmarkHarness.Measurement] { try screenLetters() + omniglotLetters() }

/// A row with one or several accuracies, and what was confused, printed with the interval of 95 % confidence.
func row(
  _ name: String, _ matrices: [ConfusionMatrix], peer: String? = nil, theirs: Double? = nil, bar: String? = nil
) throws -> BenchmarkHarness.Measurement {
  let accuracies = try matrices.map { try $0.accuracy() }
  let confusions = matrices[0].mostConfused(6).map { "\($0.drawn)→\($0.answered ?? "none") \($0.count)" }
  let interval = accuracies[0].interval
  print(
    String(
      format: "  %@: %.1f %% (%d of %d, 95 %%: %.1f–%.1f)", name, 100 * accuracies[0].value, accuracies[0].successes,
      accuracies[0].trials, 100 * interval.lowerBound, 100 * interval.upperBound),
    confusions.isEmpty ? "" : "confused: " + confusions.joined(separator: ", "))
  return BenchmarkHarness.Measurement(
    name, unit: "%", ours: Timing(samples: accuracies.map { 100 * $0.value }), peer: peer,
    theirs: theirs.map { Timing(samples: [100 * $0]) }, bar: bar)
}

/// What generated letters that were held out, and the command that made the weights, say of what ships.
func generatedLetters() throws -> [BenchmarkHarness.Measurement] {
  let reproduced = try ShippedWeights.trained()
  // If this is not run in the checkout, there is nothing to compare with.
  let written = try? String(contentsOfFile: "Sources/Kit/Learning/Gestures/Letters/ShippedWeights.csv", encoding: .utf8)
  let same = try reproduced == ShippedWeights.linear && written == reproduced.csv(names: ZoneFeatures.course.names)
  print("  the shipped weights, trained again: \(same ? "the same file, byte for byte" : "NOT the same")")
  let heldOut = try LetterGenerator().examples(count: 200, from: 1_000_000)
  let templates = try (0..<4).flatMap { index in
    try LetterGenerator.letters.map {
      LabelledStroke(label: $0, stroke: try LetterGenerator(variation: .none).stroke($0, index: index))
    }
  }
  let protractor = try Protractor(templates)
  var matched = try ConfusionMatrix(labels: LetterGenerator.letters)
  for letter in LetterGenerator.letters {
    for index in 1_000_000..<1_000_050 {
      matched.record(
        drawn: letter, answered: try protractor.match(LetterGenerator().stroke(letter, index: index)).label)
    }
  }
  return [
    BenchmarkHarness.Measurement(
      "shipped weights reproduced", unit: "bytes equal", ours: Timing(samples: [same ? 1 : 0]), bar: "1"),
    try row(
      "generated letters, shipped weights", [ConfusionMatrix(of: ShippedWeights.linear, on: heldOut)], bar: "≥ 98"),
    try row(
      "generated letters, recommended", [ConfusionMatrix(of: ShippedWeights.kernel, on: ZoneBlur.course(heldOut))],
      bar: "≥ 98"),
    try row("generated letters, Protractor with the templates", [matched]),
  ]
}

/// 229 real feature vectors, of which nothing ships.
private func screenLetters() throws -> [BenchmarkHarness.Measurement] {
  let letters = GestureRecordings.letters()
  guard !letters.isEmpty else {
    print("  skipped: no letters in \(recordings)")
    return []
  }
  let foldings = try (1...5).map { try Folds.stratified(labels: letters.map(\.label), seed: $0) }
  let blurred = try ZoneBlur.course(letters)
  let peers = try peerAccuracies(letters, folds: foldings, as: "letters")
  func validated(
    _ examples: [Example], seeds: Int = 5, _ train: ([Example]) throws -> some Classifier
  ) throws -> [ConfusionMatrix] {
    try foldings.prefix(seeds).map { try ConfusionMatrix.crossValidated(examples, folds: $0, train: train) }
  }
  return [
    try row("screen letters, shipped weights", [ConfusionMatrix(of: ShippedWeights.linear, on: letters)]),
    try row(
      "screen letters, recommended, as shipped", [ConfusionMatrix(of: ShippedWeights.kernel, on: blurred)]),
    try row(
      "screen letters, 10-fold, course's perceptron",
      validated(letters, seeds: 3) { try Perceptron(starts: 100).train($0).classifier }),
    try row(
      "screen letters, 10-fold, averaged perceptron",
      validated(letters) { try Perceptron(averaged: true, starts: 20, maximumPasses: 50).train($0).classifier }),
    try row(
      "screen letters, 10-fold, logistic regression",
      validated(letters) { try LogisticRegression(penalty: 1e-3).train($0).classifier }),
    try row(
      "screen letters, 10-fold, nearest neighbour", validated(letters) { try NearestNeighbor($0) },
      peer: "scikit-learn nearest neighbour", theirs: peers["letters, nearest neighbour"]),
    try row(
      "screen letters, 10-fold, recommended", validated(blurred) { try KernelMachine().train($0).classifier },
      peer: "scikit-learn SVM, radial", theirs: peers["letters, SVM"], bar: "≥ 90"),
    try row(
      "screen letters, 10-fold, recommended, blur chosen in each fold",
      validated(letters) { try BlurredClassifier(choosingFor: $0) }, bar: "≥ 90"),
  ]
}

/// A kernel machine whose blur was chosen with its width and ridge, by the leave-one-out error.
private struct BlurredClassifier: Classifier {
  let blur: ZoneBlur
  let classifier: KernelClassifier
  var labels: [String] { classifier.labels }
  var featureCount: Int { classifier.featureCount }

  init(choosingFor examples: [Example]) throws {
    let trials = try [0, 0.2, 0.4].map { amount in
      let blur = try ZoneBlur(amount: amount)
      return (blur, try KernelMachine().train(blur(examples)))
    }
    let best = trials.min { $0.1.report.leaveOneOutError < $1.1.report.leaveOneOutError }!
    (blur, classifier) = (best.0, best.1.classifier)
  }

  func uncheckedScores(for features: [Double]) -> [Double] {
    classifier.uncheckedScores(for: (try? blur(features)) ?? features)
  }
}

private func omniglotLetters() throws -> [BenchmarkHarness.Measurement] {
  let strokes = GestureRecordings.omniglot()
  guard !strokes.isEmpty else { return [] }
  // The drawing area is 105 wide; a letter below a fifth of that is a slip of the pen.
  let features = try ZoneFeatures(minSize: 20)
  let recognizers = [
    ("shipped weights", try StrokeRecognizer(features: features, classifier: ShippedWeights.linear)),
    (
      "recommended, as shipped",
      try StrokeRecognizer(features: features, blur: .course, classifier: ShippedWeights.kernel)
    ),
  ]
  return try recognizers.map { name, recognizer in
    var matrix = try ConfusionMatrix(labels: LetterGenerator.letters)
    for stroke in strokes {
      matrix.record(drawn: stroke.label ?? "", answered: try recognizer.recognize(stroke.stroke).label)
    }
    return try row("omniglot, one stroke, shaped like a capital, \(name)", [matrix])
  }
}

/// What peers reach on examples with these folds.
func peerAccuracies(_ examples: [Example], folds: [Folds], as name: String) throws -> [String: Double] {
  let columns = folds.indices.map { "fold\($0)" } + examples[0].features.indices.map { "f\($0)" }
  let rows = examples.indices.map { index in
    Example(
      label: examples[index].label,
      features: folds.map { Double($0.assignment[index]) } + examples[index].features)
  }
  let file = FileManager.default.temporaryDirectory.appendingPathComponent("gimbal-\(name).csv")
  defer { try? FileManager.default.removeItem(at: file) }
  try TrainingLog(names: columns, examples: rows).csv.write(to: file, atomically: true, encoding: .utf8)
  return peerFigures("gestures_accuracy.py", [file.path])
}
