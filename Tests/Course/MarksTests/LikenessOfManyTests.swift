import Assignments
import Basics
import Testing

@testable import Marks

/// A course of three hundred who have solved the same tasks, each in their own way: as one writes such functions, line
/// by line, with a choice at each.
@Suite("Likeness among three hundred")
struct LikenessOfManyTests {
  private static func pick(_ random: inout SeededRandom, _ choices: [String]) -> String {
    choices[random.integer(0...(choices.count - 1))]
  }

  /// The velocities and positions of a series of accelerations.
  private static func path(_ random: inout SeededRandom) -> String {
    func pick(_ choices: String...) -> String { Self.pick(&random, choices) }
    let step = pick("v += a * dt", "v = v + a * dt", "v = v + dt * a", "v += dt * a", "let dv = a * dt\n    v += dv")
    let move = pick("x += v * dt", "x = x + v * dt", "x = x + dt * v", "let dx = v * dt\n    x += dx", "x += dt * v")
    let start = pick("var v = 0.0\n  var x = 0.0", "var (v, x) = (0.0, 0.0)", "var v: Double = 0\n  var x: Double = 0")
    let keep = pick("all.append(x)", "all += [x]", "all[i] = x")
    let declare = pick(
      "var all: [Double] = []", "var all = [Double]()", "var all = Array(repeating: 0.0, count: samples.count)")
    let order = random.integer(0...1) == 0 ? "\(step)\n    \(move)" : "\(move)\n    \(step)"
    let loop = pick(
      "for a in samples {\n    \(order)\n    \(keep)\n  }",
      "for i in samples.indices {\n    let a = samples[i]\n    \(order)\n    \(keep)\n  }",
      "for i in 0..<samples.count {\n    let a = samples[i]\n    \(order)\n    \(keep)\n  }",
      "var i = 0\n  while i < samples.count {\n    let a = samples[i]\n    \(order)\n    \(keep)\n    i += 1\n  }",
      "samples.forEach { a in\n    \(order)\n    \(keep)\n  }",
      "for (i, a) in samples.enumerated() {\n    if i == 0 { continue }\n    \(order)\n    \(keep)\n  }")
    let guarding = pick(
      "", "guard !samples.isEmpty else { return [] }\n  ", "if samples.isEmpty { return [] }\n  ",
      "precondition(dt > 0)\n  ")
    return
      "func path(_ samples: [Double], dt: Double) -> [Double] {\n  \(guarding)\(start)\n  \(declare)\n  \(loop)\n  return all\n}"
  }

  /// A vector turned by a quaternion.
  private static func turned(_ random: inout SeededRandom) -> String {
    func pick(_ choices: String...) -> String { Self.pick(&random, choices) }
    let u = pick(
      "let u = Vector3(q.x, q.y, q.z)", "let (a, b, c) = (q.x, q.y, q.z)\n  let u = Vector3(a, b, c)",
      "let u = q.vector")
    let cross = pick(
      "u.cross(v)", "cross(u, v)", "Vector3(u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x)")
    let body = pick(
      "let t = 2 * \(cross)\n  return v + q.w * t + u.cross(t)",
      "let t = \(cross)\n  return v + 2 * q.w * t + 2 * u.cross(t)",
      "let s = q.w\n  return 2 * u.dot(v) * u + (s * s - u.dot(u)) * v + 2 * s * \(cross)",
      "let p = Quaternion(w: 0, x: v.x, y: v.y, z: v.z)\n  let r = q * p * q.conjugate\n  return Vector3(r.x, r.y, r.z)",
      "let m = [\n    [1 - 2 * (u.y * u.y + u.z * u.z), 2 * (u.x * u.y - u.z * q.w)],\n    [2 * (u.x * u.y + u.z * q.w), 1 - 2 * (u.x * u.x + u.z * u.z)],\n  ]\n  return apply(m, v)"
    )
    return "func turned(_ q: Quaternion, _ v: Vector3) -> Vector3 {\n  \(u)\n  \(body)\n}"
  }

  /// The mean and the deviation of numbers.
  private static func spread(_ random: inout SeededRandom) -> String {
    func pick(_ choices: String...) -> String { Self.pick(&random, choices) }
    let mean = pick(
      "let mean = values.reduce(0, +) / Double(values.count)",
      "var sum = 0.0\n  for value in values { sum += value }\n  let mean = sum / Double(values.count)",
      "let n = Double(values.count)\n  let mean = values.reduce(0) { $0 + $1 } / n")
    let rest = pick(
      "let squares = values.map { ($0 - mean) * ($0 - mean) }\n  return (squares.reduce(0, +) / Double(values.count)).squareRoot()",
      "var total = 0.0\n  for value in values { total += pow(value - mean, 2) }\n  return sqrt(total / Double(values.count))",
      "return sqrt(values.map { pow($0 - mean, 2) }.reduce(0, +) / Double(values.count))",
      "let square = values.map { $0 * $0 }.reduce(0, +) / Double(values.count)\n  return (square - mean * mean).squareRoot()",
      "var variance = 0.0\n  for i in values.indices {\n    let d = values[i] - mean\n    variance += d * d\n  }\n  variance /= Double(values.count)\n  return variance.squareRoot()"
    )
    let guarding = pick("", "guard values.count > 1 else { return 0 }\n  ", "if values.isEmpty { return 0 }\n  ")
    return "func spread(_ values: [Double]) -> Double {\n  \(guarding)\(mean)\n  \(rest)\n}"
  }

  /// An answer of the words that everybody uses for this.
  private static func prose(_ random: inout SeededRandom) -> String {
    func pick(_ choices: String...) -> String { Self.pick(&random, choices) }
    let what = pick(
      "The error", "The position error", "The drift", "What we see as error", "The distance from the truth")
    let how = pick(
      "grows with the square of time", "grows quadratically", "increases as t squared",
      "is proportional to the time squared", "gets four times as large when the time doubles")
    let why = pick(
      "because a constant bias is integrated twice", "since a bias of the acceleration gives a linear velocity error",
      "as the velocity error grows linearly and is summed up again",
      "because integrating a constant twice gives one half of it times t squared")
    let more = pick(
      "With noise instead it would be slower.", "Noise alone gives a power of three halves.",
      "A tilt has the same effect through gravity.",
      "We saw this in the figure above.", "The damping hides it only for slow hands.",
      "I checked it by doubling the bias.")
    return "\(what) \(how), \(why). \(more)"
  }

  private static func mark(_ student: String, _ random: inout SeededRandom) -> Mark {
    Mark(
      assignment: "lab", student: student, submission: "", basis: "",
      tasks: [("path", path(&random)), ("turned", turned(&random)), ("spread", spread(&random))].map {
        TaskMark(name: $0.0, status: .graded, code: $0.1)
      }, answers: [AnswerMark(question: "growth", possible: 4, text: prose(&random))])
  }

  /// Other names and layout, remarks, and the lines of one task as they were.
  private static func copied(_ mark: Mark, as student: String) -> Mark {
    var copy = mark
    copy.student = student
    for index in copy.tasks.indices {
      copy.tasks[index].code =
        "// mine\n"
        + copy.tasks[index].code
        .replacing("samples", with: "readings").replacing("values", with: "xs").replacing("mean", with: "mu").replacing(
          "all", with: "way"
        )
        .replacing("  ", with: "\t")
    }
    copy.answers[0].text = "I think: " + copy.answers[0].text.lowercased()
    return copy
  }

  @Test(
    "Who solved the tasks alone is like nobody; nearly all copies with other names are found, nothing else",
    arguments: 1...6)
  func independent(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    var marks = (0..<300).map { Self.mark("s\($0)", &random) }
    #expect(Likeness.pairs(marks).isEmpty)
    let planted = (0..<10).map { 7 * $0 }
    marks += planted.map { Self.copied(marks[$0], as: "c\($0)") }
    let copies = Set(planted.map { Set(["s\($0)", "c\($0)"]) })
    let found = Set(Likeness.pairs(marks).map { Set([$0.first, $0.second]) })
    // A copy of what only has common forms tells nothing.
    #expect(found.isSubset(of: copies) && found.count >= 8, "\(found)")
  }
}
