import Foundation
import MotionBench
import Testing

@testable import Gestures

private let letters = SharedData.path("letters/feature-vectors.csv")

@Suite(.enabled(if: FileManager.default.fileExists(atPath: letters), "needs the recorded letters in $GIMBAL_DATA"))
struct RecordingTests {
  @Test func realLettersAreRecognisedWhenEachIsLeftOut() throws {
    let log = try TrainingLog(csv: String(contentsOfFile: letters, encoding: .utf8), file: letters)
    #expect(log.problems.isEmpty && log.examples.count == 229)
    let report = try KernelMachine(widths: [0.7], ridges: [0.03]).train(ZoneBlur.course(log.examples)).report
    #expect(report.leaveOneOutAccuracy >= 0.9)
  }

  /// The recordings keep the course's statement: shares of time sum to 1.
  @Test func realFeatureVectorsAreTheCourses() throws {
    let log = try TrainingLog(csv: String(contentsOfFile: letters, encoding: .utf8), file: letters)
    for example in log.examples {
      #expect(example.features.count == 28 && example.features[27] == 1)
      let shares: Double = stride(from: 0, to: 27, by: 3).reduce(0) { $0 + example.features[$1] }
      #expect(abs(shares - 1) < 1e-3)
    }
  }

  @Test func shippedWeightsReadRealLetters() throws {
    let log = try TrainingLog(csv: String(contentsOfFile: letters, encoding: .utf8), file: letters)
    #expect(try ConfusionMatrix(of: ShippedWeights.linear, on: log.examples).accuracy().value >= 0.7)
  }
}
