import Basics
import CodeHelp
import Foundation
import NotebookDocument

/// What could be at the cursor.
enum CompletionAnswer {
  /// Completions of code at most: an editor asks again with the next letter.
  private static let most = 200

  /// The protocol's numbers.
  enum Kind: Int {
    case function = 3
    case field = 5
    case variable = 6
    case type = 7
    case module = 9
    case property = 10
    case value = 12
    case keyword = 14
    case file = 17
    case reference = 18
    case folder = 19
    case member = 20
  }

  struct Item {
    var label: String
    var kind: Kind
    var detail = ""
    var words = ""
    /// What is written, where that is not the label; with places to fill in where it is a snippet.
    var text: String?
    var isSnippet = false
    /// What it is known by while somebody types.
    var filter: String?

    static func files(_ path: PathCompletion) -> [Item] {
      path.found.map { Item(label: $0.name, kind: $0.isFolder ? .folder : .file) }
    }
  }

  static func answer(_ question: Question) throws(AnswerFault) -> JSON {
    let place = try question.place()
    let line = String(decoding: question.text.line(place.line).prefix(place.column), as: UTF8.self)
    switch LineContext(place.line, of: question.text) {
    case .frontMatter(let key):
      let (items, typed) = MatterCompletion.items(line, below: key, question)
      return list(items, replacing: typed, place, question)
    case .option:
      return list(MatterCompletion.options(line, question), replacing: MatterCompletion.word(in: line), place, question)
    case .code: return code(line, place, question)
    case .prose:
      if question.cursor(at: place) != nil { return code(line, place, question) }
      // An expression that nothing closes yet.
      if InlineExpressions.open(in: line) != nil { return code(line, place, question) }
      guard let match = line.firstMatch(of: compiled(/@([A-Za-z0-9_:.\/+-]*)$/)) else {
        return list([], replacing: 0, place, question)
      }
      let typed = match.output.1.utf8.count
      return list(MatterCompletion.labels(of: question), replacing: typed, place, question)
    }
  }

  private static func code(_ line: String, _ place: DocumentText.Place, _ question: Question) -> JSON {
    if let path = PathCompletion(line, in: question.document.folder) {
      return list(Item.files(path), replacing: path.typed, place, question)
    }
    // A space or a stroke asks for what is in options and paths.
    let context = question.parameters["context"]
    if context?["triggerKind"]?.int == 2, context?["triggerCharacter"]?.string != "." {
      return list([], replacing: 0, place, question)
    }
    if let match = line.firstMatch(of: compiled(/\bparams\.(\w*)$/)), let notebook = question.notebook {
      return list(MatterCompletion.parameters(of: notebook), replacing: match.output.1.utf8.count, place, question)
    }
    let knowledge = question.document.knowledge
    guard let cursor = question.cursor(at: place) ?? question.openExpression(before: place),
      let seen = knowledge.seen(cursor)
    else { return list([], replacing: 0, place, question, isWhole: false) }
    let (found, range) = question.help.completions(seen.code, atByte: seen.byte, seen.assistance, most: most)
    let items = found.prefix(most).map { item(of: $0, question.client) }
    return list(items, replacing: range.count, place, question, isWhole: false)
  }

  private static func item(of completion: Help.Completion, _ client: ClientCapabilities) -> Item {
    let kind: Kind =
      switch completion.kind {
      case "function": .function
      case "instance": .variable
      case "keyword": .keyword
      case "module": .module
      case "enum": .member
      default: .type
      }
    var item = Item(label: completion.label, kind: kind, detail: completion.type, words: completion.brief)
    item.filter = completion.text
    let snippet = Snippet(completion.source)
    (item.text, item.isSnippet) =
      client.takesSnippets && snippet.hasPlaces ? (snippet.text, true) : (snippet.plain, false)
    return item
  }

  /// The items as the protocol has them, each in place of this many bytes before the cursor.
  private static func list(
    _ items: [Item], replacing typed: Int, _ place: DocumentText.Place, _ question: Question, isWhole: Bool = true
  ) -> JSON {
    let range = question.text.range(.init(place.line, place.column - typed), place)
    return [
      "isIncomplete": .boolean(!isWhole),
      "items": .list(
        items.enumerated().map { index, item in
          var members: [String: JSON] = [
            "label": .text(item.label), "kind": .integer(item.kind.rawValue),
            "sortText": .text(String(format: "%05d", index)), "filterText": .text(item.filter ?? item.label),
            "textEdit": ["range": range, "newText": .text(item.text ?? item.label)],
          ]
          if item.isSnippet { members["insertTextFormat"] = 2 }
          if !item.detail.isEmpty { members["detail"] = .text(item.detail) }
          if !item.words.isEmpty { members["documentation"] = ["kind": "markdown", "value": .text(item.words)] }
          return .object(members)
        }),
    ]
  }
}

/// SourceKit's text with its marks, `<#label: Type#>`, as an editor fills it in.
struct Snippet {
  /// With the editor's marks, `${1:label}`.
  private(set) var text = ""
  /// With nothing in their place: a name before its brackets.
  private(set) var plain = ""
  private(set) var hasPlaces = false

  init(_ source: String) {
    var rest = source[...]
    var number = 0
    while let start = rest.range(of: "<#"), let end = rest[start.upperBound...].range(of: "#>") {
      text += Self.escaped(rest[..<start.lowerBound])
      let mark = rest[start.upperBound..<end.lowerBound]
      // “T##label: Type##Type” or a plain label.
      let parts = mark.components(separatedBy: "##")
      let label = parts.count > 1 && parts[0] == "T" ? parts[1] : String(mark)
      number += 1
      text += "${\(number):\(Self.escaped(label[...]))}"
      hasPlaces = true
      rest = rest[end.upperBound...]
    }
    text += Self.escaped(rest)
    plain = hasPlaces ? String(source.prefix { $0 != "(" && $0 != "<" && $0 != "{" && $0 != "[" }) : source
    if plain.isEmpty { plain = source.replacing(compiled(/<#.*?#>/), with: "") }
    while plain.last == " " { plain.removeLast() }
  }

  private static func escaped(_ text: Substring) -> String {
    text.replacing(bytes: "\\", with: "\\\\").replacing(bytes: "$", with: "\\$").replacing(bytes: "}", with: "\\}")
  }
}
