import Basics
import Foundation
import Gestures
import Testing

@Suite("The course's own texts")
struct CourseTextTests {
  private static let numbers =
    "+0.08571, +0.01236, -0.30000, " + Array(repeating: "+0.00000", count: 24).joined(separator: ", ")

  @Test("A log as the app prints it, between other lines of a program, with what is wrong by its line")
  func log() throws {
    let text = """
      # The examples: ('X', [1.0])
      data = [
      ('A', [\(Self.numbers), 1.0]),
      ('', [\(Self.numbers), 1.0]),
      ("B", [\(Self.numbers), 1.0]),   # a second hand
      ('C', [\(Self.numbers)]),
      ('D', [\(Self.numbers.replacing("-0.30000", with: "nan")), 1.0]),
      ('\\'', [+0.1,
        \(Array(repeating: "0", count: 26).joined(separator: ",")), 1]),
      ]
      def train(w, inputs): return w
      """
    let log = try TrainingLog(text: text, file: "training.py", expecting: ZoneFeatures.course.names)
    #expect(log.examples.map(\.label) == ["A", "B", "'"])
    #expect(log.examples[0].features.prefix(3) == [0.08571, 0.01236, -0.3] && log.examples[0].features.last == 1)
    #expect(
      log.problems.map(\.description) == [
        "training.py:4: the label is empty; write what was drawn between the quotation marks.",
        "training.py:6: 27 numbers where there should be 28.",
        "training.py:7: “nan” in place 3 is not a finite number.",
      ])
  }

  @Test("What is written in the app's form is read again, and is what the app prints")
  func writing() throws {
    let examples = [
      Example(label: "A", features: [0.123456, -2, 0, 1e-9] + Array(repeating: -0.5, count: 23) + [1]),
      Example(label: "it's", features: Array(repeating: 12.25, count: 27) + [1]),
    ]
    let text = TrainingLog(names: ZoneFeatures.course.names, examples: examples).courseText
    #expect(text.hasPrefix("('A', [+0.12346, -2.00000, +0.00000, +0.00000, -0.50000, "))
    #expect(text.split(separator: "\n").allSatisfy { $0.hasSuffix(", 1.0]),") })
    #expect(TrainingLog.isCourseText(text) && !TrainingLog.isCourseText("label,a\nA,1\n"))
    let again = try TrainingLog(text: text)
    #expect(again.problems.isEmpty && again.examples.map(\.label) == ["A", "it's"])
    for (before, after) in zip(examples.flatMap(\.features), again.examples.flatMap(\.features)) {
      #expect(abs(before - after) <= 0.5e-5)
    }
    #expect(try TrainingLog(text: "label,a,b\nA,1,2\n").names == ["a", "b"], "a CSV is read as one")
  }

  @Test("Weights as Swift source come back as they were, and are in the app's form")
  func weights() throws {
    let shipped = ShippedWeights.linear
    let source = shipped.swiftSource
    #expect(source.contains("let labels: [String] = [\"A\", \"B\"") && source.contains("let weights: [[Double]] = [\n"))
    #expect(try LinearClassifier(swiftSource: source) == shipped)
    let own = """
      // labels = ["X"]
      let N_LABELS = 2
      let labels = ["\\"", "B"]
      let weights: [[Double]] = [[+1.5, -2e-3 ,3],
        [ 1, 2,
        3,], // the last
      ]
      func f() { print(labels[0]) }
      """
    let read = try LinearClassifier(swiftSource: own)
    #expect(read.labels == ["\"", "B"] && read.weights == [[1.5, -2e-3, 3], [1, 2, 3]])
  }

  @Test(
    "What is no source of weights is refused with its line",
    arguments: [
      ("let weights = [[1]]", "there is no array “labels”"),
      ("let labels = [\"A\", \"B\"]", "there is no array “weights”"),
      ("let labels = [\"A\", \"B\"]\nlet weights = [[1, x], [2, 3]]", "w.swift:2: “x” in place 2"),
      ("let labels = [\"A\", 7]\nlet weights = [[1], [2]]", "w.swift:1: expected a text in quotation marks"),
      ("let labels = [\"A\", \"B\"]\nlet weights = [[1, 2], [3]]", "“B” has 1 weights"),
      ("", "there is no array “labels”"),
    ])
  func refusals(source: String, words: String) throws {
    let error = #expect(throws: GestureError.self) { try LinearClassifier(swiftSource: source, file: "w.swift") }
    #expect(error?.description.contains(words) == true, "\(String(describing: error))")
  }

  @Test("Nothing in a mutated text traps")
  func mutated() throws {
    let text = Array("('A', [+0.1, 1.0]),\nlet labels = [\"A\", \"B\"]\nlet weights: [[Double]] = [[1], [2]]\n")
    var random = SeededRandom(seed: 5)
    for _ in 0..<3000 {
      var mutant = text
      for _ in 0..<4 {
        let place = Int(random.next() % UInt64(mutant.count))
        if random.next() % 2 == 0 {
          mutant.remove(at: place)
        } else {
          mutant.insert(text.randomElement(using: &random)!, at: place)
        }
      }
      _ = try? TrainingLog(text: String(mutant))
      _ = try? LinearClassifier(swiftSource: String(mutant))
    }
  }
}

@Suite("Strokes too small to be told apart", .serialized)
struct SmallStrokeTests {
  private func stroke(_ size: Double, unit: Stroke.Unit = .points) throws -> Stroke {
    try Stroke(
      [Sample2D(x: 0, y: 0, t: 0), Sample2D(x: 0, y: size, t: 1), Sample2D(x: size, y: size, t: 2)], unit: unit)
  }

  /// The warnings while the body runs.
  private func said(_ body: () throws -> Void) rethrows -> [String] {
    final class Heard: @unchecked Sendable { var all: [String] = [] }
    let heard = Heard()
    Warnings.observer = { message, _ in heard.all.append(message) }
    defer { Warnings.observer = nil }
    try body()
    return heard.all
  }

  @Test("A stroke that lies in the first zone as a whole is reported, and not recognised; larger ones and dots are")
  func small() throws {
    let small = try stroke(0.2)
    // Other tests may say something meanwhile.
    #expect(said { _ = ZoneFeatures.course.features(of: small) }.contains { $0.contains("0.2 points") })
    #expect(throws: GestureError.strokeTooSmall(size: 0.2, minSize: 100, unit: .points)) {
      try StrokeRecognizer.course.recognize(small)
    }
    let words = GestureError.strokeTooSmall(size: 0.2, minSize: 100, unit: .points).description
    #expect(words.contains("0.2 points") && words.contains("unit: .metres"))
    for size in [0, 34, 100, 1000] {
      let stroke = try stroke(Double(size))
      #expect(ZoneFeatures.course.doubt(about: stroke) == nil, "\(size)")
      _ = try StrokeRecognizer.course.recognize(stroke)
    }
    #expect(throws: GestureError.self) {
      try StrokeRecognizer.train(on: [.init(label: "A", stroke: small), .init(label: "B", stroke: small)])
    }
  }

  @Test("A stroke in metres has a smallest size in metres; one that was chosen holds")
  func metres() throws {
    let inAir = try stroke(0.2, unit: .metres)
    let onScreen = try stroke(2000)
    let features = ZoneFeatures.course.features(of: inAir)
    for (left, right) in zip(features, ZoneFeatures.course.features(of: onScreen)) {
      #expect(abs(left - right) < 1e-12)
    }
    #expect(features == ZoneFeatures.courseInAir.features(of: inAir))
    #expect(try StrokeRecognizer.course.recognize(inAir).label == StrokeRecognizer.courseInAir.recognize(inAir).label)
    #expect(try ZoneFeatures(minSize: 0.5).minSize(for: inAir) == 0.5)
    #expect(try ZoneFeatures(minSize: 5).doubt(about: inAir) != nil)
    // What is computed from a stroke is measured as it is; a gesture in the air is measured in metres.
    #expect(try inAir.rescaled(minSize: 0.01).unit == .metres)
    let pen = try AirLetterGenerator(letters: LetterGenerator(seed: 3))
    #expect(try AirGesture(pen.trace("R", index: 1), scheme: .zeroEndVelocity).projected().unit == .metres)
  }
}
