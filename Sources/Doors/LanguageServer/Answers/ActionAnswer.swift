import Basics
import CodeHelp
import Foundation
import NotebookDocument
import Reports

/// What an editor can do about a message: what its words propose.
enum ActionAnswer {
  private struct Action {
    var title: String
    var start: DocumentText.Place
    var end: DocumentText.Place
    var text: String
  }

  static func answer(_ question: Question) throws(AnswerFault) -> JSON {
    let range = question.parameters["range"]
    guard let start = question.text.place(range?["start"]), let end = question.text.place(range?["end"]), start <= end
    else { throw AnswerFault(.invalidParameters, "“range” must have a “start” and an “end” behind it") }
    let knowledge = question.document.knowledge
    // Messages about another version of the text refer to other places.
    guard knowledge.version == question.document.version else { return [] }
    let marks = knowledge.messages.map { MarkedMessage($0, in: question.text) }
      .filter { $0.start.line <= end.line && $0.end.line >= start.line }
    return .list(
      marks.flatMap { mark in
        actions(mark, question).map { action in
          [
            "title": .text(action.title), "kind": "quickfix", "diagnostics": [mark.json(in: question.text)],
            "edit": [
              "changes": .object([
                question.document.uri: [
                  ["range": question.text.range(action.start, action.end), "newText": .text(action.text)]
                ]
              ])
            ],
          ]
        }
      })
  }

  private static func actions(_ mark: MarkedMessage, _ question: Question) -> [Action] {
    let words = mark.message.message
    if let match = words.firstMatch(of: compiled(/write “import (\w+)” at the top of this cell/)) {
      return [importing(String(match.output.1), mark, question)].compactMap { $0 }
    }
    if let match = words.firstMatch(of: compiled(/did you mean (?:“([^”]+)”|'([^']+)')/)) {
      let name = String(match.output.1 ?? match.output.2 ?? "")
      return replacing(misspelt(in: words), name, mark, question)
    }
    if let match = words.firstMatch(of: compiled(/has no member '[^']+'; a “[^”]+” has ([^;]+)$/)) {
      // Only what is named like it comes first, so more than a few would be noise.
      return match.output.1.components(separatedBy: ", ").prefix(3).flatMap { member in
        replacing(misspelt(in: words), String(member.drop { $0 == "." }.prefix { $0 != "(" }), mark, question)
      }
    }
    if words.contains("must be unwrapped") {
      // The compiler's own corrections.
      let isMember = words.contains("to refer to member")
      return [
        isMember ? ("?", "Go on only where there is a value: “?.”") : nil, ("!", "Stop where there is none: “!”"),
      ]
      .compactMap { $0 }.map { Action(title: $0.1, start: mark.end, end: mark.end, text: $0.0) }
    }
    if words.contains("is not marked with 'try'") {
      return [Action(title: "Write “try” before it", start: mark.start, end: mark.start, text: "try ")]
    }
    if let match = words.firstMatch(of: compiled(/; it can be (.+)$/)) {
      return match.output.1.components(separatedBy: ", ").filter { $0.wholeMatch(of: compiled(/[\w-]+/)) != nil }
        .prefix(5)
        .flatMap { replacing(misspelt(in: words), $0, mark, question) }
    }
    if let match = words.firstMatch(of: compiled(/must be (.+), but is “([^”]+)”$/)) {
      let named = match.output.1.matches(of: compiled(/“([\w-]+)”/)).map { String($0.output.1) }
      let values = named.isEmpty && match.output.1 == "true or false" ? ["true", "false"] : named
      return values.flatMap { replacing(String(match.output.2), $0, mark, question) }
    }
    if words.contains("write “await” before it") {
      return [Action(title: "Write “await” before it", start: mark.start, end: mark.start, text: "await ")]
    }
    if let match = words.firstMatch(of: compiled(/say (?:what it shows with|in) “\/\/\| ([a-z-]+):/)) {
      return [option(String(match.output.1), mark, question)].compactMap { $0 }
    }
    return []
  }

  /// The word that a message says is wrong.
  private static func misspelt(in words: String) -> String? {
    // “type 'SimulatedTrace' has no member 'sqare'”: what is wrong is the member, not its type.
    if let match = words.firstMatch(of: compiled(/has no (?:dynamic )?member '([^']+)'/)) {
      return String(match.output.1)
    }
    return words.firstMatch(of: compiled(/“@?([^”]+)”|'([^']+)'/)).map { String($0.output.1 ?? $0.output.2 ?? "") }
  }

  /// Another name in place of one that is on the line of a message.
  private static func replacing(
    _ wrong: String?, _ name: String, _ mark: MarkedMessage, _ question: Question
  ) -> [Action] {
    guard let wrong, !wrong.isEmpty, wrong != name else { return [] }
    let line = question.text.lineText(mark.start.line)
    let places = ParameterPlaces.words(wrong, in: line)
    // At the place of the message, or the first behind it, or the only one.
    guard let columns = places.first(where: { $0.upperBound > mark.start.column }) ?? places.first else { return [] }
    return [
      Action(
        title: "Write “\(name)”", start: .init(mark.start.line, columns.lowerBound),
        end: .init(mark.start.line, columns.upperBound), text: name)
    ]
  }

  private static func importing(_ module: String, _ mark: MarkedMessage, _ question: Question) -> Action? {
    guard let cell = cell(at: mark, question) else { return nil }
    let line = cell.codeLine - 1
    let margin = String(decoding: question.text.line(line).prefix(cell.indent), as: UTF8.self)
    return Action(
      title: "Import \(module) in this cell", start: .init(line, 0), end: .init(line, 0),
      text: "\(margin)import \(module)\n")
  }

  /// An option at the end of those that the cell has.
  private static func option(_ name: String, _ mark: MarkedMessage, _ question: Question) -> Action? {
    guard let cell = cell(at: mark, question) else { return nil }
    let line = cell.codeLine - 1
    let margin = String(decoding: question.text.line(cell.lines.lowerBound - 1).prefix(cell.indent), as: UTF8.self)
    return Action(
      title: "Add “\(name)”", start: .init(line, 0), end: .init(line, 0), text: "\(margin)//| \(name): \n")
  }

  private static func cell(at mark: MarkedMessage, _ question: Question) -> Cell? {
    question.notebook?.cells.first { $0.lines.contains(mark.start.line + 1) }
  }
}
