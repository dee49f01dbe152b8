import Foundation
import Testing

@testable import gimbal_house

/// The patterns of docs/writing.md, over everything that people read.
@Suite struct EnglishTests {
  static func files(in folders: [String], ending: String) -> [String] {
    folders.flatMap { folder in
      let found = FileManager.default.enumerator(atPath: RoomsTests.root.appending(path: folder).path)
      return (found?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(ending) }.sorted().map {
        "\(folder)/\($0)"
      }
    }
  }

  @Test func `documents, chapters and captions are free of the patterns`() throws {
    let documents = Self.files(in: ["docs", "notebooks", "Sources"], ending: ".md").filter {
      // The reference is made of comments.
      $0 != "docs/writing.md" && !$0.hasPrefix("docs/reference/")
    }
    for document in ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"] + documents {
      for text in Prose.all(inMarkdown: try RoomsTests.text(document)) {
        let index = text.kind == .prose ? English.indexOfProse : English.index
        for finding in English.findings(in: text.text, index: index) {
          Issue.record("\(document):\(text.line): \(finding.pattern): \(finding.sentence)")
        }
      }
    }
  }

  @Test func `messages and help are free of the patterns`() throws {
    // Code of other languages assigns.
    for message in try SourceRulesTests.messages() where !message.text.contains(" = ") {
      for finding in English.findings(in: message.text) {
        Issue.record("\(message.file):\(message.line): \(finding.pattern): \(finding.sentence)")
      }
    }
  }

  @Test func `comments and names of tests are free of the patterns`() throws {
    for file in Self.files(in: ["Sources", "Tests", "Benchmarks", "Tools"], ending: ".swift") {
      for text in Prose.all(inSwift: try RoomsTests.text(file)) {
        for finding in English.findings(in: text.text) {
          Issue.record("\(file):\(text.line): \(finding.pattern): \(finding.sentence)")
        }
      }
    }
  }

  @Test(arguments: [
    ("The table stands below.", "stand"), ("A doubt is said at its line.", "said"),
    ("Who integrates the gyroscope alone, gets lost.", "who"), ("It is taken for degrees.", "taken for"),
    ("A file of its own holds it.", "of its own"), ("It lies beside the notebook.", "beside"),
    ("It is off by 3 m.", "off"), ("Of a long text, the beginning is shown.", "genitive first"),
    ("Where it is long, it is cut.", "genitive first"), ("It ends as a long one.", "dropped noun"),
    ("Doubts refuse nothing.", "coy"), ("The run begins anew.", "translated"),
    ("The list holds what comes out.", "what"), ("Of three samples the middle one counts.", "genitive first"),
    ("So many bytes are kept.", "translated"), ("All are kept but for the last.", "translated"),
    ("The limit is heeded.", "translated"), ("A zero is in the place of a blank.", "translated"),
    ("The page asks nobody for anything.", "coy"), ("The field says no heading.", "said"),
    ("The log tells of the folder only.", "said"),
  ])
  func `each pattern is found`(sentence: String, pattern: String) {
    #expect(English.findings(in: sentence).map(\.pattern) == [pattern])
  }

  @Test(arguments: [
    "Standing still is a competitor.", "Who wrote it, and when?", "There are none.", "The answer is “none”.",
    "It stands for a unit.", "Of course it does.", "There are so many that one is wrong.",
    "Where is the file, and whose is it?",
  ])
  func `good English is left alone`(sentence: String) {
    #expect(English.findings(in: sentence) == [])
  }

  @Test func `a sentence of prose that begins with what it means is found, and a question is not`() {
    #expect(English.findings(in: "What is printed is below.", index: English.indexOfProse).count == 1)
    #expect(English.findings(in: "What is printed?", index: English.indexOfProse) == [])
  }

  @Test func `texts are found with their lines, and code is left out`() {
    let document =
      "---\ntitle: T\n---\n# Head\n\nOne `a b`\nline.\n\n```swift\n//| fig-cap: Seen.\nlet a = 1  // why\n```\n| a | b |\n"
    #expect(
      Prose.all(inMarkdown: document) == [
        Prose(kind: .heading, line: 4, text: "# Head"), Prose(kind: .prose, line: 6, text: "One `x` line."),
        Prose(kind: .caption, line: 10, text: " Seen."), Prose(kind: .comment, line: 11, text: "why"),
        Prose(kind: .row, line: 13, text: " a "), Prose(kind: .row, line: 13, text: " b "),
      ])
    let source = "/// One\n/// two.\n  @Test func `it holds`() {\n    let a = 1  // why\n"
    #expect(
      Prose.all(inSwift: source) == [
        Prose(kind: .comment, line: 1, text: "One two."), Prose(kind: .testName, line: 3, text: "it holds"),
        Prose(kind: .comment, line: 4, text: "why"),
      ])
  }
}
