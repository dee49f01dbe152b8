import Basics
import CodeHelp
import Foundation
import NotebookDocument
import Reports

/// What an editor can do about a message: what its words propose.
enum ActionAnswer {
  private struct Action {
    var title: String
    var changes: [(start: DocumentText.Place, end: DocumentText.Place, text: String)]

    init(title: String, start: DocumentText.Place, end: DocumentText.Place, text: String) {
      (self.title, changes) = (title, [(start, end, text)])
    }

    init(title: String, changes: [(start: DocumentText.Place, end: DocumentText.Place, text: String)]) {
      (self.title, self.changes) = (title, changes)
    }
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
        let ours = actions(mark, question)
        // What both propose is proposed once.
        let compilers = corrections(mark, question).filter { correction in
          !ours.contains { $0.changes.elementsEqual(correction.changes) { $0 == $1 } }
        }
        return (ours + compilers).map { action -> JSON in
          let edits = action.changes.map {
            ["range": question.text.range($0.start, $0.end), "newText": .text($0.text)] as JSON
          }
          return [
            "title": .text(action.title), "kind": "quickfix", "diagnostics": [mark.json(in: question.text)],
            "edit": ["changes": .object([question.document.uri: .list(edits)])],
          ]
        }
      })
  }

  /// The compiler's own corrections of what a message is about.
  private static func corrections(_ mark: MarkedMessage, _ question: Question) -> [Action] {
    guard mark.message.severity == .error || mark.message.severity == .warning,
      let cursor = question.cursor(at: mark.start),
      let seen = question.document.knowledge.seen(cursor)
    else { return [] }
    let above = seen.byte - cursor.byte
    return question.help.corrections(of: seen.code, seen.assistance).compactMap { correction in
      guard correction.byte == seen.byte, mark.message.message.hasPrefix(correction.fault),
        correction.changes.allSatisfy({ $0.bytes.lowerBound >= above })
      else { return nil }
      let changes = correction.changes.compactMap { change in
        filled(change.text, mark).map { text in
          (
            start: question.place(ofByte: change.bytes.lowerBound - above, in: cursor.origin),
            end: question.place(ofByte: change.bytes.upperBound - above, in: cursor.origin), text: text
          )
        }
      }
      guard changes.count == correction.changes.count else { return nil }
      return Action(title: title(of: correction, changes.map(\.text)), changes: changes)
    }
  }

  /// What a correction is called: the compiler's words, where they say what it does.
  private static func title(of correction: Correction, _ texts: [String]) -> String {
    let words = correction.words.isEmpty || correction.words.hasSuffix("?") ? "" : correction.words
    guard words.isEmpty else { return words.prefix(1).uppercased() + words.dropFirst() }
    let texts = texts.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
    return texts.isEmpty ? "Remove it" : "Write “\(texts.joined(separator: "” and “"))”"
  }

  /// The compiler's text with something in its open places; nil where nothing is known that could be there.
  private static func filled(_ text: String, _ mark: MarkedMessage) -> String? {
    let code = text.replacing(compiled(/<#code#>/), with: "fatalError()")
    guard code.contains("<#") else { return code }
    // The advice names the usual value of a type instead of nil.
    guard let value = mark.message.message.firstMatch(of: compiled(/“\?\? ([^”]+)”/)) else { return nil }
    return code.replacing(compiled(/<#default value#>/), with: String(value.output.1))
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
    if let match = words.firstMatch(of: compiled(/it is a parameter: write “(params\.\w+)”/)) {
      return replacing(misspelt(in: words), String(match.output.1), mark, question)
    }
    if let match = words.firstMatch(of: compiled(/divides whole numbers .* write “(\d+\.0) \//)) {
      let whole = String(match.output.1.dropLast(2))
      return replacing(whole, String(match.output.1), mark, question)
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
