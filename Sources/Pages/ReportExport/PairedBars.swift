/// Bars around an absolute value or a norm in a formula, which TeX writes with the same sign at both ends: pandoc takes each for a relation,
/// with spaces around it. Written as `\left|…\right|` they are brackets.
enum PairedBars {
  /// The formula with brackets in place of bars that come in pairs: two, four … of a kind within one group of brackets, one cell of
  /// a table. Other bars, as in `p(a|b)`, stay as they are. O(length).
  static func bracketed(_ tex: String) -> String {
    guard tex.contains("|") || tex.contains("‖") || tex.contains("ert"), !tex.contains("\\begin{array}") else {
      return tex
    }
    var tokens = tokens(of: tex)
    var open = [Group()]
    for index in tokens.indices {
      let isSized = index > 0 && Self.sizes.contains(tokens[index - 1])
      switch tokens[index] {
      case "{", "(", "[", "\\{": open.append(Group())
      case "}", ")", "]", "\\}":
        close(&open[open.count - 1], in: &tokens)
        if open.count > 1 { open.removeLast() }
      case "&", "\\\\": close(&open[open.count - 1], in: &tokens)
      case "|", "\\vert": if !isSized { open[open.count - 1].single.append(index) }
      case "\\|", "‖", "\\Vert": if !isSized { open[open.count - 1].double.append(index) }
      case "\\lvert", "\\rvert": if !isSized { tokens[index] = tokens[index] == "\\lvert" ? "\\left|" : "\\right|" }
      case "\\lVert", "\\rVert": if !isSized { tokens[index] = tokens[index] == "\\lVert" ? "\\left\\|" : "\\right\\|" }
      default: break
      }
    }
    for index in open.indices { close(&open[index], in: &tokens) }
    let (lefts, rights) = (tokens.count { $0.hasPrefix("\\left") }, tokens.count { $0.hasPrefix("\\right") })
    return lefts == rights ? tokens.joined() : tex
  }

  /// The bars in a group, by their places among the tokens.
  private struct Group {
    var single: [Int] = []
    var double: [Int] = []
  }

  /// What gives a bracket its size has made it one.
  private static let sizes: Set<String> = [
    "\\left", "\\right", "\\middle", "\\big", "\\Big", "\\bigg", "\\Bigg", "\\bigl", "\\bigr", "\\Bigl", "\\Bigr",
    "\\biggl", "\\biggr", "\\bigm",
  ]

  private static func close(_ group: inout Group, in tokens: inout [String]) {
    for (bars, sign) in [(group.single, "|"), (group.double, "\\|")] where bars.count % 2 == 0 {
      for (number, bar) in bars.enumerated() { tokens[bar] = (number % 2 == 0 ? "\\left" : "\\right") + sign }
    }
    group = Group()
  }

  /// Commands, each with its backslash, and single characters.
  private static func tokens(of tex: String) -> [String] {
    var (tokens, rest) = ([String](), tex[...])
    while let first = rest.popFirst() {
      guard first == "\\", let next = rest.popFirst() else {
        tokens.append(String(first))
        continue
      }
      var command = "\\\(next)"
      if next.isLetter {
        let letters = rest.prefix(while: \.isLetter)
        command += letters
        rest = rest.dropFirst(letters.count)
      }
      tokens.append(command)
    }
    return tokens
  }
}
