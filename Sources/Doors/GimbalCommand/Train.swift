import ArgumentParser
import Foundation
import Gestures
import NotebookDocument

import enum Basics.Spelling

/// `gimbal train`.
struct Train: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Train a recogniser of drawn letters on your own hand.",
    discussion: """
      LOG is a training log or a file of labelled strokes. A log is CSV (label, then the features of the board, as
      `gimbal recognise --append` writes them), or what the course's app prints: lines such as ('A', [+0.12000, …, 1.0]),
      in a file of any name, the course's training.py too. Rows that cannot be read are named and left out. A log whose
      columns have other names is read with --any-names.

      Printed are how the training went, the accuracy by cross-validation with its interval of 95 % confidence, and what
      is confused most. With --output the recogniser is written, and the ending says how: .json for `gimbal recognise
      --recognizer`, .csv for the bare weights, .swift for the weights as source that the course's app takes. The last two
      hold what has weights: --classifier perceptron, averaged or logistic.

      EXAMPLES
        gimbal train log.csv --output mine.json
        gimbal train training.py --classifier perceptron --output weights.swift
        gimbal train log.csv --classifier perceptron --starts 100 --seed 7
        gimbal train strokes.json --columns 4 --rows 4 --output mine.json
        gimbal train --shipped Sources/Kit/Learning/Gestures/Letters/ShippedWeights.csv --force
      """.flowing)

  /// How a recogniser is written.
  private enum WeightsForm: String, CaseIterable { case json, csv, swift }

  /// What can be trained.
  enum ClassifierName: String, ExpressibleByArgument, CaseIterable {
    case recommended, perceptron, averaged, logistic
  }

  @Argument(help: "A training log, or labelled strokes.", completion: .file())
  var log: String?

  @Option(help: "“perceptron” is the course's; “averaged” forgives classes that overlap.")
  var classifier = ClassifierName.recommended

  @Option(help: "The random starts of a perceptron.")
  var starts = 1000

  @Option(help: "The passes after which a perceptron's start gives up.")
  var passes = 2000

  @Option(help: "What random numbers grow from.")
  var seed: UInt64 = 1

  @Option(help: "The zones side by side.")
  var columns = 3

  @Option(help: "The zones one below the other.")
  var rows = 3

  @Option(help: "The folds of the cross-validation; 0 for none.")
  var folds = 10

  @Flag(help: "Take the log's columns as features in the file's order, whatever they are called.")
  var anyNames = false

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Where to write the recogniser.", valueName: "file"), completion: .file())
  var output: String?

  @Option(
    help: ArgumentHelp("Train the weights that ship, on generated letters, and write them as CSV.", valueName: "file"),
    completion: .file())
  var shipped: String?

  @OptionGroup var replacing: Replacing

  func validate() throws {
    if (log == nil) == (shipped == nil) { throw ValidationError("Give a training log, or --shipped with a file.") }
    guard let output else { return }
    let ending = URL(fileURLWithPath: output).pathExtension
    guard WeightsForm(rawValue: ending) != nil else {
      let known = WeightsForm.allCases.map { ".\($0.rawValue)" }
      let hint = Spelling.nearest(to: ".\(ending)", among: known).map { " Did you mean “\($0)”?" } ?? ""
      throw ValidationError(
        "The ending of “\(output)” names no known form; use \(known.joined(separator: ", ")).\(hint)")
    }
    if ending != "json", classifier == .recommended {
      throw ValidationError(
        "The recommended classifier has no bare weights: give --output a name that ends in .json, or choose "
          + "--classifier perceptron, averaged or logistic.")
    }
  }

  func run() throws {
    try saying {
      if let shipped {
        let weights = try ShippedWeights.trained().csv(names: ZoneFeatures.course.names)
        try Destination.write(weights, to: shipped, replacing)
        print("\(shipped): written")
      } else if let log {
        try train(on: log)
      }
    }
  }

  private func train(on path: String) throws {
    let board = try ZoneFeatures(columns: columns, rows: rows)
    let (examples, omitted) = try examples(in: path, board: board)
    print(
      "\(path): \(examples.count) examples of \(Set(examples.map(\.label)).count) labels"
        + (omitted > 0 ? ", \(omitted) left out" : ""))
    let (recognizer, report) = try recognizer(for: examples, board: board)
    print(report)
    if folds > 0, examples.count >= folds { try validate(examples, board: board) }
    if let output { try write(recognizer, to: output, madeOf: path) }
  }

  /// What can be learned from, and how much of the file could not.
  private func examples(in path: String, board: ZoneFeatures) throws -> (examples: [Example], omitted: Int) {
    guard let text = try GestureFile.text(path) else {
      throw GestureError.unreadable(file: path, reason: "it is not text")
    }
    if path.hasSuffix(".json") || GestureFile.hasStrokes(text) {
      let file =
        path.hasSuffix(".json")
        ? try StrokeFile(json: Data(text.utf8), file: path) : try StrokeFile(csv: text, file: path)
      complain(about: file.problems)
      let examples = file.strokes.compactMap { stroke in
        stroke.label.map { Example(label: $0, features: board.features(of: stroke.stroke)) }
      }
      let unlabelled = file.strokes.count - examples.count
      if unlabelled > 0 { Terminal.complain("left out: \(path): \(unlabelled) without a label\n") }
      return (examples, file.problems.count + unlabelled)
    }
    let log: TrainingLog
    do {
      log = try TrainingLog(text: text, file: path, expecting: anyNames ? nil : board.names)
    } catch {
      throw Self.withHint(error, of: path)
    }
    complain(about: log.problems)
    return (log.examples, log.problems.count)
  }

  /// The error, after a word on what to do about columns of other names.
  private static func withHint(_ error: GestureError, of path: String) -> any Error {
    switch error {
    case .unknownColumn, .missingColumn:
      if let recording = GestureFile.recording(path) {
        Terminal.complain(
          "\(path): this is a recording of motion (\(recording)), not a training log; a log has a row for each drawn "
            + "letter, its label and the features of the board, as “gimbal recognise --append” writes them.\n")
        return ExitCode(2)
      }
      Terminal.complain("\(error)\nA log whose columns have other names is read with --any-names.\n")
      return ExitCode(2)
    default: return error
    }
  }

  private func recognizer(
    for examples: [Example], board: ZoneFeatures
  ) throws -> (recognizer: StrokeRecognizer, report: String) {
    switch classifier {
    case .recommended:
      let blur = try ZoneBlur(columns: columns, rows: rows)
      let (trained, report) = try KernelMachine().train(blur(examples))
      let words = String(
        format: "width %.2f × the median distance, ridge %g; %.1f %% right when each example is left out", report.width,
        report.ridge, 100 * report.leaveOneOutAccuracy)
      return (try StrokeRecognizer(features: board, blur: blur, classifier: trained), words)
    case .perceptron, .averaged:
      let perceptron = Perceptron(
        order: classifier == .averaged ? .shuffled : .given, averaged: classifier == .averaged, starts: starts,
        maximumPasses: passes, seed: seed)
      let (trained, report) = try perceptron.train(examples)
      return (try StrokeRecognizer(features: board, classifier: trained), report.description)
    case .logistic:
      let (trained, report) = try LogisticRegression(penalty: 1e-3).train(examples)
      let words = String(format: "%d steps, loss %.3f nats", report.iterations, report.loss)
      return (try StrokeRecognizer(features: board, classifier: trained), words)
    }
  }

  private func validate(_ examples: [Example], board: ZoneFeatures) throws {
    let folds = try Folds.stratified(labels: examples.map(\.label), count: folds, seed: seed)
    var matrix = try ConfusionMatrix(labels: Set(examples.map(\.label)).sorted())
    for fold in 0..<folds.count {
      let (training, testing) = folds.split(fold)
      guard !testing.isEmpty else { continue }
      let trained = try recognizer(for: training.map { examples[$0] }, board: board).recognizer
      for index in testing {
        let features = try trained.blur.map { try $0(examples[index].features) } ?? examples[index].features
        matrix.record(drawn: examples[index].label, answered: try trained.classifier.match(features).label)
      }
    }
    let accuracy = try matrix.accuracy()
    print(
      String(
        format: "%d-fold cross-validation: %.1f %% right (%d of %d; 95 %%: %.1f–%.1f %%)", folds.count,
        100 * accuracy.value, accuracy.successes, accuracy.trials, 100 * accuracy.interval.lowerBound,
        100 * accuracy.interval.upperBound))
    let confused = matrix.mostConfused(5).map { "\($0.drawn) for \($0.answered ?? "none") \($0.count)×" }
    if !confused.isEmpty { print("mistaken for another: " + confused.joined(separator: ", ")) }
  }

  private func write(_ recognizer: StrokeRecognizer, to path: String, madeOf log: String) throws {
    let linear = recognizer.classifier as? LinearClassifier
    let text =
      switch (WeightsForm(rawValue: URL(fileURLWithPath: path).pathExtension), linear) {
      case (.csv, let linear?): try linear.csv(names: recognizer.features.names)
      case (.swift, let linear?): linear.swiftSource
      default: String(decoding: try recognizer.json(), as: UTF8.self)
      }
    try Destination.write(text, to: path, madeOf: [log], replacing)
    print("\(path): written")
  }
}
