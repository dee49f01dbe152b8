import Foundation
import Processes
import Testing

@testable import Book

@Suite("The folder of a book")
struct BookFolderTests {
  @Test("A file of somebody else's is neither replaced nor removed, and nothing else is written; --force replaces it")
  func ownership() throws {
    let bench = try BookBench()
    try bench.notebook("a", "Text.")
    let site = "\(bench.folder)/site"
    try FileManager.default.createDirectory(atPath: site, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(site)/a.html"))
    let error = #expect(throws: (any Error).self) { try bench.make() }
    #expect(bench.tidy(error!).hasPrefix("site/a.html: error: this file exists already"))
    #expect(try bench.files() == ["a.html": Data("mine".utf8)])
    try bench.make(force: true)
    #expect(try bench.page("a.html").contains("Text."))
    // One that was changed afterwards.
    try Data("changed".utf8).write(to: URL(fileURLWithPath: "\(site)/book.css"))
    try bench.notebook("a", "Other text.")
    #expect(throws: (any Error).self) { try bench.make() }
    #expect(try bench.page("book.css") == "changed" && bench.page("a.html").contains(">Text."))
    try bench.make(force: true)
  }

  @Test("What the book no longer has goes, with folders that are empty then; what somebody added stays")
  func removal() throws {
    let bench = try BookBench()
    try bench.notebook("a", Samples.figure("fig-a"))
    try bench.notebook("b", "Text.")
    try bench.make()
    let site = "\(bench.folder)/site"
    #expect(try bench.files()["figures/a/fig-a.svg"] != nil)
    try Data("note".utf8).write(to: URL(fileURLWithPath: "\(site)/notebooks/note.txt"))
    try FileManager.default.removeItem(atPath: "\(bench.folder)/notebooks/a.md")
    let outcome = try bench.make()
    #expect(Set(outcome.removed) == ["a.html", "figures/a/fig-a.svg", "notebooks/a.md", "notebooks/a.ipynb"])
    #expect(!FileManager.default.fileExists(atPath: "\(site)/figures"))
    #expect(try bench.page("notebooks/note.txt") == "note")
  }

  @Test("A folder that lists no book's files is left alone, and the notebooks' own is no place for a book over them")
  func foreign() throws {
    let bench = try BookBench()
    try bench.notebook("a", "Text.")
    try FileManager.default.createDirectory(atPath: "\(bench.folder)/site", withIntermediateDirectories: true)
    try Data("{}".utf8).write(to: URL(fileURLWithPath: "\(bench.folder)/site/book.json"))
    let error = #expect(throws: (any Error).self) { try bench.make() }
    #expect(bench.tidy(error!).contains("does not list a book's files"))
    #expect(try bench.files().count == 1)
    // The book has a file of the notebook's own name.
    let before = try bench.page("a.md", "notebooks")
    let clash = #expect(throws: (any Error).self) { try bench.make(to: ".", force: true) }
    #expect(bench.tidy(clash!).contains("the same command reads this file"))
    #expect(
      try bench.page("a.md", "notebooks") == before
        && !FileManager.default.fileExists(atPath: "\(bench.folder)/index.html"))
  }

  @Test("A wish to stop leaves the earlier book")
  func interrupt() throws {
    let bench = try BookBench()
    try bench.notebook("a", "Text.")
    try bench.make()
    let before = try bench.files()
    try bench.notebook("a", "Other.")
    let interrupt = Processes.Interrupt()
    interrupt.request()
    var request = BookMaker.Request(inputs: ["\(bench.folder)/notebooks"], output: "\(bench.folder)/site")
    request.isOnPaper = false
    #expect(throws: Processes.Interrupted.self) {
      try BookMaker(cacheFolder: bench.cache).make(request, interrupt: interrupt)
    }
    #expect(try bench.files() == before)
  }
}
