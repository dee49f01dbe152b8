import Foundation
import Testing

@testable import NotebookDocument

struct CellOptionTests {
  /// A value that differs from the default, for every option: the one that adds one adds it here.
  private static let samples = [
    "label": "a", "fig-cap": "A", "fig-subcap": "[A, B]", "fig-alt": "A", "fig-pos": "here", "fig-size": "slide",
    "fig-width": "8cm", "fig-height": "3in", "text": "9pt", "font": "Libertinus Serif", "layout-ncol": "2",
    "tbl-cap": "A", "exercise": "a", "solution": "a", "check": "a", "points": "2",
    "hidden": "true", "locked": "true", "calls": "[Vector3, Trace.samples]",
    "echo": "false", "eval": "false", "error": "true", "output": "false", "include": "false", "timeout": "3",
    "optimize": "true", "tolerance": "0.1", "mask": "a+", "volatile": "true",
  ]

  @Test("Every option is read, and by exactly one property")
  func all() throws {
    #expect(Set(Self.samples.keys) == Set(CellOptions.known))
    #expect(Set(CellOptions.known).count == CellOptions.known.count)
    let reader = YAMLReader(file: "n.md", firstLine: 1)
    var seen: Set<CellOptions> = [CellOptions()]
    for (name, value) in Self.samples {
      let options = try CellOptions(yaml: "\(name): \(value)", reader: reader)
      #expect(seen.insert(options).inserted, "\(name)")
    }
  }
}
