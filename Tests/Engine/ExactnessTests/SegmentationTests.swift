import CellCompiler
import Foundation
import Testing

import struct Basics.SeededRandom

/// Segmentation against the obvious: cells that do not know each other may share a file, others may not.
@Suite("Segmentation")
struct SegmentationTests {
  private static let words = Vocabulary.subjects.map(\.words).reduce(Vocabulary(), +)

  private func program(_ random: inout SeededRandom) -> [CodeUnit] {
    var counts: [String: Int] = [:]
    return (0..<Int.random(in: 1...9, using: &random)).map { _ in
      let isExpression = random.happens(0.2)
      let code = isExpression ? random.pick(Self.words.inlines) : random.pick(Self.words.cells)
      let options = CodeUnit.Options(
        mustFail: !isExpression && random.happens(0.1), optimize: !isExpression && random.happens(0.1))
      defer { counts[code, default: 0] += 1 }
      return CodeUnit(
        isExpression ? .expression : .cell, code: code, options: options, occurrence: counts[code, default: 0])
    }
  }

  /// Every word of a code that could be a name; texts in which nothing is interpolated name nothing.
  private func words(of code: String) -> Set<String> {
    Set(
      code.replacing(#/"(?:[^"\\]|\\[^(])*"/#, with: "").replacing(/\/\/.*/, with: "").matches(
        of: /[\p{L}_$][\p{L}\p{N}_]*/
      ).map {
        String($0.output)
      })
  }

  @Test("The pieces are the whole program, one behind the other", arguments: 0..<8)
  func pieces(part: UInt64) {
    for seed in part * 50..<part * 50 + 50 {
      var random = SeededRandom(seed: seed)
      let program = program(&random)
      var index = 0
      while index < program.count {
        let step = Segmentation.next(program, from: index, in: Scope(), known: [], isFirst: index == 0)
        #expect(step.range.lowerBound == index && step.range.upperBound > index, "seed \(seed)")
        guard case .draft(let draft) = step.piece else {
          Issue.record("seed \(seed): nothing is known")
          return
        }
        #expect(draft.units == program[step.range].filter { $0.role != .expression }, "seed \(seed)")
        #expect(draft.expressions.map(\.unit) == program[step.range].filter { $0.role == .expression }, "seed \(seed)")
        index = step.range.upperBound
      }
    }
  }

  @Test(
    "No cell of a segment defines what a cell above it in the segment names, and none that reaches further shares one",
    arguments: 0..<8)
  func independence(part: UInt64) {
    for seed in part * 100..<part * 100 + 100 {
      var random = SeededRandom(seed: seed)
      let program = program(&random)
      var index = 0
      while index < program.count {
        let step = Segmentation.next(program, from: index, in: Scope(), known: [])
        index = step.range.upperBound
        guard case .draft(let draft) = step.piece, draft.units.count > 1 else { continue }
        var above: Set<String> = []
        for (place, unit) in draft.units.enumerated() {
          let code = unit.compilable.code
          if place > 0 {
            #expect(Set(unit.analysis.definitions.map(\.name)).isDisjoint(with: above), "seed \(seed): \(code)")
            #expect(
              unit.analysis.imports.allSatisfy { draft.units[0].analysis.imports.contains($0) }, "seed \(seed): \(code)"
            )
          }
          above.formUnion(words(of: code))
          for expression in draft.expressions where expression.position == place {
            above.formUnion(words(of: expression.unit.compilable.code))
          }
          #expect(!unit.options.optimize && !unit.options.mustFail, "seed \(seed): \(code)")
          for word in ["extension", "operator", "guard", "defer", "private"]
          where code.hasPrefix(word) || code.contains("\n\(word)") {
            #expect(place == draft.units.count - 1 && word == "private", "seed \(seed): \(code)")
          }
        }
      }
    }
  }

  @Test(
    "An expression means the same behind a cell that names the types of literals, or hides or extends something",
    arguments: [
      ("typealias IntegerLiteralType = Double", "3"), ("typealias IntegerLiteralType = Double", "#line"),
      ("typealias FloatLiteralType = Float", "0.1 + 0.2"),
      ("typealias StringLiteralType = Substring", "type(of: \"a\")"),
      ("typealias BooleanLiteralType = Int", "true"), ("private let hidden = 3", "hidden"),
      ("private extension Int { var doubled: Int { 2 * self } }", "4.doubled"),
      ("fileprivate func + (a: Int, b: Int) -> Int { 7 }", "1 + 1"), ("func + (a: Int, b: Int) -> Int { 7 }", "1 + 1"),
    ])
  func expressions(cell: String, expression: String) {
    for apart in [false, true] {
      var sequence = TrialSequence([.code(cell), .inline(expression)], .edit(.change(0, cell + "\n")))
      (sequence.manner.compilesApart, sequence.manner.cleanCompilesApart) = (apart, !apart)
      #expect(SequenceTrial.fault(of: sequence) == nil)
    }
  }

  @Test(
    "An expression that does not compile says the same above cells as alone",
    arguments: [
      [NotebookModel.Item.inline("f()"), .code("let a = 2")],
      [.inline("FileManager.default"), .code("import Foundation"), .inline("FileManager.default.nothing")],
      [.code("let a = 2"), .inline("b"), .inline("a + c"), .inline("sqrt(2.0)"), .code("let b = 3"), .inline("c")],
    ], [[], ["alpha"]])
  func faultyExpressions(items: [NotebookModel.Item], parameters: [String]) {
    for apart in [false, true] {
      var sequence = TrialSequence(items, .edit(.prose(0, "Words.")))
      sequence.notebooks[0].parameters = parameters.map { .init(name: $0, value: "1.5") }
      (sequence.manner.compilesApart, sequence.manner.cleanCompilesApart) = (apart, !apart)
      #expect(SequenceTrial.fault(of: sequence) == nil)
    }
  }

  @Test("A program's end never decides its beginning")
  func prefixes() {
    for seed in 0..<200 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      let program = program(&random)
      let whole = Segmentation.next(program, from: 0, in: Scope(), known: [])
      for count in 1...program.count {
        let part = Segmentation.next(Array(program[..<count]), from: 0, in: Scope(), known: [])
        #expect(part.range.upperBound == min(count, whole.range.upperBound), "seed \(seed)")
      }
    }
  }
}
