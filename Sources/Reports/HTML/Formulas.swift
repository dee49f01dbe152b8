import Drawings
import Foundation
import NotebookDocument
import Surroundings

import enum Basics.Parallel
import class Basics.Workers

/// TeX formulas as MathML, which browsers typeset without a script: through blahtexml, with what it made kept on disk.
package struct Formulas {
  /// Where typeset formulas are kept.
  package let store: Store
  /// The converter; without one, formulas stay as they were written.
  package let program: String?
  /// What a page's formulas are set in; nil where there is no such font: they are then set in the reader's.
  package var font: MathFont?
  /// The wish to stop that the converter heeds; formulas then stay as TeX.
  package var interrupt: Interrupt?

  package init(store: Store, program: String? = Formulas.program) {
    (self.store, self.program) = (store, program)
    font = MathFont(store: store)
  }

  /// Formulas that are kept in this folder.
  package init(cacheFolder: String, program: String? = Formulas.program) {
    self.init(store: Store(cacheFolder), program: program)
  }

  /// A formula that stands for itself in the text until the page is set.
  package struct Found {
    package var tex: String
    package var isDisplay: Bool
  }

  /// Takes the formulas out of a Markdown text: `$…$` and `$$…$$`, as GitHub reads them, not inside code. What `mark` makes
  /// of a formula and its source stands in its place. O(length).
  package static func protect(
    _ lines: [String], literal: (Int) -> Bool, mark: (Found, String) -> String
  ) -> [String] {
    var result = lines
    var index = 0
    while index < lines.count {
      defer { index += 1 }
      guard !literal(index), lines[index].contains("$") else { continue }
      // A display formula may take several lines.
      let trimmed = lines[index].trimmingCharacters(in: .whitespaces)
      if trimmed.hasPrefix("$$"), trimmed == "$$" || !trimmed.dropFirst(2).contains("$$") {
        // A formula ends at the latest with its paragraph.
        if let end = lines[(index + 1)...].indices.prefix(while: { !lines[$0].isEmpty && !literal($0) }).first(where: {
          lines[$0].trimmingCharacters(in: .whitespaces).hasSuffix("$$")
        }) {
          let source = lines[index...end].joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
          let indent = String(lines[index].prefix { $0 == " " })
          result[index] = indent + mark(Found(tex: String(source.dropFirst(2).dropLast(2)), isDisplay: true), source)
          for line in index + 1...end { result[line] = "" }
          index = end
          continue
        }
      }
      result[index] = FormulaScanner.replacing(in: lines[index], with: mark)
    }
    return result
  }

  /// Typesets the formulas of a notebook's prose ahead, while its cells are compiled: setting the page then finds them made.
  package func prepare(_ notebook: Notebook, interrupt: Interrupt) {
    var formulas = self
    formulas.interrupt = interrupt
    let code = Set((notebook.cells.map(\.lines) + notebook.shownBlocks.map(\.lines)).joined())
    var found: [Found] = []
    let isLiteral = { (index: Int) in code.contains(index + 1) || index < notebook.frontMatterLength }
    _ = Self.protect(notebook.lines, literal: isLiteral) { formula, _ in
      found.append(formula)
      return ""
    }
    Workers(limit: 1).add { [formulas, found] in
      let page = Parallel.map(found.count, threads: 2) { formulas.html(found[$0]) }.joined()
      // The font for these, too: starting what cuts it takes longer than all else that a page waits for.
      _ = formulas.font?.style(for: page, interrupt: formulas.interrupt)
    }
  }

  /// A formula as MathML; one that cannot be read stays as TeX, marked as such. A new one costs about 10 ms, which is the converter's start.
  package func html(_ formula: Found) -> String {
    let converter = program.map { "\($0) \(DrawingTools.version($0))" } ?? "none"
    let key = ContentHash(["8", converter, formula.tex, "\(formula.isDisplay)"])
    if let kept = store.entry(.formula, key)?.files[Self.file] { return String(decoding: kept, as: UTF8.self) }
    let source = "<code class=\"formula\">\(HTMLText.escape(formula.tex))</code>"
    switch formula.isDisplay ? convertRow(formula) : convert(formula) {
    case .made(let made):
      store.keep(.formula, key, [Self.file: Data(made.utf8)])
      return made
    case .unreadable:
      // That is so the next time, too.
      store.keep(.formula, key, [Self.file: Data(source.utf8)])
      return source
    case .notTried: return source
    }
  }

  private enum Conversion {
    case made(String)
    /// The converter understands it not.
    case unreadable
    /// There is no converter, or it did not come to its end.
    case notTried
  }

  private static let file = "formula.mathml"

  /// Seconds that the converter may take for one formula; it takes milliseconds.
  private static let limit = 10.0

  /// A display formula; formulas that stand side by side in it, a wide space between, may stand one below the other on a
  /// narrow page.
  private func convertRow(_ formula: Found) -> Conversion {
    let parts = Self.sideBySide(formula.tex)
    guard parts.count > 1 else { return convert(formula) }
    let made = parts.compactMap { part in
      if case .made(let made) = convert(Found(tex: part, isDisplay: true)) { made } else { nil }
    }
    guard made.count == parts.count else { return convert(formula) }
    return .made("<span class=\"formulas\">\(made.joined())</span>")
  }

  /// The parts between the wide spaces of a formula that stand in no group.
  static func sideBySide(_ tex: String) -> [String] {
    var parts = [""]
    var depth = 0
    var rest = tex[...]
    while let first = rest.first {
      let isCommand = first == "\\"
      let name = isCommand ? rest.dropFirst().prefix { $0.isLetter } : ""
      switch name {
      case "qquad" where depth == 0:
        parts.append("")
        rest.removeFirst(6)
        continue
      case "begin", "left": depth += 1
      case "end", "right": depth -= 1
      default: break
      }
      let length = isCommand ? max(name.count + 1, min(2, rest.count)) : 1
      if !isCommand { depth += first == "{" ? 1 : first == "}" ? -1 : 0 }
      parts[parts.count - 1] += rest.prefix(length)
      rest.removeFirst(length)
    }
    let filled = parts.filter { !$0.allSatisfy(\.isWhitespace) }
    // A group that is not closed is the converter's to complain of.
    return depth == 0 ? filled : [tex]
  }

  private func convert(_ formula: Found) -> Conversion {
    guard let program else { return .notTried }
    // The names of AMS-LaTeX for sizes are not among those that the converter knows.
    let tex = formula.tex.replacing(/\\[td]frac(?![A-Za-z])/, with: "\\frac")
      .replacing(/\\(?:tag|label)\{[^}]*\}/, with: "")
      .replacing(/\\lVert|\\rVert/, with: "\\Vert ").replacing(/\\lvert|\\rvert/, with: "\\vert ")
      .replacing(/\\operatorname\{([a-zA-Z]+)\}/) { "\\mathrm{\($0.output.1)}\\," }
    let options = ["--mathml", "--spacing", "relaxed"]
    guard
      let (status, output) = try? Subprocess.run(program, options, input: tex, interrupt: interrupt, limit: Self.limit)
    else { return .notTried }
    guard status == 0, let start = output.range(of: "<markup>"), let end = output.range(of: "</markup>") else {
      return status < 128 ? .unreadable : .notTried
    }
    let markup = Self.bold(output[start.upperBound..<end.lowerBound].trimmingCharacters(in: .whitespacesAndNewlines))
      // A hyphen is too short for a minus; browsers show it as it is.
      .replacing(">-</mo>", with: ">−</mo>")
    let display = formula.isDisplay ? " display=\"block\" tabindex=\"0\"" : ""
    let source = HTMLText.escape(formula.tex.trimmingCharacters(in: .whitespacesAndNewlines))
    return .made("<math xmlns=\"http://www.w3.org/1998/Math/MathML\"\(display) alttext=\"\(source)\">\(markup)</math>")
  }

  /// Bold letters as the characters that Unicode has for them: browsers ignore the attribute.
  private static func bold(_ markup: String) -> String {
    markup.replacing(/<mi mathvariant="bold">([A-Za-z])<\/mi>/) { match in
      let letter = match.output.1.unicodeScalars.first!.value
      let code = letter >= 97 ? 0x1D41A + letter - 97 : 0x1D400 + letter - 65
      return "<mi>\(Unicode.Scalar(code).map(String.init) ?? "")</mi>"
    }
  }

  /// The converter on the path, if it is installed.
  package static let program: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").lazy
    .map { "\($0)/blahtexml" }.first { FileManager.default.isExecutableFile(atPath: $0) }
}
