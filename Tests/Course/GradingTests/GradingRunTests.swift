import CellKernel
import Foundation
import NotebookDocument
import Processes
import Testing

@testable import Assignments
@testable import Grading
@testable import Sandboxes

/// Submissions that nobody meant badly.
@Suite struct GradingRunTests {
  @Test(arguments: Sandboxes.all.map { $0.name }) func `what is right earns all, and what is wrong says how`(
    _ sandbox: String
  ) throws {
    let course = try Course()
    try course.handIn("right", Course.submission())
    try course.handIn("sign", Course.submission(step: Course.rightStep.replacing("v + a", with: "v - a")))
    try course.handIn("dt", Course.submission(step: Course.rightStep.replacing("a * dt", with: "a")))
    try course.handIn("syntax", Course.submission(step: Course.rightStep.replacing("a * dt", with: "a *")))
    try course.handIn(
      "types", Course.submission(step: "func step(_ v: Int, _ a: Double, dt: Double) -> Double { a }"))
    try course.handIn("none", Course.submission(step: "let nothing = 1"))
    try course.handIn(
      "blank",
      Course.submission(
        step: "func step(_ v: Double, _ a: Double, dt: Double) -> Double { blank(\"the new velocity\") }"))
    try course.handIn("throws", Course.submission(before: ["struct Mine: Error {}\nthrow Mine()"]))
    let summary = try course.grade(in: sandbox)
    #expect(summary.sandbox == sandbox && summary.count == 8 && summary.graded == 8)
    #expect(try course.earned("right") == ["step": 5, "turn": 4, "loot": 1])
    #expect(try course.mark("right").tasks.allSatisfy { $0.status == .graded && $0.failure == nil })
    // Among two visible checks one holds: no time, no change.
    for student in ["sign", "dt"] {
      #expect(try course.earned(student) == ["step": student == "sign" ? 1 : 0, "turn": 4, "loot": 1], "\(student)")
    }
    let words = try course.mark("sign").tasks[0].checks[1].results.map(\.words).joined()
    #expect(words.contains("the sign of “a” is the wrong way round"), "\(words)")
    let missing = try course.mark("dt").tasks[0].checks[0].results[0].words
    #expect(missing.contains("the factor dt is missing"), "\(missing)")

    let syntax = try course.mark("syntax").tasks[0]
    #expect(syntax.status == .failed && syntax.earned == 0 && syntax.failure?.contains("Line ") == true, "\(syntax)")
    #expect(try course.earned("syntax") == ["step": 0, "turn": 4, "loot": 1])
    #expect(try course.earned("types") == ["step": 0, "turn": 4, "loot": 1])
    #expect(try course.earned("none") == ["step": 0, "turn": 4, "loot": 1])
    #expect(try course.mark("blank").tasks[0].status == .blank)
    #expect(try course.earned("blank") == ["step": 0, "turn": 4, "loot": 1])
    #expect(try course.earned("throws") == ["step": 5, "turn": 4, "loot": 1])
  }

  @Test func `a task's cell that fails as it runs costs no other task's points`() throws {
    let course = try Course()
    let failing = [
      "throws": "struct Mine: Error {}\nthrow Mine()",
      "traps": "let own = [1, 2].map { $0 * 3 }\nprint(own[own.count])",
    ]
    for (student, code) in failing {
      try course.handIn(student, Course.submission(step: "\(Course.rightStep)\n\(code)"))
    }
    try course.handIn("twice", Course.submission(step: failing["traps"]!, loot: failing["throws"]!))
    try course.grade()
    for student in failing.keys {
      #expect(try course.earned(student) == ["step": 0, "turn": 4, "loot": 1], "\(student)")
      let mark = try course.mark(student)
      #expect(mark.failure == nil && mark.tasks[0].failure?.hasPrefix("Line ") == true, "\(mark)")
    }
    #expect(try course.earned("twice") == ["step": 0, "turn": 4, "loot": 0])
  }

  @Test func `a second run grades only what has changed, and a changed source everything`() throws {
    let course = try Course()
    try course.handIn("a", Course.submission())
    try course.handIn("b", Course.submission(step: Course.wrongStep))
    #expect(try course.grade().graded == 2)
    let first = try Data(contentsOf: URL(fileURLWithPath: "\(course.grades)/a.json"))
    #expect(try course.grade().graded == 0)
    try course.handIn("b", Course.submission())
    #expect(try course.grade().graded == 1)
    #expect(try course.earned("b")["step"] == 5)
    #expect(try Data(contentsOf: URL(fileURLWithPath: "\(course.grades)/a.json")) == first)
    let other = try Course(Course.text.replacing("//| points: 2", with: "//| points: 7"))
    try FileManager.default.copyItem(atPath: course.grades, toPath: other.grades)
    for name in ["a", "b"] { try other.handIn(name, Course.submission()) }
    #expect(try other.grade().graded == 2)
    #expect(try other.earned("a")["step"] == 10)
  }

  @Test func `a file in the folder of marks that is not a mark is not replaced`() throws {
    let course = try Course()
    try course.handIn("a", Course.submission())
    try FileManager.default.createDirectory(atPath: course.grades, withIntermediateDirectories: true)
    try Data("notes".utf8).write(to: URL(fileURLWithPath: "\(course.grades)/a.json"))
    #expect(throws: GradingError(.notAMark("\(course.grades)/a.json"))) { try course.grade() }
    #expect(try String(contentsOfFile: "\(course.grades)/a.json", encoding: .utf8) == "notes")
  }

  @Test func `the call of the library is named, and a list allows an operator alone`() throws {
    let turn = "func turn(_ q: Quaternion, _ v: Vector3) -> Vector3 "
    let product =
      turn + "{ let p = q * Quaternion(w: 0, x: v.x, y: v.y, z: v.z) * q.inverse; return Vector3(p.x, p.y, p.z) }"
    let course = try Course()
    try course.handIn("library", Course.submission(turn: turn + "{ q.act(on: v) }"))
    try course.handIn("product", Course.submission(turn: product))
    try course.grade()
    let library = try course.mark("library").tasks[1]
    #expect(library.status == .forbidden && library.earned == 0)
    #expect(
      library.failure == "It uses “Quaternion.act”, which this task does not allow; it may use “Vector3”.",
      "\(library.failure ?? "")")
    let refused = try course.mark("product").tasks[1]
    // What is reached first is named.
    #expect(refused.forbiddenCalls == ["Quaternion"] && refused.earned == 0, "\(refused)")

    let names = "[Vector3, Quaternion.*, Quaternion.inverse, Quaternion.x, Quaternion.y, Quaternion.z"
    for (list, forbidden) in [("\(names)]", ["Quaternion"]), ("\(names), Quaternion.init]", [])] {
      let other = try Course(Course.text.replacing("calls: [Vector3]", with: "calls: \(list)"))
      try other.handIn("product", Course.submission(turn: product))
      try other.grade()
      let mark = try other.mark("product").tasks[1]
      #expect(mark.forbiddenCalls == forbidden && mark.earned == (forbidden.isEmpty ? 4 : 0), "\(mark)")
    }
  }

  @Test func `a student learns of forbidden calls before handing in, as grading says it`() throws {
    let course = try Course()
    let behind = "func turn(_ q: Quaternion, _ v: Vector3) -> Vector3 { helper(q, v) }"
    for (name, turn, isForbidden) in [
      ("library", "func turn(_ q: Quaternion, _ v: Vector3) -> Vector3 { q.act(on: v) }", true),
      ("right", Course.rightTurn, false), ("behind", behind, true),
    ] {
      var text = try course.filledIn(["step": Course.rightStep, "turn": turn, "loot": Course.emptyLoot])
      if name == "behind" {
        let place = try #require(text.range(of: "```swift\n//| exercise: turn"))
        text.insert(
          contentsOf: "```swift\nfunc helper(_ q: Quaternion, _ v: Vector3) -> Vector3 { q.act(on: v) }\n```\n\n",
          at: place.lowerBound)
      }
      try course.handIn(name, text)
      let found = try StudentsCalls.forbidden(in: NotebookParser.parse(text, path: "lab.md"))
      #expect(found == (isForbidden ? ["turn": ["Quaternion.act"]] : [:]), "\(name): \(found)")
    }
    try course.grade()
    for name in ["library", "right", "behind"] {
      let turn = try course.mark(name).tasks[1]
      #expect(
        turn.forbiddenCalls == (name == "right" ? [] : ["Quaternion.act"]) && turn.earned == (name == "right" ? 4 : 0),
        "\(name): \(turn)")
    }
  }

  @Test func `ordinary code is not mistaken for a way around a list of calls`() throws {
    let ordinary = """
      import Foundation
      struct Sample: Codable, Hashable, Comparable {
        var t = 0.0, name = "x"
        static func < (l: Sample, r: Sample) -> Bool { l.t < r.t }
      }
      enum Kind: String, CaseIterable { case rest, motion }
      final class Box { var values: [Double] = []; deinit { values = [] } }
      func table(_ n: Int) throws -> [String: [Double]] {
        var all: [String: [Double]] = [:]
        for i in stride(from: 0, to: n, by: 2) { all["row \\(i)", default: []].append(Double(i).squareRoot()) }
        return all.filter { !$0.value.isEmpty }.mapValues { $0.sorted().reversed() }
      }
      let rows = try table(9)
      var sum = 0.0
      let sums = rows.values.joined().map { v -> Double in sum += v; return sum }
      let box = Box()
      box.values = Array(repeating: 1, count: 3) + sums.prefix(2)
      print(String(format: "%.3f", box.values.reduce(0, +)), Kind.allCases.map(\\.rawValue), Set([1, 2]).count)
      let text = "a,b;c".split { ",;".contains($0) }.joined(separator: "-").uppercased()
      let sorted = [Sample(t: 2), Sample()].sorted().map { "\\($0)" }
      if let data = try? JSONEncoder().encode([Sample()]), let back = try? JSONDecoder().decode([Sample].self, from: data) { print(back.count) }
      let when = Date(timeIntervalSince1970: 0).formatted(.iso8601)
      switch (text.first, rows.count) { case ("A"?, 1...): print(when); default: break }
      print(exp(-1.0), sin(.pi / 2), max(1, 2), zip([1], [2]).map { $0 * $1 }, (0..<3).shuffled().count)
      """
    let course = try Course()
    try course.handIn("a", Course.submission(before: [ordinary]))
    try course.grade()
    let mark = try course.mark("a")
    #expect(mark.tasks.map(\.forbiddenCalls) == [[], [], []])
    #expect(mark.earned == 10, "\(mark)")
  }

  @Test func `random inputs differ from grading to grading, and are the same for all in one`() throws {
    // Right for the inputs that everybody sees, and for no others.
    let table = """
      var seen = 0
      func step(_ v: Double, _ a: Double, dt: Double) -> Double {
        if dt == 0 { return v }
        if v == 0, a == 2, dt == 0.5 { return 1 }
        return a * 1000
      }
      """
    let course = try Course()
    try course.handIn("table", Course.submission(step: table))
    try course.grade()
    #expect(try course.earned("table") == ["step": 2, "turn": 4, "loot": 1])
    func words() throws -> String { try course.mark("table").tasks[0].checks[1].results[0].words }
    let first = try words()
    try FileManager.default.removeItem(atPath: "\(course.grades)/table.json")
    try course.grade()
    #expect(try words() == first)
    try FileManager.default.removeItem(atPath: course.grades)
    try course.grade()
    #expect(try words() != first)
    try course.handIn("other", Course.submission(step: "// The same in other words.\n\(table)"))
    try course.grade()
    let other = try course.mark("other").tasks[0].checks[1].results[0].words
    #expect(try other == words())
  }

  @Test func `a source whose solution fails its check is refused, and one that checks types`() throws {
    let wrong = try Course(Course.text.replacing(Course.rightStep, with: Course.wrongStep))
    try wrong.handIn("a", Course.submission())
    #expect {
      try wrong.grade()
    } throws: { ($0 as? GradingError)?.message.hasPrefix("the solution does not pass the check") == true }
    let types = try Course(
      Course.text.replacing("//| solution: step\n", with: "//| solution: step\nstruct Stepper { var v = 1.0 }\n")
        .replacing("let sentinel =", with: "let stepper = Stepper()\nlet sentinel ="))
    try types.handIn("a", Course.submission())
    #expect {
      try types.grade()
    } throws: { ($0 as? GradingError)?.message.contains("“Stepper” of the student's") == true }
  }

  @Test func `the program's C modules serve a grading, and where they are missing it compiles its own`() throws {
    let course = try Course()
    let configuration = try SessionConfiguration()
    var base = try SharedBase(configuration)
    let sandbox = try Sandboxes.choose(named: nil, trial: base.trial)
    let filled = try #require(base.filledModules)
    let empty = "\(course.folder)/modules"
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
    try course.fillModules(base, sandbox)
    for (modules, serves) in [(filled, true), (empty, false), ("\(course.folder)/nowhere", false)] {
      base.filledModules = modules
      var terms = try GradingTerms(course.assignment, sandbox: sandbox, base: base, secret: "s")
      let common = try CommonCompilation(terms, naming: configuration.surroundings)
      defer { common.remove() }
      common.complete(&terms)
      #expect((terms.base.moduleCache == modules) == serves, "\(modules)")
      #expect(terms.base.readable.contains(terms.base.moduleCache))
      #expect(try FileManager.default.contentsOfDirectory(atPath: empty).isEmpty)
    }
  }

  @Test func `a grading that is stopped in the middle gives the same marks when it goes on`() throws {
    let course = try Course()
    for index in 0..<6 {
      try course.handIn("s\(index)", Course.submission(step: index % 2 == 0 ? Course.rightStep : Course.wrongStep))
    }
    let interrupt = Interrupt()
    let request = {
      var request = GradingRun.Request(
        submissions: course.submissions, source: course.source, output: course.grades, jobs: 2)
      // Those of `Course.grade`: under other limits nothing would be kept.
      (request.limits, request.total) = (Course.limits, Course.total)
      return request
    }()
    let first = try GradingRun(request).run(course.assignment, interrupt: interrupt) { done, _ in
      if done >= 2 { interrupt.request() }
    }
    #expect(first.wasInterrupted && first.graded < 6)
    let second = try course.grade()
    #expect(second.graded == 6 - first.graded)
    for index in 0..<6 { #expect(try course.earned("s\(index)")["step"] == (index % 2 == 0 ? 5 : 0)) }
  }

  @Test func `every entry is graded or named with its reason`() throws {
    let course = try Course()
    let text = Course.submission()
    func put(_ path: String, _ data: Data) throws {
      let file = URL(fileURLWithPath: "\(course.submissions)/\(path)")
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file)
    }
    let plain = Data(text.utf8)
    for name in [
      "anna/lab.md", "anna/notes.txt", "bob.MD", "carl.markdown", "dave.md.txt", "eve/handed/in/work.md", "gil.md",
      "hal/README.md", "ina.md", "ina.MARKDOWN", "joe/one.md", "joe/two.md", "O'Neil #7.md", "word.docx", "all.zip",
      ".hidden.md",
      ".DS_Store", ".written.json", "latin.md", "empty.md", "other.md", "picture/x.png",
    ] { try put(name, plain) }
    try put("hal/lab (1).md", plain)
    try put("hal/README.md", Data("hi".utf8))
    try put(
      "gil.md", Data([0xff, 0xfe]) + text.utf16.reduce(into: Data()) { $0 += [UInt8($1 & 0xff), UInt8($1 >> 8)] })
    try put("kim.md", Data([0xef, 0xbb, 0xbf]) + plain)
    try put("latin.md", Data([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72]))
    try put("word.docx", Data("PK".utf8))
    try put("empty.md", Data("\n".utf8))
    try put("other.md", Data("---\nnotebook: {assignment: other}\n---\n```swift\nlet x = 1\n```\n".utf8))
    symlink(course.source, "\(course.submissions)/thief.md")
    symlink(course.folder, "\(course.submissions)/robber")
    let (found, skipped) = try SubmittedFile.all(in: course.submissions, named: course.assignment)
    #expect(
      found.map(\.student) == ["O'Neil #7", "anna", "bob", "carl", "dave", "eve", "gil", "hal", "kim"])
    #expect(found.allSatisfy { course.assignment.receive($0.text).code["step"] == Course.rightStep })
    #expect(
      skipped.map(\.name) == [
        ".hidden.md", "all.zip", "empty.md", "ina.MARKDOWN", "ina.md", "joe", "latin.md", "other.md", "picture",
        "robber",
        "thief.md", "word.docx",
      ])
    let reasons = Dictionary(uniqueKeysWithValues: skipped.map { ($0.name, $0.reason) })
    for (name, words) in [
      ("empty.md", "empty"), ("ina.md", "handed in “ina.MARKDOWN”"),
      ("joe", "2 notebooks in this folder (one.md, two.md)"),
      ("latin.md", "not text in UTF-8"), ("other.md", "no cell of the assignment “small”"), ("picture", "no notebook"),
      ("robber", "is a link"), ("thief.md", "is a link"), ("word.docx", "not a notebook"),
    ] { #expect(reasons[name]?.contains(words) == true, "\(name): \(reasons[name] ?? "")") }
  }
}
