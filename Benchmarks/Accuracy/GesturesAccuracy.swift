import BenchmarkHarness
import Foundation
import Gestures

func gesturesAccuracy() throws -> [BenchmarkHarness.Measurement] {
  var rows: [BenchmarkHarness.Measurement] = []
  let generator = try LetterGenerator()
  let training = generator.examples(count: 100)
  let heldOut = generator.examples(count: 100, from: 100_000)
  func show(_ name: String, _ matrix: ConfusionMatrix) throws {
    let accuracy = try matrix.accuracy()
    print(name, String(format: "%.4f", accuracy.value), accuracy.interval, matrix.mostConfused(8).map { "\($0.drawn)→\($0.answered ?? "-")×\($0.count)" }.joined(separator: " "))
    rows.append(BenchmarkHarness.Measurement(name, unit: "share", ours: Timing(samples: [accuracy.value])))
  }
  let letters = try TrainingLog(csv: String(contentsOfFile: "/work/shared/data/letters/feature-vectors.csv", encoding: .utf8)).examples
  var clock = ContinuousClock().now
  func lap(_ what: String) { print("   ", what, ContinuousClock().now - clock); clock = ContinuousClock().now }
  let (perceptron, report) = try Perceptron(starts: 20, maximumPasses: 300).train(training)
  print(report); lap("perceptron")
  try show("perceptron generated", ConfusionMatrix(of: perceptron, on: heldOut))
  try show("perceptron letters", ConfusionMatrix(of: perceptron, on: letters))
  let (average, report2) = try Perceptron(order: .shuffled, averaged: true, starts: 20, maximumPasses: 50).train(training)
  print(report2); lap("averaged")
  try show("averaged generated", ConfusionMatrix(of: average, on: heldOut))
  try show("averaged letters", ConfusionMatrix(of: average, on: letters))
  for penalty in [1e-3, 1e-4, 1e-5, 1e-6] {
    let (logistic, report3) = try LogisticRegression(penalty: penalty).train(training)
    print(report3); lap("logistic")
    try show("logistic generated \(penalty)", ConfusionMatrix(of: logistic, on: heldOut))
    try show("logistic letters \(penalty)", ConfusionMatrix(of: logistic, on: letters))
  }
  let blur = try ZoneBlur()
  func blurred(_ e: [Example]) -> [Example] { e.map { Example(label: $0.label, features: (try? blur($0.features)) ?? []) } }
  let (kernel, report4) = try KernelMachine().train(blurred(generator.examples(count: 30)))
  print(report4); lap("kernel")
  try show("kernel generated", ConfusionMatrix(of: kernel, on: blurred(heldOut)))
  try show("kernel letters", ConfusionMatrix(of: kernel, on: blurred(letters)))
  let neighbor = try NearestNeighbor(blurred(training))
  try show("neighbor letters", ConfusionMatrix(of: neighbor, on: blurred(letters)))
  for seed in 1...3 {
    let folds = try Folds.stratified(labels: letters.map(\.label), count: 10, seed: UInt64(seed))
    try show("cv kernel \(seed)", ConfusionMatrix.crossValidated(blurred(letters), folds: folds) { try KernelMachine().train($0).classifier })
    try show("cv perceptron \(seed)", ConfusionMatrix.crossValidated(letters, folds: folds) { try Perceptron(starts: 100).train($0).classifier })
    try show("cv neighbor \(seed)", ConfusionMatrix.crossValidated(letters, folds: folds) { try NearestNeighbor($0) })
    lap("cv")
  }
  return rows
}
