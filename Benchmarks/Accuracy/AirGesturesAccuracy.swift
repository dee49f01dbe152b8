import BenchmarkHarness
import Foundation
import Gestures
import Inertial

/// Letters of five people in the air, recognised by what the four others drew.
func airLetters() throws -> [BenchmarkHarness.Measurement] {
  // One whose attitudes have no mean, or of which a scheme makes nothing, cannot be compared.
  let gestures = leavingOutBroken(GestureRecordings.airLetters(), name: \.trace.name) { gesture in
    _ = try AirGesture(gesture.trace, scheme: .none).projected()
    return gesture
  }
  guard !gestures.isEmpty else {
    print("  skipped: no air-letters in \(recordings)")
    return []
  }
  return try schemes(gestures) + recommended(gestures) + references(gestures) + howMuch(gestures)
}

/// The course's features of the projected path, for each way to integrate it.
private func schemes(_ gestures: [LabelledTrace]) throws -> [BenchmarkHarness.Measurement] {
  let schemes: [(any Scheme, String)] = [
    (.none, "plain"), (.exponential(rate: 0.75), "exponential 0.75 s⁻¹"), (.exponential(rate: 2), "exponential 2 s⁻¹"),
    (.nonlinearStep(), "nonlinear step"), (.restRecognition(), "rest recognition"),
    (.zeroEndVelocity, "zero end velocity"),
  ]
  let letters = Set(gestures.map(\.label)).sorted()
  let folds = try Folds.byGroup(gestures.map(\.person))
  return try schemes.flatMap { scheme, name in
    let examples = try gestures.map { gesture in
      Example(
        label: gesture.label,
        features: ZoneFeatures.courseInAir.features(of: try AirGesture(gesture.trace, scheme: scheme).projected()))
    }
    return [
      try row("air, \(name), shipped weights, 26 letters", [ConfusionMatrix(of: ShippedWeights.linear, on: examples)]),
      try row(
        "air, \(name), shipped weights, told the 10 letters",
        [ConfusionMatrix(of: ShippedWeights.linear.restricted(to: letters), on: examples)]),
      try row(
        "air, \(name), recommended for screens, as shipped, 26 letters",
        [ConfusionMatrix(of: ShippedWeights.kernel, on: ZoneBlur.course(examples))]),
      try row(
        "air, \(name), course's features, one person out, perceptron",
        [
          ConfusionMatrix.crossValidated(examples, folds: folds) {
            try Perceptron(averaged: true, starts: 10, maximumPasses: 100).train($0).classifier
          }
        ]),
      try row(
        "air, \(name), course's features, one person out, logistic regression",
        [
          ConfusionMatrix.crossValidated(examples, folds: folds) {
            try LogisticRegression(penalty: 1e-3).train($0).classifier
          }
        ]),
    ]
  }
}

/// Trains on everyone else, for each person; the gestures that are too short are wrong answers.
private func leavingOnePersonOut(
  _ gestures: [LabelledTrace], _ training: AirRecognizer.Training = .init()
) throws -> ConfusionMatrix {
  var matrix = try ConfusionMatrix(labels: Set(gestures.map(\.label)).sorted())
  for person in Set(gestures.map(\.person)).sorted() {
    let recognizer = try AirRecognizer.train(on: gestures.filter { $0.person != person }, training).recognizer
    for gesture in gestures where gesture.person == person {
      matrix.record(drawn: gesture.label, answered: try? recognizer.recognize(gesture.trace).label)
    }
  }
  return matrix
}

private func recommended(_ gestures: [LabelledTrace]) throws -> [BenchmarkHarness.Measurement] {
  func training(copies: Int = 3, seed: UInt64 = 1, _ channels: [MotionChannel]? = nil) throws -> AirRecognizer.Training
  {
    var training = AirRecognizer.Training()
    (training.copies, training.seed) = (copies, seed)
    if let channels { training.features = try MotionFeatures(channels: channels) }
    return training
  }
  var rows = [
    try row(
      "air, recommended, one person out",
      try (1...3).map { try leavingOnePersonOut(gestures, training(seed: $0)) }, bar: "≥ 92"),
    try row("air, recommended without copies, one person out", [leavingOnePersonOut(gestures, training(copies: 0))]),
  ]
  let sets: [[MotionChannel]] =
    MotionChannel.allCases.map { [$0] } + [
      [.path, .velocity], [.velocity, .pointing], [.path, .velocity, .pointing],
      [.acceleration, .rotationRate], [.velocity, .rotationRate, .pointing, .directionHistogram],
      [.path, .velocity, .rotationRate, .pointing, .directionHistogram],
    ]
  for channels in sets {
    rows.append(
      try row(
        "air, one person out, " + channels.map(\.rawValue).joined(separator: " + "),
        [leavingOnePersonOut(gestures, training(channels))]))
  }
  // The recommended channels were chosen by the rows above. What that is worth to somebody new: the same choice among the other people.
  var matrix = try ConfusionMatrix(labels: Set(gestures.map(\.label)).sorted())
  for person in Set(gestures.map(\.person)).sorted() {
    let others = gestures.filter { $0.person != person }
    guard Set(others.map(\.person)).count > 1 else { continue }
    let choices = [MotionFeatures.recommendedChannels] + sets
    let scores = try choices.map { try leavingOnePersonOut(others, training(copies: 0, $0)).correct }
    let best = choices[scores.indices.max { scores[$0] < scores[$1] } ?? 0]
    print("  for \(person): \(best.map(\.rawValue).joined(separator: " + "))")
    let recognizer = try AirRecognizer.train(on: others, training(best)).recognizer
    for gesture in gestures where gesture.person == person {
      matrix.record(drawn: gesture.label, answered: try? recognizer.recognize(gesture.trace).label)
    }
  }
  guard matrix.total > 0 else { return rows }
  return rows + [try row("air, channels chosen without the person that is scored, one person out", [matrix])]
}

/// Other ways to do it, without copies at uneven speed.
private func references(_ gestures: [LabelledTrace]) throws -> [BenchmarkHarness.Measurement] {
  let usable = gestures.filter { $0.trace.count >= MotionFeatures.fewestSamples }
  let folds = try Folds.byGroup(usable.map(\.person))
  func examples(_ channels: [MotionChannel]) throws -> [Example] {
    let features = try MotionFeatures(channels: channels)
    return try usable.map { Example(label: $0.label, features: try features.features(of: $0.trace)) }
  }
  let pathAndVelocity = try examples([.path, .velocity])
  let peers = try peerAccuracies(pathAndVelocity, folds: [folds], as: "air")
  var protractor = try ConfusionMatrix(labels: Set(gestures.map(\.label)).sorted())
  for fold in 0..<folds.count {
    let (training, testing) = folds.split(fold)
    let stroke = { (index: Int) in try AirGesture(usable[index].trace, scheme: .zeroEndVelocity).projected() }
    let matcher = try Protractor(
      training.map { LabelledStroke(label: usable[$0].label, stroke: try stroke($0)) }, samples: 32)
    for index in testing {
      protractor.record(drawn: usable[index].label, answered: try matcher.match(stroke(index)).label)
    }
  }
  let warping = try DynamicTimeWarping()
  return [
    try row("air, Protractor, one person out", [protractor]),
    try row(
      "air, dynamic time warping of the velocity, one person out",
      [
        ConfusionMatrix.crossValidated(examples([.velocity]), folds: folds) {
          try WarpedNeighbor($0, width: 3, warping: warping)
        }
      ]),
    try row(
      "air, path + velocity, nearest neighbour, one person out",
      [ConfusionMatrix.crossValidated(pathAndVelocity, folds: folds) { try NearestNeighbor($0) }]),
    try row(
      "air, path + velocity, kernel machine without copies, one person out",
      [
        ConfusionMatrix.crossValidated(pathAndVelocity, folds: folds) {
          try KernelMachine(widths: [1], ridges: [0.01]).train($0).classifier
        }
      ], peer: "scikit-learn SVM, radial", theirs: peers["air, SVM"]),
  ]
}

/// Accuracy by what there was to learn from: other people, or one's own letters.
private func howMuch(_ gestures: [LabelledTrace]) throws -> [BenchmarkHarness.Measurement] {
  let people = Set(gestures.map(\.person)).sorted()
  let labels = Set(gestures.map(\.label)).sorted()
  var rows: [BenchmarkHarness.Measurement] = []
  for count in 1...3 {
    var matrix = try ConfusionMatrix(labels: labels)
    for (index, person) in people.enumerated() {
      // The next ones in the order of the names: each person teaches as often as any other.
      let teachers = (1...count).map { people[(index + $0) % people.count] }
      let recognizer = try AirRecognizer.train(on: gestures.filter { teachers.contains($0.person) }).recognizer
      for gesture in gestures where gesture.person == person {
        matrix.record(drawn: gesture.label, answered: try? recognizer.recognize(gesture.trace).label)
      }
    }
    rows.append(try row("air, recommended, taught by \(count) other \(count == 1 ? "person" : "people")", [matrix]))
  }
  for count in [1, 2, 5] {
    var matrix = try ConfusionMatrix(labels: labels)
    for person in people {
      let own = Dictionary(grouping: gestures.filter { $0.person == person }, by: \.label)
      let recognizer = try AirRecognizer.train(on: labels.flatMap { own[$0, default: []].prefix(count) }).recognizer
      for gesture in labels.flatMap({ own[$0, default: []].dropFirst(count) }) {
        matrix.record(drawn: gesture.label, answered: try? recognizer.recognize(gesture.trace).label)
      }
    }
    // A writer with no further letters leaves nothing to recognise.
    guard matrix.total > 0 else { continue }
    rows.append(try row("air, recommended, taught by one's own first \(count) of each letter", [matrix]))
  }
  return rows
}
