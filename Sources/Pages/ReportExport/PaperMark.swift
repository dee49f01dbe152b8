import Basics
import CellKernel
import NotebookDocument
import Reports

/// A construct of the prose as paper has it.
package struct PaperMark: ConstructMark {
  enum Content {
    /// Its words.
    case characters
    /// Its words, where a value is missing.
    case failure
    case markdown(String)
    /// Markdown that cites nothing.
    case cited(String)
    case formula(Formulas.Found)
    case equation(Formulas.Found, number: String)
    /// Its words, which lead to an address.
    case link(String)
    case element(String)
    case nothing
  }

  let content: Content
  package let text: String
  package let source: String
  package let words: String
  package var directive: Directives.Line?

  init(_ content: Content, _ words: String = "", text: String? = nil, source: String? = nil) {
    (self.content, self.words) = (content, words)
    (self.text, self.source) = (text ?? words, source ?? words)
  }

  var formula: Formulas.Found? {
    switch content {
    case .formula(let formula), .equation(let formula, _): formula
    default: nil
    }
  }

  var isEquation: Bool { if case .equation = content { true } else { false } }
}

extension PandocTree.Setting: ProseMarker {
  package func value(_ outcome: InlineOutcome?, source: String) -> PaperMark {
    let text = MarkdownText.address(InlineText.bare(outcome))
    if case .markup(let value)? = outcome, let markdown = value.markdown {
      return PaperMark(.markdown(markdown), HTMLText.words(of: markdown), text: text, source: source.onOneLine)
    }
    var content = PaperMark.Content.characters
    if case .failed? = outcome { content = .failure }
    return PaperMark(content, InlineText.plain(outcome), text: text, source: source.onOneLine)
  }

  package func mark(_ formula: Formulas.Found, source: String) -> PaperMark {
    let number = formula.label.flatMap { references[$0]?.text.split(separator: " ").last }
    return PaperMark(
      number.map { .equation(formula, number: String($0)) } ?? .formula(formula), formula.tex, text: source,
      source: source)
  }

  package func mark(_ citation: Citations.Entry) -> PaperMark {
    PaperMark(.cited(citation.inText), HTMLText.words(of: citation.inText), text: citation.inText)
  }

  /// Only Typst's papers have links to what is referred to.
  package func mark(_ reference: Reference) -> PaperMark {
    PaperMark(reader == .typst ? .link("#\(reference.anchor)") : .characters, reference.text)
  }

  package func place(_ anchor: String) -> PaperMark {
    guard reader == .typst else { return nothing }
    return PaperMark(.element(PandocElement.raw(inLine: "#metadata(none)#label(\"\(anchor)\")", "typst")))
  }

  package var lineBreak: PaperMark { PaperMark(.element(PandocElement.element("LineBreak"))) }

  package var nothing: PaperMark { PaperMark(.nothing) }
}
