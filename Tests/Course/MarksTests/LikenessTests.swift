import Assignments
import Basics
import Testing

@testable import Marks

struct LikenessTests {
  private static let long = """
    func integrate(_ samples: [Double], _ dt: Double) -> [Double] {
      // Adds up.
      var velocity = 0.0
      var position = 0.0
      var path: [Double] = []
      for sample in samples where sample.isFinite {
        velocity += sample * dt / 2
        position += velocity * dt
        velocity += sample * dt / 2
        path.append(position)
      }
      return path.isEmpty ? [0] : path
    }
    """

  /// Another program that solves something else with the same kind of lines, by a seed.
  private static func other(_ seed: UInt64) -> String {
    var random = SeededRandom(seed: seed)
    func sign() -> String { ["+", "-", "*", "/"][random.integer(0...3)] }
    let lines = (0..<20).map { _ in
      switch random.integer(0...4) {
      case 0: "var a = b \(sign()) c \(sign()) \(random.integer(0...90))"
      case 1: "for a in b where c \(sign()) d > 0 { e \(sign())= f \(sign()) 2 }"
      case 2: "if a \(sign()) b < c { return [d \(sign()) e] }"
      case 3: "a.append(b \(sign()) c[d \(sign()) 1])"
      default: "while a < b { a \(sign())= c; b = d \(sign()) a }"
      }
    }
    return "func integrate(_ samples: [Double], _ dt: Double) -> [Double] {\n" + lines.joined(separator: "\n") + "\n}"
  }

  private static func marks(_ code: [String], prose: [String] = []) -> [Mark] {
    code.enumerated().map { index, code in
      Mark(
        assignment: "lab3", student: "s\(index)", submission: "", basis: "",
        tasks: [TaskMark(name: "path", status: .graded, code: code)],
        answers: [AnswerMark(question: "why", possible: 1, text: prose.indices.contains(index) ? prose[index] : "")])
    }
  }

  @Test("A copy whose names, spaces and remarks were changed is found, others are not")
  func renamed() throws {
    let copy = Self.long.replacing("velocity", with: "v").replacing("position", with: "place").replacing(
      "path", with: "list"
    )
    .replacing("  // Adds up.\n", with: "/* my own idea */\n").replacing("  ", with: "\t")
    let pairs = Likeness.pairs(Self.marks((1...40).map { Self.other($0) } + [Self.long, copy]))
    #expect(pairs.map { [$0.first, $0.second] } == [["s40", "s41"]])
    let pair = try #require(pairs.first)
    #expect(pair.share == 1 && pair.items == ["path"])
  }

  @Test("What was handed out, and what many have, makes nobody alike")
  func common() {
    #expect(Likeness.pairs(Self.marks([Self.long, Self.long]), handedOut: ["path": Self.long]).isEmpty)
    #expect(Likeness.pairs(Self.marks(Array(repeating: Self.long, count: 12))).isEmpty)
    #expect(Likeness.pairs(Self.marks(["v + a * dt", "v + a * dt"])).isEmpty)
  }

  @Test("The same prose is found, whatever its case and punctuation")
  func prose() {
    let text =
      "The error grows with the square of time because a constant bias of the acceleration is integrated twice over the whole path"
    let code = (1...20).map { Self.other($0) }
    let answers = Array(repeating: "", count: 18) + [text, text.uppercased().replacing(" ", with: ", ")]
    let pairs = Likeness.pairs(Self.marks(code, prose: answers))
    #expect(pairs.isEmpty)  // their code is not alike, and outweighs one sentence
    let alone = Likeness.pairs(Self.marks(Array(repeating: "", count: 20), prose: answers))
    #expect(alone.map(\.items) == [["why"]])
  }
}
