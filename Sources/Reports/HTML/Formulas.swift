import Foundation
import NotebookDocument
import Surroundings

/// TeX formulas as MathML, which browsers typeset without a script: through blahtexml, with what it made kept on disk.
package struct Formulas {
  /// Where typeset formulas are kept.
  package let store: Store
  /// The wish to stop that the converter heeds; formulas then stay as TeX.
  package var interrupt: Interrupt?

  package init(store: Store) { self.store = store }

  /// Formulas that are kept in this folder.
  package init(cacheFolder: String) { self.init(store: Store(cacheFolder)) }

  /// A formula that stands for itself in the text until the page is set.
  package struct Found {
    package var tex: String
    package var isDisplay: Bool
  }

  /// Characters of a private area enclose the number of a formula while Markdown is read.
  private static let open = "\u{E000}"
  private static let close = "\u{E001}"

  /// Takes the formulas out of a Markdown text: `$…$` and `$$…$$`, as GitHub reads them, not inside code. O(length).
  package static func protect(_ lines: [String], literal: (Int) -> Bool) -> (lines: [String], formulas: [Found]) {
    var formulas: [Found] = []
    var result = lines
    var index = 0
    func mark(_ tex: String, display: Bool) -> String {
      formulas.append(Found(tex: tex, isDisplay: display))
      return "\(open)\(formulas.count - 1)\(close)"
    }
    while index < lines.count {
      defer { index += 1 }
      guard !literal(index), lines[index].contains("$") else { continue }
      // A display formula may take several lines.
      let trimmed = lines[index].trimmingCharacters(in: .whitespaces)
      if trimmed.hasPrefix("$$"), trimmed == "$$" || !trimmed.dropFirst(2).contains("$$") {
        if let end = lines.indices.dropFirst(index + 1).first(where: {
          lines[$0].trimmingCharacters(in: .whitespaces).hasSuffix("$$")
        }), !(index + 1...end).contains(where: { lines[$0].isEmpty || literal($0) }) {
          var tex = lines[index...end].joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
          tex = String(tex.dropFirst(2).dropLast(2))
          let indent = String(lines[index].prefix { $0 == " " })
          result[index] = indent + mark(tex, display: true)
          for line in index + 1...end { result[line] = "" }
          index = end
          continue
        }
      }
      result[index] = protect(line: lines[index], mark)
    }
    return (result, formulas)
  }

  private static func protect(line: String, _ mark: (String, Bool) -> String) -> String {
    let spans = CodeSpans.find(in: Array(line.utf8)).map(\.whole)
    var text = ""
    var rest = line[...]
    while let match = rest.firstMatch(of: /\$\$(.+?)\$\$|\$(?![\s$])((?:\\.|[^$\\])*?[^\s\\$])\$(?![0-9])/) {
      let start = line.utf8.distance(from: line.startIndex, to: match.range.lowerBound)
      let escaped = start > 0 && line.utf8[line.index(before: match.range.lowerBound)] == UInt8(ascii: "\\")
      if escaped || spans.contains(where: { $0.contains(start) }) {
        let next = line.index(after: match.range.lowerBound)
        text += rest[..<next]
        rest = line[next...]
        continue
      }
      text += rest[..<match.range.lowerBound]
      text += match.output.1.map { mark(String($0), true) } ?? mark(String(match.output.2!), false)
      rest = line[match.range.upperBound...]
    }
    return text + rest
  }

  /// Puts typeset formulas into a page in the place of their marks.
  package func restore(_ html: String, _ formulas: [Found]) -> String {
    guard !formulas.isEmpty else { return html }
    let typeset = typeset(formulas)
    return html.replacingSpans(from: Self.open, to: Self.close) { number in Int(number).map { typeset[$0] } }
  }

  /// Typesets the formulas of a notebook's prose ahead, while its cells are compiled: setting the page then finds them made.
  package func prepare(_ notebook: Notebook, interrupt: Interrupt) {
    var formulas = self
    formulas.interrupt = interrupt
    let code = Set((notebook.cells.map(\.lines) + notebook.shownBlocks.map(\.lines)).joined())
    let (_, found) = Self.protect(notebook.lines) { code.contains($0 + 1) || $0 < notebook.frontMatterLength }
    DispatchQueue.global(qos: .utility).async { [formulas] in _ = formulas.typeset(found) }
  }

  /// All formulas as MathML; one that cannot be read stays as TeX, marked as such. New ones cost about 3 ms each.
  private func typeset(_ formulas: [Found]) -> [String] {
    let converter = Self.program.map { "\($0) \(DrawingTools.version($0))" } ?? "none"
    return formulas.map { formula in
      let key = ContentHash(["6", converter, formula.tex, "\(formula.isDisplay)"])
      if let kept = store.entry(.formula, key)?.files[Self.file] { return String(decoding: kept, as: UTF8.self) }
      guard let made = convert(formula) else {
        return "<code class=\"formula\">\(HTMLText.escape(formula.tex))</code>"
      }
      store.keep(.formula, key, [Self.file: Data(made.utf8)])
      return made
    }
  }

  private static let file = "formula.mathml"

  /// Seconds that the converter may take for one formula; it takes milliseconds.
  private static let limit = 10.0

  private func convert(_ formula: Found) -> String? {
    guard let program = Self.program else { return nil }
    // The names of AMS-LaTeX for sizes are not among those that the converter knows.
    let tex = formula.tex.replacing(/\\[td]frac(?![A-Za-z])/, with: "\\frac")
      .replacing(/\\(?:tag|label)\{[^}]*\}/, with: "")
      .replacing(/\\lVert|\\rVert/, with: "\\Vert ").replacing(/\\lvert|\\rvert/, with: "\\vert ")
      .replacing(/\\operatorname\{([a-zA-Z]+)\}/) { "\\mathrm{\($0.output.1)}\\," }
    let options = ["--mathml", "--spacing", "relaxed"]
    guard
      let (status, output) = try? Subprocess.run(program, options, input: tex, interrupt: interrupt, limit: Self.limit),
      status == 0,
      let start = output.range(of: "<markup>"), let end = output.range(of: "</markup>")
    else { return nil }
    let markup = Self.bold(output[start.upperBound..<end.lowerBound].trimmingCharacters(in: .whitespacesAndNewlines))
      // A hyphen is too short for a minus; browsers show it as it is.
      .replacing(">-</mo>", with: ">−</mo>")
    let display = formula.isDisplay ? " display=\"block\" tabindex=\"0\"" : ""
    let source = HTMLText.escape(formula.tex.trimmingCharacters(in: .whitespacesAndNewlines))
    return "<math xmlns=\"http://www.w3.org/1998/Math/MathML\"\(display) alttext=\"\(source)\">\(markup)</math>"
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
