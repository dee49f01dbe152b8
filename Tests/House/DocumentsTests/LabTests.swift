import NotebookDocument
import Testing

@Suite("The lab")
struct LabTests {
  static let labs = ExerciseTrial.all(in: "notebooks/lab")

  @Test("Each exercise has hints, a solution, checks that students get, and wrong answers")
  func complete() throws {
    #expect(Self.labs.map(\.description) == ["1-letters", "2-tracking", "3-air"])
    #expect(Set(WrongAnswer.ofLab.keys) == Set(Self.labs.flatMap { lab in lab.exercises.map { "\(lab)/\($0)" } }))
    #expect(WrongAnswer.ofLab.values.joined().count >= 20)
    for lab in Self.labs {
      for name in lab.exercises {
        let index = try #require(lab.notebook.exercise(name))
        #expect(lab.hints(of: name)?.allSatisfy { $0.count > 10 } == true, "\(lab)/\(name)")
        #expect(!lab.code(.solution(name)).isEmpty, "\(lab)/\(name)")
        #expect(lab.notebook.cells[index].options.calls != nil, "\(lab)/\(name) says what may be called")
        let checks = lab.notebook.cells.filter { $0.options.role == .check(name) }.map(\.options)
        #expect(
          checks.contains { !$0.isHidden } && checks.allSatisfy { ($0.points ?? 0) > 0 }, "\(lab)/\(name)")
        let answers = WrongAnswer.ofLab["\(lab)/\(name)"] ?? []
        #expect(Set(answers.map(\.names)).count >= 3, "\(lab)/\(name) has three mistakes of three kinds")
        for answer in answers {
          #expect(lab.filled(name, with: answer) != nil, "\(lab)/\(name): \(answer)")
        }
      }
      #expect(lab.notebook.cells.contains { $0.options.isHidden })
      let questions = lab.notebook.questions
      #expect(questions.count >= 3 && questions.compactMap(\.points).reduce(0, +) > 0)
    }
  }

  @Test("Solutions pass every check, and each wrong answer is named", arguments: labs)
  func wrongAnswers(lab: ExerciseTrial) throws {
    try lab.expectNamed(WrongAnswer.ofLab, of: lab.exercises)
  }
}
