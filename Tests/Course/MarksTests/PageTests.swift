import Assignments
import Caches
import Display
import Foundation
import Reports
import Testing

@testable import Marks

struct PageTests {
  private let prose = {
    var prose = HTMLProse(formulas: Formulas(store: Store(nil)))
    prose.isPlain = true
    return prose
  }()

  private func page(_ student: Int, _ manual: ManualMarks = ManualMarks()) -> String {
    let book = SampleMarks.book(manual)
    return FeedbackPage(book, prose: prose, questions: ["growth": "How does the error **grow**?"]).text(
      book.students[student])
  }

  /// Whether a text has a name as its own word.
  private static func names(_ name: String, in text: String) -> Bool {
    text.split { !$0.isLetter }.contains { $0 == name }
  }

  @Test("A student's page shows what was expected for visible checks only, and names nobody else")
  func veiled() {
    let names = SampleMarks.all.map(\.student)
    for index in names.indices {
      let text = page(index)
      for (other, name) in names.enumerated() where other != index { #expect(!Self.names(name, in: text)) }
      #expect(text.contains(">\(names[index])<"))
      #expect(!text.contains("0.4711") && !text.contains("0.4712"))
    }
    let text = page(1)
    #expect(text.contains("from rest: 1 was expected, and 2 came; the factor dt is missing."))
    #expect(text.contains("drawn: not as expected; the factor dt is missing."))
    #expect(text.contains("0 of 9 points; 1 still to be marked"))
  }

  @Test("A student's text is harmless to its readers")
  func safe() {
    let text = page(0)
    #expect(!text.contains("<script>alert") && text.contains("With its square"))
    #expect(text.contains("default-src 'none'") && !text.contains("http://") && !text.contains("https://"))
  }

  @Test("A picture in prose asks for no file, and HTML is as it was written")
  func plain() {
    var mark = SampleMarks.all[0]
    mark.answers[0].text =
      "See ![my sketch](../../ada.png) <img src=\"x.png\"> and ![dot](data:image/gif;base64,R0lGODlhAQABAAAAACw=).\n\n<b>so</b>"
    let book = Gradebook([mark], ManualMarks())
    let text = FeedbackPage(book, prose: prose).text(book.students[0])
    #expect(!text.contains("ada.png") && text.contains("See my sketch <code>") && text.contains("data:image/gif"))
    #expect(text.contains("<code>&lt;img src=&quot;x.png&quot;&gt;</code>") && text.contains("&lt;b&gt;"))
  }

  @Test("Blanks, forbidden calls, changed cells and comments are listed")
  func told() {
    #expect(page(3).contains("It still has a blank"))
    #expect(page(4).contains("calls “ExponentialDamping”, which this task does not allow"))
    #expect(page(4).contains("The cell “check-step” is locked and was changed"))
    let entry = ManualMarks.Entry(student: "ada", item: "growth", points: 4, comment: "{well} *Yes*.", answer: "")
    let text = page(0, ManualMarks(entries: [entry], comments: ["well": "Well said."]))
    #expect(text.contains("Well said. <em>Yes</em>.") && text.contains("9 of 9 points</p>"))
  }

  @Test("A question without points is shown with its answer, and nobody has to mark it")
  func unmarked() throws {
    let marks = SampleMarks.all.map { mark in
      var mark = mark
      mark.answers.append(AnswerMark(question: "effort", possible: 0, text: "Five hours, \(mark.student)."))
      return mark
    }
    let book = Gradebook(marks, ManualMarks())
    let text = FeedbackPage(book, prose: prose, questions: ["effort": "How many hours?"]).text(book.students[0])
    #expect(text.contains("<h2>effort</h2>\n<p>How many hours?</p>") && text.contains("Five hours, ada."))
    #expect(!text.contains("0 points") && text.contains("5 of 9 points; 1 still to be marked"))
    #expect(!SummaryPage(book, alike: []).text.contains("effort"))
    #expect(!MarksTable(book).commaSeparated.contains("effort"))
    let table = ManualMarks().table(for: marks)
    #expect(!table.contains("effort"))
    let answers = AnswersPage(marks, ManualMarks(), prose: prose).text(table: table)
    #expect(
      answers.contains("<h2>effort</h2>") && answers.contains("Five hours, bob.") && !answers.contains("no line yet"))
    // A comment can still be written.
    let entry = ManualMarks.Entry(student: "ada", item: "effort", points: nil, comment: "Thanks.", answer: "")
    let noted = Gradebook(marks, ManualMarks(entries: [entry]))
    #expect(FeedbackPage(noted, prose: prose).text(noted.students[0]).contains("Thanks."))
  }

  @Test("The reason why code cannot run is given once")
  func once() {
    let silent = CheckedResult(hasPassed: false, "from rest: “step” is not there.", title: "from rest")
    for (status, failure) in [
      (TaskMark.Status.failed, "Line 4: cannot find “w” in scope"), (.stopped, "It took longer than 10 s."),
      (.forbidden, "It uses “act”, which this task does not allow; it may use “Vector3”."),
    ] {
      var mark = SampleMarks.all[0]
      mark.tasks[0] = SampleMarks.task("v + w", [silent], hidden: [silent])
      (mark.tasks[0].status, mark.tasks[0].failure, mark.tasks[0].forbiddenCalls) = (status, failure, ["act"])
      let book = Gradebook([mark], ManualMarks())
      let text = FeedbackPage(book, prose: prose).text(book.students[0])
      #expect(text.components(separatedBy: failure).count == 2 && !text.contains("is not there"))
      #expect(text.components(separatedBy: "does not allow").count == (status == .forbidden ? 2 : 1))
    }
  }

  @Test("A hidden check that ended does not reveal its work")
  func ended() {
    var mark = SampleMarks.all[0]
    mark.tasks[0].checks[1].results = []
    mark.tasks[0].checks[1].failure = "index 4711 is out of range"
    let book = Gradebook([mark], ManualMarks())
    let text = FeedbackPage(book, prose: prose).text(book.students[0])
    #expect(!text.contains("4711") && text.contains("Your code ended in a check."))
  }

  @Test(
    "The summary has the distribution, the hardest task first, mistakes with counts, groups and cells that were put right"
  )
  func summary() {
    let text = SummaryPage(SampleMarks.book(), alike: []).text
    #expect(text.contains("5 submissions") && text.contains("<td>50 to 60 %</td><td class=\"number\">1</td>"))
    #expect(text.contains("<td>the factor dt is missing</td><td>step</td><td class=\"number\">2</td>"))
    #expect(text.contains("2 × the factor dt is missing") && text.contains("1 × not done"))
    #expect(text.contains("1 × calls what the task does not allow"))
    #expect(text.contains("<td>eve</td><td>check-step changed</td>"))
    #expect(text.contains("2 answers wait for points"))
    let hard = SampleMarks.book(
      ManualMarks(entries: [.init(student: "ada", item: "growth", points: 4, comment: "", answer: "")]))
    let page = SummaryPage(hard, alike: []).text
    let rows = page[page.range(of: "the hardest first")!.lowerBound...]
    // Among the answers only the three that have points count: a mean of 1.33 of 4. The mean of the task is 1.2 of 5.
    #expect(rows.range(of: "<td>step</td>")!.lowerBound < rows.range(of: "<td>growth</td>")!.lowerBound)
  }

  @Test("Answers are read without names, each with its line of the table")
  func answers() {
    let manual = ManualMarks()
    let table = manual.table(for: SampleMarks.all)
    let text = AnswersPage(
      SampleMarks.all, manual, prose: prose, questions: ["growth": "How?"], model: ["growth": "With its square."]
    ).text(table: table)
    for name in SampleMarks.all.map(\.student) { #expect(!Self.names(name, in: text)) }
    #expect(text.contains("line 2") && text.contains("line 3") && !text.contains("line 4"))
    #expect(text.contains("The source's answer") && !text.contains("<script>alert"))
  }

  @Test("A report replaces its own files, keeps what somebody changed, and takes away what it no longer writes")
  func folder() throws {
    let folder = try Folder()
    let report = ReportFolder(folder.path)
    try report.write(["a.html": Data("1".utf8), "f/b.html": Data("1".utf8)], force: false)
    try report.write(["a.html": Data("2".utf8)], prunes: true, force: false)
    #expect(folder.read("a.html") == "2" && folder.read("f/b.html") == nil)
    try folder.write("mine", to: "a.html")
    #expect(throws: (any Error).self) { try report.write(["a.html": Data("3".utf8), "c.html": Data()], force: false) }
    #expect(folder.read("a.html") == "mine" && folder.read("c.html") == nil)
    try report.write(["a.html": Data("3".utf8)], force: true)
    #expect(folder.read("a.html") == "3")
  }
}
