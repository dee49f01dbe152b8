import Foundation
import NotebookBench
import Testing

@testable import NotebookRunning
@testable import Processes

private let canRead = Program.find("pdftohtml") != nil && Program.find("gnuplot") != nil
private let canPrintAndRead = canRead && canPrint

/// The size and the font of words in figures, read back from paper.
@Suite("Type in figures", .enabled(if: canRead, "gnuplot or poppler-utils is missing: “make setup”"))
struct FigureTypeTests {
  /// Each text of a PDF file with its size in points.
  private func sizes(_ file: String) throws -> [(text: String, points: Double)] {
    // Sizes are whole numbers of pixels, three of which are a point at the largest zoom.
    let xml = try Subprocess.run(
      Program.find("pdftohtml")!, ["-xml", "-stdout", "-i", "-zoom", "3", file]
    ).output
    var points: [Substring: Double] = [:]
    for font in xml.matches(of: /<fontspec id="(\d+)" size="(\d+)"/) {
      points[font.output.1] = Double(font.output.2)! / 3
    }
    return xml.matches(of: /<text [^>]*font="(\d+)"[^>]*>(.*?)<\/text>/).map {
      (String($0.output.2), points[$0.output.1] ?? 0)
    }
  }

  private func figure(_ label: String, _ options: String, _ call: String = "") -> String {
    cell(
      "//| label: fig-\(label)\n\(options)Figure(x: FigureAxis(\"abscissa\"), y: FigureAxis(\"ordinate\"), legend: .above, [.line(\"series\", x: [0, 1], y: [0, 1]), .line(\"other\", x: [0, 1], y: [1, 1])])\(call)"
    )
  }

  @Test("A size of text is the size on paper, in the figure's file and in the report, whatever the figure's width")
  func points() throws {
    let bench = try Workbench()
    let cases: [(label: String, options: String, call: String, points: Double)] = [
      ("eight", "//| text: 8\n", "", 8), ("column", "//| fig-size: column\n", "", 8),
      ("page", "//| fig-size: page\n//| text: 12\n", "", 12), ("own", "//| fig-width: 7cm\n", ".lettered(7)", 7),
    ]
    let body = cases.map { figure($0.label, $0.options, $0.call) }.joined()
    let path = try bench.write("---\nnotebook: {}\n---\n" + cell("import Gimbal") + body)
    let result = try bench.runner.run(
      .init(path: path, output: "\(bench.folder)/plots", formats: canPrint ? [.pdf] : []))
    #expect(result.isSuccess && result.messages == [], "\(result.messages)")
    let words = ["abscissa", "ordinate", "series", "other", "0.5"]
    let report =
      canPrintAndRead ? try sizes("\(bench.folder)/plots/test/test.pdf").filter { words.contains($0.text) } : []
    for (index, one) in cases.enumerated() {
      let alone = try sizes("\(bench.folder)/plots/test/fig-\(one.label).pdf")
      #expect(alone.count > 8 && alone.allSatisfy { abs($0.points - one.points) < 0.2 }, "\(one.label): \(alone)")
      guard canPrint else { continue }
      for word in words.dropLast() {
        let printed = report.filter { $0.text == word }.map(\.points)
        #expect(printed.count == cases.count && abs(printed[index] - one.points) < 0.2, "\(word): \(printed)")
      }
    }
  }

  @Test("Words are set in the font that is asked for; a missing font is reported with the cell's line")
  func fonts() throws {
    let bench = try Workbench()
    let path = try bench.write(
      "---\nnotebook: {font: DejaVu Serif}\n---\n" + cell("import Gimbal") + figure("serif", "")
        + figure("mono", "//| font: DejaVu Sans Mono\n") + figure("strange", "//| font: Nobodys Own Grotesk\n"))
    let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots"))
    #expect(bench.result("fig-serif.svg").contains("font-family=\"'DejaVu Serif', system-ui"))
    for (label, font) in [("serif", "DejaVuSerif"), ("mono", "DejaVuSansMono")] {
      let fonts = try Subprocess.run(
        Program.find("pdffonts")!, ["\(bench.folder)/plots/test/fig-\(label).pdf"]
      ).output
      #expect(fonts.contains(font), "\(fonts)")
    }
    let said = result.messages.filter { $0.contains("there is no font “Nobodys Own Grotesk” on this machine") }
    #expect(said.count == (Program.find("fc-match") == nil ? 0 : 1) && said.allSatisfy { $0.contains("test.md:") })
  }

  @Test("What a figure cannot show is a warning with the cell's line")
  func doubts() throws {
    let bench = try Workbench()
    let result = try bench.run(
      cell(
        "//| label: fig-a\nimport Gimbal\nFigure(x: FigureAxis(\"t\"), y: FigureAxis(\"y\", scale: .logarithmic), [.line(\"dips\", x: [0, 1, 2], y: [1, -1, 2]), .line(\"lost\", x: [0, 1], y: [.nan, .nan])])"
      ))
    #expect(result.isSuccess)
    let said = result.messages.filter { $0.contains("warning: fig-a: ") }
    #expect(
      said.count == 2 && said[0].contains("1 of 3 numbers of “dips” is not above zero"), "\(result.messages)")
    #expect(said.allSatisfy { $0.contains(#/test\.md:\d+:/#) })
  }
}
