import Basics
import Caches
import Drawings
import Files
import Foundation
import NotebookDocument
import Processes

import class Basics.Workers

/// TeX formulas as MathML, which browsers typeset without a script: through blahtexml, with what it made kept on disk.
package struct Formulas {
  /// Where typeset formulas are kept.
  package let store: Store
  /// The converter; without one, formulas stay as they were written.
  package let program: String?
  /// What pages are set in; nil where there are no such fonts: they are then set in the reader's.
  package var font: PageFonts?
  /// Stops the converter; the remaining formulas stay as TeX.
  package var interrupt: Interrupt?

  package init(store: Store, program: String? = Formulas.program) {
    (self.store, self.program) = (store, program)
    // Fonts are the machine's: what was cut for one notebook serves all.
    font = PageFonts(store: Store(CacheFolder.path()))
  }

  /// Formulas that are kept in this folder.
  package init(cacheFolder: String, program: String? = Formulas.program) {
    self.init(store: Store(cacheFolder), program: program)
  }

  /// A formula that stands for itself in the text until the page is set.
  package struct Found: Hashable, Sendable {
    package var tex: String
    package var isDisplay: Bool
    /// By what prose refers to it, if it bears a number.
    package var label: String?

    package init(tex: String, isDisplay: Bool, label: String? = nil) {
      (self.tex, self.isDisplay, self.label) = (tex, isDisplay, label)
    }
  }

  /// The formulas of a text as they are written, in order, with what `value` gives for the expressions in them. O(length).
  package static func all(
    in document: Document, value: (Document.Inline) -> String? = { _ in nil }
  ) -> [(formula: Found, line: Int)] {
    func own(_ inlines: [Document.Inline]) -> [Document.Inline] { inlines.flatMap { [$0] + own($0.children) } }
    return document.blocks.flatMap { block -> [(Found, Int)] in
      func text(_ start: Document.Place, _ end: Document.Place, _ inlines: [Document.Inline]) -> String {
        document.text(from: start, to: end, inlines) { inline, _, _ in value(inline) }
      }
      if case .formula(let label, let start, let end) = block.kind {
        let tex = text(start, end, block.inlines)
        return [(Found(tex: tex, isDisplay: true, label: label), block.lines.lowerBound)]
      }
      return own(block.inlines).compactMap { inline in
        guard case .formula(let isDisplay) = inline.kind else { return nil }
        let tex = document.tex(of: inline, text(inline.start, inline.end, inline.children))
        return (Found(tex: tex, isDisplay: isDisplay), inline.start.line)
      }
    }
  }

  /// Typesets the formulas of a notebook's prose ahead, while its cells are compiled: setting the page then finds them made.
  package func prepare(_ notebook: Notebook, interrupt: Interrupt) {
    var formulas = self
    formulas.interrupt = interrupt
    let found = Self.all(in: notebook.document).map(\.formula)
    Workers(limit: 1).add { [formulas, found] in
      let page = formulas.html(found).joined()
      // The font for these, too: what cuts it starts while the cells are compiled.
      _ = formulas.font?.style(for: page, interrupt: formulas.interrupt)
    }
  }

  /// The remarks on a notebook's formulas: those that cannot be read stand in the report as they were written.
  /// O(length).
  package func remarks(of notebook: Notebook) -> [ReportRemark] {
    guard program != nil else { return [] }
    // Whatever an expression gives, whether the formula around it can be read does not depend on it: a number stands for it.
    let found = Self.all(in: notebook.document) { _ in "1" }
    return zip(found, areReadable(found.map(\.formula))).compactMap { found, isReadable in
      guard !isReadable else { return nil }
      let tex = found.formula.tex.trimmingCharacters(in: .whitespacesAndNewlines)
      return ReportRemark(
        severity: .warning, position: Position(line: found.line),
        message:
          "the formula “\(tex)” cannot be set, so the report shows it as it is written; try other commands of TeX")
    }
  }

  /// Whether each formula can be read, as far as it was tried.
  package func areReadable(_ formulas: [Found]) -> [Bool] {
    guard program != nil else { return formulas.map { _ in true } }
    return zip(keys(of: formulas), html(formulas)).map { key, html in
      !html.hasPrefix(Self.unreadable) || store.entry(.formula, key) == nil
    }
  }

  private func keys(of formulas: [Found]) -> [ContentHash] {
    let converter = program.map { "\($0) \(DrawingTools.version($0))" } ?? "none"
    return formulas.map { ContentHash(["14", converter, $0.tex, "\($0.isDisplay)"]) }
  }

  /// A formula as MathML; one that cannot be read stays as TeX, marked as such.
  package func html(_ formula: Found) -> String { html([formula])[0] }

  /// Formulas as MathML. Those that are new are converted by one start of the converter, which costs about 10 ms.
  package func html(_ formulas: [Found]) -> [String] {
    let keys = keys(of: formulas)
    var made = keys.map { key in
      store.entry(.formula, key)?.files[Self.file].map { String(decoding: $0, as: UTF8.self) }
    }
    let new = formulas.indices.filter { made[$0] == nil }
    for (index, conversion) in zip(new, convert(new.map { formulas[$0] })) {
      let source = "\(Self.unreadable)\(MarkupText.escape(formulas[index].tex))</code>"
      let html = if case .made(let html) = conversion { html } else { source }
      // What is unreadable is so the next time, too.
      if conversion != .notTried { store.keep(.formula, keys[index], [Self.file: Data(html.utf8)]) }
      made[index] = html
    }
    return made.map { $0! }
  }

  private enum Conversion: Equatable {
    case made(String)
    /// The converter understands it not.
    case unreadable
    /// The converter is missing, or did not end.
    case notTried
  }

  private static let file = "formula.mathml"
  /// What begins a formula that stays as it was written.
  private static let unreadable = "<code class=\"formula\">"

  /// Display formulas that are side by side in one, a wide space between, may be one below the other on a narrow page.
  private func convert(_ formulas: [Found]) -> [Conversion] {
    let parts = formulas.map { $0.isDisplay ? Self.sideBySide($0.tex) : [$0.tex] }
    let pieces = zip(formulas, parts).flatMap { formula, parts in
      parts.map { Found(tex: $0, isDisplay: formula.isDisplay) }
    }
    var made = markup(of: pieces)[...]
    return zip(formulas, parts).map { formula, parts in
      let mine = made.prefix(parts.count)
      made = made.dropFirst(parts.count)
      guard parts.count > 1 else { return mine.first! }
      let texts = mine.compactMap { if case .made(let text) = $0 { text } else { nil } }
      guard texts.count == parts.count else { return markup(of: [formula])[0] }
      return .made("<span class=\"formulas\">\(texts.joined())</span>")
    }
  }

  /// The parts between the wide spaces of a formula that are in no group.
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
    return depth == 0 && !filled.isEmpty ? filled : [tex]
  }

  /// What the converter makes of each formula. It reads them as attributes of one document; where it ends without an answer,
  /// one of them is to blame, which is found by halving.
  private func markup(of formulas: [Found]) -> [Conversion] {
    guard let program, !formulas.isEmpty else { return formulas.map { _ in .notTried } }
    let elements = formulas.map { formula in
      "<p b:\(formula.isDisplay ? "block" : "inline")=\"\(Self.attribute(Self.known(formula.tex)))\"/>\n"
    }
    let document = "<r xmlns:b=\"http://gva.noekeon.org/blahtexml\">\n\(elements.joined())</r>\n"
    // “moderate” writes the space that browsers leave out, as around the names of functions.
    let options = ["--xmlin", "--mathml", "--spacing", "moderate"]
    guard let (status, output) = try? Subprocess.run(program, options, input: document, interrupt: interrupt) else {
      return formulas.map { _ in .notTried }
    }
    let lines = output.split(separator: "\n").filter { $0.hasPrefix("<p") }
    if lines.count == formulas.count { return zip(formulas, lines).map { Self.conversion(of: $0, $1) } }
    guard formulas.count > 1 else { return [status < 128 ? .unreadable : .notTried] }
    let middle = formulas.count / 2
    return markup(of: Array(formulas[..<middle])) + markup(of: Array(formulas[middle...]))
  }

  private static func conversion(of formula: Found, _ line: Substring) -> Conversion {
    let (opening, closing) = ("<p><math ", "</math></p>")
    guard line.hasPrefix(opening), line.hasSuffix(closing), let start = line.dropFirst(3).firstIndex(of: ">") else {
      return .unreadable
    }
    let content = line[line.index(after: start)...].dropLast(closing.count)
    // A hyphen is too short for a minus; browsers show it as it is.
    let markup = MathAlphabet.written(in: String(content)).replacing(">-</mo>", with: ">−</mo>")
    let display = formula.isDisplay ? " display=\"block\" tabindex=\"0\"" : ""
    let source = MarkupText.escape(formula.tex.trimmingCharacters(in: .whitespacesAndNewlines))
    return .made("<math xmlns=\"http://www.w3.org/1998/Math/MathML\"\(display) alttext=\"\(source)\">\(markup)</math>")
  }

  /// A formula as an attribute's value. Line ends would become spaces there, and with them the end of a comment.
  private static func attribute(_ tex: String) -> String {
    MarkupText.escape(tex).replacing("\n", with: "&#10;").replacing("\r", with: "&#13;").replacing("\t", with: "&#9;")
  }

  /// The converter on the path, if it is installed.
  package static let program: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").lazy
    .map { "\($0)/blahtexml" }.first { FileManager.default.isExecutableFile(atPath: $0) }
}
