import Basics
import Foundation

/// LaTeX has several words for one thing, and the programs that set formulas know one of them each.
extension Formulas {
  /// The formula in words that all converters know. What has no such words stays. O(length).
  package static func known(_ tex: String) -> String {
    let tex = spelled(
      withoutComments(tex).replacing(bytes: "‖", with: "\\Vert ").replacing(bytes: "∥", with: "\\parallel "))
    guard tex.contains("\\") else { return tex }
    let words = tex.replacing(compiled(/\\[tdc]frac(?![A-Za-z])/), with: "\\frac")
      .replacing(compiled(/\\(?:tag\*?|label)\{[^}]*\}/), with: "")
      .replacing(compiled(/\\(?:nonumber|notag)(?![A-Za-z])/), with: "")
      .replacing(compiled(/\\lVert(?![A-Za-z])|\\rVert(?![A-Za-z])/), with: "\\Vert ")
      .replacing(compiled(/\\lvert(?![A-Za-z])|\\rvert(?![A-Za-z])/), with: "\\vert ")
      .replacing(compiled(/\\operatorname\*?\{([a-zA-Z]+)\}/)) { "\\mathrm{\($0.output.1)}\\," }
      .replacing(compiled(/\\bm(?![A-Za-z])/), with: "\\boldsymbol")
      .replacing(compiled(/\\mathscr(?![A-Za-z])/), with: "\\mathcal")
      .replacing(compiled(/\\stackrel(?![A-Za-z])/), with: "\\overset")
      .replacing(compiled(/\\coloneqq(?![A-Za-z])/), with: ":=")
      .replacing(compiled(/\\:/), with: "\\;")
      .replacing(compiled(/\\surd(?![A-Za-z])/), with: "\\text{√}")
      .replacing(compiled(/\^\\degree(?![A-Za-z])|\^\{\\degree\}|\\degree(?![A-Za-z])/), with: "^{\\circ}")
      .replacing(compiled(/\\(S|P|copyright|pounds)(?![A-Za-z])/)) { "\\text{\(signs[$0.output.1] ?? "")}" }
    guard words.contains("\\begin") else { return words }
    return words.replacing(compiled(/\\begin\{eqnarray\*?\}((?s).*?)\\end\{eqnarray\*?\}/)) { match in
      // Its middle column is the relation's.
      let lines = match.output.1.replacing(compiled(/&([^&]*?)&/)) { "&\($0.output.1)" }
      return "\\begin{aligned}\(lines)\\end{aligned}"
    }
    .replacing(compiled(/\\(begin|end)\{(?:align\*?|split)\}/)) { "\\\($0.output.1){aligned}" }
    .replacing(compiled(/\\(begin|end)\{(?:gather\*?|gathered|multline\*?)\}/)) { "\\\($0.output.1){matrix}" }
    .replacing(compiled(/\\(?:begin|end)\{equation\*?\}/), with: "")
    // Columns without lines between them: a matrix without brackets.
    .replacing(compiled(/\\begin\{array\}\s*\{[lcr\s]+\}((?:(?!\\hline)(?s).)*?)\\end\{array\}/)) {
      "\\begin{matrix}\($0.output.1)\\end{matrix}"
    }
  }

  /// A formula of several lines without TeX's comments, which its converters do not know: one goes from a percent sign without a stroke to
  /// the line's end.
  private static func withoutComments(_ tex: String) -> String {
    guard tex.contains("\n"), tex.contains("%") else { return tex }
    return tex.replacing(compiled(/((?:^|[^\\\n])(?:\\\\)*)%[^\n]*/).anchorsMatchLineEndings()) { $0.output.1 }
  }

  /// The signs that a keyboard or another program has for what LaTeX spells, outside texts, where they may be.
  private static func spelled(_ tex: String) -> String {
    guard tex.utf8.contains(where: { $0 >= 128 }) else { return tex }
    let signs = compiled(/\\(?:text[a-z]*|mbox)\{[^{}]*\}|[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ]+|[₀₁₂₃₄₅₆₇₈₉₊₋]+|[−·½ℝ°]/)
    return tex.replacing(signs) { match in
      guard let first = match.output.first, first != "\\" else { return String(match.output) }
      if let word = words[first] { return word }
      return (raised[first] == nil ? "_{" : "^{") + match.output.compactMap { raised[$0] ?? lowered[$0] } + "}"
    }
  }

  private static let raised = Dictionary(uniqueKeysWithValues: zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ", "0123456789+-n"))
  private static let lowered = Dictionary(uniqueKeysWithValues: zip("₀₁₂₃₄₅₆₇₈₉₊₋", "0123456789+-"))
  private static let words: [Character: String] = [
    "−": "-", "·": "\\cdot ", "½": "\\frac{1}{2}", "ℝ": "\\mathbb{R}", "°": "^{\\circ}",
  ]

  private static let signs: [Substring: String] = ["S": "§", "P": "¶", "copyright": "©", "pounds": "£"]
}
