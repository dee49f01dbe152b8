import Foundation
import Testing

@testable import gimbal_house

/// What users read, by the rules of docs/writing.md.
@Suite struct MessagesTests {
  /// What shows that a sentence was not thought in English.
  static let translated = ["anew", "stands there", "stand there", "look first", "for who", "is none", "are none"]

  static func readsAsTranslated(_ text: Substring) -> Bool {
    // Quicker than expressions: the tests are not optimised.
    let words = text.split(whereSeparator: { $0.isWhitespace || ".,:;()".contains($0) }).map { $0.lowercased() }
    let plain = " \(words.joined(separator: " ")) "
    let ofAnotherKind = words.indices.dropFirst(2).contains { index in
      words[index - 1] == "no" && ["is", "are"].contains(words[index - 2])
        && (index < 3 || words[index - 3] != "there")
        && !["longer", "more", "other", "better", "worse"].contains(words[index])
    }
    return ofAnotherKind || translated.contains { plain.contains(" \($0) ") }
  }

  @Test func `no message reads as translated`() throws {
    let messages = try Message.all(below: "Sources", of: RoomsTests.root)
    #expect(messages.count > 1000)
    // Code of other languages assigns.
    for message in messages where !message.text.contains(" = ") && Self.readsAsTranslated(message.text[...]) {
      Issue.record("\(message.file):\(message.line): \(message.text.prefix(200))")
    }
  }

  @Test func `no document reads as translated`() throws {
    let documents = try FileManager.default.contentsOfDirectory(atPath: RoomsTests.root.appending(path: "docs").path)
      .filter { $0.hasSuffix(".md") && $0 != "writing.md" }.map { "docs/\($0)" }
    for document in ["README.md", "CONTRIBUTING.md"] + documents {
      for (index, line) in try RoomsTests.text(document).split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      where Self.readsAsTranslated(line) {
        Issue.record("\(document):\(index + 1): \(line)")
      }
    }
  }

  @Test func `the list holds texts of several words, joined where the source joins them`() {
    let source = """
      let a = "one word", b = "the cell has \\(count) rows, " + "and \\(name) has none of them"
      throw Problem(reason: x ? "it is not a file" : "f(x) => y")
      """
    #expect(
      Message.all(in: source, file: "A.swift") == [
        Message(file: "A.swift", line: 1, text: "the cell has … rows, and … has none of them"),
        Message(file: "A.swift", line: 2, text: "it is not a file"),
      ])
  }
}
