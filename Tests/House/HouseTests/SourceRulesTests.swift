import Foundation
import Testing

@testable import gimbal_house

/// What holds for every file of the sources, so that nothing is answered twice.
@Suite struct SourceRulesTests {
  private static func sources() throws -> [(file: String, text: String)] {
    let files = FileManager.default.enumerator(atPath: RoomsTests.root.appending(path: "Sources").path)
    return try (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }.sorted().map {
      ($0, try RoomsTests.text("Sources/\($0)"))
    }
  }

  @Test func `regular expressions are compiled once`() throws {
    for (file, text) in try Self.sources() {
      #expect(LoosePatterns.lines(in: text) == [], "Sources/\(file): write compiled(/…/)")
    }
  }

  @Test func `a loose pattern is found`() {
    let source = """
      struct A {
        static let kept = /a/
        static var made: Regex<Substring> { /b/ }
        func f(_ x: String) -> Bool { x.contains(/c/) || x.contains(compiled(/d/)) }
        let own = /e/
      }
      """
    #expect(LoosePatterns.lines(in: source) == [3, 4, 5])
  }

  /// Parsers of imports are below the compiler's room.
  @Test func `Swift code is parsed at one place`() throws {
    let parsing = try Self.sources().filter { $0.text.contains("import SwiftParser") }.map(\.file)
    #expect(parsing == ["Engine/CellCompiler/SyntaxTree.swift", "Notebook/NotebookImport/TaggedParameters.swift"])
  }

  /// `replacing` compares characters: it leaves a quotation mark that a combining accent follows, and a browser, a shell or a
  /// reader of tables does not.
  @Test func `signs of other formats are replaced by their bytes`() throws {
    for (file, text) in try Self.sources() {
      let found = text.matches(of: /\.replacing\("(?:\\"|\\\\|['<>&|$\]])+"/).map { String($0.output) }
      #expect(found == [], "Sources/\(file): write replacing(bytes:with:)")
    }
  }
}
