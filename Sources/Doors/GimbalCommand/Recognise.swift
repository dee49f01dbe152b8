import ArgumentParser
import Foundation
import Gestures
import Inertial

import enum Basics.WholeFile

/// `gimbal recognise`.
struct Recognise: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Recognise letters drawn on a screen or in the air.",
    discussion: """
      FILE holds strokes (CSV with the columns x, y, t and, for several, gesture; or JSON), x to the right, y down, or the
      recording of a device that drew letters in the air, in any format that traces come in. A recording that knows of
      touches is one gesture for each touch; another is one gesture.

      Printed is a line for each gesture: its number, the letter (“none” below the threshold), its score, how far it leads,
      and what else it could have been. A gesture that cannot be read is named and left out, and the last line counts those.

      EXAMPLES
        gimbal recognise letter.csv
        gimbal recognise waving.csv --scheme exponential --rate 2
        gimbal recognise letter.csv --recognizer mine.json --top 5
        gimbal recognise letter.csv --append log.csv --label A
        gimbal recognise letter.csv --append log.txt --label A
      """.flowing, aliases: ["recognize"])

  /// How a device's path is integrated.
  enum SchemeName: String, ExpressibleByArgument, CaseIterable {
    case zeroEndVelocity = "zero-end-velocity"
    case none, exponential, nonlinear, rest
  }

  @Argument(help: "Strokes, or a recording of a device's motion.", completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp("“recommended”, “course”, or a file that `gimbal train` has written.", valueName: "name"),
    completion: .file())
  var recognizer = "recommended"

  @Option(help: "How a recording is integrated.")
  var scheme = SchemeName.zeroEndVelocity

  @Option(help: "The rate of exponential damping, in s⁻¹.")
  var rate = 2.0

  @Option(help: "Below this score the classifier answers “none”.")
  var threshold: Double?

  @Option(help: "How many labels to print.")
  var top = 3

  @Option(
    help: "Append the gestures' features to this training log: CSV, or, in a .txt, the lines of the course's app.",
    completion: .file())
  var append: String?

  @Option(help: "What was drawn, for the training log; by default the file's own labels.")
  var label: String?

  func validate() throws {
    if top < 1 { throw ValidationError("--top takes a number of labels, at least 1.") }
  }

  func run() throws {
    try saying {
      let (strokes, omitted) = try gestures()
      guard !strokes.isEmpty else { throw GestureError.emptyStroke }
      let recognizer = try chosen()
      for (number, stroke) in strokes.enumerated() {
        let match = try recognizer.recognize(stroke.stroke, threshold: threshold ?? -.infinity)
        print(line(number + 1, match, label: stroke.label))
      }
      if omitted > 0 { print("left out: \(omitted) of \(strokes.count + omitted)") }
      if let append { try log(strokes, to: append, features: .course) }
    }
  }

  private func gestures() throws -> (strokes: [LabelledStroke], omitted: Int) {
    switch try GestureFile(file) {
    case .strokes(let file):
      complain(about: file.problems)
      return (file.strokes, file.problems.count)
    case .trace(let trace):
      let scheme: any Scheme =
        switch scheme {
        case .zeroEndVelocity: .zeroEndVelocity
        case .none: .none
        case .exponential: .exponential(rate: rate)
        case .nonlinear: .nonlinearStep()
        case .rest: .restRecognition()
        }
      try scheme.validate()
      let touches = trace.touches
      func name(_ touch: Trace) -> String { "\(file), touched at \(touch.timestamps[0]) s" }
      let (strokes, omitted) = touches.partitioned(name: name) { touch in
        LabelledStroke(stroke: try AirGesture(touch, scheme: scheme).projected())
      }
      if strokes.isEmpty, let touch = touches.first { _ = try AirGesture(touch, scheme: scheme).projected() }
      for omission in omitted { Terminal.complain("left out: \(omission)\n") }
      return (strokes, omitted.count)
    }
  }

  private func chosen() throws -> StrokeRecognizer {
    switch recognizer {
    case "recommended": return .recommended
    case "course": return .course
    default:
      guard let text = try GestureFile.text(recognizer) else {
        throw ValidationError(
          "\(recognizer): expected “recommended”, “course” or a file that `gimbal train` has written.")
      }
      switch URL(fileURLWithPath: recognizer).pathExtension {
      case "csv":
        return try StrokeRecognizer(
          features: .course,
          classifier: LinearClassifier(csv: text, file: recognizer, expecting: ZoneFeatures.course.names))
      case "swift":
        return try StrokeRecognizer(
          features: .course, classifier: LinearClassifier(swiftSource: text, file: recognizer))
      default: return try StrokeRecognizer(json: Data(text.utf8), file: recognizer)
      }
    }
  }

  private func line(_ number: Int, _ match: Match, label: String?) -> String {
    let others = match.candidates.dropFirst(match.label == nil ? 0 : 1).prefix(top - 1)
      .map { String(format: "%@ %.2f", $0.label, $0.score) }.joined(separator: ", ")
    let drawn = label.map { " (drawn: \($0))" } ?? ""
    return String(
      format: "%d: %@%@, score %.2f, margin %.2f", number, match.label ?? "none", drawn, match.score, match.margin)
      + (others.isEmpty ? "" : "; then \(others)")
  }

  private func log(_ strokes: [LabelledStroke], to path: String, features: ZoneFeatures) throws {
    let examples = try strokes.enumerated().map { number, stroke in
      guard let label = label ?? stroke.label else {
        throw ValidationError("Gesture \(number + 1) has no label: say what was drawn with --label.")
      }
      return Example(label: label, features: features.features(of: stroke.stroke))
    }
    let ending = URL(fileURLWithPath: path).pathExtension
    guard ["csv", "txt"].contains(ending) else {
      throw ValidationError(
        "The ending of “\(path)” names no known form; write a log to a .csv file, or, in the form of the course's app, to a .txt file."
      )
    }
    // A log goes on as it is; a new one has the course's form where its name is not a table's.
    let old = FileManager.default.fileExists(atPath: path) ? try GestureFile.text(path) : ""
    guard let old else { throw GestureError.unreadable(file: path, reason: "it is not text") }
    let isNew = old.allSatisfy(\.isWhitespace)
    let isCourse = isNew ? ending == "txt" : TrainingLog.isCourseText(old)
    let new = TrainingLog(names: features.names, examples: examples)
    var text = isCourse ? new.courseText : new.csv
    if !isNew {
      complain(about: try TrainingLog(text: old, file: path, expecting: features.names).problems)
      // Lines that could not be read stay as they are: only new ones are added.
      let rows = isCourse ? text : examples.map { TrainingLog.row($0) + "\n" }.joined()
      text = old + (old.hasSuffix("\n") ? "" : "\n") + rows
    }
    try WholeFile.write(Data(text.utf8), to: path)
    print("\(path): \(examples.count) \(examples.count == 1 ? "row" : "rows") appended")
  }
}
