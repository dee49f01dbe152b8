import Basics
import CCommonMark
import Files
import Foundation
import NotebookDocument
import Reports

/// Markdown as the blocks of pandoc's own document, in JSON: pandoc reads no Markdown, so that paper holds what the page holds.
///
/// Formulas are those of ``Document``, all else comes from the tree of which pages are made. Code that `{=format}` follows is in that format's
/// own words, as ``MarkdownText/raw(_:inLine:)`` writes them. The names of headings are those that they have in a page.
package struct PandocTree {
  private let (folder, reader): (String, ProseDialect)
  private let tree: MarkdownTree
  private let marks: ProseMarks
  private let notes: [MarkdownTree.Node]
  private let alerts: [MarkdownTree.Node: String]
  private let names: [MarkdownTree.Node: String]
  private var json = ""
  /// What has been read and is not written yet.
  private var text = ""
  /// The footnotes that the one has which is being set.
  private var set: Set<Int> = []

  /// The blocks of a text for a reader behind pandoc. O(length), with a footnote's as often as something refers to it.
  ///
  /// - Parameters:
  ///   - taken: What no heading is called.
  ///   - folder: The notebook's, which no link to a picture leaves.
  package static func blocks(
    of markdown: String, besides taken: Set<String> = [], in folder: String, for reader: ProseDialect
  ) -> String {
    var tree = PandocTree(markdown, taken, folder, reader)
    tree.write()
    return "[\(tree.json)]"
  }

  private init(_ markdown: String, _ taken: Set<String>, _ folder: String, _ reader: ProseDialect) {
    (self.folder, self.reader) = (folder, reader)
    let lines = markdown.components(separatedBy: "\n")
    var marks = ProseMarks(for: lines)
    let tree = MarkdownTree(Self.marked(lines, &marks).joined(separator: "\n"))
    tree.gatherUnread()
    tree.joinTexts()
    (self.tree, self.marks) = (tree, marks)
    alerts = Dictionary(uniqueKeysWithValues: tree.takeAlerts().map { ($0.node, $0.title) })
    notes = tree.blocks.filter { cmark_node_get_type($0) == CMARK_NODE_FOOTNOTE_DEFINITION }
    let headings = tree.headings(besides: taken) { [marks] in marks.filled(tree.words(of: $0), \.words) }
    names = Dictionary(uniqueKeysWithValues: headings.map { ($0.node, $0.name) })
  }

  /// The lines with marks for their formulas.
  private static func marked(_ lines: [String], _ marks: inout ProseMarks) -> [String] {
    let document = Document(lines)
    var made = marks
    func mark(_ tex: String, isDisplay: Bool, _ source: String) -> String {
      let formula = Formulas.Found(tex: tex, isDisplay: isDisplay)
      return made.add(ProseMark(html: "", text: source, words: tex, formula: formula))
    }
    let marked = document.rewriting(
      formula: { _, tex in mark(tex, isDisplay: true, MarkdownText.formula(tex)) },
      { inline, text, _ in
        guard case .formula(let isDisplay) = inline.kind else { return nil }
        return mark(document.tex(of: inline, text), isDisplay: isDisplay, text)
      })
    // A line that a formula went on in must not be blank, which would end the paragraph.
    let joined = marked.contains(nil) ? made.add(ProseMark(html: "", text: "")) : ""
    marks = made
    return marked.map { $0 ?? joined }
  }

  // MARK: Nodes

  private mutating func write(_ part: MarkdownTree.Node? = nil) {
    tree.walk(part) { node, isEntered in
      switch cmark_node_get_type(node) {
      case CMARK_NODE_FOOTNOTE_DEFINITION: return part == nil
      case CMARK_NODE_FOOTNOTE_REFERENCE: if isEntered { writeNote(node) }
      case CMARK_NODE_TEXT: writeText(node)
      case CMARK_NODE_SOFTBREAK: text += "\n"
      case CMARK_NODE_LINEBREAK: open(Self.element("LineBreak"))
      case CMARK_NODE_THEMATIC_BREAK: open(Self.element("HorizontalRule"))
      case CMARK_NODE_HTML_INLINE:
        let html = MarkdownTree.literal(node)
        // At a comment a text goes on.
        if !html.hasPrefix("<!--") { open(Self.element("RawInline", Self.raw("html", html))) }
      case CMARK_NODE_HTML_BLOCK: open(Self.element("RawBlock", Self.raw("html", MarkdownTree.literal(node))))
      case CMARK_NODE_CODE: writeCode(node)
      case CMARK_NODE_CODE_BLOCK: writeCodeBlock(node)
      default:
        let (start, end) = frame(of: node)
        if isEntered { open(start) } else { close(end) }
        if isEntered, let item = cmark_node_parent(node), cmark_node_first_child(item) == node,
          Self.kind(item) == "tasklist"
        {
          text = cmark_gfm_extensions_get_tasklist_item_checked(item) ? "☒ " : "☐ "
        }
      }
      return false
    }
    flush()
  }

  /// What is before the content of a node, and behind it.
  private func frame(of node: MarkdownTree.Node) -> (String, String) {
    func list(_ name: String) -> (String, String) { (#"{"t":"\#(name)","c":["#, "]}") }
    func address(_ name: String, _ attributes: String = Self.nothing, titled: Bool = true) -> (String, String) {
      let title = titled ? marks.filled(Self.string(cmark_node_get_title(node)), \.text) : ""
      return (
        #"{"t":"\#(name)","c":[\#(attributes),["#, "],[\(Self.quoted(address(of: node))),\(Self.quoted(title))]]}"
      )
    }
    switch cmark_node_get_type(node) {
    case CMARK_NODE_PARAGRAPH: return list(isTight(node) ? "Plain" : "Para")
    case CMARK_NODE_HEADING:
      let name = Self.quoted(names[node] ?? "")
      return (#"{"t":"Header","c":[\#(cmark_node_get_heading_level(node)),[\#(name),[],[]],["#, "]]}")
    case CMARK_NODE_BLOCK_QUOTE:
      guard let title = alerts[node] else { return list("BlockQuote") }
      let words = #"{"t":"Para","c":[{"t":"Str","c":\#(Self.quoted(title))}]}"#
      let head = #"{"t":"Div","c":[["",["title"],[]],[\#(words)]]}"#
      return (#"{"t":"Div","c":[["",[\#(Self.quoted(title.lowercased()))],[]],[\#(head)"#, "]]}")
    case CMARK_NODE_LIST:
      guard cmark_node_get_list_type(node) == CMARK_ORDERED_LIST else { return list("BulletList") }
      let sign = cmark_node_get_list_delim(node) == CMARK_PAREN_DELIM ? "OneParen" : "Period"
      let numbers = #"[\#(cmark_node_get_list_start(node)),{"t":"Decimal"},{"t":"\#(sign)"}]"#
      return (#"{"t":"OrderedList","c":[\#(numbers),["#, "]]}")
    case CMARK_NODE_ITEM: return ("[", "]")
    case CMARK_NODE_EMPH: return list("Emph")
    case CMARK_NODE_STRONG: return list("Strong")
    case CMARK_NODE_LINK: return address("Link")
    case CMARK_NODE_IMAGE:
      // For a picture that a link leads to, out of the notebook's folder, its words are there.
      let path = address(of: node).prefix { $0 != "#" && $0 != "?" }
      if FolderBounds.areLeft(folder, by: path.removingPercentEncoding ?? String(path)) { return ("", "") }
      guard let width = PictureSetting.width(inTitle: Self.string(cmark_node_get_title(node))) else {
        return address("Image")
      }
      return address("Image", #"["",[],[["width",\#(Self.quoted(width))]]]"#, titled: false)
    default: break
    }
    switch Self.kind(node) {
    case "strikethrough": return list("Strikeout")
    case "table":
      let sides = Self.sides(of: node).map { #"[{"t":"\#($0)"},{"t":"ColWidthDefault"}]"# }.joined(separator: ",")
      return (
        #"{"t":"Table","c":[\#(Self.nothing),[null,[]],[\#(sides)],[\#(Self.nothing),["#, "]]],[\(Self.nothing),[]]]}"
      )
    // The head ends with its row, and the body begins.
    case "table_header": return ("[\(Self.nothing),[", "]]]],[[\(Self.nothing),0,[],[")
    case "table_row": return ("[\(Self.nothing),[", "]]")
    case "table_cell":
      let (start, end) = cmark_node_first_child(node) == nil ? ("", "") : list("Plain")
      return (#"[\#(Self.nothing),{"t":"AlignDefault"},1,1,[\#(start)"#, end + "]]")
    default: return ("", "")
    }
  }

  private func address(of node: MarkdownTree.Node) -> String {
    marks.filled(Self.string(cmark_node_get_url(node)), \.text)
  }

  /// No attributes.
  private static let nothing = #"["",[],[]]"#

  private func isTight(_ paragraph: MarkdownTree.Node) -> Bool {
    guard let list = cmark_node_parent(paragraph).flatMap({ cmark_node_parent($0) }) else { return false }
    return cmark_node_get_type(list) == CMARK_NODE_LIST && cmark_node_get_list_tight(list) != 0
  }

  private static func sides(of table: MarkdownTree.Node) -> [String] {
    guard let sides = cmark_gfm_extensions_get_table_alignments(table) else { return [] }
    return (0..<Int(cmark_gfm_extensions_get_table_columns(table))).map { column in
      switch sides[column] {
      case UInt8(ascii: "l"): "AlignLeft"
      case UInt8(ascii: "c"): "AlignCenter"
      case UInt8(ascii: "r"): "AlignRight"
      default: "AlignDefault"
      }
    }
  }

  /// A footnote where something refers to it, with those that it refers to, each once.
  private mutating func writeNote(_ reference: MarkdownTree.Node) {
    guard let number = Int(MarkdownTree.literal(reference)), notes.indices.contains(number - 1),
      set.count < Self.mostNotes, set.insert(number).inserted
    else { return }
    let isOuter = set.count == 1
    open(#"{"t":"Note","c":["#)
    for child in tree.children(of: notes[number - 1]) { write(child) }
    close("]}")
    if isOuter { set = [] }
  }

  /// Footnotes in one that is in the text; more would nest deeper than paper has room.
  private static let mostNotes = 50

  private mutating func writeText(_ node: MarkdownTree.Node) {
    var words = MarkdownTree.literal(node)
    if let code = cmark_node_previous(node), let format = Self.format(behind: code) {
      words.removeFirst(format.count + 3)
    }
    for piece in marks.pieces(of: words) ?? [.text(words)] {
      switch piece {
      case .text(let words): text += words
      case .mark(let mark):
        guard let formula = mark.formula else { continue }
        let kind = Self.element(formula.isDisplay ? "DisplayMath" : "InlineMath")
        // In words that all know; what pandoc makes of bars is not what it makes of brackets.
        let tex = Formulas.known(formula.tex.trimmingCharacters(in: .whitespacesAndNewlines))
        let words = Formulas.onOneLine(reader == .typst ? PairedBars.bracketed(tex) : tex)
        open(Self.element("Math", "[\(kind),\(Self.quoted(words))]"))
      }
    }
  }

  private mutating func writeCode(_ node: MarkdownTree.Node) {
    let code = marks.filled(MarkdownTree.literal(node), \.source)
    if let format = Self.format(behind: node) {
      open(Self.element("RawInline", Self.raw(format, code)))
    } else {
      open(Self.element("Code", "[\(Self.nothing),\(Self.quoted(code))]"))
    }
  }

  /// The format in whose words code is, according to the text behind it.
  private static func format(behind code: MarkdownTree.Node) -> String? {
    guard cmark_node_get_type(code) == CMARK_NODE_CODE, let next = cmark_node_next(code),
      cmark_node_get_type(next) == CMARK_NODE_TEXT
    else { return nil }
    return MarkdownTree.literal(next).prefixMatch(of: compiled(/\{=([a-z]+)\}/)).map { String($0.output.1) }
  }

  private mutating func writeCodeBlock(_ node: MarkdownTree.Node) {
    var code = marks.filled(MarkdownTree.literal(node), \.source)
    if code.hasSuffix("\n") { code.removeLast() }
    let language = marks.filled(Self.string(cmark_node_get_fence_info(node)), \.source).prefix { !$0.isWhitespace }
    if let format = language.wholeMatch(of: compiled(/\{=([a-z]+)\}/)) {
      open(Self.element("RawBlock", Self.raw(String(format.output.1), code)))
    } else {
      let classes = language.isEmpty ? "" : Self.quoted(String(language))
      open(Self.element("CodeBlock", #"[["",[\#(classes)],[]],\#(Self.quoted(code))]"#))
    }
  }

  // MARK: JSON

  /// Adds what is a new element, or begins one.
  private mutating func open(_ element: String) {
    flush()
    put(element)
  }

  private mutating func close(_ end: String) {
    flush()
    json += end
  }

  private mutating func put(_ element: String) {
    if let last = json.utf8.last, last != UInt8(ascii: "[") { json += "," }
    json += element
  }

  /// Writes the text that has been read, as words and the gaps between them.
  private mutating func flush() {
    func isGap(_ byte: UInt8) -> Bool { " \t\n".utf8.contains(byte) }
    var (parts, rest) = ([Substring](), text[...])
    while let first = rest.utf8.first {
      let part = rest.utf8.prefix { isGap($0) == isGap(first) }
      parts.append(Substring(part))
      rest = rest[part.endIndex...]
    }
    text = ""
    // Typst keeps quantities together by itself.
    let keeps = reader != .typst
    for (index, part) in parts.enumerated() {
      if !isGap(part.utf8.first!) {
        put(Self.element("Str", Self.quoted(reader == .word ? Quantity.joined(part) : String(part))))
      } else if keeps, index > 0, index + 1 < parts.count, Quantity.isOne(parts[index - 1], parts[index + 1]) {
        put(Self.element("Str", "\"\u{A0}\""))
      } else {
        put(Self.element(part.utf8.contains(UInt8(ascii: "\n")) ? "SoftBreak" : "Space"))
      }
    }
  }

  private static func element(_ name: String, _ content: String? = nil) -> String {
    content.map { #"{"t":"\#(name)","c":\#($0)}"# } ?? #"{"t":"\#(name)"}"#
  }

  private static func raw(_ format: String, _ words: String) -> String { "[\(quoted(format)),\(quoted(words))]" }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case _ where scalar.value < 32: result += "\\u" + String(0x10000 + scalar.value, radix: 16).dropFirst()
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func string(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }

  /// The name of a node's kind, which those have that extensions of Markdown add.
  private static func kind(_ node: MarkdownTree.Node) -> String { string(cmark_node_get_type_string(node)) }
}
