import Basics
import CellKernel
import Foundation
import NotebookDocument

/// The value of an inline expression as prose shows it.
package enum InlineText {
  /// As characters.
  package static func plain(_ outcome: InlineOutcome?) -> String {
    switch outcome {
    case .value(let value)?: value
    case .markup(let value)?: value.text
    case .failed(let failure)?: "⟨error: \(failure.message)⟩"
    case .waiting(let exercise)?: "⟨waits for exercise “\(exercise)”⟩"
    case nil: "⟨not run⟩"
    }
  }

  /// As a program reads it, which takes an address or an attribute: a number has the signs of the keyboard.
  package static func bare(_ outcome: InlineOutcome?) -> String {
    let text = plain(outcome)
    guard let first = text.first, first == "−" || first.isNumber, text.contains(where: { "−×".contains($0) }) else {
      return text
    }
    guard let parts = text.wholeMatch(of: compiled(/(−?)(\d+(?:\.\d+)?)(?:×10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?/)) else { return text }
    let (_, sign, digits, power) = parts.output
    return (sign.isEmpty ? "" : "-") + digits + (power.map { "e\(unraised($0))" } ?? "")
  }

  /// As TeX, in a formula.
  package static func tex(_ outcome: InlineOutcome?) -> String {
    let text = plain(outcome).replacing(bytes: "$", with: "\\$")
    guard text.utf8.contains(where: { $0 > 127 }) else { return text }
    return text.replacing("−", with: "-").replacing("\u{202F}", with: "\\,").replacing("×", with: "\\times ")
      .replacing(compiled(/[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+/)) { "^{\(unraised($0.output))}" }
  }

  /// Raised digits and signs as those of the line.
  static func unraised(_ text: Substring) -> String {
    let raised = Array("⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
    let plain = Array("-0123456789")
    return String(text.map { character in raised.firstIndex(of: character).map { plain[$0] } ?? character })
  }

  /// As Markdown that shows these characters: what would mean something to Markdown is escaped. `isFirst` where the value
  /// begins a block.
  package static func markdown(_ outcome: InlineOutcome?, isFirst: Bool) -> String {
    if case .markup(let value)? = outcome, let markdown = value.markdown {
      return markdown.replacing(compiled(/\s*\R\s*/), with: " ")
    }
    let text = MarkdownText.escaped(plain(outcome), isFirst: isFirst)
    if case .failed? = outcome { return MarkdownText.strong(text) }
    return text
  }

  /// The value inside of an author's HTML, where Markdown's escapes would be as they are: by numbers of characters.
  package static func html(_ outcome: InlineOutcome?) -> String {
    if case .markup(let value)? = outcome { return value.html ?? value.markdown ?? value.text }
    return MarkdownText.entities(plain(outcome))
  }
}
