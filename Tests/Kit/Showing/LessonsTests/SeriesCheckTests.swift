import Basics
import Display
import Foundation
import Rotations
import Testing

@testable import Lessons

@Suite("Checks of series, and mistakes of a task's own")
struct SeriesCheckTests {
  private func found<each Input, Output: Checkable>(
    _ function: (repeat each Input) throws -> Output, like reference: (repeat each Input) throws -> Output,
    over inputs: repeat Drawn<each Input>, mistakes: [MistakenFunction<repeat each Input, Output>] = [],
    seed: UInt64 = 1
  ) throws -> CheckedResult {
    try comparison(
      function, reference, repeat each inputs, mistakes: mistakes, tolerance: 1e-9, count: 25, seed: seed, what: "what")
  }

  /// Positions by a rule for one step.
  private func pass(
    _ a: [Vector3], _ t: [Double], _ rule: (inout Vector3, inout Vector3, Vector3, Double) -> Void
  ) -> [Vector3] {
    var (x, v, positions) = (Vector3.zero, Vector3.zero, [Vector3.zero])
    for i in t.indices.dropFirst() {
      rule(&x, &v, a[i], t[i] - t[i - 1])
      positions.append(x)
    }
    return positions
  }

  private func euler(_ a: [Vector3], _ t: [Double]) -> [Vector3] {
    pass(a, t) { x, v, a, dt in
      v += a * dt
      x += v * dt
    }
  }

  @Test("A wrong integration of a series is recognised and named")
  func integrations() throws {
    func tried(_ wrong: ([Vector3], [Double]) -> [Vector3]) throws -> CheckedResult {
      try found(wrong, like: euler, over: .vectors("a"), .times("t"))
    }
    #expect(try tried(euler).hasPassed)
    for (found, words) in [
      (
        try tried { a, t in
          pass(a, t) { x, v, a, _ in
            v += a
            x += v
          }
        }, "the factor Δt is missing"
      ),
      (try tried { a, t in euler(a.map { -$0 }, t) }, "the sign of “a” is the wrong way round"),
      (try tried { a, t in euler([a[0]] + a.dropLast(), t) }, "one sample too late"),
      (try tried { a, t in euler(a.dropFirst() + [a[7]], t) }, "one sample too early"),
      (try tried { a, t in euler(a.map { Vector3($0.y, $0.x, $0.z) }, t) }, "x and y of “a” are swapped"),
      (
        try tried { a, t in
          var time = 0
          return pass(a, t) { x, v, a, _ in
            time += 1
            v += a * t[time]
            x += v * t[time]
          }
        }, "the time itself is taken where Δt belongs"
      ),
      (
        try tried { a, t in
          pass(a, t) { x, v, a, _ in
            v += a * (t[1] - t[0])
            x += v * (t[1] - t[0])
          }
        }, "the first Δt is used for all steps"
      ),
    ] {
      #expect(!found.hasPassed && found.words.contains(words), "\(words): \(found.words)")
    }
  }

  @Test("Attitudes, flags and whole numbers have their own mistakes kind")
  func otherInputs() throws {
    let first = try found({ $0[0] }, like: { $0[3] }, over: Drawn<[Quaternion]>.rotations("attitudes"))
    #expect(first.words.contains("only the first of “attitudes” is used"), "\(first.words)")
    let inverse = try found(
      { $0.map(\.inverse) }, like: { $0 }, over: Drawn<[Quaternion]>.rotations("attitudes"))
    #expect(inverse.words.contains("go the wrong way round"), "\(inverse.words)")
    let flags = try found({ $0.map { !$0 } }, like: { $0 }, over: Drawn<[Bool]>.flags("touching"))
    #expect(flags.words.contains("the condition “touching” is the wrong way round"), "\(flags.words)")
    let row = try found({ 3 * ($0 + 1) }, like: { 3 * $0 }, over: .integer("row", in: 0...9))
    #expect(row.words.contains("“row” is taken one too high"), "\(row.words)")
  }

  @Test("What is drawn keeps to its range, its count and its order, and either sign of a rotation comes")
  func drawn() {
    for seed in 1...200 {
      var random = SeededRandom(seed: UInt64(seed))
      let times = Drawn.times(count: 30, step: 0.01...0.02).draw(&random)
      #expect(times.count == 30)
      #expect(zip(times, times.dropFirst()).allSatisfy { (0.0099...0.0201).contains($1 - $0) }, "\(times)")
      let attitudes = Drawn<[Quaternion]>.rotations(count: 12, spread: 0.5).draw(&random)
      #expect(attitudes.allSatisfy { $0.angle(to: attitudes[0]) < 1 + 1e-9 })
      #expect((0...4).contains(Drawn.integer("n", in: 0...4).draw(&random)))
      #expect(Drawn<[Bool]>.flags("f", count: 9).draw(&random).count == 9)
    }
    var random = SeededRandom(seed: 1)
    let signs = (0..<20).flatMap { _ in
      Drawn<[Quaternion]>.rotations(count: 8, spread: 0).draw(&random).map { $0.w < 0 }
    }
    #expect(signs.contains(true) && signs.contains(false))
  }

  @Test("A mistake of the task's own is named before a classical one, and only where it explains all that came")
  func ownMistakes() throws {
    let area = MistakenFunction<Double, Double>("the area instead of the length") { $0 * $0 }
    let named = try found({ $0 * $0 }, like: { $0 }, over: .number("side"), mistakes: [area])
    #expect(named.words.hasSuffix("; the area instead of the length."), "\(named.words)")
    let classical = try found({ -$0 }, like: { $0 }, over: .number("side"), mistakes: [area])
    #expect(classical.words.contains("the sign of “side” is the wrong way round"))
    let unknown = try found({ $0 * $0 + 1 }, like: { $0 }, over: .number("side"), mistakes: [area])
    #expect(unknown.words.hasSuffix("came."), "\(unknown.words)")
    #expect(try found({ $0 }, like: { $0 }, over: .number("side"), mistakes: [area]).hasPassed)
    let value = try result(
      of: 6, 5, 0, nil, "", adding: [Mistake("width and height are added") { _ in 6 }]
    ) { $0.checkedDistance(to: $1) }
    #expect(value.words == "5 was expected, and 6 came; width and height are added.")
  }

  @Test("For a long series the sentence says where it first differs; a short series is given in full")
  func places() throws {
    let right = (0..<12).map(Double.init)
    var wrong = right
    wrong[9] = 0.5
    let long = try result(of: wrong, right, 1e-9, nil, "") { $0.checkedDistance(to: $1) }
    #expect(long.words == "at [9] 9 was expected, and 0.5 came.")
    let rows = try result(of: [wrong], [right], 1e-9, nil, "") { $0.checkedDistance(to: $1) }
    #expect(rows.words.contains("[[0, 1, 2, 3, 4, 5, … (12 values)]]"), "\(rows.words)")
    let count = try result(of: Array(wrong.dropLast()), right, 1e-9, nil, "") { $0.checkedDistance(to: $1) }
    #expect(count.words.contains("… (12 values)] was expected") && count.words.contains("… (11 values)] came"))
  }

  @Test("Work that grows with the square is distinguished from work that grows in proportion")
  func growing() {
    #expect(growth("a sum", from: .milliseconds(3), to: .milliseconds(13)).hasPassed)
    let slow = growth("a sum", from: .milliseconds(3), to: .milliseconds(48))
    #expect(!slow.hasPassed && slow.words.contains("take 16 times as long"), "\(slow.words)")
    #expect(growth("nothing", from: .zero, to: .microseconds(30)).hasPassed)
    #expect(throws: CheckError.noInputs(0)) { try check("nothing", isLinearFrom: 0) { _ in } }
  }
}
