import Foundation
import Gestures
import Synchronization

import enum Basics.OwnThread

/// Letters drawn on the page: recognised as they grow, labelled, trained on. The training log lies in `letters/` in the
/// course's format, and is written after each letter.
package final class DrawingDesk: Sendable {
  /// Examples of a training set, and samples of one letter.
  static let mostExamples = 5000
  static let mostSamples = 20_000

  /// The log of a person's letters, the weights of the perceptron and the recommended recogniser.
  static let (logName, weightsName, recognizerName) = ("training-log.csv", "weights.csv", "recognizer.json")

  private let folder: String
  private struct State {
    var examples: [Example] = []
    var trained: (perceptron: LinearClassifier, recommended: StrokeRecognizer)?
    var training: Training = .idle

    func counts(_ message: String? = nil) -> Counts {
      Counts(
        counts: Dictionary(examples.map { ($0.label, 1) }, uniquingKeysWith: +), total: examples.count, message: message
      )
    }
  }

  private let state: Mutex<State>

  private enum Training {
    case idle
    case running
    case done(Result)
    case failed(String)
  }

  /// A desk for a folder, with the log that lies there.
  package init(folder: String) throws {
    self.folder = "\(folder)/letters"
    var examples: [Example] = []
    if let data = FileManager.default.contents(atPath: "\(self.folder)/\(Self.logName)") {
      // What cannot be read would be lost with the first letter that is added.
      guard let text = String(validating: data, as: UTF8.self) else {
        throw StudioError.malformed("a training log in UTF-8, which “letters/\(Self.logName)” is not")
      }
      examples = try TrainingLog(csv: text, file: Self.logName, expecting: ZoneFeatures.course.names).examples
    }
    state = Mutex(State(examples: examples))
    // The recognisers are made when they are asked for first; the first letter should not wait for that.
    _ = OwnThread.start(stackSize: 8 << 20) { [self] in _ = try? recognise(Letter(strokes: [[[0, 0, 0], [1, 1, 1]]])) }
  }

  // MARK: Recognising

  /// A letter as the page sends it: strokes of samples [x, y, t], points and seconds.
  package struct Letter: Codable, Sendable {
    package var strokes: [[[Double]]]
    package var label: String?

    package init(strokes: [[[Double]]], label: String? = nil) { (self.strokes, self.label) = (strokes, label) }
  }

  /// What the page shows of a letter.
  package struct Answer: Codable, Sendable {
    package var features: [Double]
    /// The square that the board lies on: left, top, side, in the page's points.
    package var board: [Double]
    /// Per recogniser, the best labels with their scores; none from one for which the letter is too small.
    package var answers: [Ranking]
  }

  package struct Ranking: Codable, Sendable {
    package var name: String
    package var candidates: [Match.Candidate]
  }

  /// The letter as one stroke, the pen's flights included.
  static func stroke(_ letter: Letter) throws -> Stroke {
    guard letter.strokes.reduce(0, { $0 + $1.count }) <= mostSamples else {
      throw StudioError.tooLarge("A letter has at most \(mostSamples) samples.")
    }
    let samples = try letter.strokes.joined().map { numbers -> Sample2D in
      guard numbers.count == 3 else { throw StudioError.malformed("samples of the form [x, y, t]") }
      return Sample2D(x: numbers[0], y: numbers[1], t: numbers[2])
    }
    return try Stroke(samples)
  }

  /// What the library makes of a letter.
  package func recognise(_ letter: Letter) throws -> Answer {
    let stroke = try Self.stroke(letter)
    let own = state.withLock(\.trained)
    var recognizers = [("recommended", StrokeRecognizer.recommended), ("the course's", .course)]
    if let own {
      recognizers.insert(("yours", own.recommended), at: 0)
      recognizers.append(("your perceptron", try StrokeRecognizer(features: .course, classifier: own.perceptron)))
    }
    let answers = try recognizers.compactMap { name, recognizer -> Ranking? in
      do {
        return Ranking(name: name, candidates: Array(try recognizer.recognize(stroke).candidates.prefix(5)))
      } catch GestureError.strokeTooSmall {
        // A letter that has just begun is as small.
        return nil
      }
    }
    let extent = stroke.extent
    return Answer(
      features: ZoneFeatures.course.features(of: stroke),
      board: [extent.minX, extent.minY, extent.clippedSize(minSize: ZoneFeatures.fingertipMinSize)], answers: answers)
  }

  // MARK: The training set

  /// How many examples there are of each label.
  package struct Counts: Codable, Sendable {
    package var counts: [String: Int]
    package var total: Int
    package var message: String?
  }

  package var counts: Counts { state.withLock { $0.counts() } }

  /// Adds a letter under its label.
  package func add(_ letter: Letter) throws -> Counts {
    guard let label = letter.label?.trimmingCharacters(in: .whitespaces), (1...20).contains(label.count) else {
      throw StudioError.malformed("a label of 1 to 20 characters")
    }
    let features = ZoneFeatures.course.features(of: try Self.stroke(letter))
    return try change { $0.append(Example(label: label, features: features)) }
  }

  /// Takes the last letter back.
  package func removeLast() throws -> Counts { try change { _ = $0.popLast() } }

  package func removeAll() throws -> Counts { try change { $0 = [] } }

  /// Adds a log in the course's format; what could not be read is reported, and the rest is taken.
  package func add(log text: String) throws -> Counts {
    let log = try TrainingLog(csv: text, expecting: ZoneFeatures.course.names)
    let counts = try change { $0 += log.examples }
    let problems = ["Left out: \(log.problems.count)."] + log.problems.prefix(3).map(\.description)
    let said = ["\(log.examples.count) examples added."] + (log.problems.isEmpty ? [] : problems)
    return Counts(counts: counts.counts, total: counts.total, message: said.joined(separator: " "))
  }

  private func change(_ body: (inout [Example]) -> Void) throws -> Counts {
    try state.withLock { state in
      var changed = state.examples
      body(&changed)
      guard changed.count <= Self.mostExamples else {
        throw StudioError.tooLarge("A training set has at most \(Self.mostExamples) examples.")
      }
      try write(TrainingLog(names: ZoneFeatures.course.names, examples: changed).csv, to: Self.logName)
      state.examples = changed
      return state.counts()
    }
  }

  private func write(_ text: String, to name: String) throws {
    try StudioError.write(Data(text.utf8), to: "\(folder)/\(name)")
  }

  // MARK: Training

  /// What a training led to.
  package struct Result: Codable, Sendable {
    package struct Accuracy: Codable, Sendable {
      package var name: String
      package var value: Double
      package var low: Double
      package var high: Double
      package var labels: [String]
      /// `counts[drawn][answered]`.
      package var counts: [[Int]]
    }

    package var accuracies: [Accuracy]
    package var report: String
    package var seconds: Double
    package var folds: Int
  }

  /// Where a training is.
  package struct Progress: Codable, Sendable {
    package var state: String
    package var result: Result?
    package var problem: String?
  }

  package var progress: Progress {
    state.withLock { state in
      switch state.training {
      case .idle: Progress(state: "idle")
      case .running: Progress(state: "running")
      case .done(let result): Progress(state: "done", result: result)
      case .failed(let problem): Progress(state: "failed", problem: problem)
      }
    }
  }

  /// Trains the course's perceptron and the recommended recogniser on the set, on its own thread.
  package func train() throws {
    let examples = try state.withLock { state in
      if case .running = state.training { throw StudioError.notNow("A training is already running.") }
      guard Set(state.examples.map(\.label)).count > 1 else {
        throw StudioError.notNow("There are too few examples: draw and label at least two different letters.")
      }
      state.training = .running
      return state.examples
    }
    let isStarted = OwnThread.start(stackSize: 8 << 20) { [self] in
      do {
        let (made, result) = try Self.train(on: examples)
        try write(made.perceptron.csv(names: ZoneFeatures.course.names), to: Self.weightsName)
        try write(String(decoding: made.recommended.json(), as: UTF8.self), to: Self.recognizerName)
        state.withLock { ($0.trained, $0.training) = (made, .done(result)) }
      } catch {
        state.withLock { $0.training = .failed("\(error)") }
      }
    }
    if !isStarted { state.withLock { $0.training = .failed("the system has no thread left") } }
  }

  private static func train(
    on examples: [Example]
  ) throws -> ((perceptron: LinearClassifier, recommended: StrokeRecognizer), Result) {
    let start = ContinuousClock.now
    // A hundred starts instead of the course's thousand: a person waits, and more change hardly anything.
    let perceptron = Perceptron(starts: 100)
    let (linear, report) = try perceptron.train(examples)
    let blur = ZoneBlur.course
    let kernel = try KernelMachine().train(blur(examples)).classifier
    let count = min(10, examples.count)
    let folds = try Folds.stratified(labels: examples.map(\.label), count: count)
    let blurred = try blur(examples)
    let matrices = [
      (
        "recommended",
        try ConfusionMatrix.crossValidated(blurred, folds: folds) { try KernelMachine().train($0).classifier }
      ),
      (
        "perceptron",
        try ConfusionMatrix.crossValidated(examples, folds: folds) { try Perceptron(starts: 20).train($0).classifier }
      ),
    ]
    let accuracies = try matrices.map { name, matrix in
      let accuracy = try matrix.accuracy()
      return Result.Accuracy(
        name: name, value: accuracy.value, low: accuracy.interval.lowerBound, high: accuracy.interval.upperBound,
        labels: matrix.labels, counts: matrix.counts)
    }
    let recommended = try StrokeRecognizer(features: .course, blur: blur, classifier: kernel)
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    return (
      (linear, recommended),
      Result(accuracies: accuracies, report: report.description, seconds: seconds, folds: count)
    )
  }

  // MARK: In and out

  /// A file of the course's formats: the log or the weights; nil when there is none yet.
  package func file(_ name: String) -> Data? {
    guard [Self.logName, Self.weightsName, Self.recognizerName].contains(name) else { return nil }
    return FileManager.default.contents(atPath: "\(folder)/\(name)")
  }

  /// Takes weights in the course's format as the person's own perceptron.
  package func take(weights text: String) throws -> Counts {
    let linear = try LinearClassifier(csv: text, expecting: ZoneFeatures.course.names)
    return state.withLock { state in
      let recommended = state.trained?.recommended ?? StrokeRecognizer.recommended
      state.trained = (linear, recommended)
      return state.counts("Weights of \(linear.labels.count) labels taken: see “your perceptron”.")
    }
  }
}
