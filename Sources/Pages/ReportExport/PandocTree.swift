import Basics
import CCommonMark
import Files
import Foundation
import NotebookDocument
import Reports

/// Markdown as the blocks of pandoc's own document, in JSON: pandoc reads no Markdown, so that paper holds what the page holds.
///
/// Formulas are those of ``Document``, and those that no page can set are code here, too; all else comes from the tree of which pages are made. In
/// a format's own words is what ``MarkdownText`` has written so, and nothing that an author can write. The names of headings are those that they
/// have in a page.
package struct PandocTree {
  /// What a text is set for.
  package struct Setting {
    /// The notebook's folder, which no link to a picture leaves.
    package var folder: String
    /// Who reads what pandoc writes.
    package var reader: ProseDialect
    /// What says whether formulas can be set; nil where all can.
    package var formulas: Formulas?
    /// What no heading is called.
    package var taken: Set<String> = []
    /// The links of Markdown that cells gave, seen from the folder; nil where they begin there.
    var links: RelativeLinks?
    /// Whether it is part of another text: its headings have no names then.
    var isPart = false
    /// Whether it is in a link, which holds no other link.
    var isInLink = false

    package init(folder: String, reader: ProseDialect, formulas: Formulas? = nil, taken: Set<String> = []) {
      (self.folder, self.reader, self.formulas, self.taken) = (folder, reader, formulas, taken)
    }

    package init(_ report: Report, _ reader: ProseDialect, _ formulas: Formulas?) {
      self.init(folder: report.notebook.folder, reader: reader, formulas: formulas, taken: report.anchors)
      // Typst knows where the notebook is; for the others the prose's links begin in the report's folder.
      if reader != .typst, let own = report.folder { (folder, links) = (own, report.links) }
    }

    /// The same for what is part of a text.
    func part(isInLink: Bool = false) -> Setting {
      var part = self
      (part.isPart, part.isInLink) = (true, isInLink || self.isInLink)
      return part
    }
  }

  private let setting: Setting
  private let tree: MarkdownTree
  private let marks: ProseMarks
  private let notes: [MarkdownTree.Node]
  private let alerts: [MarkdownTree.Node: String]
  private var names: [MarkdownTree.Node: String] = [:]
  private var json = ""
  /// What has been read and is not written yet.
  private var text = ""
  /// The footnotes that the one has which is being set.
  private var set: Set<Int> = []

  /// The blocks of a text. O(length), with a footnote's as often as something refers to it.
  package static func blocks(of markdown: String, for setting: Setting) -> String {
    var tree = PandocTree(markdown, setting)
    tree.write()
    return "[\(tree.json)]"
  }

  /// A document of these blocks, with texts by their names about it. O(length), as ``blocks(of:for:)``.
  static func document(_ markdown: String, for setting: Setting, about: [(name: String, texts: [String])] = [])
    -> String
  {
    let meta = about.map { name, texts in
      let words = texts.map { element("MetaString", quoted($0)) }
      return "\(quoted(name)):"
        + (name == "author" ? element("MetaList", "[\(words.joined(separator: ","))]") : words.joined())
    }
    return "{\"meta\":{\(meta.joined(separator: ","))},\"blocks\":\(blocks(of: markdown, for: setting))}"
  }

  private init(_ markdown: String, _ setting: Setting) {
    self.setting = setting
    let lines = Document.lines(of: markdown)
    var marks = ProseMarks(for: lines)
    tree = MarkdownTree(Self.marked(lines, &marks, setting.formulas).joined(separator: "\n"))
    tree.gatherUnread()
    tree.joinTexts()
    self.marks = marks
    for node in tree.nodes where [CMARK_NODE_LINK, CMARK_NODE_IMAGE].contains(cmark_node_get_type(node)) {
      let address = Self.plain(cmark_node_get_url(node), marks)
      cmark_node_set_url(node, setting.isPart ? setting.links?.address(address) ?? address : address)
      cmark_node_set_title(node, Self.plain(cmark_node_get_title(node), marks))
      tree.disarmAddress(of: node)
    }
    alerts = Dictionary(uniqueKeysWithValues: tree.takeAlerts().map { ($0.node, $0.title) })
    notes = tree.blocks.filter { cmark_node_get_type($0) == CMARK_NODE_FOOTNOTE_DEFINITION }
    guard !setting.isPart else { return }
    for heading in tree.headings(besides: setting.taken, words: words) { names[heading.node] = heading.name }
  }

  /// The lines with marks for their formulas.
  private static func marked(_ lines: [String], _ marks: inout ProseMarks, _ formulas: Formulas?) -> [String] {
    let document = Document(lines)
    let found = Formulas.all(in: document).map(\.formula)
    let unreadable = formulas.map { formulas in
      Set(zip(found, formulas.areReadable(found)).filter { !$0.1 }.map(\.0.tex))
    }
    var made = marks
    func mark(_ tex: String, isDisplay: Bool, _ source: String) -> String {
      let formula = unreadable?.contains(tex) == true ? nil : Formulas.Found(tex: tex, isDisplay: isDisplay)
      return made.add(ProseMark(html: "", text: source, words: tex, formula: formula))
    }
    let marked = document.rewriting(
      formula: { _, tex in mark(tex, isDisplay: true, MarkdownText.formula(tex)) },
      { inline, text, _ in
        switch inline.kind {
        case .formula(let isDisplay): return mark(document.tex(of: inline, text), isDisplay: isDisplay, text)
        // Those of the notebook's own prose have been resolved.
        case .picture: return PictureSetting.resolve(text)
        default: return nil
        }
      })
    // A line that a formula went on in must not be blank, which would end the paragraph.
    let joined = marked.contains(nil) ? made.add(ProseMark(html: "", text: "")) : ""
    marks = made
    return marked.map { $0 ?? joined }
  }

  /// An address or a title: characters only.
  private static func plain(_ text: UnsafePointer<CChar>?, _ marks: ProseMarks) -> String {
    plain(marks.filled(string(text), \.text))
  }

  private static func plain(_ text: String) -> String {
    MarkdownText.parts(text).map { part in
      switch part {
      case .text(let words), .characters(let words): words
      case .markdown(let words): HTMLText.words(of: words)
      }
    }.joined()
  }

  /// The words of a heading.
  private func words(of heading: MarkdownTree.Node) -> String {
    Self.plain(marks.filled(tree.words(of: heading), \.words))
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
        if html.wholeMatch(of: compiled(/<br\s*\/?>/.ignoresCase())) != nil {
          open(Self.element("LineBreak"))
        } else if !html.hasPrefix("<!--") {
          open(Self.element("RawInline", Self.raw("html", html)))
        }
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
    func led(_ name: String, _ attributes: String = Self.nothing, titled: Bool = true) -> (String, String) {
      let title = titled ? Self.string(cmark_node_get_title(node)) : ""
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
    case CMARK_NODE_LINK: return setting.isInLink ? ("", "") : led("Link")
    case CMARK_NODE_IMAGE:
      guard let isShown = isShown(node) else { return ("", "") }
      guard isShown else { return led("Link") }
      guard let width = PictureSetting.width(inTitle: Self.string(cmark_node_get_title(node))) else {
        return led("Image")
      }
      return led("Image", #"["",[],[["width",\#(Self.quoted(width))]]]"#, titled: false)
    default: break
    }
    switch Self.kind(node) {
    case "strikethrough": return list("Strikeout")
    case "table":
      let sides = sides(of: node).map { #"[{"t":"\#($0)"},{"t":"ColWidthDefault"}]"# }.joined(separator: ",")
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
    Self.string(cmark_node_get_url(node))
  }

  /// Whether a file is shown as a picture, and is no link; nil for one that a link leads to, out of the notebook's folder: its words are there.
  private func isShown(_ picture: MarkdownTree.Node) -> Bool? {
    let address = address(of: picture)
    let path = address.prefix { $0 != "#" && $0 != "?" }
    let name = path.removingPercentEncoding ?? String(path)
    if FolderBounds.areLeft(setting.folder, by: name) { return nil }
    let place = name.hasPrefix("/") ? name : "\(setting.folder)/\(name)"
    return address.hasPrefix("data:") || !FileManager.default.fileExists(atPath: place)
      || PictureDoubts.isPicture(at: place)
  }

  /// No attributes.
  private static let nothing = #"["",[],[]]"#

  private func isTight(_ paragraph: MarkdownTree.Node) -> Bool {
    guard let list = cmark_node_parent(paragraph).flatMap({ cmark_node_parent($0) }) else { return false }
    return cmark_node_get_type(list) == CMARK_NODE_LIST && cmark_node_get_list_tight(list) != 0
  }

  private func sides(of table: MarkdownTree.Node) -> [String] {
    guard let sides = cmark_gfm_extensions_get_table_alignments(table) else { return [] }
    return (0..<Int(cmark_gfm_extensions_get_table_columns(table))).map { column in
      switch sides[column] {
      case UInt8(ascii: "l"): "AlignLeft"
      case UInt8(ascii: "c"): "AlignCenter"
      case UInt8(ascii: "r"): "AlignRight"
      // Typst's own side is the middle.
      default: setting.reader == .typst ? "AlignLeft" : "AlignDefault"
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
    if let code = cmark_node_previous(node), let format = Self.format(behind: code) { words.removeFirst(format.length) }
    for piece in marks.pieces(of: words) ?? [.text(words)] {
      switch piece {
      case .text(let words):
        for part in MarkdownText.parts(words) { write(part, isInLink: tree.isInside(CMARK_NODE_LINK, node)) }
      case .mark(let mark):
        if let formula = mark.formula {
          writeFormula(formula)
        } else if !mark.words.isEmpty {
          writeCode(mark.words.trimmingCharacters(in: .whitespacesAndNewlines))
        }
      }
    }
  }

  private mutating func write(_ part: MarkdownText.Part, isInLink: Bool) {
    switch part {
    case .text(let words), .characters(let words): text += words
    case .markdown(let words):
      // Behind a word, so that it begins no list and no heading.
      var inner = PandocTree(HTMLText.started(words), setting.part(isInLink: isInLink))
      guard let line = inner.tree.blocks.first, let first = cmark_node_first_child(line) else { return }
      cmark_node_set_literal(first, HTMLText.withoutStart(MarkdownTree.literal(first)))
      for child in inner.tree.children(of: line) { inner.write(child) }
      flush()
      put(inner.json)
    }
  }

  /// A formula in words that all know. Bars that come in pairs pandoc takes for brackets only where they are written so.
  private mutating func writeFormula(_ formula: Formulas.Found) {
    let kind = Self.element(formula.isDisplay ? "DisplayMath" : "InlineMath")
    let tex = Formulas.known(formula.tex.trimmingCharacters(in: .whitespacesAndNewlines))
    let words = setting.reader == .typst ? PairedBars.bracketed(tex) : tex
    // An empty line would end a formula of LaTeX's.
    let lines = words.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }.joined(separator: "\n")
    open(Self.element("Math", "[\(kind),\(Self.quoted(lines))]"))
  }

  private mutating func writeCode(_ code: String) {
    open(Self.element("Code", "[\(Self.nothing),\(Self.quoted(code))]"))
  }

  private mutating func writeCode(_ node: MarkdownTree.Node) {
    let code = marks.filled(MarkdownTree.literal(node), \.source)
    if let format = Self.format(behind: node) {
      open(Self.element("RawInline", Self.raw(format.name, code)))
    } else {
      writeCode(code)
    }
  }

  /// The format in whose own words code is, according to the text behind it.
  private static func format(behind code: MarkdownTree.Node) -> (name: String, length: Int)? {
    guard cmark_node_get_type(code) == CMARK_NODE_CODE, let next = cmark_node_next(code),
      cmark_node_get_type(next) == CMARK_NODE_TEXT
    else { return nil }
    return MarkdownText.rawFormat(MarkdownTree.literal(next))
  }

  private mutating func writeCodeBlock(_ node: MarkdownTree.Node) {
    var code = marks.filled(MarkdownTree.literal(node), \.source)
    if code.hasSuffix("\n") { code.removeLast() }
    let information = marks.filled(Self.string(cmark_node_get_fence_info(node)), \.source)
    switch MarkdownText.rawFormat(information)?.name {
    case "markdown"?:
      var inner = PandocTree(Self.decoded(code), setting.part())
      inner.write()
      flush()
      put(inner.json)
    case "equation"?: writeEquation(code)
    case let format?: open(Self.element("RawBlock", Self.raw(format, code)))
    case nil:
      // Typst would set the rest of a longer name.
      let language = information.prefix { !$0.isWhitespace }.wholeMatch(of: compiled(/[A-Za-z][A-Za-z0-9_-]*/))
      let classes = language.map { Self.quoted(String($0.output)) } ?? ""
      open(Self.element("CodeBlock", #"[["",[\#(classes)],[]],\#(Self.quoted(code))]"#))
    }
  }

  /// A formula that LaTeX gives its number, from its label and its TeX.
  private mutating func writeEquation(_ code: String) {
    let parts = code.split(separator: " ").map(String.init)
    guard parts.count == 2 else { return }
    let tex = Self.decoded(parts[1])
    guard setting.formulas?.areReadable([Formulas.Found(tex: tex, isDisplay: true)]).first != false else {
      open(#"{"t":"Para","c":["#)
      writeCode(tex.trimmingCharacters(in: .whitespacesAndNewlines))
      let number = "\\hfill\\refstepcounter{equation}\\label{\(parts[0])}(\\theequation)"
      open(Self.element("RawInline", Self.raw("latex", number)))
      return close("]}")
    }
    let words = Formulas.known(tex.trimmingCharacters(in: .whitespacesAndNewlines))
    open(
      Self.element("RawBlock", Self.raw("latex", "\\begin{equation}\\label{\(parts[0])}\n\(words)\n\\end{equation}")))
  }

  private static func decoded(_ words: String) -> String {
    Data(base64Encoded: words).map { String(decoding: $0, as: UTF8.self) } ?? ""
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
    guard !element.isEmpty else { return }
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
    let keeps = setting.reader != .typst
    for (index, part) in parts.enumerated() {
      if !isGap(part.utf8.first!) {
        put(Self.element("Str", Self.quoted(setting.reader == .word ? Quantity.joined(part) : String(part))))
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
      case "\n", "\t": result += scalar == "\n" ? "\\n" : "\\t"
      // XML has no way to write these.
      case _ where scalar.value < 32 || scalar.value | 1 == 0xFFFF: break
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func string(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }

  /// The name of a node's kind, which those have that extensions of Markdown add.
  private static func kind(_ node: MarkdownTree.Node) -> String { string(cmark_node_get_type_string(node)) }
}
