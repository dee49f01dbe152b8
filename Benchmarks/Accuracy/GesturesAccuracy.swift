import BenchmarkHarness
import Foundation
import Gestures

func gesturesAccuracy() throws -> [BenchmarkHarness.Measurement] {
  let generator = try LetterGenerator()
  let heldOut = generator.examples(count: 100, from: 100_000)
  func show(_ name: String, _ matrix: ConfusionMatrix) throws {
    let accuracy = try matrix.accuracy()
    print(name, String(format: "%.4f", accuracy.value), matrix.mostConfused(8).map { "\($0.drawn)→\($0.answered ?? "-")×\($0.count)" }.joined(separator: " "))
  }
  let letters = try TrainingLog(csv: String(contentsOfFile: "/work/shared/data/letters/feature-vectors.csv", encoding: .utf8)).examples
  var clock = ContinuousClock().now
  func lap(_ what: String) { print("   ", what, ContinuousClock().now - clock); clock = ContinuousClock().now }
  for n in [100, 300] {
  let training = generator.examples(count: n)
  let (average, report2) = try Perceptron(order: .shuffled, averaged: true, starts: 10, maximumPasses: 100).train(training)
  print(report2); lap("averaged")
  try show("averaged generated", ConfusionMatrix(of: average, on: heldOut))
  try show("averaged letters", ConfusionMatrix(of: average, on: letters))
  for penalty in [1e-6, 1e-7] {
    let (logistic, report3) = try LogisticRegression(penalty: penalty, tolerance: 1e-5).train(training)
    print(report3); lap("logistic")
    try show("logistic generated \(penalty)", ConfusionMatrix(of: logistic, on: heldOut))
    try show("logistic letters \(penalty)", ConfusionMatrix(of: logistic, on: letters))
  }
  }
  let blur = try ZoneBlur()
  func blurred(_ e: [Example]) -> [Example] { e.map { Example(label: $0.label, features: (try? blur($0.features)) ?? []) } }
  for n in [12,24,48] {
  let (kernel, report4) = try KernelMachine(ridges:[0.001,0.003,0.01]).train(blurred(generator.examples(count: n)))
  print(report4); lap("kernel \(n)")
  try show("kernel generated", ConfusionMatrix(of: kernel, on: blurred(heldOut)))
  try show("kernel letters", ConfusionMatrix(of: kernel, on: blurred(letters)))
  }
  return []
}
