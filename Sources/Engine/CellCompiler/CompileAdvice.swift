import Basics
import NotebookDocument
import Toolchains

import enum Basics.Spelling

/// What helps against a compiler's message, as far as the program around the unit knows it.
///
/// The compiler sees one cell and the names that it imports. This adds what it cannot know: that a cell below defines
/// the name, that a name of a cell above is spelled almost the same, and habits from other languages.
struct CompileAdvice {
  let unit: CodeUnit
  let above: ArraySlice<CodeUnit>
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
    guard diagnostic.severity == .error,
      let advice = Self.ranks.lazy.compactMap({ rank in rank.lazy.compactMap { $0(self)(diagnostic) }.first }).first
    else { return [diagnostic] }
    var advised = diagnostic
    advised.message = advice.message
    return [advised] + (advice.note.map { [$0] } ?? [])
  }

  /// For each line that is a command and no Swift, by its file and number, the first column of a message about it: the others
  /// are not needed.
  fileprivate func firstOfCommands(_ told: [Diagnostic<UnitPosition>]) -> [String: Int] {
    let places = told.filter { $0.severity == .error }.compactMap(\.position)
    let concerned = places.filter { line(at: $0).flatMap(ForeignWords.remedy(forCommand:)) != nil }
    return Dictionary(concerned.map { ("\($0.file):\($0.line)", $0.column) }, uniquingKeysWith: min)
  }

  /// The parameter at a place that reads `params.name`.
  func parameterUsed(at place: UnitPosition?) -> String? {
    guard let place, let line = line(at: place) else { return nil }
    let column = line.utf8.index(line.startIndex, offsetBy: place.column - 1, limitedBy: line.endIndex)
    return line.matches(of: compiled(/\bparams\.(\w+)\b(?![.(\[])/))
      .first { match in column.map { match.range.contains($0) } ?? false }.map { String($0.output.1) }
  }

  /// What helps where a value of a type can be no entry of a table.
  func tableEntry(of type: String) -> String {
    let isOwn = (above + [unit]).contains { $0.analysis.defines(type) }
    return "an entry of a table, and what is recorded, is a number, a text, or true or false: "
      + (isOwn
        ? "name the part of “\(type)” that is one, or say which it is: “extension \(type): TableValue { var tableCell: "
          + "Table.Cell { .number(…) } }”"
        : "name the part of it that is one, or write a text: “\\(value)”")
  }

  /// What helps where a name means nothing.
  func remedy(
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
  func line(at place: UnitPosition?) -> Substring? {
    guard let place, place.file == unit.fileName else { return nil }
    let lines = unit.compilable.code.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.contains(place.line - 1) && lines[place.line - 1].utf8.count <= 2000
      ? lines[place.line - 1] : nil
  }

  /// Words that other languages write otherwise.
  private static let words = ["true", "false", "nil", "print"]

  /// The names of the notebook's parameters.
  var parameters: [String] {
    above.first { $0.role == .parameters }?.compilable.code.matches(of: compiled(/GimbalParameter<.*>\("(\w+)"\)/))
      .map { String($0.output.1) } ?? []
  }

  /// Parts of the compiler's messages on what an import can bring.
  static let ofNames = [
    "cannot find", "no member", "no exact matches", "cannot convert", "cannot be applied", "conform", "ambiguous",
  ]

  /// What to write for a power.
  static let ofPowers =
    "a power of numbers with a point is “pow(x, 2.0)”, with “import Foundation”, and a square “x * x”"

  private static let ofAngles =
    "give it a number with a point, in radians: a right angle is “90.degrees”, with “import Gimbal”"

  /// Parts of the compiler's messages, and what helps.
  static let remedies: [(part: String, words: String)] = [
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
