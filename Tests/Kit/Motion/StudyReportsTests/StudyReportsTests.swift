import Foundation
import Testing

@testable import Evaluation
@testable import StudyReports

@Suite struct SchemeTextTests {
  @Test(arguments: [
    ("none", ".scheme(.none)"), ("exponential(rate: 2)", ".scheme(.exponential(rate: 2))"),
    (".restRecognition()", ".scheme(.restRecognition())"), ("restRecognition", ".scheme(.restRecognition())"),
    ("none", ".scheme(.none)"),
    ("exponential(rate: 2).recognizingRest()", ".scheme(.exponential(rate: 2).recognizingRest())"),
    ("Mine(gain: 0.5)", ".scheme(Mine(gain: 0.5))"),
    ("restRecognition(.fluctuation(threshold: 0.2))", ".scheme(.restRecognition(.fluctuation(threshold: 0.2)))"),
    ("exponential(rate: 1...4)", ".tuned(\"exponential\", over: 1...4) { .exponential(rate: $0) }"),
    (
      "nonlinearStep(velocityRate: 0.1 ... 2, positionRate: 1e-3...0.5)",
      ".tuned(\"nonlinear step\", over: 0.1...2, and: 1e-3...0.5) { .nonlinearStep(velocityRate: $0, positionRate: $1) }"
    ),
    ("Mine(gain: 1...2)", ".tuned(\"Mine\", over: 1...2) { Mine(gain: $0) }"),
    ("highPass(cutoff: 0.01...1)", ".tuned(\"high-pass\", over: 0.01...1) { .highPass(cutoff: $0) }"),
  ])
  func `a scheme is written as a cell has it`(text: String, swift: String) throws {
    #expect(try SchemeText(text).swift() == swift)
  }

  @Test(arguments: [
    "", "exponential(rate: 2", "exponential rate", "none; exit(0)", "exponential(rate: 2)) ; (", "a(\"\\(b)\")",
    "none\nprint(1)", "none { }",
  ])
  func `what is no scheme is refused`(text: String) {
    #expect(throws: StudyRequestError.noScheme(text)) { try SchemeText(text) }
  }

  @Test func `schemes of one name differ by their settings`() throws {
    let made = try SchemeText.contenders(["exponential(rate: 1...4)", "none", "exponential(rate: 5...9)"])
    #expect(made[0] == ".tuned(\"exponential(rate: 1...4)\", over: 1...4) { .exponential(rate: $0) }")
    #expect(made[1] == ".scheme(.none)")
    #expect(made[2] == ".tuned(\"exponential(rate: 5...9)\", over: 5...9) { .exponential(rate: $0) }")
    #expect(
      try SchemeText.contenders(["Mine(gain: 1)", "Mine(gain: 1...2)", "Mine(gain: 2)", "Other()"]) == [
        "Contender(\"Mine(gain: 1)\", choosingFrom: [Mine(gain: 1)])",
        ".tuned(\"Mine\", over: 1...2) { Mine(gain: $0) }",
        "Contender(\"Mine(gain: 2)\", choosingFrom: [Mine(gain: 2)])", ".scheme(Other())",
      ])
    #expect(throws: StudyRequestError.twice("none")) { try SchemeText.contenders(["none", "none"]) }
    for pair in [
      ["exponential(rate: 1...4)", "exponential(rate:1 ... 4)"], ["restRecognition", ".restRecognition()"],
      ["exponential(rate: 2)", "exponential( rate:2 )"],
    ] {
      #expect(throws: StudyRequestError.twice(pair[1])) { try SchemeText.contenders(pair) }
    }
  }

  @Test func `ranges that make no sense are refused`() {
    #expect(throws: StudyRequestError.emptyRange("exponential(rate: 4...1)", range: "4...1")) {
      try SchemeText("exponential(rate: 4...1)")
    }
    #expect(throws: StudyRequestError.manyRanges("f(a: 1...2, b: 1...2, c: 1...2)")) {
      try SchemeText("f(a: 1...2, b: 1...2, c: 1...2)")
    }
  }
}

@Suite struct StudyNotebookTests {
  private func request(_ truth: String? = nil, _ measure: String? = nil) throws -> StudyRequest {
    try StudyRequest(
      patterns: ["walks/*.zip"], count: 12, schemes: ["none", "exponential(rate: 1...4)"], truth: truth,
      measure: measure, groups: "person.csv", code: "struct Mine {}")
  }

  @Test func `the notebook says what was asked for`() throws {
    let text = StudyNotebook(try request("rest:2", "after:10")).text
    for part in [
      "RecordingFiles(matching: [\"walks/*.zip\"])", ".tuned(\"exponential\", over: 1...4)", "truth: .restAtEnd(2)",
      "by: .drift(after: 10)", "Study.groups(inFile: \"person.csv\")", "struct Mine {}", "on 12 recordings",
    ] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(text.split(separator: "\n").count < 150)
    let plain = StudyNotebook(try StudyRequest(patterns: ["a", "b"], count: 1)).text
    #expect(plain.contains("let contenders: [Contender] = .course") && plain.contains("one recording"))
    #expect(!plain.contains("truth:") && !plain.contains("group:"))
  }

  @Test func `an edit is noticed, and the same request is not`() throws {
    let text = StudyNotebook(try request()).text
    #expect(StudyNotebook.isUnedited(text))
    #expect(!StudyNotebook.isUnedited(text.replacingOccurrences(of: "1...4", with: "1...5")))
    #expect(!StudyNotebook.isUnedited("# My notebook\n"))
    #expect(!StudyNotebook.isUnedited(text + "\nMore.\n"))
  }

  @Test func `what is known and what is ranked are words, and others are refused`() throws {
    #expect(try request("motionless").truth == ".motionless" && request("loop").truth == ".loop")
    #expect(try request("rest:0.5").truth == ".restAtEnd(0.5)" && request(nil, "rms").measure == ".rmsDrift")
    for word in ["still", "rest:", "rest:-1", "rest:nan"] {
      #expect(throws: StudyRequestError.noTruth(word)) { try request(word) }
    }
    #expect(throws: StudyRequestError.noMeasure("median")) { try request(nil, "median") }
  }
}

@Suite struct RequirementTests {
  private let summary = Study.Summary(
    measure: "RMS drift", unit: "m", center: "geometric mean", recordings: ["a"], groups: ["a"], omitted: [],
    contenders: ["rest recognition", "exponential (2.0 s⁻¹)", "none", "exponential, tuned"].map {
      .init(
        name: $0, error: 1, low: nil, high: nil, errors: [], chosen: [], promised: [], won: 0, kept: nil, worthless: nil
      )
    },
    pairs: [
      .init(
        first: "rest recognition", second: "none", ratio: 0.5, low: 0.4, high: 0.6, p: 0.001, corrected: 0.01, test: ""),
      .init(
        first: "rest recognition", second: "exponential, tuned", ratio: 0.9, low: 0.7, high: 1.2, p: 0.2,
        corrected: 0.4, test: ""),
    ], indistinguishable: [], winner: nil, friedman: nil, nested: nil, needed: nil, fewest: 8)

  @Test func `a difference that is shown meets a requirement, in its direction`() throws {
    #expect(try Requirement("rest recognition < none").ask(summary).isMet)
    #expect(try Requirement("none > rest recognition").ask(summary).isMet)
    #expect(try !Requirement("none < rest recognition").ask(summary).isMet)
  }

  @Test func `one that may be chance does not`() throws {
    let answer = try Requirement("rest recognition < exponential, tuned").ask(summary)
    #expect(!answer.isMet)
    #expect(answer.words.contains("not shown") && answer.words.contains("0.4"))
    // They were not compared.
    #expect(try !Requirement("none < exponential, tuned").ask(summary).isMet)
  }

  @Test func `where errors are 0, a difference in metres is no ratio`() throws {
    var summary = summary
    summary.unit = "m"
    // The first is worse by 0.4 m, which a ratio of 0.4 would make better.
    summary.pairs = [
      .init(
        first: "rest recognition", second: "none", ratio: nil, difference: 0.4, low: 0.3, high: 0.5, p: 0.001,
        corrected: 0.01, test: "")
    ]
    let answer = try Requirement("rest recognition < none").ask(summary)
    #expect(!answer.isMet && answer.words.contains("0.4 m more"), "\(answer.words)")
    #expect(try Requirement("none < rest recognition").ask(summary).isMet)
  }

  @Test func `a name may be shortened to words that begin one only`() throws {
    #expect(
      throws: StudyRequestError.unclearName("exponential", among: ["exponential (2.0 s⁻¹)", "exponential, tuned"])
    ) {
      try Requirement("rest recognition < exponential").ask(summary)
    }
    #expect(try !Requirement("rest < none").ask(summary).words.isEmpty)
    let unknown = StudyRequestError.unknownName("nine", known: summary.contenders.map(\.name))
    #expect(throws: unknown) { try Requirement("nine < none").ask(summary) }
    #expect("\(unknown)".contains("did you mean “none”?") && "\(unknown)".contains("“rest recognition”"))
    #expect(throws: StudyRequestError.oneScheme("none")) { try Requirement("none < none").ask(summary) }
    #expect(try Requirement("“rest recognition” < \"none\"").ask(summary).isMet)
    for text in ["a", "a <", "a < b < c", "< b", "a <= b", "a >= b"] {
      #expect(throws: StudyRequestError.noRequirement(text)) { try Requirement(text) }
    }
  }
}
