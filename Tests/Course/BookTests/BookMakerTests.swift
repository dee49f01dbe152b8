import Basics
import Foundation
import ReportExport
import TestTiers
import Testing

@testable import Book

@Suite("Making a book again")
struct BookMakerTests {
  @Test(
    "A chapter that has not changed is neither run nor written; the others' references to it are there all the same")
  func unchanged() throws {
    let bench = try BookBench()
    try bench.notebook("a", Samples.formula("eq-a") + "See @b/eq-b.")
    try bench.notebook("b", Samples.formula("eq-b") + "See @a/eq-a.")
    #expect(try bench.make().run.count == 2)
    let first = try bench.make()
    #expect(first.run.isEmpty && first.written.isEmpty && first.removed.isEmpty)
    try bench.notebook("b", Samples.formula("eq-zero") + Samples.formula("eq-b") + "See @a/eq-a.")
    let second = try bench.make()
    #expect(second.run.map { ($0 as NSString).lastPathComponent } == ["b.md"])
    #expect(second.written.contains("a.html") && second.written.contains("b.html"))
    #expect(try bench.page("a.html").contains("Equation 2.2"))
    // Another chapter before them: numbers change, and nothing runs but the new one.
    try bench.notebook("0", "New.")
    let third = try bench.make()
    #expect(third.run.map { ($0 as NSString).lastPathComponent } == ["0.md"])
    #expect(try bench.page("a.html").contains("Equation 3.2"))
  }

  @Test("What a chapter read, what its prose shows, and --again make it run; the reason is printed")
  func reasons() throws {
    let bench = try BookBench()
    try bench.write("1", to: "data.txt")
    try bench.write("<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>", to: "drawing.svg")
    try bench.notebook(
      "a",
      "![d](drawing.svg)\n\n```swift\nimport Foundation\nprint(try String(contentsOfFile: \"data.txt\", encoding: .utf8))\n```"
    )
    try bench.notebook("b", "Text, and [the other](a.md), and [its data](data.txt).")
    try bench.make()
    func reasons(_ body: () throws -> Void) throws -> [String: [String]] {
      try body()
      let events = BookBench.Events()
      try bench.make(events: events)
      return events.reasons
    }
    #expect(try reasons {} == [:])
    #expect(try reasons { try bench.write("2", to: "data.txt") } == ["a.md": ["data.txt changed"]])
    #expect(try bench.page("a.html").contains(">2"))
    #expect(
      try reasons { try bench.write("<svg xmlns=\"http://www.w3.org/2000/svg\"><g/></svg>", to: "drawing.svg") } == [
        "a.md": ["drawing.svg has changed"]
      ])
    #expect(try reasons { try bench.notebook("b", "Other text.") } == ["b.md": ["the notebook has changed"]])
    #expect(try bench.make(again: true).run.count == 2)
  }

  @Test("A cell that fails is shown, said, and run again the next time")
  func failure() throws {
    let bench = try BookBench()
    try bench.notebook("a", "```swift\nthrow CancellationError()\n```")
    try bench.notebook("b", "Text.")
    for _ in 0..<2 {
      let outcome = try bench.make()
      #expect(!outcome.isSuccess && outcome.run.count >= 1)
      #expect(outcome.messages.contains { bench.tidy($0).hasPrefix("a.md:6:") })
    }
    #expect(try bench.page("a.html").contains("class=\"failure\""))
    try bench.notebook("a", "Text.")
    #expect(try bench.make().isSuccess)
  }

  @Test(
    "After random edits, a book that is made again is byte for byte the one that is made from the beginning, and every link holds",
    .tags(.prove))
  func randomEdits() throws {
    let bench = try BookBench()
    var random = SeededRandom(seed: UInt64(ProcessInfo.processInfo.environment["GIMBAL_SEED"] ?? "") ?? 1)
    var names = ["c1", "c2", "c3"]
    var next = 4
    try bench.write("1", to: "data.txt")
    func body(_ name: String) -> String {
      var text = "Words \(Int.random(in: 0..<99, using: &random)) of \(name).\n\n"
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        text += Samples.formula("eq-\(name)-\(Int.random(in: 0..<99, using: &random))")
      }
      text += Samples.formula("eq-own")
      text += "# Section \(Int.random(in: 0..<9, using: &random))\n\n"
      let other = names.randomElement(using: &random)!
      text += "See @eq-own, @\(other)/eq-own and [that chapter](\(other).md), and [the data](data.txt).\n\n"
      if Int.random(in: 0..<3, using: &random) == 0 {
        text += "```swift\nimport Foundation\nprint(try String(contentsOfFile: \"data.txt\", encoding: .utf8))\n```\n"
      }
      return text
    }
    func contents() throws {
      let list = names.map { "  - \($0).md" }.joined(separator: "\n")
      try bench.write("title: Book \(Int.random(in: 0..<3, using: &random))\nchapters:\n\(list)\n", to: "book.yml")
    }
    for name in names { try bench.notebook(name, body(name)) }
    try contents()
    var kept = 0
    for step in 0..<Tier.count(8, proof: 100, or: "GIMBAL_EDITS") {
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        names.insert("c\(next)", at: Int.random(in: 0...names.count, using: &random))
        try bench.notebook("c\(next)", body("c\(next)"))
        next += 1
      case 1 where names.count > 2:
        let gone = names.remove(at: Int.random(in: 0..<names.count, using: &random))
        // The other chapters drop their references to it.
        for name in names {
          let path = "\(bench.folder)/notebooks/\(name).md"
          let text = try String(contentsOfFile: path, encoding: .utf8)
          if text.contains("\(gone)/") || text.contains("\(gone).md") { try bench.notebook(name, body(name)) }
        }
      case 2: names.shuffle(using: &random)
      case 3: try bench.write("\(Int.random(in: 0..<5, using: &random))", to: "data.txt")
      default:
        let name = names.randomElement(using: &random)!
        try bench.notebook(name, body(name))
      }
      try contents()
      let outcome = try bench.make()
      kept += outcome.chapters - outcome.run.count
      let again = try bench.files()
      #expect(SiteCheck(files: again).faults == [], "step \(step)")
      let scratch = BookBench.cache + "-scratch"
      var request = BookMaker.Request(inputs: ["\(bench.folder)/notebooks"], output: "\(bench.folder)/fresh-\(step)")
      (request.again, request.isOnPaper) = (true, false)
      _ = try BookMaker(cacheFolder: scratch).make(request)
      let fresh = try bench.files("fresh-\(step)")
      #expect(again.keys.sorted() == fresh.keys.sorted(), "step \(step)")
      for (name, data) in fresh { #expect(again[name] == data, "step \(step): \(name)") }
    }
    #expect(kept > 10)
  }

  @Test(
    "The PDF is made of all chapters, links between them, and is kept while nothing changes",
    .enabled(if: TypesettingTools().makesPDF, "Typst is missing: “make setup”"))
  func paper() throws {
    let bench = try BookBench()
    try bench.notebook("a", "# Start\n\nSee @b/fig-b and [b](b.md#end).\n\n" + Samples.figure("fig-b"))
    try bench.notebook("b", Samples.figure("fig-b") + "# End\n\nSee @fig-b. Out of here: [gone](data.txt).")
    let events = BookBench.Events()
    try bench.make(pdf: true, events: events)
    #expect(events.isTypeset)
    let pdf = try #require(bench.files()["book.pdf"])
    #expect(pdf.starts(with: Data("%PDF".utf8)))
    let second = BookBench.Events()
    #expect(try bench.make(pdf: true, events: second).written.isEmpty && !second.isTypeset)
    try bench.notebook("b", Samples.figure("fig-b") + "# End\n\nSee @fig-b, again.")
    let third = BookBench.Events()
    #expect(try bench.make(pdf: true, events: third).written.contains("book.pdf") && third.isTypeset)
    // The same from the beginning, byte for byte.
    try bench.make(to: "fresh", again: true, pdf: true)
    #expect(try bench.files()["book.pdf"] == bench.files("fresh")["book.pdf"])
    // Parts are in its contents, so that another title makes it again.
    let contents = "title: X\nchapters:\n  - part: The first part\n    chapters: [a.md]\n  - b.md\n"
    try bench.write(contents, to: "book.yml")
    #expect(try bench.make(pdf: true).written.contains("book.pdf"))
    try bench.write(contents.replacing("first", with: "only"), to: "book.yml")
    #expect(try bench.make(pdf: true).written.contains("book.pdf"))
    // Without it, it is taken away.
    #expect(try bench.make().removed == ["book.pdf"])
    #expect(try SiteCheck(files: bench.files()).faults == [])
  }
}
