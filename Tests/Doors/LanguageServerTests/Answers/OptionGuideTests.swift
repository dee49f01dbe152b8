import Foundation
import NotebookDocument
import Testing

@testable import LanguageServer

@Suite struct OptionGuideTests {
  @Test func everyOptionAndKeyIsExplained() {
    #expect(Set(OptionGuide.cell.keys) == Set(CellOptions.known))
    #expect(Set(OptionGuide.frontMatter.keys) == Set(FrontMatter.knownKeys))
    #expect(Set(OptionGuide.notebook.keys) == Set(FrontMatter.knownNotebookKeys))
  }

  /// A value that is proposed is one that the notebook takes.
  @Test func everyProposedValueIsTaken() throws {
    for (name, entry) in OptionGuide.cell {
      for value in entry.values {
        // What only a check may say is in one.
        let check = name == "hidden" ? "//| exercise: a\n1\n```\n\n```swift\n//| check: a\n" : ""
        let text = "---\nnotebook: {}\n---\n```swift\n\(check)//| \(name): \(value)\n1\n```\n"
        #expect(throws: Never.self) { try NotebookParser.parse(text, path: "test.md") }
      }
    }
    for (name, entry) in OptionGuide.notebook {
      for value in entry.values {
        let text = "---\nnotebook: {\(name): \(value)}\n---\n"
        #expect(throws: Never.self) { try NotebookParser.parse(text, path: "test.md") }
      }
    }
  }
}
