/// The thin spaces that TeX puts around the name of a function, “v cos θ”, for a converter that leaves them out.
///
/// A name is set off from what it is applied to and from a factor before it, but not from a bracket, a sign or a relation
/// (D. Knuth, The TeXbook, chapter 18).
enum FunctionSpacing {
  private static let functions: Set<Substring> = [
    "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "coth", "csc", "deg", "dim", "exp", "hom", "ker", "lg",
    "ln", "log", "sec", "sin", "sinh", "tan", "tanh",
  ]

  /// Commands that bring their own space, or none: signs, relations, spaces, and what opens or closes.
  private static let apart: Set<Substring> = [
    "approx", "begin", "big", "Big", "bigg", "Bigg", "bigl", "bigr", "Bigl", "Bigr", "cap", "cdot", "circ", "colon",
    "color", "cup", "det", "displaystyle", "div", "dots", "end", "equiv", "ge", "geq", "gg", "iff", "implies", "in",
    "inf", "int", "langle", "ldots", "le",
    "left", "leftarrow", "leq", "lim", "limits", "ll", "lVert", "lvert", "mapsto", "max", "mid", "middle", "min", "mp",
    "ne", "neq", "newline",
    "nolimits", "notin", "oint", "oplus", "otimes", "perp", "pm", "prod", "propto", "quad", "qquad", "rangle", "right",
    "rightarrow", "rVert", "rvert", "scriptscriptstyle", "scriptstyle", "sim", "simeq", "subset", "sum", "sup",
    "textstyle", "times", "to", "vert", "Vert", "wedge",
  ]

  private enum Kind {
    /// A letter, a number, a group, or what ends with one.
    case value
    case function
    case other
  }

  /// The formula with “\,” where TeX has a thin space beside a function's name. O(length).
  static func spaced(_ tex: String) -> String {
    var result = ""
    var rest = tex[...]
    var before = Kind.other
    /// Whether a function's name, with its exponent and index, ends here.
    var isBehindFunction = false
    while let first = rest.first {
      if first.isWhitespace {
        result.append(rest.removeFirst())
        continue
      }
      if first == "'" || first == "!" {
        result.append(rest.removeFirst())
        continue
      }
      let isScript = first == "^" || first == "_"
      var (token, kind) = token(&rest)
      if isScript {
        // With what stands above or below, which is one token.
        token += rest.prefix(while: \.isWhitespace)
        rest = rest.drop(while: \.isWhitespace)
        if !rest.isEmpty { token += Self.token(&rest).text }
        result += token
        continue
      }
      if kind == .function, before != .other || isBehindFunction {
        result += "\\,"
      } else if isBehindFunction, kind == .value {
        result += "\\,"
      }
      result += token
      isBehindFunction = kind == .function
      before = kind == .function ? .other : kind
      if kind == .other, token == ")" || token == "]" { before = .value }
    }
    return result
  }

  /// The next token: a command with what belongs to it, a group with its braces, or a character.
  private static func token(_ rest: inout Substring) -> (text: String, kind: Kind) {
    guard let first = rest.first else { return ("", .other) }
    if first == "{" {
      let group = group(&rest)
      return (
        "{" + spaced(String(group.dropFirst().dropLast(group.last == "}" ? 1 : 0))) + (group.last == "}" ? "}" : ""),
        .value
      )
    }
    guard first == "\\" else {
      rest.removeFirst()
      return (String(first), first.isLetter || first.isNumber ? .value : .other)
    }
    let name = rest.dropFirst().prefix { $0.isLetter }
    guard !name.isEmpty else {
      // “\,”, “\{”, “\\” with its distance.
      var text = String(rest.prefix(2))
      rest = rest.dropFirst(2)
      if text == "\\\\", rest.first == "[", let end = rest.firstIndex(of: "]") {
        text += rest[...end]
        rest = rest[rest.index(after: end)...]
      }
      return (text, .other)
    }
    rest = rest.dropFirst(1 + name.count)
    var text = "\\\(name)"
    // The name of an environment, a word or a font is no formula.
    if ["begin", "end", "text", "mathrm", "textrm", "label", "tag", "color"].contains(name) {
      text += rest.prefix(while: { $0 == "*" || $0.isWhitespace })
      rest = rest.drop { $0 == "*" || $0.isWhitespace }
      if rest.first == "{" { text += group(&rest) }
      if text == "\\begin{array}", rest.first == "{" { text += group(&rest) }
    }
    return (text, functions.contains(name) ? .function : apart.contains(name) ? .other : .value)
  }

  /// A group with its braces, or what there is of one.
  private static func group(_ rest: inout Substring) -> Substring {
    var depth = 0
    var end = rest.startIndex
    while end < rest.endIndex {
      let character = rest[end]
      if character == "\\" {
        end = rest.index(after: end)
      } else {
        depth += character == "{" ? 1 : character == "}" ? -1 : 0
      }
      guard end < rest.endIndex else { break }
      end = rest.index(after: end)
      if depth == 0 { break }
    }
    defer { rest = rest[end...] }
    return rest[..<end]
  }
}
