import Foundation
import NotebookBench
import Testing

@Suite("Assignments on the command line", .enabled(if: BuiltProgram.isThere, "gimbal is not built"))
struct AssignmentCommandTests {
  @Test("A release is written whole, and never over what a student may have written")
  func release() throws {
    let desk = try BuiltProgram.Desk()
    try desk.write(SelfCheckTests.source, to: "lab.md")
    let first = try desk.run("assignment", "release", "lab.md")
    #expect(
      first.status == 0
        && first.output.contains("student/lab.md: 1 check (2 points); 1 more (3 points) run after hand-in"))
    #expect(try desk.run("assignment", "release", "lab.md").status == 0)
    let text = desk.read("student/lab.md")
    try desk.write(text + "\nMine.\n", to: "student/lab.md")
    let refused = try desk.run("assignment", "release", "lab.md")
    #expect(refused.status == 2 && desk.read("student/lab.md").hasSuffix("Mine.\n"))
    #expect(
      try desk.run("assignment", "release", "lab.md", "--force").status == 0 && desk.read("student/lab.md") == text)
    #expect(try desk.run("assignment", "release", "lab.md", "-o", "lab.md", "--force").status == 2)
    #expect(desk.read("lab.md") == SelfCheckTests.source)
    #expect(try desk.run("assignment", "release", "student/lab.md").status == 2)
  }

  @Test("The exit status says whether something is left to do")
  func status() throws {
    let desk = try BuiltProgram.Desk()
    try desk.write(SelfCheckTests.source, to: "lab.md")
    #expect(try desk.run("assignment", "validate", "lab.md").status == 0)
    #expect(try desk.run("assignment", "release", "lab.md", "-o", "s.md").status == 0)
    #expect(try desk.run("assignment", "check", "s.md").status == 1)
    try desk.write(
      desk.read("s.md").replacing("blank(\"add a·dt\")", with: "v + a * dt").replacing(
        "<!-- Write", with: "So. <!-- Write"),
      to: "s.md")
    #expect(try desk.run("assignment", "check", "s.md").status == 0)
    // It is a notebook like any other.
    #expect(try desk.run("run", "s.md").status == 0)
    #expect(try desk.run("assignment", "check", "lab.md").status == 2)
  }

  @Test("From marks to pages, tables and other formats, and no student's name in any message")
  func marks() throws {
    let desk = try BuiltProgram.Desk()
    try desk.write(SelfCheckTests.source, to: "lab.md")
    let mark = """
      {"version": 1, "assignment": "lab3", "student": "ada-lovelace", "submission": "abc", "basis": "b", "changes": [],
       "seconds": 1, "answers": [{"question": "why", "possible": 1, "text": "So."}],
       "tasks": [{"name": "step", "status": "graded", "code": "v + a", "forbiddenCalls": [],
       "checks": [{"label": "check-step", "isHidden": false, "possible": 2, "earned": 1, "results": [
       {"hasPassed": false, "words": "1 was expected, and 2 came.", "title": "from rest", "mistake": "the factor dt is missing"}]}]}]}
      """
    _ = try desk.shell("mkdir grades")
    try desk.write(mark, to: "grades/ada-lovelace.json")
    var said = ""
    func run(_ line: String) throws -> Int32 {
      let (status, output) = try desk.shell("$G assignment \(line) 2>&1")
      said += output
      return status
    }
    #expect(try run("mark grades --source lab.md") == 0)
    #expect(desk.read("grades/manual.tsv").contains("ada-lovelace\twhy\t\t\t"))
    #expect(desk.read("grades/answers.html").contains("line 2"))
    #expect(try run("mark grades --student ada-lovelace --item why --points 1 --comment Yes.") == 0)
    #expect(try run("report grades --source lab.md") == 0)
    #expect(desk.read("grades/report/marks.csv").contains("ada-lovelace,2,3,yes,1,1"))
    #expect(desk.read("grades/report/feedback/ada-lovelace.html").contains("2 of 3 points"))
    #expect(desk.read("grades/report/summary.html").contains("the factor dt is missing"))
    #expect(try run("report grades") == 0)
    #expect(try run("export grades --to nbgrader -o course") == 0)
    #expect(desk.read("course/grades.csv").contains("lab3,,,ada-lovelace,,,,2,0,2,3"))
    #expect(try run("export grades --to classroom50 --classroom s -o room") == 0)
    #expect(desk.read("room/ada-lovelace/result.json").contains("classroom50/result/v1"))
    #expect(try run("export grades --to classroom50 -o room") == 2)
    _ = try desk.shell("mkdir -p submitted/ada-lovelace/lab3; cp lab.md submitted/ada-lovelace/lab3")
    #expect(try run("import submitted --assignment lab3 -o submissions") == 0)
    #expect(desk.read("submissions/ada-lovelace.md") == SelfCheckTests.source)
    #expect(!said.contains("ada"), "\(said)")
  }
}
