import CellKernel
import Drawings
import Figures
import Foundation
import Reports

/// All that a reader, and a program, sees of a run, except for times, and with what was drawn apart.
struct Page: Equatable {
  /// Outcomes, Markdown and HTML, line by line.
  private(set) var lines: [String] = []
  /// Values of what was drawn, by name.
  private(set) var draws: [String: Set<String>] = [:]

  /// - Parameters:
  ///   - folder: Where the notebook lies.
  ///   - root: A folder above it, which a cell can come to as well, and whose name no page may owe anything to.
  init(_ execution: Execution, folder: String, root: String, cache: String) throws {
    var execution = execution
    for index in execution.outcomes.indices {
      execution.outcomes[index].runSeconds = 0
      execution.outcomes[index].compileSeconds = nil
    }
    let drawings = DrawingQueue(drawer: FigureDrawer(cacheFolder: cache), formats: ["svg"])
    for (cell, outcome) in zip(execution.notebook.cells, execution.outcomes) { drawings.add(cell, outcome) }
    var builder = ReportBuilder(execution, drawings: drawings.finish())
    let report = builder.build()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    var text = String(decoding: try encoder.encode(execution.outcomes), as: UTF8.self) + "\n"
    text += String(decoding: try encoder.encode(execution.inlines), as: UTF8.self) + "\n"
    text +=
      MarkdownReport.text(of: report) + "\n" + HTMLReport(report: report, formulas: Formulas(cacheFolder: cache)).text()
    text = text.replacing(folder, with: "FOLDER").replacing(root, with: "ROOT")
    // What is drawn is on a page many times, in each of its forms.
    text = text.replacing(/DRAW\\?\[(\w+):((?:[^\\"<\n]|\\_)*?)\\?\](?=[ "\\<\n`.])/) { match in
      draws[String(match.output.1), default: []].insert(
        String(match.output.2).replacing("\\_", with: "_"))
      return "DRAW[\(match.output.1)]"
    }
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// How another page differs, in words; empty when it does not.
  func differences(to other: Page) -> String {
    if lines == other.lines { return "" }
    let difference = lines.difference(from: other.lines)
    return difference.prefix(14).map { change in
      switch change {
      case .insert(_, let line, _): "  session: \(line.prefix(300))\n"
      case .remove(_, let line, _): "  clean:   \(line.prefix(300))\n"
      }
    }.joined()
  }

  static func == (left: Page, right: Page) -> Bool { left.lines == right.lines }
}
