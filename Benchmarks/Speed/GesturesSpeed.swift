import BenchmarkHarness
import Foundation
import Gestures
import Inertial
import Rotations

/// Features and match of a stroke, and training.
func gesturesSpeed() throws -> [BenchmarkHarness.Measurement] {
  try recognition() + training()
}

/// A drawn letter with about `count` samples.
private func letter(samples count: Int) throws -> Stroke {
  try LetterGenerator().stroke("B", index: 1).resampled(count: count, by: .time)
}

private func recognition() throws -> [BenchmarkHarness.Measurement] {
  let stroke = try letter(samples: 100)
  let repetitions = 2000
  func microseconds(_ body: () throws -> Void) rethrows -> Timing {
    let nanoseconds = nanosecondsPerItem(items: repetitions) {
      for _ in 0..<repetitions { try? body() }
    }
    return Timing(samples: [nanoseconds.minimum, nanoseconds.median, nanoseconds.median].map { $0 * 1e-3 })
  }
  let peers = peerFigures("gestures_speed.py", [])
  let numpy = peers["features and match, µs"].map { Timing(samples: [$0]) }
  let trace = try heldTrace(samples: 120)
  return [
    BenchmarkHarness.Measurement(
      "features of 100 points", unit: "µs", ours: microseconds { consume(ZoneFeatures.course.features(of: stroke)) }),
    BenchmarkHarness.Measurement(
      "features and match of 100 points, 26 letters", unit: "µs",
      ours: try microseconds { consume(try StrokeRecognizer.course.recognize(stroke)) }, peer: "numpy", theirs: numpy,
      bar: "≤ 5"),
    BenchmarkHarness.Measurement(
      "the same, recommended", unit: "µs",
      ours: try microseconds { consume(try StrokeRecognizer.recommended.recognize(stroke)) }),
    BenchmarkHarness.Measurement(
      "motion features of 120 samples in the air", unit: "µs",
      ours: try microseconds { consume(try MotionFeatures.recommended.features(of: trace)) }),
  ]
}

/// A device that is waved for 1.2 s.
private func heldTrace(samples: Int) throws -> Trace {
  var random = SeededRandom(seed: 1)
  return try Trace(
    timestamps: (0..<samples).map { 0.01 * Double($0) },
    attitude: (0..<samples).map { Quaternion(rotationVector: Vector3(0.3, 0.01 * Double($0 % 20), 0)) },
    userAcceleration: (0..<samples).map { _ in Vector3(random.normal(), random.normal(), random.normal()) },
    rotationRate: (0..<samples).map { _ in .zero })
}

private func training() throws -> [BenchmarkHarness.Measurement] {
  // A neat hand: planes separate the letters after some hundred passes. With the generator's full variation they do
  // after one or two thousand, which is timed with fewer starts.
  let examples = try LetterGenerator(variation: .neat).examples(count: 100)
  let wilder = try LetterGenerator().examples(count: 100)
  func seconds(_ repetitions: Int, _ body: () throws -> String) rethrows -> Timing {
    var report = ""
    let samples = try (0..<repetitions).map { _ in
      let start = DispatchTime.now().uptimeNanoseconds
      report = try body()
      return Double(DispatchTime.now().uptimeNanoseconds - start) * 1e-9
    }
    print("  \(report)")
    return Timing(samples: samples)
  }
  let file = FileManager.default.temporaryDirectory.appendingPathComponent("gimbal-letters.csv")
  defer { try? FileManager.default.removeItem(at: file) }
  try TrainingLog(names: ZoneFeatures.course.names, examples: examples)
    .csv.write(to: file, atomically: true, encoding: .utf8)
  let peers = peerFigures("gestures_speed.py", [file.path])
  var passes = 0
  let processorBefore = clock()
  let perceptron = try seconds(1) {
    let report = try Perceptron().train(examples).report
    passes = report.passes.reduce(0, +)
    return "\(passes) passes. \(report)"
  }
  // What it takes when the machine has nothing else to do is half of this on two cores.
  let processor = Double(clock() - processorBefore) / Double(CLOCKS_PER_SEC)
  return [
    BenchmarkHarness.Measurement(
      "perceptron, 26 letters × 100 examples, neat hand, 1000 starts", unit: "s",
      ours: perceptron, peer: "the course's loop in numpy, as many passes",
      theirs: peers["perceptron, s per pass"].map { Timing(samples: [$0 * Double(passes)]) }, bar: "≤ 10"),
    BenchmarkHarness.Measurement(
      "the same, processor time of all cores", unit: "s", ours: Timing(samples: [processor]), bar: "≤ 20"),
    BenchmarkHarness.Measurement(
      "perceptron, full variation, 100 starts", unit: "s",
      ours: try seconds(1) { try Perceptron(starts: 100).train(wilder).report.description }),
    BenchmarkHarness.Measurement(
      "averaged perceptron, neat hand, 10 starts", unit: "s",
      ours: try seconds(3) {
        try Perceptron(order: .shuffled, averaged: true, starts: 10, maximumPasses: 100).train(examples).report
          .description
      }),
    BenchmarkHarness.Measurement(
      "logistic regression, neat hand", unit: "s",
      ours: try seconds(3) { "\(try LogisticRegression(penalty: 1e-5).train(examples).report)" }),
    BenchmarkHarness.Measurement(
      "kernel machine, 26 letters × 20 examples", unit: "s",
      ours: try seconds(3) {
        "\(try KernelMachine().train(ZoneBlur.course(LetterGenerator().examples(count: 20))).report)"
      }),
  ]
}

extension LetterVariation {
  /// Half of the generator's usual variation.
  static var neat: LetterVariation {
    var neat = LetterVariation()
    for path in [
      \LetterVariation.slant, \.slope, \.width, \.unevenness, \.misplacement, \.wobble, \.rounding,
    ] {
      neat[keyPath: path] /= 2
    }
    return neat
  }
}
