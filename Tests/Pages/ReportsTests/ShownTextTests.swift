import NotebookBench
import Testing

@testable import Reports

@Suite("What a program has printed, without a terminal")
struct ShownTextTests {
  @Test(
    "Colours are left out, a written-over line is what it was in the end, other control characters are signs",
    arguments: [
      ("\u{1b}[31mred\u{1b}[0m \u{1b}[1;32mgreen\u{1b}[m", "red green"), ("\u{1b}]0;title\u{7}x", "x"),
      ("\rprogress 0 %\rprogress 50 %\rprogress 100 %\n", "progress 100 %\n"), ("long line\rshort", "shortline"),
      ("a\r\nb\r\n", "a\nb\n"), ("bell\u{7} null\u{0} form\u{c}", "bell^G null^@ form^L"),
      ("\u{7f}\u{85}\u{feff}", "^?\u{fffd}"),
      ("tab\there\n", "tab\there\n"), ("é 👩‍🚀", "é 👩‍🚀"), ("\u{1b}", ""), ("\u{1b}[", ""),
    ])
  func plain(_ printed: String, _ shown: String) { #expect(ShownText.plain(printed) == shown) }

  @Test("No report holds a bare control character")
  func reports() throws {
    let bench = try Workbench()
    _ = try bench.run(cell("print(\"\\u{1b}[31mred\\u{1b}[0m bell\\u{7} null\\u{0} c1\\u{85}\")"))
    for name in ["README.md", "index.html"] {
      let text = bench.result(name)
      #expect(text.contains("red bell^G null^@ c1"), "\(name)")
      #expect(!text.unicodeScalars.contains { $0.value < 32 && !"\n\t".unicodeScalars.contains($0) }, "\(name)")
    }
  }
}
