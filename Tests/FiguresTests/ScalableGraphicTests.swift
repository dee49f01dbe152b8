import Foundation
import Testing

@testable import Figures

@Suite(.enabled(if: hasGnuplot, "gnuplot is not installed")) struct ScalableGraphicTests {
  private func svg(
    _ figure: Figure, label: String = "fig-a", alternative: String = "", appearance: Appearance = .automatic
  )
    throws -> String
  {
    try withTemporaryFolder { folder in
      let files = try FigureRenderer().render(
        figure, label: label, alternative: alternative, appearance: appearance, into: folder)
      return try String(contentsOf: files[0], encoding: .utf8)
    }
  }

  private func matches(_ pattern: Regex<(Substring, Substring)>, in text: String) -> Set<String> {
    Set(text.matches(of: pattern).map { String($0.1) })
  }

  @Test func everyKindBecomesWellFormedMarkupWithoutUnknownReferences() throws {
    for (name, figure) in Gallery.figures {
      for text in [try svg(figure, label: name), try #require(ScalableGraphic.inline(svg(figure, label: name)))] {
        #expect(MarkupNode.root(of: text) != nil)
        let identifiers = matches(/\sid="([^"]*)"/, in: text)
        #expect(matches(/xlink:href="#([^"]*)"/, in: text).subtracting(identifiers).isEmpty)
        #expect(identifiers.allSatisfy { $0.hasPrefix(name + "-") })
        #expect(!text.contains("currentcolor(") && !text.contains("gnuplot_plot"))
      }
    }
  }

  @Test func twoFiguresOnOnePageShareNoIdentifier() throws {
    let first = matches(/\sid="([^"]*)"/, in: try svg(Gallery.scatter, label: "fig-a"))
    let second = matches(/\sid="([^"]*)"/, in: try svg(Gallery.scatter, label: "fig-b"))
    #expect(!first.isEmpty)
    #expect(first.isDisjoint(with: second))
  }

  @Test func theFileHasAnOpaqueGroundAndDarkColoursAndTheInlineFormTheColoursOfThePage() throws {
    let file = try svg(Gallery.driftLogarithmic)
    #expect(file.contains("<rect class=\"f-paper\""))
    #expect(file.contains("prefers-color-scheme:dark"))
    let inline = try #require(ScalableGraphic.inline(file))
    #expect(!inline.contains("<rect class=\"f-paper\"") && !inline.contains("<style"))
    #expect(inline.contains("fill=\"currentColor\"") && inline.contains("stroke=\"currentColor\""))
    #expect(!inline.contains(Palette.light.ink.hex))
    #expect(inline.contains("color-mix(in srgb,#0072b2 55%,currentColor)"))
    #expect(!inline.prefix(while: { $0 != ">" }).contains(" width="))
  }

  @Test func appearanceChoosesTheColours() throws {
    let light = try svg(diagonal, appearance: .light)
    let dark = try svg(diagonal, appearance: .dark)
    #expect(!light.contains("prefers-color-scheme") && light.contains(Palette.light.ink.hex))
    #expect(!dark.contains("prefers-color-scheme") && dark.contains(Palette.dark.ink.hex))
    #expect(dark.contains("fill=\"\(Palette.dark.paper.hex)\""))
  }

  @Test func alternativeTextIsEscapedAndSeriesHaveNames() throws {
    let text = try svg(diagonal, alternative: "Drift < 1 \"m\" & more")
    #expect(text.contains("role=\"img\" aria-label=\"Drift &lt; 1 &quot;m&quot; &amp; more\""))
    #expect(text.contains("<title>none</title>"))
    #expect(!(try svg(diagonal)).contains("aria-label"))
  }

  @Test func wordsAreShownAsTheyAreAndNothingInThemIsExecuted() throws {
    try withTemporaryFolder { folder in
      let trap = folder.appendingPathComponent("trap").path
      let nasty = "a'b\"c `touch \(trap)` $(touch \(trap)) @x %d {/Bold x}_1^2 \\n\n!touch \(trap) <&>"
      let figure = Figure(
        x: FigureAxis(nasty, unit: nasty, categories: [nasty, "plain"]), y: FigureAxis(nasty),
        [.bars(nasty, x: [0, 1], y: [1, 2]), .text(nasty, x: 0, y: 1), .points(nasty, x: [0], y: [1])])
      let text = try svg(figure)
      print(text)
      #expect(!FileManager.default.fileExists(atPath: trap))
      #expect(
        text.contains(
          "a'b\"c `touch \(trap)` $(touch \(trap)) @x %d {/Bold x}_1^2 \\n !touch \(trap) &lt;&amp;></text>"))
    }
  }

  @Test func aFileThatIsNotOursIsNotInlined() {
    #expect(ScalableGraphic.inline("<svg><path/></svg>") == nil)
    #expect(ScalableGraphic.inline("nonsense <") == nil)
    #expect(ScalableGraphic.inline("") == nil)
  }

  @Test func truncatedMarkupIsRefusedNotTrappedOn() throws {
    let file = try svg(diagonal)
    let bytes = Array(file.utf8)
    for length in stride(from: 0, to: bytes.count, by: 37) {
      #expect(ScalableGraphic.inline(String(decoding: bytes[..<length], as: UTF8.self)) == nil)
    }
  }
}
