import Foundation
import Testing

@testable import gimbal_house

/// What users read, by the rules of docs/writing.md.
@Suite struct MessagesTests {
  @Test func `the page of errors is current, and the sources have its messages`() throws {
    #expect(CommonError.unknown(among: try SourceRulesTests.messages()).map(\.words) == [])
    #expect(try RoomsTests.text("docs/howto/errors.md") == CommonError.page, "make errors")
    #expect(CommonError.all.flatMap(\.errors).count == 40)
  }

  @Test func `a message that the sources no longer have is named`() {
    let kept = CommonError.all.flatMap(\.errors).dropFirst().map { Message(file: "A.swift", line: 1, text: $0.words) }
    #expect(CommonError.unknown(among: kept).map(\.words) == [CommonError.all[0].errors[0].words])
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
