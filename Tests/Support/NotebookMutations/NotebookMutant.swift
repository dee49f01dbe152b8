import CellKernel
import Display
import Foundation
import Inertial
import NotebookDocument
import RecordingMutations
import ReportExport
import Reports

/// A notebook with something wrong with it, made from a seed.
public struct NotebookMutant: Sendable {
  /// The bytes of its file.
  public let data: Data
  /// Whether its pages are set too, which takes ten times as long as reading it.
  public let isSet: Bool

  /// - Parameter sets: How many of the mutants are set, from 0 to 1.
  public init(seed: UInt64, sets: Double = 0.1) {
    var random = SeededRandom(seed: seed)
    let all = NotebookSpecimens.all
    var bytes = Array(all[random.below(all.count)].utf8)
    let other = Array(all[random.below(all.count)].utf8)
    for _ in 0..<(1 + random.below(4)) where bytes.count < 300_000 {
      if random.uniform() < 0.6 {
        Self.spice(&bytes, &random)
      } else {
        let mutation = TextMutation.allCases[random.below(TextMutation.allCases.count)]
        bytes = mutation.apply(to: bytes, other: other, &random)
      }
    }
    data = Data(bytes)
    isSet = random.uniform() < sets
  }

  /// Puts something that means something to Markdown, YAML or Swift anywhere.
  private static func spice(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    let spice = Array(NotebookSpecimens.spices[random.below(NotebookSpecimens.spices.count)].utf8)
    let count = random.uniform() < 0.05 ? 1 + random.below(3000) : 1 + random.below(2)
    let start = random.below(bytes.count + 1)
    let end = random.uniform() < 0.5 ? start : min(bytes.count, start + random.below(12))
    bytes.replaceSubrange(start..<end, with: Array(repeatElement(spice, count: count).joined()))
  }

  /// Reads the mutant, and sets its pages.
  ///
  /// - Returns: nil when it was refused; otherwise what must not be, or "" when all is well.
  public func read() -> String? {
    let notebook: Notebook
    do {
      notebook = try NotebookParser.parse(data, path: "mutant.md")
    } catch {
      return "\(error)".isEmpty ? "an error without words" : nil
    }
    for warning in notebook.warnings where !notebook.lines.indices.contains(warning.position.line - 1) {
      return "a warning for line \(warning.position.line) of \(notebook.lines.count)"
    }
    for cell in notebook.cells where cell.lines.upperBound > notebook.lines.count { return "a cell beyond the end" }
    guard notebook.document.blocks.flatMap(\.lines) == Array(notebook.lines.indices.map { $0 + 1 }) else {
      return "a line that belongs to no block, or to several"
    }
    if let stray = Self.stray(in: notebook.document) { return "\(stray) in a comment, raw HTML or code" }
    for inline in notebook.inlines where inline.captionOf == nil {
      if inline.end.column > notebook.lines[inline.end.line - 1].utf8.count {
        return "an expression beyond the end of its line"
      }
      if notebook.document.isLiteral(inline.line) { return "an expression in a comment, raw HTML or code" }
    }
    return isSet ? defect(of: notebook) : ""
  }

  /// A construct where nothing means anything. Addresses in the attributes of HTML are moved with the page that it is in.
  private static func stray(in document: Document) -> String? {
    func stray(_ inline: Document.Inline, isHidden: Bool) -> String? {
      if case .target = inline.kind {} else if isHidden { return "\(inline.kind) at line \(inline.start.line)" }
      let hides =
        switch inline.kind {
        case .code, .rawHTML, .address: true
        default: isHidden
        }
      return inline.children.lazy.compactMap { stray($0, isHidden: hides) }.first
    }
    for division in document.divisions where document.isLiteral(division.line) {
      return "a division at line \(division.line)"
    }
    return document.blocks.lazy.compactMap { block in
      block.inlines.lazy.compactMap { stray($0, isHidden: block.isLiteral) }.first
    }.first
  }

  private func defect(of notebook: Notebook) -> String {
    var execution = Execution(
      notebook: notebook, parameters: notebook.frontMatter.parameters,
      outcomes: notebook.cells.map { CellOutcome($0.options.eval ? .done : .skipped) },
      inlines: notebook.inlines.enumerated().map { index, inline in
        index % 5 == 4 ? nil : .value(NotebookSpecimens.values[index % NotebookSpecimens.values.count])
      })
    for (index, cell) in notebook.cells.enumerated() where cell.options.eval {
      execution.outcomes[index].outputs = [.text("output"), .bundle(MIMEBundle([MediaType.markdown: cell.code]))]
    }
    var builder = ReportBuilder(execution, drawings: [:])
    let report = builder.build()
    _ = report.remarks()
    if MarkdownReport.text(of: report).isEmpty { return "an empty README" }
    let page = HTMLReport(report: report, formulas: Formulas(cacheFolder: "/nonexistent", program: nil)).main()
    for (cell, blocks) in zip(notebook.cells, report.cells) where !blocks.isEmpty {
      guard page.contains("<section class=\"cell\" id=\"\(cell.anchor)\">") else {
        return "\(cell.anchor) is not shown"
      }
    }
    let papers = [PaperSetter.blocks(of: report, for: .init(report, .word, nil)), TypstExport.blocks(of: report)]
    let paper = "[\(papers.map { "[\($0)]" }.joined(separator: ","))]"
    guard (try? JSONSerialization.jsonObject(with: Data(paper.utf8))) is [Any] else { return "paper: \(paper)" }
    let isPrivate = { (scalar: Unicode.Scalar) in scalar.properties.generalCategory == .privateUse }
    if (page + paper).unicodeScalars.contains(where: isPrivate),
      !String(decoding: data, as: UTF8.self).unicodeScalars.contains(where: isPrivate),
      // One may be written as a number.
      !String(decoding: data, as: UTF8.self).contains("&#")
    {
      let text = page + paper
      let place = text.unicodeScalars.firstIndex(where: isPrivate) ?? text.startIndex
      return "a mark in the page or on paper: …\(text[..<place].suffix(200))⟨mark⟩…"
    }
    return ""
  }
}
