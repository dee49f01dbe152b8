import BenchmarkHarness
import Foundation
import Gestures
func gesturesAccuracy() throws -> [BenchmarkHarness.Measurement] {
  let weights = try ShippedWeights.trained()
  try ShippedWeights.source(of: weights).write(toFile: "Sources/Gestures/Letters/ShippedWeights+Table.swift", atomically: true, encoding: .utf8)
  let generator = try LetterGenerator()
  let heldOut = generator.examples(count: 100, from: 100_000)
  print(try ConfusionMatrix(of: weights, on: heldOut).accuracy())
  let clock = ContinuousClock().now
  print(ShippedWeights.kernel.labels.count, ContinuousClock().now - clock)
  print(try ConfusionMatrix(of: ShippedWeights.kernel, on: ZoneBlur.course(heldOut)).accuracy())
  let letters = try TrainingLog(csv: String(contentsOfFile: "/work/shared/data/letters/feature-vectors.csv", encoding: .utf8)).examples
  print(try ConfusionMatrix(of: ShippedWeights.kernel, on: ZoneBlur.course(letters)).accuracy(), try ConfusionMatrix(of: weights, on: (letters)).accuracy())
  let scores = try heldOut.map { try weights.match($0.features).score }.sorted()
  print(scores[260], scores[1300], scores[2340])
  return []
}
