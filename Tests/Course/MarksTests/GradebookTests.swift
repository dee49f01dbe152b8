import Assignments
import Foundation
import Results
import Testing

@testable import Marks

struct GradebookTests {
  @Test("Marks are read back as they were written, by name; files that are not marks are refused with their name")
  func folder() throws {
    let folder = try Folder()
    #expect(throws: MarksError(.noMarks, file: folder.path)) { try MarksFolder(folder.path).marks() }
    try folder.write(SampleMarks.all)
    #expect(try MarksFolder(folder.path).marks() == SampleMarks.all)
    try folder.write("{}", to: "zoe.json")
    #expect(throws: MarksError(.notAMark("“version” is missing"), file: "\(folder.path)/zoe.json")) {
      try MarksFolder(folder.path).marks()
    }
    try folder.write("{\"version\": 99}", to: "zoe.json")
    #expect(throws: MarksError(.newerFormat(99), file: "\(folder.path)/zoe.json")) {
      try MarksFolder(folder.path).marks()
    }
    var other = SampleMarks.all[0]
    (other.student, other.assignment) = ("zoe", "lab4")
    try folder.write([other])
    #expect(throws: MarksError(.severalAssignments("lab3", "lab4"), file: "\(folder.path)/zoe.json")) {
      try MarksFolder(folder.path).marks()
    }
    // A name that would lead to another folder.
    other.student = "../zoe"
    try JSONEncoder().encode(other).write(to: URL(fileURLWithPath: "\(folder.path)/zoe.json"))
    #expect(throws: MarksError.self) { try MarksFolder(folder.path).marks() }
  }

  @Test("Points of people add to those of checks; what is not marked is open, and an empty answer is worth nothing")
  func sums() {
    var book = SampleMarks.book()
    #expect(book.students.map(\.earned) == [5, 0, 1, 0, 0])
    #expect(book.students.map(\.possible) == [9, 9, 9, 9, 9])
    #expect(book.students.map(\.isComplete) == [false, false, true, true, true] && book.open == 2)
    let entry = ManualMarks.Entry(
      student: "ada", item: "growth", points: 3.5, comment: "{units} Good.",
      answer: ManualMarks.hash(SampleMarks.all[0].answers[0].text))
    let override = ManualMarks.Entry(
      student: "dan", item: "step", points: 2, comment: "Shown at the desk.", answer: "-")
    book = SampleMarks.book(ManualMarks(entries: [entry, override], comments: ["units": "Mind the units."]))
    #expect(book.students.map(\.earned) == [8.5, 0, 1, 2, 0] && book.open == 1)
    #expect(book.students[0].items[1].comment == "Mind the units. Good.")
    #expect(book.students[3].items[0].isManual && book.outdated == 0)
  }

  @Test("The table of people's points survives: what is there stays in its order, new answers come behind it")
  func survives() throws {
    let folder = try Folder()
    let marks = MarksFolder(folder.path)
    try folder.write(
      "student\titem\tpoints\tcomment\tanswer\nbob\tgrowth\t2,5\t\"He said \"\"no\"\"\"\tdeadbeef\n", to: "manual.tsv")
    let manual = try ManualMarks(marks, for: SampleMarks.all)
    #expect(
      manual.entries == [
        .init(student: "bob", item: "growth", points: 2.5, comment: "He said \"no\"", answer: "deadbeef")
      ])
    let table = manual.table(for: SampleMarks.all)
    #expect(
      table.hasPrefix(
        "student\titem\tpoints\tcomment\tanswer\nbob\tgrowth\t2.5\tHe said \"no\"\tdeadbeef\nada\tgrowth\t\t\t"))
    try folder.write(table, to: "manual.tsv")
    let again = try ManualMarks(marks, for: SampleMarks.all)
    #expect(again.entries.count == 5 && again.table(for: SampleMarks.all) == table)
    // The answer is another than the one that was marked.
    #expect(SampleMarks.book(again).outdated == 1)
  }

  @Test(
    "An entry that cannot be followed is refused with its line",
    arguments: [
      ("zoe\tgrowth\t1\t\t", MarksReason.unknownStudent),
      ("ada\tgrowht\t1\t\t", .unknownItem("growht", known: ["step", "growth"])),
      ("ada\tgrowth\t5\t\t", .badPoints("5", most: "4")), ("ada\tgrowth\t-1\t\t", .badPoints("-1", most: "4")),
      ("ada\tgrowth\tnan\t\t", .badPoints("nan", most: "4")), ("ada\tgrowth", .wrongColumns(2)),
      ("ada\tgrowth\t1\t{unit}\t", .unknownComment("unit", known: ["units"])),
      ("ada\tgrowth\t1\nada\tgrowth\t2", .twice(firstLine: 2)),
    ])
  func refused(_ line: String, _ reason: MarksReason) throws {
    let folder = try Folder()
    try folder.write("units\tMind the units.\n", to: "comments.tsv")
    try folder.write("student\titem\tpoints\tcomment\tanswer\n\(line)\n", to: "manual.tsv")
    #expect {
      try ManualMarks(MarksFolder(folder.path), for: SampleMarks.all)
    } throws: {
      ($0 as? MarksError)?.reason == reason && ($0 as? MarksError)?.position != nil
    }
  }

  @Test("One entry is set, and an earlier one changed")
  func setting() throws {
    let folder = MarksFolder("f")
    var manual = try ManualMarks().setting(
      student: "ada", item: "growth", points: 1, comment: nil, in: SampleMarks.all, folder: folder)
    manual = try manual.setting(
      student: "ada", item: "growth", points: nil, comment: "Yes.", in: SampleMarks.all, folder: folder)
    #expect(manual.entries.count == 1 && manual.entries[0].points == 1 && manual.entries[0].comment == "Yes.")
    #expect(throws: MarksError(.badPoints("7", most: "4"), file: "f")) {
      try manual.setting(student: "ada", item: "growth", points: 7, comment: nil, in: SampleMarks.all, folder: folder)
    }
  }

  @Test("The tables hold every mark: as CSV, and as a database that can be asked")
  func tables() throws {
    let folder = try Folder()
    let table = MarksTable(SampleMarks.book())
    #expect(
      table.commaSeparated.hasPrefix(
        "student,earned,possible,complete,step (5),growth (4)\r\nada,5,9,no,5,\r\nbob,0,9,no,0,\r\ncyn,1,9,yes,1,0\r\n")
    )
    try table.write(to: "\(folder.path)/marks.sqlite")
    let database = try Database(reading: "\(folder.path)/marks.sqlite")
    var found: [[Database.Value]] = []
    try database.run(
      "SELECT mistake, count(DISTINCT student) FROM results WHERE mistake IS NOT NULL GROUP BY mistake"
    ) { found.append($1) }
    #expect(found == [[.text("the factor dt is missing"), .integer(2)]])
    found = []
    try database.run("SELECT sum(earned), count(*) FROM items") { found.append($1) }
    #expect(found == [[.real(6), .integer(10)]])
    #expect(throws: MarksError.self) { try table.write(to: "\(folder.path)/missing/marks.sqlite") }
  }
}
