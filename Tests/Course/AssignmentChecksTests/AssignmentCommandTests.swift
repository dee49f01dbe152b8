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

  @Test("Every subcommand ends with the status that its help names")
  func statuses() throws {
    let desk = try BuiltProgram.Desk()
    try desk.write(SelfCheckTests.source, to: "lab.md")
    try desk.write("---\nnotebook: {}\n---\nText.\n", to: "plain.md")
    _ = try desk.shell(
      "mkdir empty odd marks; echo > odd/ada.docx; ln -s ../lab.md odd/bob.md; echo '{}' > marks/ada.json")
    for (line, status) in [
      ("release lab.md -o r.md", 0), ("release none.md", 2), ("release plain.md -o r2.md", 2),
      ("release lab.md -o lab.md", 2), ("check r.md", 1), ("check none.md", 2), ("check lab.md", 2),
      ("validate lab.md", 0), ("validate none.md", 2), ("validate", 2),
      ("grade empty --source lab.md", 2), ("grade none --source lab.md", 2), ("grade odd --source none.md", 2),
      ("grade odd --source plain.md", 2), ("grade odd --source lab.md --sandbox none", 2),
      ("grade odd --source lab.md --jobs 0", 2), ("grade odd --source lab.md --limit 1", 2), ("grade odd", 2),
      ("grade odd --source lab.md --output lab.md", 2), ("grade odd --source lab.md", 1),
      ("mark none", 2), ("mark empty", 2), ("mark marks", 2), ("mark marks --student ada", 2),
      ("report none", 2), ("report empty", 2), ("report marks", 2),
      ("export none --to nbgrader -o x", 2), ("export marks --to nbgrader -o x", 2),
      ("export marks --to other -o x", 2),
      ("import none --assignment a -o x", 2), ("import empty --assignment a -o x", 2), ("other", 2), ("", 0),
    ] {
      let (found, output) = try desk.shell("$G assignment \(line) 2>&1")
      #expect(found == Int32(status), "\(line): \(output)")
    }
    for name in ["release", "check", "validate", "grade", "mark", "report", "export", "import"] {
      let help = try desk.shell("$G assignment \(name) --help").output
      #expect(help.contains("Exit status: 0 ") && help.contains(", 2 "), "\(name)")
    }
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
    // Links among what was collected are not followed, wherever they are.
    _ = try desk.shell(
      """
      mkdir -p other/lab3 submitted/zoe/lab3; cp lab.md other/lab3
      ln -s ../../../lab.md submitted/zoe/lab3/lab3.md; ln -s ../other submitted/link
      mkdir submitted/max; ln -s ../../other/lab3 submitted/max/lab3
      """)
    #expect(try run("import submitted --assignment lab3 -o submissions") == 1)
    #expect(said.contains("1 submission; 3 folders without a notebook"), "\(said)")
    #expect(try desk.shell("ls submissions").output == "ada-lovelace.md\n")
    #expect(desk.read("submissions/ada-lovelace.md") == SelfCheckTests.source)
    #expect(!said.contains("ada"), "\(said)")
  }
}
