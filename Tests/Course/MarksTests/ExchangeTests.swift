import Assignments
import Foundation
import Testing

@testable import Marks

struct ExchangeTests {
  @Test("nbgrader's table has its columns, and a student's names where its list has them")
  func nbgrader() throws {
    let people = NbgraderExport.people("id,first_name,last_name,email\nada,Ada,\"L, A\",a@b.c\n")
    let files = NbgraderExport(SampleMarks.book()).files(people: people) { "<\($0.name)>" }
    let table = String(decoding: try #require(files["grades.csv"]), as: UTF8.self)
    #expect(
      table.hasPrefix(
        "assignment,duedate,timestamp,student_id,last_name,first_name,email,raw_score,late_submission_penalty,score,max_score\nlab3,,,ada,\"L, A\",Ada,a@b.c,5,0,5,9\nlab3,,,bob,,,,0,0,0,9\n"
      ))
    #expect(files["feedback/ada/lab3/lab3.html"] == Data("<ada>".utf8) && files.count == 6)
  }

  @Test("Next to what nbgrader collected, a page has the notebook's name, and lies with what nbgrader returns it by")
  func returned() throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(atPath: "\(folder.path)/ada/lab3", withIntermediateDirectories: true)
    for (name, text) in [
      ("part 1.ipynb", ""), ("timestamp.txt", "2026-06-01 14:33:11 UTC"), ("submission_secret.txt", "s"),
    ] {
      try folder.write(text, to: "ada/lab3/\(name)")
    }
    let found = try NbgraderImport.find(in: folder.path, assignment: "lab3").found
    let files = NbgraderExport(SampleMarks.book()).files(collected: ["ada": found[0]]) { "<\($0.name)>" }
    #expect(files["feedback/ada/lab3/part 1.html"] == Data("<ada>".utf8))
    #expect(files["feedback/ada/lab3/timestamp.txt"] == Data("2026-06-01 14:33:11 UTC".utf8))
    #expect(files["feedback/ada/lab3/submission_secret.txt"] == Data("s".utf8))
    #expect(files["feedback/bob/lab3/lab3.html"] != nil && files["feedback/bob/lab3/timestamp.txt"] == nil)
  }

  @Test("Submissions are found in nbgrader's folders")
  func submitted() throws {
    let folder = try Folder()
    for (place, name) in [
      ("ada/lab3", "lab3.md"), ("ada/lab3", "a.md"), ("bob/lab3", "x.ipynb"), ("cyn/lab3", "x.pdf"),
      ("dan/lab2", "lab2.md"),
    ] {
      try FileManager.default.createDirectory(atPath: "\(folder.path)/\(place)", withIntermediateDirectories: true)
      try folder.write("", to: "\(place)/\(name)")
    }
    let (found, empty) = try NbgraderImport.find(in: folder.path, assignment: "lab3")
    #expect(found.map(\.file) == ["\(folder.path)/ada/lab3/lab3.md", "\(folder.path)/bob/lab3/x.ipynb"])
    #expect(found.map(\.isJupyter) == [false, true] && empty == 1)
    #expect(throws: MarksError(.noSubmissions("lab9"), file: folder.path)) {
      try NbgraderImport.find(in: folder.path, assignment: "lab9")
    }
  }

  @Test("Classroom 50's result has every field that its format asks for, whole scores that add up, and no hidden value")
  func classroom() throws {
    let files = try ClassroomExport(SampleMarks.book(), classroom: "sensing", date: "2026-06-01T14:33:11Z").files()
    #expect(files.count == 5)
    for (name, data) in files {
      let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      #expect(
        Set(object.keys) == [
          "schema", "classroom", "assignment", "assignment_type", "owner", "submission", "commit", "release", "review",
          "datetime", "score", "max-score", "tests",
        ])
      #expect(object["schema"] as? String == "classroom50/result/v1" && "\(object["owner"] ?? "")/result.json" == name)
      #expect((object["submission"] as? String)?.hasPrefix("submit/2026-06-01T14-33-11Z-") == true)
      for key in ["commit", "release", "review"] { #expect((object[key] as? String)?.isEmpty == false) }
      let tests = try #require(object["tests"] as? [[String: Any]])
      #expect(tests.allSatisfy { $0["passed"] is Bool && ($0["score"] as? Int ?? 1) <= ($0["max-score"] as? Int ?? 0) })
      #expect(object["score"] as? Int == tests.compactMap { $0["score"] as? Int }.reduce(0, +))
      #expect(object["max-score"] as? Int == 900)
      #expect(!String(decoding: data, as: UTF8.self).contains("0.4712"))
    }
  }
}
