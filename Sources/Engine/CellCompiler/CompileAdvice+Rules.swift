import Basics
import NotebookDocument
import Toolchains

/// The rules: each knows one kind of message, and nothing of the others.
extension CompileAdvice {
  typealias Message = Diagnostic<UnitPosition>

  /// A message with what helps, and another one that says where to look.
  struct Advice {
    var message: String
    var note: Message?
  }

  /// What helps against a message; nil where a rule is not about it.
  typealias Rule = @Sendable (CompileAdvice) -> (Message) -> Advice?

  /// The rules, those first that know more of what was meant. At most one of a rank is about a message: their order does not matter.
  static let ranks: [[Rule]] = [
    // The line is no Swift, whatever the compiler makes of it.
    [{ $0.command }, { $0.number }],
    // There is one reason for the message.
    [
      { $0.entryOfTable }, { $0.power }, { $0.missingName }, { $0.missingParameter }, { $0.missingModule },
      { $0.effort },
      { $0.proseInCell },
    ],
    // The line is another language's.
    [{ $0.foreignLine }],
    // The member is another language's.
    [{ $0.foreignMember }],
    // There is one reason as a rule.
    [
      { $0.memberOfElements }, { $0.closedName }, { $0.memberOfOptional }, { $0.memberOfKit }, { $0.earlierType },
      { $0.unwrapped }, { $0.operatorOnArray }, { $0.calledValue }, { $0.memberTwice },
    ],
    // A part of the message says what it is about.
    [{ $0.part }],
    [{ $0.conversion }],
  ]

  /// The message with these words behind it.
  private func adding(_ words: String?, to message: Message) -> Advice? {
    words.map { Advice(message: "\(message.message); \($0)") }
  }

  /// The same without the compiler's guess, which is another name of Swift's.
  private func replacingGuess(of message: Message, by words: String?) -> Advice? {
    words.map { Advice(message: "\(message.message.withoutGuess); \($0)") }
  }

  // MARK: The line

  private func command(_ message: Message) -> Advice? {
    replacingGuess(of: message, by: line(at: message.position).flatMap(ForeignWords.remedy(forCommand:)))
  }

  private func number(_ message: Message) -> Advice? {
    guard let line = line(at: message.position) else { return nil }
    return replacingGuess(
      of: message,
      by: DecimalComma.remedy(for: message.message, in: line) ?? SpacedNumber.remedy(for: message.message, in: line))
  }

  private func proseInCell(_ message: Message) -> Advice? {
    guard
      message.message.hasPrefix("extraneous whitespace between '#'") || message.message == "expected expression",
      line(at: message.position).map(MarkdownText.beginsBlock) == true
    else { return nil }
    return adding("is this text and not code? If so, end the cell above it with a line of backticks", to: message)
  }

  private func foreignLine(_ message: Message) -> Advice? {
    adding(line(at: message.position).flatMap(ForeignWords.remedy(forLine:)), to: message)
  }

  // MARK: Names

  private func missingName(_ message: Message) -> Advice? {
    // The compiler guesses among the library's names; those of the notebook are nearer.
    guard
      let match = message.message.wholeMatch(
        of: compiled(/(cannot find (?:type )?'(\w+)' in scope)(; did you mean .*)?/))
    else { return nil }
    let (words, note) = remedy(
      missing: String(match.output.2), guess: match.output.3.map(String.init), at: message.position)
    return Advice(message: "\(match.output.1); \(words)", note: note)
  }

  private func missingParameter(_ message: Message) -> Advice? {
    guard
      let match = message.message.wholeMatch(of: compiled(/value of type 'Parameters' has no member '(\w+)'.*/)),
      !parameters.isEmpty
    else { return nil }
    return Advice(message: NotebookError(.unknownParameter(String(match.output.1), known: parameters)).message)
  }

  private func missingModule(_ message: Message) -> Advice? {
    guard let match = message.message.wholeMatch(of: compiled(/no such module '(\w+)'/)) else { return nil }
    let known = LibraryLocation.kitModules + ["Foundation"]
    return adding(
      Spelling.nearest(to: String(match.output.1), among: known).map { "did you mean “\($0)”?" }
        ?? "cells can import Foundation, \(LibraryLocation.umbrella), and the modules of packages that the front matter names "
        + "under “notebook:”", to: message)
  }

  private func closedName(_ message: Message) -> Advice? {
    message.message.wholeMatch(of: compiled(/('\w+') is inaccessible due to 'package' protection level/)).map {
      Advice(
        message: "\($0.output.1) is not for notebooks, but the kit's own; look for another name in its reference")
    }
  }

  // MARK: Members

  private func foreignMember(_ message: Message) -> Advice? {
    message.message.wholeMatch(of: compiled(/value of type '.*' has no member '(\w+)'(?:; did you mean .*)?/)).flatMap {
      replacingGuess(of: message, by: ForeignWords.remedy(forMember: String($0.output.1)))
    }
  }

  private func memberOfElements(_ message: Message) -> Advice? {
    guard
      let (_, element, name) = message.message.wholeMatch(
        of: compiled(/value of type '\[(\w+)\]' (?:\(aka '[^']+'\) )?has no member '(\w+)'/))?.output,
      Self.memberNames(of: String(element)).contains(String(name))
    else { return nil }
    return adding(
      "each “\(element)” in it has one: “.map(\\.\(name))” takes it of all, “[0].\(name)” of the first", to: message)
  }

  private func memberOfOptional(_ message: Message) -> Advice? {
    message.message.wholeMatch(of: compiled(/value of type '.*\?' has no member '(\w+)'/)).flatMap {
      adding("it may be nil: unwrap it with “if let”, or write “?.\($0.output.1)”", to: message)
    }
  }

  /// A member that the notebook adds to a type which has one: in a cell further below, the compiler cannot tell which is meant.
  private func memberTwice(_ message: Message) -> Advice? {
    guard let match = message.message.wholeMatch(of: compiled(/ambiguous use of '(\w+)(?:\(.*)?'/)) else { return nil }
    let name = String(match.output.1)
    let cells = above + [unit]
    let types = cells.flatMap(\.analysis.addedMembers).filter { $1.contains(name) }.map(\.key)
    guard let type = types.first(where: { type in !cells.contains { $0.analysis.defines(type) } }) else { return nil }
    return adding("a “\(type)” has “\(name)” already: give the notebook's another name", to: message)
  }

  /// What a type of the kit has, where code asks it for something that it has not, and the compiler knows nothing near.
  private func memberOfKit(_ message: Message) -> Advice? {
    guard
      let match = message.message.wholeMatch(
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
    return adding("a “\(match.output.2)” has \(shown.joined(separator: ", "))\(rest)", to: message)
  }

  /// The members of one of the kit's types that need no arguments.
  private static func memberNames(of type: String) -> Set<String> {
    Set(LibraryLocation.kitMembers[type] ?? []).union(type == "Vector3" ? ["x", "y", "z"] : [])
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

  // MARK: Types

  private func entryOfTable(_ message: Message) -> Advice? {
    message.message.firstMatch(of: compiled(/requires that '(\w+)' conform to 'TableValue'/)).flatMap {
      adding(tableEntry(of: String($0.output.1)), to: message)
    }
  }

  /// “^” takes whole numbers, which is not what is wrong with it.
  private func power(_ message: Message) -> Advice? {
    guard
      message.message.contains("operator '^' cannot be applied") || message.message.contains("operator '**'")
        || Conversion(message.message) != nil
          && line(at: message.position)?.contains(compiled(/[\w)\]] *\^ *[\w(]/)) == true
    else { return nil }
    return replacingGuess(of: message, by: Self.ofPowers)
  }

  private func effort(_ message: Message) -> Advice? {
    message.isHopeless
      ? Advice(
        message: "the compiler is unable to type-check this expression in reasonable time; take it apart into several "
          + "statements, or give its parts a type, such as “let x: [Double] = …”")
      : nil
  }

  private func earlierType(_ message: Message) -> Advice? {
    guard
      let (_, from, to) = message.message.firstMatch(
        of: compiled(/cannot \w+ value of type '(\w+)' to .*type '(\w+)'/))?.output, from == to
    else { return nil }
    return adding(
      "a later cell defined “\(from)” again, and this value is of the earlier type: make it again", to: message)
  }

  private func unwrapped(_ message: Message) -> Advice? {
    message.message.firstMatch(
      of: compiled(/value of optional type '([^']+)\?' (?:\(aka '[^']+'\) )?must be unwrapped/)
    ).flatMap { adding(Self.unwrapping(String($0.output.1)), to: message) }
  }

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

  private func operatorOnArray(_ message: Message) -> Advice? {
    guard
      let (_, sign, _, number) = message.message.firstMatch(
        of: compiled(
          /binary operator '([-+*\/])' cannot be applied to operands of type '\[(\w+)\]' and '(Int|Double|Float)'/))?
        .output
    else { return nil }
    return replacingGuess(
      of: message,
      by: "the numbers of an array are changed one by one: “values.map { $0 \(sign) \(number == "Int" ? "2" : "2.0") }”"
    )
  }

  private func calledValue(_ message: Message) -> Advice? {
    guard message.message.hasPrefix("cannot call value of non-function type"), let place = message.position,
      let code = line(at: place)?.utf8.dropFirst(place.column - 1),
      String(decoding: code, as: UTF8.self).prefixMatch(of: compiled(/\w+\(\s*\)/)) != nil
    else { return nil }
    return adding("it is a value and not a function: leave out “()”", to: message)
  }

  private func conversion(_ message: Message) -> Advice? {
    guard let conversion = Conversion(message.message), let words = conversion.words else { return nil }
    let parameter =
      conversion.from == "Int" && conversion.to == "Double" ? parameterUsed(at: message.position) : nil
    return adding(
      parameter.map { "in the front matter, write the value of “\($0)” with a point, as in “2.0”" } ?? words,
      to: message)
  }

  /// The longest part that the message has says the most about it.
  private func part(_ message: Message) -> Advice? {
    let text = message.message
    let remedies = Self.remedies.filter { text.contains($0.part) && !text.contains($0.words) }
    guard let remedy = remedies.max(by: { $0.part.utf8.count < $1.part.utf8.count }) else { return nil }
    // The nearest operator does something else than was meant.
    return text.contains("operator '")
      ? replacingGuess(of: message, by: remedy.words) : adding(remedy.words, to: message)
  }
}

extension String {
  /// A message of the compiler's without the name that it guesses.
  fileprivate var withoutGuess: String { replacing(compiled(/; did you mean .*/), with: "") }
}
