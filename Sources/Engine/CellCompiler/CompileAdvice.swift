import Basics
import NotebookDocument
import Toolchains

import enum Basics.Spelling

/// What helps against a compiler's message, as far as the program around the unit knows it.
///
/// The compiler sees one cell and the names that it imports. This adds what it cannot know: that a cell below defines
/// the name, that a name of a cell above is spelled almost the same, and habits from other languages.
struct CompileAdvice {
  private let unit: CodeUnit
  private let above: ArraySlice<CodeUnit>
  private let below: ArraySlice<CodeUnit>
  /// What units above mean for this one that failed.
  private let aftermath: Aftermath
  /// Whether the units are the whole of a notebook, and not what somebody has run of one.
  private let isWhole: Bool

  init(_ index: Int, of program: [CodeUnit], behind aftermath: Aftermath, isWhole: Bool) {
    (unit, above, below) = (program[index], program[..<index], program[(index + 1)...])
    (self.aftermath, self.isWhole) = (aftermath, isWhole)
  }

  /// The message with what helps, and another message that says where to look.
  func advised(_ diagnostic: Diagnostic<UnitPosition>) -> [Diagnostic<UnitPosition>] {
    guard diagnostic.severity == .error else { return [diagnostic] }
    var advised = diagnostic
    let text = diagnostic.message
    if let words = line(at: diagnostic.position).flatMap(ForeignWords.remedy(forCommand:)) {
      // What the compiler guesses is a name of Swift's.
      advised.message = text.replacing(compiled(/; did you mean .*/), with: "") + "; \(words)"
    } else if let words = line(at: diagnostic.position).flatMap({
      DecimalComma.remedy(for: text, in: $0) ?? SpacedNumber.remedy(for: text, in: $0)
    }) {
      advised.message = text.replacing(compiled(/; did you mean .*/), with: "") + "; \(words)"
    } else if let match = text.firstMatch(of: compiled(/requires that '(\w+)' conform to 'TableValue'/)) {
      advised.message += "; \(tableEntry(of: String(match.output.1)))"
    } else if Conversion(text) != nil, line(at: diagnostic.position)?.contains(compiled(/[\w)\]] *\^ *[\w(]/)) == true {
      // “^” takes whole numbers, which is not what is wrong with it.
      advised.message = "\(text); \(Self.power)"
    } else if let match = text.wholeMatch(of: compiled(/(cannot find (?:type )?'(\w+)' in scope)(; did you mean .*)?/))
    {
      // The compiler guesses among the library's names; those of the notebook are nearer.
      let (words, note) = remedy(
        missing: String(match.output.2), guess: match.output.3.map(String.init), at: diagnostic.position)
      advised.message = "\(match.output.1); \(words)"
      return [advised] + (note.map { [$0] } ?? [])
    } else if let match = text.wholeMatch(of: compiled(/value of type 'Parameters' has no member '(\w+)'.*/)),
      !parameters.isEmpty
    {
      advised.message = NotebookError(.unknownParameter(String(match.output.1), known: parameters)).message
    } else if let match = text.wholeMatch(of: compiled(/no such module '(\w+)'/)) {
      let known = LibraryLocation.kitModules + ["Foundation"]
      advised.message +=
        Spelling.nearest(to: String(match.output.1), among: known).map { "; did you mean “\($0)”?" }
        ?? "; cells can import Foundation, \(LibraryLocation.umbrella), and the modules of packages that the front matter names "
        + "under “notebook:”"
    } else if diagnostic.isHopeless {
      advised.message =
        "the compiler is unable to type-check this expression in reasonable time; take it apart into several statements, "
        + "or give its parts a type, such as “let x: [Double] = …”"
    } else if text.hasPrefix("extraneous whitespace between '#'") || text == "expected expression",
      line(at: diagnostic.position).map(MarkdownText.beginsBlock) == true
    {
      advised.message += "; is this text and not code? If so, end the cell above it with a line of backticks"
    } else if let words = line(at: diagnostic.position).flatMap(ForeignWords.remedy(forLine:)) {
      advised.message += "; \(words)"
    } else if let match = text.wholeMatch(
      of: compiled(/(value of type '.*' has no member '(\w+)')(?:; did you mean .*)?/)),
      let words = ForeignWords.remedy(forMember: String(match.output.2))
    {
      advised.message = "\(match.output.1); \(words)"
    } else if let match = text.wholeMatch(
      of: compiled(/value of type '\[(\w+)\]' (?:\(aka '[^']+'\) )?has no member '(\w+)'/)),
      Self.memberNames(of: String(match.output.1)).contains(String(match.output.2))
    {
      advised.message +=
        "; each “\(match.output.1)” in it has one: “.map(\\.\(match.output.2))” takes it of all, “[0].\(match.output.2)” of the first"
    } else if let match = text.wholeMatch(of: compiled(/('\w+') is inaccessible due to 'package' protection level/)) {
      advised.message =
        "\(match.output.1) is not for notebooks, but the kit's own; look for another name in its reference"
    } else if let match = text.wholeMatch(of: compiled(/value of type '.*\?' has no member '(\w+)'/)) {
      advised.message +=
        "; it may be nil: unwrap it with “if let”, or write “?.\(match.output.1)”"
    } else if let words = membersInstead(text) {
      advised.message += "; \(words)"
    } else if let match = text.firstMatch(of: compiled(/cannot \w+ value of type '(\w+)' to .*type '(\w+)'/)),
      match.output.1 == match.output.2
    {
      advised.message +=
        "; a later cell defined “\(match.output.1)” again, and this value is of the earlier type: make it again"
    } else if let match = text.firstMatch(
      of: compiled(/value of optional type '([^']+)\?' (?:\(aka '[^']+'\) )?must be unwrapped/))
    {
      advised.message += "; \(Self.unwrapping(String(match.output.1)))"
    } else if let match = text.firstMatch(
      of: compiled(
        /binary operator '([-+*\/])' cannot be applied to operands of type '\[(\w+)\]' and '(Int|Double|Float)'/))
    {
      let number = match.output.2 == "Int" ? "2" : "2.0"
      advised.message =
        "\(text.replacing(compiled(/; did you mean .*/), with: "")); the numbers of an array are changed one by one: "
        + "“values.map { $0 \(match.output.1) \(number) }”"
    } else if text.hasPrefix("cannot call value of non-function type"), let place = diagnostic.position,
      let code = line(at: place)?.utf8.dropFirst(place.column - 1),
      String(decoding: code, as: UTF8.self).prefixMatch(of: compiled(/\w+\(\s*\)/)) != nil
    {
      advised.message += "; it is a value and not a function: leave out “()”"
    } else if let remedy = Self.remedies.first(where: { text.contains($0.part) && !text.contains($0.words) }) {
      // The nearest operator does something else than was meant.
      let said = text.contains("operator '") ? text.replacing(compiled(/; did you mean .*/), with: "") : text
      advised.message = "\(said); \(remedy.words)"
    } else if let conversion = Conversion(text), let words = conversion.words {
      let parameter =
        conversion.from == "Int" && conversion.to == "Double" ? parameterUsed(at: diagnostic.position) : nil
      advised.message +=
        "; \(parameter.map { "in the front matter, write the value of “\($0)” with a point, as in “2.0”" } ?? words)"
    }
    return [advised]
  }

  /// For each line that is a command and no Swift, by its file and number, the first column of a message about it: the others
  /// are not needed.
  fileprivate func firstOfCommands(_ told: [Diagnostic<UnitPosition>]) -> [String: Int] {
    let places = told.filter { $0.severity == .error }.compactMap(\.position)
    let concerned = places.filter { line(at: $0).flatMap(ForeignWords.remedy(forCommand:)) != nil }
    return Dictionary(concerned.map { ("\($0.file):\($0.line)", $0.column) }, uniquingKeysWith: min)
  }

  /// The members of one of the kit's types that need no arguments.
  private static func memberNames(of type: String) -> Set<String> {
    Set(LibraryLocation.kitMembers[type] ?? []).union(type == "Vector3" ? ["x", "y", "z"] : [])
  }

  /// What a type of the kit has, where code asks it for something that it has not, and the compiler knows nothing near.
  private func membersInstead(_ text: String) -> String? {
    guard
      let match = text.wholeMatch(
        of: compiled(/(value of )?type '([\w.]+)(?:\.Type)?' (?:\(aka '[^']+'\) )?has no member '(\w+)'/)),
      !(above + [unit]).contains(where: { $0.analysis.defines(String(match.output.2)) }),
      let all = LibraryLocation.kitMembers[String(match.output.2)]
    else { return nil }
    let isStatic = match.output.1 == nil
    let members = all.filter { $0.hasPrefix(".") == isStatic }
    guard !members.isEmpty else { return nil }
    let ranked = Self.ranked(members, by: String(match.output.3))
    let shown = ranked.prefix(12)
    let rest = ranked.count > shown.count ? " and \(ranked.count - shown.count) more" : ""
    return "a “\(match.output.2)” has \(shown.joined(separator: ", "))\(rest)"
  }

  /// The names that share a word with a wanted one first, then properties, then methods; each in its order.
  private static func ranked(_ members: [String], by wanted: String) -> [String] {
    func words(_ name: String) -> Set<String> {
      Set(name.matches(of: compiled(/[A-Z]?[a-z]{3,}/)).map { $0.output.lowercased() })
    }
    let meant = words(wanted)
    func rank(_ member: String) -> Int {
      if !meant.isDisjoint(with: words(String(member.prefix { $0 != "(" }))) { return 0 }
      return member.contains("(") ? 2 : 1
    }
    return (0...2).flatMap { group in members.filter { rank($0) == group } }
  }

  /// The parameter at a place that reads `params.name`.
  private func parameterUsed(at place: UnitPosition?) -> String? {
    guard let place, let line = line(at: place) else { return nil }
    let column = line.utf8.index(line.startIndex, offsetBy: place.column - 1, limitedBy: line.endIndex)
    return line.matches(of: compiled(/\bparams\.(\w+)\b(?![.(\[])/))
      .first { match in column.map { match.range.contains($0) } ?? false }.map { String($0.output.1) }
  }

  /// What helps where a value of a type can be no entry of a table.
  private func tableEntry(of type: String) -> String {
    let isOwn = (above + [unit]).contains { $0.analysis.defines(type) }
    return "an entry of a table, and what is recorded, is a number, a text, or true or false: "
      + (isOwn
        ? "name the part of “\(type)” that is one, or say which it is: “extension \(type): TableValue { var tableCell: "
          + "Table.Cell { .number(…) } }”"
        : "name the part of it that is one, or write a text: “\\(value)”")
  }

  /// What helps where a name means nothing.
  private func remedy(
    missing name: String, guess: String?, at place: UnitPosition?
  ) -> (words: String, note: Diagnostic<UnitPosition>?) {
    if name == "params", parameters.isEmpty {
      return (
        isWhole
          ? "this notebook has no parameters; declare them under “params:” in the front matter"
          : "no cell that has run declares parameters; run the cell with the tag “parameters” first (“gimbal run --to ipynb” "
            + "writes one)", nil
      )
    }
    if let place = aftermath.missing[name] {
      let note = Diagnostic(severity: .note, message: "“\(name)” should have been defined here", position: place)
      return ("the cell that should define it has failed: fix that one", note)
    }
    if let later = below.first(where: { $0.analysis.defines(name) }) {
      let note = Diagnostic(
        severity: .note, message: "“\(name)” is defined here, which runs later", position: later.place(defining: name))
      return ("a cell below defines it: move that cell up, or this one down", note)
    }
    if parameters.contains(name) { return ("it is a parameter: write “params.\(name)”", nil) }
    if let words = ForeignWords.remedy(for: name) ?? line(at: place).flatMap(ForeignWords.remedy(forLine:)) {
      return (words, nil)
    }
    // The language's words are small: a name like a type's is one of them only if nothing else differs.
    let isType = name.first?.isUppercase == true
    let words = Self.words.filter { !isType || $0 == name.lowercased() }
    let known = (above + [unit]).flatMap { $0.analysis.definitions.map(\.name) } + words
    if let near = Spelling.nearest(to: name, among: known.filter { $0 != name && $0 != "Parameters" }) {
      return ("did you mean “\(near)”?", nil)
    }
    if assigns(to: name, at: place) {
      return ("define a new name with “let \(name) = …”, or with “var” if its value changes", nil)
    }
    // The compiler takes “foo” for “Bool”.
    let near = guess?.split(separator: "'").dropFirst().first.flatMap {
      Spelling.nearest(to: name, among: [String($0)])
    }
    return (near.map { "did you mean '\($0)'?" } ?? "check its spelling, or define it in a cell above", nil)
  }

  /// Whether the statement at a place gives a value to this name.
  private func assigns(to name: String, at place: UnitPosition?) -> Bool {
    guard let line = line(at: place)?.drop(while: \.isWhitespace) else { return false }
    return line.hasPrefix(name) && line.dropFirst(name.count).prefixMatch(of: compiled(/\s*=(?!=)/)) != nil
  }

  /// The line of the unit's code at a place; nil for one that nobody has typed: patterns would look for minutes at a
  /// million digits.
  private func line(at place: UnitPosition?) -> Substring? {
    guard let place, place.file == unit.fileName else { return nil }
    let lines = unit.compilable.code.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.contains(place.line - 1) && lines[place.line - 1].utf8.count <= 2000
      ? lines[place.line - 1] : nil
  }

  /// Words that other languages write otherwise.
  private static let words = ["true", "false", "nil", "print"]

  /// The names of the notebook's parameters.
  private var parameters: [String] {
    above.first { $0.role == .parameters }?.compilable.code.matches(of: compiled(/GimbalParameter<.*>\("(\w+)"\)/))
      .map { String($0.output.1) } ?? []
  }

  /// Parts of the compiler's messages on what an import can bring.
  static let ofNames = [
    "cannot find", "no member", "no exact matches", "cannot convert", "cannot be applied", "conform", "ambiguous",
  ]

  /// What to write for a power.
  static let power = "a power of numbers with a point is “pow(x, 2.0)”, with “import Foundation”, and a square “x * x”"

  /// What to write where a value may be nil: another value only where the type has an obvious one.
  private static func unwrapping(_ type: String) -> String {
    let other = [
      "Int": "“?? 0”, ", "Double": "“?? 0”, ", "Float": "“?? 0”, ", "String": "“?? \"\"”, ", "Bool": "“?? false”, ",
    ][type]
    let usual = type.hasPrefix("[") ? "“?? []”, " : other ?? ""
    return usual.isEmpty
      ? "it may be nil: take it out with “if let”"
      : "say what to use where it is nil: \(usual)“if let”"
  }

  private static let ofAngles =
    "give it a number with a point, in radians: a right angle is “90.degrees”, with “import Gimbal”"

  /// Parts of the compiler's messages, and what helps.
  static let remedies: [(part: String, words: String)] = [
    // Before the messages about any other operator: a “^” of two whole numbers compiles, and is not a power.
    ("operator '^' cannot be applied", power), ("operator '**'", power),
    ("cannot find operator '..' in scope", "a range is written “0..<10”, or “0...10” with its end"),
    (
      "requires that 'Double' conform to 'SignedInteger'",
      "numbers with a point are counted by “stride(from: 0, through: 1, by: 0.1)”"
    ),
    (
      "cannot be used on protocol metatype '(any Scheme).Type'",
      "leave “Scheme” out where one is expected, or write “let scheme: some Scheme = .exponential(rate: 2.0)”"
    ),
    ("ambiguous use of 'pow'", "write both numbers with a point, as “pow(2.0, 3.0)”"),
    ("ambiguous use of 'sin'", ofAngles), ("ambiguous use of 'cos'", ofAngles), ("ambiguous use of 'tan'", ofAngles),
    ("ambiguous use of '", "write the numbers with a point, “2.0” for “2”, or say of which type they are: “Double(2)”"),
    (
      "'Look.Hue'",
      "the colours are .foreground, .muted, .blue, .vermilion, .green, .purple, .orange, .sky and .automatic"
    ),
    ("'Look.Dash'", "the dashes are .solid, .long, .dashDot, .dotted, .dashDotDot and .short"),
    (
      "'Look.Marker'",
      "the markers are .circle, .triangle, .square, .diamond, .downTriangle, .pentagon and .cross"
    ),
    (
      "return invalid outside of a func",
      "a cell is not a function: write the value on the last line by itself, or stop with “fatalError(…)”"
    ),
    (
      "cannot be applied to operands of type 'Int' and 'Double'",
      "Swift does not mix Int and Double: write “Double(…)” around the Int"
    ),
    (
      "cannot be applied to operands of type 'Double' and 'Int'",
      "Swift does not mix Int and Double: write “Double(…)” around the Int"
    ),
    (
      "cannot be applied to operands of type 'String' and",
      "put the value into the text, “\\(value)”, or make it a text: “String(value)”"
    ),
    ("and 'String'", "put the value into the text, “\\(value)”, or make it a text: “String(value)”"),
    ("C-style for statement", "count with “for i in 0..<3 { … }”"),
    ("expected '{' after", "a block in braces has to follow here; “and” is written “&&”, “or” is “||”"),
    ("expected ',' separator", "put a comma, or an operator, between the two"),
    ("cannot call value of non-function type", "write a product with “*”, and an index in “[…]”"),
    ("function is unused", "call it with brackets: “print(…)”"),
    ("switch must be exhaustive", "add the cases that are missing, or “default:”"),
    ("call in a function that does not support concurrency", "write “await” before it"),
    ("expected expression in list of expressions", "write a value here, not a statement"),
    ("missing return in", "give the value back with “return”"),
    ("extraneous '}'", "an opening bracket is missing above, or this one is too many"),
    ("expected '}'", "close it with “}”"),
    (
      "consecutive statements on a line must be separated",
      "is something missing between them, such as a comma, a bracket or an operator?"
    ),
    (
      "cannot convert value of type '[Int]' to expected argument type '[Double]'",
      "write the numbers with points, or convert them: “values.map(Double.init)”"
    ),
    ("to expected argument type 'FigureAxis'", "an axis is “FigureAxis(\"time\", unit: \"s\")”"),
    ("'Table.Column'", "a column is “.init(\"drift\", unit: \"m\")”"),
    ("to expected argument type '[DeviceMotion]'", "a recording is read by “Trace(contentsOf: \"name.csv\")”"),
    ("expected to be an instance of a class", "values are compared with “==”"),
    ("cannot subscript String with an Int", "take its characters: “Array(text)[0]”"),
    ("is a 'let' constant", "define it with “var” if it is to change"),
    ("invalid redeclaration of", "give it another name, or leave out the “let” or “var” to assign to the first"),
    ("prevents automatic synthesis", "write the extension in the cell that defines the type"),
    ("circular reference", "a name that is defined again cannot be made of the old one: give it another name"),
    ("unterminated string literal", "end the text with a quotation mark on the same line"),
  ]
}

extension CompileFailure {
  /// The failure of a unit of a program, with what helps against it.
  ///
  /// - Parameters:
  ///   - aftermath: what units above that failed mean for it.
  ///   - isWhole: whether the program is a whole notebook, and not what somebody has run of one.
  package func advised(
    _ index: Int, of program: [CodeUnit], behind aftermath: Aftermath, isWhole: Bool
  ) -> CompileFailure {
    let advice = CompileAdvice(index, of: program, behind: aftermath, isWhole: isWhole)
    let told = diagnostics.contains(where: \.isHopeless) ? diagnostics.filter { !$0.isAboutEffort } : diagnostics
    // Two operators of one expression can fail alike, for one reason; other mistakes are marked wherever they are.
    var seen: Set<String> = []
    let torn = Set(told.filter { $0.message.hasPrefix("consecutive statements") }.compactMap(\.position))
    let commands = advice.firstOfCommands(told)
    let different = told.filter { diagnostic in
      guard diagnostic.severity == .error, let place = diagnostic.position else { return true }
      if let column = commands["\(place.file):\(place.line)"] {
        return place.column == column && seen.insert("\(place.file):\(place.line)").inserted
      }
      // It adds nothing to the other message.
      if diagnostic.message == "expected expression", torn.contains(place) { return false }
      let column = diagnostic.message.contains("operator '") ? "" : "\(place.column)"
      return seen.insert("\(place.file):\(place.line):\(column) \(diagnostic.message)").inserted
    }
    return CompileFailure(diagnostics: different.flatMap(advice.advised))
  }
}

extension CodeUnit {
  /// The line on which the unit defines a name.
  func place(defining name: String) -> UnitPosition {
    let offset = analysis.definitions.first { $0.name == name }?.offset ?? 0
    return UnitPosition(file: fileName, line: place(ofByte: offset).line, column: 1)
  }

  /// Where a byte of the compiled code is in the code as it was written.
  func place(ofByte offset: Int) -> UnitPosition {
    let place = Position(ofByte: offset, in: compilable.code)
    return UnitPosition(
      file: fileName, line: place.line, column: compilable.originalColumn(place.column, line: place.line))
  }
}
