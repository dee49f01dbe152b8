import Foundation
import Testing

@testable import Gestures

struct FileTests {
  @Test func logsReadBackWhatTheyWrite() throws {
    let examples = try LetterGenerator().examples(count: 2)
    let log = TrainingLog(names: ZoneFeatures.course.names, examples: examples)
    let read = try TrainingLog(csv: log.csv, expecting: ZoneFeatures.course.names)
    #expect(read.examples == examples && read.problems.isEmpty)
  }

  @Test func aPersonCanAppendToALog() throws {
    var text = TrainingLog(names: ["u", "v"], examples: [Example(label: "A", features: [1, 2])]).csv
    text += TrainingLog.row(Example(label: "comma, \"quoted\"", features: [3, 4])) + "\r\n\n  \nB , 5,6\n"
    let log = try TrainingLog(csv: text)
    #expect(log.problems.isEmpty)
    #expect(log.examples.map(\.label) == ["A", "comma, \"quoted\"", "B"] && log.examples[2].features == [5, 6])
  }

  @Test func columnsMayComeInAnyOrder() throws {
    let log = try TrainingLog(csv: "\u{FEFF}v,label,u\n1,A,2\n", expecting: ["u", "v"])
    #expect(log.names == ["u", "v"] && log.examples == [Example(label: "A", features: [2, 1])])
  }

  @Test func anUnknownColumnIsAnErrorWithASuggestion() {
    let error = GestureError.unknownColumn(file: "log.csv", line: 1, column: "lable", suggestion: "label")
    #expect(throws: error) { try TrainingLog(csv: "lable,u\nA,1\n", file: "log.csv", expecting: ["u"]) }
    #expect("\(error)" == "log.csv:1: unknown column “lable”. Did you mean “label”?")
    #expect(throws: GestureError.self) { try TrainingLog(csv: "label,u,w\nA,1,2\n", expecting: ["u"]) }
    #expect(
      throws: GestureError.missingColumn(file: "training log", line: 1, column: "v", expected: ["label", "u", "v"])
    ) {
      try TrainingLog(csv: "label,u\nA,1\n", expecting: ["u", "v"])
    }
    #expect(throws: GestureError.self) { try TrainingLog(csv: "label,u,u\nA,1,2\n") }
    #expect(throws: GestureError.self) { try TrainingLog(csv: " \n") }
  }

  @Test func aBrokenRowIsNamedAndTheRestIsKept() throws {
    let log = try TrainingLog(csv: "label,u,v\nA,1,2\nB,1\nC,x,2\n,1,2\nD,1,nan\nE,3,4\n", file: "log.csv")
    #expect(log.examples.map(\.label) == ["A", "E"])
    #expect(
      log.problems.map(\.description) == [
        "log.csv:3: 2 fields where the first line names 3 columns.",
        "log.csv:4: “x” in field 2 is not a finite number.",
        "log.csv:5: the label is empty; write what was drawn.",
        "log.csv:6: “nan” in field 3 is not a finite number.",
      ])
  }

  @Test func strokesReadBackWhatTheyWrite() throws {
    let generator = try LetterGenerator()
    let strokes = try ["A", "Q"].map { LabelledStroke(label: $0, stroke: try generator.stroke($0, index: 0)) }
    let file = StrokeFile(strokes + [LabelledStroke(stroke: try stroke([(1, 2, 3)]))])
    #expect(try StrokeFile(csv: file.csv).strokes == file.strokes)
    #expect(try StrokeFile(json: file.json()).strokes == file.strokes)
  }

  @Test func aStrokeFileNeedsOnlyXYT() throws {
    let file = try StrokeFile(csv: "t,x,y\n0,1,2\n1,3,4\n")
    #expect(file.strokes == [LabelledStroke(stroke: try stroke([(1, 2, 0), (3, 4, 1)]))])
    #expect(
      throws: GestureError.missingColumn(
        file: "s", line: 1, column: "t", expected: ["gesture", "label", "x", "y", "t", "unit"])
    ) {
      try StrokeFile(csv: "x,y\n1,2\n", file: "s")
    }
    #expect(throws: GestureError.unknownColumn(file: "s", line: 1, column: "lable", suggestion: "label")) {
      try StrokeFile(csv: "lable,x,y,t\n", file: "s")
    }
    #expect(throws: GestureError.self) { try StrokeFile(csv: "") }
  }

  @Test func brokenStrokesAreNamedAndTheRestIsKept() throws {
    let file = try StrokeFile(
      csv: "gesture,label,x,y,t\n1,A,0,0,0\n1,A,oops,0,1\n1,A,1,1,2\n2,B,0,0,5\n2,B,0,1,4\n3,,1,1,0\n1,2\n",
      file: "s.csv")
    #expect(file.strokes.map(\.label) == ["A", nil] && file.strokes[0].stroke.samples.count == 2)
    #expect(file.problems.count == 3)
    #expect(file.problems.contains { "\($0)".hasPrefix("s.csv:3: ") })
    #expect(file.problems.contains { "\($0)".hasPrefix("s.csv:5: ") && "\($0)".contains("Sample 1 has time 4.0 s") })
    #expect(file.problems.contains { "\($0)".hasPrefix("s.csv:8: ") })
  }

  @Test("A gesture whose rows are not together is named with its line and left out; the others are kept")
  func aGestureInPieces() throws {
    let rows = ["0", "0", "1", "1", "0", "0", "2"].enumerated().map { "\($1),L\($1),\($0),0,\($0)" }
    let file = try StrokeFile(csv: "gesture,label,x,y,t\n" + rows.joined(separator: "\n"), file: "s.csv")
    #expect(file.strokes.map(\.label) == ["L1", "L2"])
    #expect(
      file.problems.map { "\($0)" } == [
        "s.csv:6: the gesture “0”, begun in line 2, continues after another, and is left out. Keep the rows of a gesture "
          + "together, or give this one its own name."
      ])
    // A broken row, or a blank line, does not tear a gesture.
    let whole = try StrokeFile(csv: "gesture,x,y,t\n0,0,0,0\n1,x,0,0\n\n0,1,0,1\n")
    #expect(whole.strokes.map(\.stroke.samples.count) == [2] && whole.problems.count == 1)
  }

  @Test func jsonThatIsNoneIsAnError() throws {
    for text in ["", "{", "1"] {
      #expect(throws: GestureError.self) { try StrokeFile(json: Data(text.utf8)) }
    }
    // A broken stroke among others is named, with its place, and left out.
    let good = "{\"label\": \"A\", \"stroke\": [{\"x\": 1, \"y\": 2, \"t\": 0}]}"
    for broken in ["1", "{\"label\": \"A\"}", "{\"stroke\": []}"] {
      let file = try StrokeFile(json: Data("[\(good), \(broken), \(good)]".utf8), file: "s.json")
      #expect(file.strokes.count == 2 && file.problems.count == 1)
      #expect("\(file.problems[0])".hasPrefix("s.json: ") && "\(file.problems[0])".contains("[1]"))
    }
    let file = try StrokeFile(json: Data("[{\"stroke\": [{\"x\": 1, \"t\": 0}]}]".utf8), file: "s.json")
    #expect(file.problems.map { "\($0)" } == ["s.json: “y” is missing at [0].stroke[0]."])
  }

  @Test func weightsReadBackWhatTheyWrite() throws {
    let names = ZoneFeatures.course.names
    let weights = ShippedWeights.linear
    #expect(try LinearClassifier(csv: weights.csv(names: names), expecting: names) == weights)
    #expect(try LinearClassifier(json: weights.json()) == weights)
    #expect(throws: GestureError.self) { try weights.csv(names: ["u"]) }
    #expect(throws: GestureError.self) { try LinearClassifier(csv: "label,u\nA,1\nB,x\n") }
    #expect(throws: GestureError.self) {
      try LinearClassifier(json: Data("{\"labels\":[\"a\",\"b\"],\"weights\":[[1]]}".utf8))
    }
    let kernel = try KernelMachine().train(clusters(["a", "b"], count: 5, spread: 0.3)).classifier
    #expect(try KernelClassifier(json: kernel.json()) == kernel)
    let broken = String(decoding: try kernel.json(), as: UTF8.self).replacing(
      "\"featureCount\":3", with: "\"featureCount\":4")
    #expect(throws: GestureError.self) { try KernelClassifier(json: Data(broken.utf8)) }
  }

  @Test func everyErrorSaysWhatToExpectInASentence() {
    let errors: [GestureError] = [
      .emptyStroke, .notFinite(quantity: "x", index: 3, value: .nan),
      .timeRunsBackwards(index: 1, time: 0, previous: 1),
      .outOfRange(quantity: "minSize", value: -1, expected: "a length"), .featureCount(found: 2, expected: 28),
      .tooFewExamples(labels: 1, examples: 4), .badLabels(reason: "one is empty"), .weightsShape(reason: "too few"),
      .tooFewSamples(found: 2, needed: 4), .singularKernel(row: 2), .unknownLetter("Ä"),
      .missingColumn(file: "f", line: 1, column: "x", expected: ["x"]),
      .unknownColumn(file: "f", line: 1, column: "z", suggestion: nil),
      .brokenRow(file: "f", line: 2, reason: "it is empty"),
      .unreadable(file: "f", reason: "it is empty"), .countMismatch(quantity: "names", found: 1, expected: 2),
    ]
    for error in errors { #expect("\(error)".hasSuffix(".") && "\(error)".count > 8) }
  }
}
