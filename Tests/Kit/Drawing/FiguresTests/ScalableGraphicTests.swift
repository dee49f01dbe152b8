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

  @Test func countsInLightCellsStayDarkOnADarkPage() throws {
    let figure = try Figure.confusionMatrix([[977, 871], [0, 953]], labels: ["A", "B"])
    let file = try svg(figure)
    for text in [file, try #require(ScalableGraphic.inline(file))] {
      for count in ["977", "871", "953"] {
        let element = try #require(text.split(separator: "\n").first { $0.hasSuffix(">\(count)</text>") })
        #expect(!element.contains("class=") && !element.contains("currentColor"), "\(element)")
        let color = try #require(element.firstMatch(of: /fill="(#[0-9a-f]{6})"/)?.output.1)
        #expect(["#1c2025", "#ffffff"].contains(color))
      }
    }
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

  @Test func pathsLoseNothingButWhatSvgDoesNotNeed() {
    #expect(
      compactPath("M1.50,20.00 L3.00,4.25  L5.00,-0.05 M7.00,8.00 L9.10,10.01  ")
        == "M1.5,20L3,4.25 5,-0.05M7,8L9.1,10.01")
    #expect(compactPath("1.00,2.00 3.10,4.00") == "1,2 3.1,4")
    #expect(compactPath("M-0.00,.5 L12,7") == "M0,0.5L12,7")
    let long = "M" + (0..<400).map { "\($0).06,1.04" }.joined(separator: " L")
    #expect(compactPath(long).hasPrefix("M0.1,1L1.1,1 2.1,1 "))
  }
}

@Suite struct ColumnTests {
  @Test func columnsSurviveJsonBitByBit() throws {
    let column = Column([0, -0.0, 1.5, .nan, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude])
    let data = try JSONEncoder().encode([column])
    #expect(String(decoding: data, as: UTF8.self).contains("AAAAAAAA+H8"))
    let decoded = try JSONDecoder().decode([Column].self, from: data)[0]
    #expect(decoded.values.map(\.bitPattern) == column.values.map(\.bitPattern))
    #expect(decoded == column && decoded.hashValue == column.hashValue)
    #expect(Column([0]) != Column([-0.0]) && Column([]) != Column([0]))
  }

  @Test(arguments: ["\"AAA\"", "\"not base64 !\"", "[1,2]", "\"AAAAAAAA\""])
  func whatIsNoColumnIsRefused(json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Column.self, from: Data(json.utf8)) }
  }
}
