import Testing

@testable import Marks

struct AnswerGroupTests {
  @Test("Answers are grouped by the mistake that explains them, else by the check that did not pass")
  func groups() {
    let groups = AnswerGroup.all(SampleMarks.all)
    #expect(groups.map(\.students) == [["bob", "cyn"], ["eve"], ["dan"], ["ada"]])
    #expect(
      groups.map(\.reason) == [
        .mistake("the factor dt is missing"), .status(.forbidden), .status(.blank), .right,
      ])
    var marks = SampleMarks.all
    marks[1].tasks[0].checks[1].results[0].mistake = "the factor “dt” is missing"
    marks[2].tasks[0].checks[0].results[0].mistake = "the factor “dt” is missing"
    #expect(AnswerGroup.all(marks).first?.students == ["bob", "cyn"])
    #expect(MistakeCount.all(marks).map(\.students) == [2])
    marks[1].tasks[0].checks[0].results[0].mistake = nil
    marks[1].tasks[0].checks[1].results[0].mistake = nil
    #expect(AnswerGroup.all(marks).contains { $0.reason == .failedCheck("from rest") && $0.students == ["bob"] })
    #expect(MistakeCount.all(marks) == [MistakeCount(task: "step", mistake: "the factor dt is missing", students: 1)])
  }
}
