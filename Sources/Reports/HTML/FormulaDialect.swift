import Foundation

/// LaTeX has several words for one thing, and the programs that set formulas know one of them each.
extension Formulas {
  /// The formula in words that all converters know. What has no such words stays. O(length).
  static func known(_ tex: String) -> String {
    guard tex.contains("\\") else { return tex }
    var words = tex.replacing(/\\[tdc]frac(?![A-Za-z])/, with: "\\frac")
      .replacing(/\\(?:tag\*?|label)\{[^}]*\}/, with: "")
      .replacing(/\\(?:nonumber|notag)(?![A-Za-z])/, with: "")
      .replacing(/\\lVert(?![A-Za-z])|\\rVert(?![A-Za-z])/, with: "\\Vert ")
      .replacing(/\\lvert(?![A-Za-z])|\\rvert(?![A-Za-z])/, with: "\\vert ")
      .replacing(/\\operatorname\*?\{([a-zA-Z]+)\}/) { "\\mathrm{\($0.output.1)}\\," }
      .replacing(/\\bm(?![A-Za-z])/, with: "\\boldsymbol")
      .replacing(/\\mathscr(?![A-Za-z])/, with: "\\mathcal")
      .replacing(/\\stackrel(?![A-Za-z])/, with: "\\overset")
      .replacing(/\\coloneqq(?![A-Za-z])/, with: ":=")
      .replacing(/\\:/, with: "\\;")
      .replacing(/\\surd(?![A-Za-z])/, with: "\\text{√}")
      .replacing(/\^\\degree(?![A-Za-z])|\^\{\\degree\}|\\degree(?![A-Za-z])/, with: "^{\\circ}")
    for (name, character) in [("S", "§"), ("P", "¶"), ("copyright", "©"), ("pounds", "£")] {
      words = words.replacing(try! Regex("\\\\\(name)(?![A-Za-z])"), with: "\\text{\(character)}")
    }
    guard words.contains("\\begin") else { return words }
    return words.replacing(/\\begin\{eqnarray\*?\}((?s).*?)\\end\{eqnarray\*?\}/) { match in
      // Its middle column is the relation's.
      let lines = match.output.1.replacing(/&([^&]*?)&/) { "&\($0.output.1)" }
      return "\\begin{aligned}\(lines)\\end{aligned}"
    }
    .replacing(/\\(begin|end)\{(?:align\*?|split)\}/) { "\\\($0.output.1){aligned}" }
    .replacing(/\\(begin|end)\{(?:gather\*?|gathered|multline\*?)\}/) { "\\\($0.output.1){matrix}" }
    .replacing(/\\(?:begin|end)\{equation\*?\}/, with: "")
    // Columns without lines between them: a matrix without brackets.
    .replacing(/\\begin\{array\}\s*\{[lcr\s]+\}((?:(?!\\hline)(?s).)*?)\\end\{array\}/) {
      "\\begin{matrix}\($0.output.1)\\end{matrix}"
    }
  }
}
