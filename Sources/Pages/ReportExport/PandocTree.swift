import Basics
import CCommonMark
import Files
import Foundation
import NotebookDocument
import Reports

/// Markdown as the blocks of pandoc's own document, in JSON: pandoc reads no Markdown, so that paper holds what the page holds.
///
/// Formulas are those of ``Document``, and those that no page can set are code here, too; all else comes from the tree of which pages are made. In
/// a format's own words is what ``PaperMark`` and ``PaperBody`` write so, and nothing that an author can write. The names of headings are those
/// that they have in a page.
package struct PandocTree {
  /// What a text is set for.
  package struct Setting {
    /// The notebook's folder, which no link to a picture leaves.
    package var folder: String
    /// Who reads what pandoc writes.
    package var reader: PaperReader
    /// What says whether formulas can be set; nil where all can.
    package var formulas: Formulas?
    /// What no heading is called.
    package var taken: Set<String> = []
    package var references: [String: Reference] = [:]
    package var citations: Citations?
    /// The links, seen from the folder; nil where they begin there.
    var links: RelativeLinks?
    /// Whether it is part of another text: its headings have no names then.
    var isPart = false
    /// Whether it is in a link, which holds no other link.
    var isInLink = false

    package init(folder: String, reader: PaperReader) { (self.folder, self.reader) = (folder, reader) }

    package init(_ report: Report, _ reader: PaperReader, _ formulas: Formulas?) {
      self.init(folder: report.notebook.folder, reader: reader)
      (self.formulas, taken, references, citations) = (formulas, report.anchors, report.references, report.citations)
      // Typst knows where the notebook is; for the others links begin in the report's folder.
      if reader != .typst, let own = report.folder { (folder, links) = (own, report.links) }
    }

    /// The same for what is part of a text.
    func part(isInLink: Bool = false) -> Setting {
      var part = self
      (part.isPart, part.isInLink) = (true, isInLink || self.isInLink)
      return part
    }
  }

  let setting: Setting
  let tree: MarkdownTree
  /// The blocks of the text, without footnotes.
  let body: [MarkdownTree.Node]
  /// The headings of what is behind it.
  let endings: [MarkdownTree.Node]
  let marks: ProseMarks<PaperMark>
  private let notes: [MarkdownTree.Node]
  private let alerts: [MarkdownTree.Node: String]
  /// The tags that begin and end what pandoc has elements for.
  private var tags: [MarkdownTree.Node: MarkdownTree.Tag] = [:]
  private var names: [MarkdownTree.Node: String] = [:]
  /// The formulas that no page can set.
  private let unreadable: Set<String>
  /// What is at the beginning of a paragraph that the text does not have.
  var openings: [MarkdownTree.Node: String] = [:]
  /// The blocks that are in place of code, by the line in which that begins.
  var replacements: [Int: String] = [:]
  private var json = ""
  /// What has been read and is not written yet.
  private var text = ""
  /// The footnotes that the one has which is being set.
  private var set: Set<Int> = []

  /// The blocks of a text. O(length), with a footnote's as often as something refers to it.
  package static func blocks(of markdown: String, for setting: Setting) -> String {
    var tree = PandocTree(markdown, setting)
    return tree.blocks(tree.body.map { .node($0) })
  }

  /// A text as one line, which begins no list and no heading. O(length), as ``blocks(of:for:)``.
  static func inlines(of markdown: String, for setting: Setting) -> String {
    var inner = PandocTree(HTMLText.started(markdown), setting.part())
    return inner.body.first.map { inner.inlines(of: $0) } ?? ""
  }

  /// A document of these blocks, with texts by their names about it. O(length).
  static func document(_ blocks: String, about: [(name: String, texts: [String])] = []) -> String {
    let meta = about.map { name, texts in
      let words = texts.map { PandocElement.element("MetaString", PandocElement.quoted($0)) }
      return "\(PandocElement.quoted(name)):"
        + (name == "author" ? PandocElement.element("MetaList", "[\(words.joined(separator: ","))]") : words.joined())
    }
    return "{\"meta\":{\(meta.joined(separator: ","))},\"blocks\":[\(blocks)]}"
  }

  private init(_ markdown: String, _ setting: Setting) {
    let lines = Document.lines(of: markdown)
    var marks = ProseMarks<PaperMark>(for: lines)
    self.init(setting.marked(Document(lines), &marks), marks, setting)
  }

  /// A line of the text. O(length of the line), with its footnotes.
  mutating func inlines(of line: MarkdownTree.Node) -> String {
    guard let first = cmark_node_first_child(line) else { return "" }
    cmark_node_set_literal(first, HTMLText.withoutStart(MarkdownTree.literal(first)))
    defer { json = "" }
    return blocks(tree.children(of: line).map { .node($0) })
  }

  /// A text that has marks.
  ///
  /// - Parameter ending: The headings of what is behind the text, each with its own name.
  init(
    _ lines: [String], _ marks: ProseMarks<PaperMark>, _ setting: Setting, ending: [(level: Int, words: String)] = []
  ) {
    let tree = MarkdownTree(lines.joined(separator: "\n"))
    (self.setting, self.marks, self.tree) = (setting, marks, tree)
    body = tree.blocks.filter { cmark_node_get_type($0) != CMARK_NODE_FOOTNOTE_DEFINITION }
    endings = ending.compactMap { tree.append(heading: $0.words, level: $0.level) }
    tree.gatherUnread()
    tree.joinTexts()
    let formulas = marks.marks.compactMap(\.formula)
    unreadable = Set(
      zip(formulas, setting.formulas?.areReadable(formulas) ?? []).filter { !$0.1 }.map(\.0.tex))
    for node in tree.nodes where [CMARK_NODE_LINK, CMARK_NODE_IMAGE].contains(cmark_node_get_type(node)) {
      let address = marks.filled(Self.string(cmark_node_get_url(node)), \.text)
      cmark_node_set_url(node, setting.links?.address(address) ?? address)
      cmark_node_set_title(node, marks.filled(Self.string(cmark_node_get_title(node)), \.words))
      tree.disarmAddress(of: node)
    }
    alerts = Dictionary(uniqueKeysWithValues: tree.takeAlerts().map { ($0.node, $0.title) })
    notes = tree.blocks.filter { cmark_node_get_type($0) == CMARK_NODE_FOOTNOTE_DEFINITION }
    tags = tree.tags({ Self.elements[$0] != nil }, parts: parts)
    guard !setting.isPart else { return }
    for heading in tree.headings(besides: setting.taken, words: words) { names[heading.node] = heading.name }
  }

  /// What HTML's elements in a line are in pandoc's document.
  private static let elements = [
    "b": "Strong", "strong": "Strong", "i": "Emph", "em": "Emph", "u": "Underline", "ins": "Underline",
    "s": "Strikeout",
    "del": "Strikeout", "sub": "Subscript", "sup": "Superscript",
  ]

  /// The words of a heading.
  private func words(of heading: MarkdownTree.Node) -> String { marks.filled(tree.words(of: heading), \.words) }

  /// The directive that a block is; nil for any other block.
  func directive(_ block: MarkdownTree.Node) -> Directives.Line? {
    guard cmark_node_get_type(block) == CMARK_NODE_HTML_BLOCK else { return nil }
    return marks.directive(in: MarkdownTree.literal(block))?.directive
  }

  // MARK: Nodes

  /// What is written behind each other: a node with all that is in it, or elements.
  enum Part {
    case node(MarkdownTree.Node)
    case elements(String)
  }

  /// Elements behind each other. O(length).
  mutating func blocks(_ parts: [Part]) -> String {
    for part in parts {
      switch part {
      case .node(let node): write(node)
      case .elements(let elements): open(elements)
      }
    }
    flush()
    return json
  }

  private mutating func write(_ part: MarkdownTree.Node) {
    tree.walk(part) { node, isEntered in
      switch cmark_node_get_type(node) {
      case CMARK_NODE_FOOTNOTE_REFERENCE: if isEntered { writeNote(node) }
      case CMARK_NODE_TEXT: writeText(node)
      case CMARK_NODE_SOFTBREAK: text += "\n"
      case CMARK_NODE_LINEBREAK: open(PandocElement.element("LineBreak"))
      case CMARK_NODE_THEMATIC_BREAK: open(PandocElement.element("HorizontalRule"))
      case CMARK_NODE_HTML_INLINE:
        let html = MarkdownTree.literal(node)
        // At a comment a text goes on.
        if let tag = tags[node] {
          let name = Self.elements[tag.name] ?? ""
          if tag.isOpening { open(#"{"t":"\#(name)","c":["#) } else { close("]}") }
        } else if html.wholeMatch(of: compiled(/<br\s*\/?>/.ignoresCase())) != nil {
          open(PandocElement.element("LineBreak"))
        } else if !html.hasPrefix("<!--") {
          open(PandocElement.raw(inLine: marks.filled(html, \.source), "html"))
        }
      case CMARK_NODE_HTML_BLOCK:
        open(PandocElement.raw(marks.filled(MarkdownTree.literal(node), \.source), "html"))
      case CMARK_NODE_CODE: writeCode(marks.filled(MarkdownTree.literal(node), \.source))
      case CMARK_NODE_CODE_BLOCK: writeCodeBlock(node)
      case CMARK_NODE_PARAGRAPH where isEntered && isParted(node):
        writeParted(node)
        return true
      default:
        let (start, end) = frame(of: node)
        if isEntered { open(start) } else { close(end, isTrimmed: isParagraph(node)) }
        if isEntered { begin(node) }
      }
      return false
    }
  }

  /// What a node has at its beginning and the text does not: words above a paragraph and in it, or the box of a task.
  private mutating func begin(_ node: MarkdownTree.Node) {
    let first = cmark_node_first_child(node)
    if let opening = openings[node] {
      put(opening)
      text = "\n"
    } else if let item = cmark_node_parent(node), cmark_node_first_child(item) == node, isParagraph(node) {
      text = box(of: item)
    } else if let first, !isParagraph(first), !box(of: node).isEmpty {
      put(PandocElement.element("Plain", "[\(setting.reader.inlines(of: String(box(of: node).dropLast())))]"))
    }
  }

  /// The box of a task, and a gap; empty for any other node.
  private func box(of item: MarkdownTree.Node) -> String {
    guard Self.kind(item) == "tasklist" else { return "" }
    return cmark_gfm_extensions_get_tasklist_item_checked(item) ? "☒ " : "☐ "
  }

  private func isParagraph(_ node: MarkdownTree.Node) -> Bool { cmark_node_get_type(node) == CMARK_NODE_PARAGRAPH }

  /// What is before the content of a node, and behind it.
  private func frame(of node: MarkdownTree.Node) -> (String, String) {
    func list(_ name: String) -> (String, String) { (#"{"t":"\#(name)","c":["#, "]}") }
    func led(_ name: String, _ attributes: String = PandocElement.plain, titled: Bool = true) -> (String, String) {
      let title = titled ? Self.string(cmark_node_get_title(node)) : ""
      let target = [address(of: node), title].map(PandocElement.quoted).joined(separator: ",")
      return (#"{"t":"\#(name)","c":[\#(attributes),["#, "],[\(target)]]}")
    }
    switch cmark_node_get_type(node) {
    case CMARK_NODE_PARAGRAPH: return list(isTight(node) ? "Plain" : "Para")
    case CMARK_NODE_HEADING:
      let name = PandocElement.quoted(names[node] ?? "")
      return (#"{"t":"Header","c":[\#(cmark_node_get_heading_level(node)),[\#(name),[],[]],["#, "]]}")
    case CMARK_NODE_BLOCK_QUOTE:
      guard let title = alerts[node] else { return list("BlockQuote") }
      let words = #"{"t":"Para","c":[{"t":"Str","c":\#(PandocElement.quoted(title))}]}"#
      let head = #"{"t":"Div","c":[["",["title"],[]],[\#(words)]]}"#
      return (#"{"t":"Div","c":[["",[\#(PandocElement.quoted(title.lowercased()))],[]],[\#(head)"#, "]]}")
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
      return led("Image", PandocElement.sized(width), titled: false)
    default: break
    }
    switch Self.kind(node) {
    case "strikethrough": return list("Strikeout")
    case "table":
      let (start, end) = PandocElement.tableFrame(sides(of: node))
      return ("\(start)[\(PandocElement.plain),[", "]]]\(end)")
    // The head ends with its row, and the body begins.
    case "table_header": return ("[\(PandocElement.plain),[", "]]]],[[\(PandocElement.plain),0,[],[")
    case "table_row": return ("[\(PandocElement.plain),[", "]]")
    case "table_cell":
      let (start, end) = cmark_node_first_child(node) == nil ? ("", "") : list("Plain")
      return (#"[\#(PandocElement.plain),{"t":"AlignDefault"},1,1,[\#(start)"#, end + "]]")
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
    let words = MarkdownTree.literal(node)
    for piece in marks.pieces(of: words) ?? [.text(words)] { write(piece, at: node) }
  }

  private mutating func write(_ piece: ProseMarks<PaperMark>.Piece, at node: MarkdownTree.Node) {
    switch piece {
    case .text(let words): text += words
    case .mark(let mark):
      let isInLink = setting.isInLink || tree.isInside(CMARK_NODE_LINK, node)
      switch mark.content {
      case .characters: text += mark.words
      case .failure: open(PandocElement.strong(setting.reader.inlines(of: mark.words)))
      case .markdown(let words): open(PandocTree.inlines(of: words, for: setting.part(isInLink: isInLink)))
      case .cited(let words):
        var part = setting.part(isInLink: isInLink)
        part.citations = nil
        open(PandocTree.inlines(of: words, for: part))
      case .formula(let formula): open(element(formula))
      case .equation(let formula, let number):
        open(setting.reader.equation(inLine: element(formula), number: number, label: formula.label ?? ""))
      case .link where isInLink: text += mark.words
      case .link(let address): open(PandocElement.link(setting.reader.inlines(of: mark.words), to: address))
      case .element(let element): open(element)
      case .nothing: break
      }
    }
  }

  /// A formula in words that all know. Bars that come in pairs pandoc takes for brackets only where they are written so.
  private func element(_ formula: Formulas.Found) -> String {
    let words = formula.tex.trimmingCharacters(in: .whitespacesAndNewlines)
    if unreadable.contains(formula.tex) { return words.isEmpty ? "" : PandocElement.code(inLine: words) }
    let kind = PandocElement.element(formula.isDisplay ? "DisplayMath" : "InlineMath")
    return PandocElement.element("Math", "[\(kind),\(PandocElement.quoted(setting.reader.tex(words)))]")
  }

  private mutating func writeCode(_ code: String) { open(PandocElement.code(inLine: code)) }

  private mutating func writeCodeBlock(_ node: MarkdownTree.Node) {
    if let blocks = replacements.removeValue(forKey: Int(cmark_node_get_start_line(node))) { return open(blocks) }
    let information = marks.filled(Self.string(cmark_node_get_fence_info(node)), \.source)
    // Typst would set the rest of a longer name.
    let language = information.prefix { !$0.isWhitespace }.wholeMatch(of: compiled(/[A-Za-z][A-Za-z0-9_-]*/))
    var code = marks.filled(MarkdownTree.literal(node), \.source)
    if code.hasSuffix("\n") { code.removeLast() }
    open(PandocElement.code(code, language.map { String($0.output) }))
  }

  // MARK: Paragraphs with blocks

  /// Whether a numbered formula that is its own blocks is in a paragraph.
  private func isParted(_ paragraph: MarkdownTree.Node) -> Bool {
    setting.reader.partsParagraphs && tree.children(of: paragraph).contains(where: parts)
  }

  /// Whether such a formula is in a node.
  private func parts(_ child: MarkdownTree.Node) -> Bool {
    pieces(of: child).contains { if case .mark(let mark) = $0 { mark.isEquation } else { false } }
  }

  private func pieces(of node: MarkdownTree.Node) -> [ProseMarks<PaperMark>.Piece] {
    guard cmark_node_get_type(node) == CMARK_NODE_TEXT else { return [] }
    return marks.pieces(of: MarkdownTree.literal(node)) ?? []
  }

  /// A paragraph as the parts that are around such formulas.
  private mutating func writeParted(_ paragraph: MarkdownTree.Node) {
    let (start, end) = frame(of: paragraph)
    let isFirst = cmark_node_parent(paragraph).map { cmark_node_first_child($0) == paragraph && !box(of: $0).isEmpty }
    var isOpen = openings[paragraph] != nil || isFirst == true
    if isOpen {
      open(start)
      begin(paragraph)
    }
    for child in tree.children(of: paragraph) {
      let pieces = pieces(of: child)
      if pieces.isEmpty {
        guard isOpen || cmark_node_get_type(child) != CMARK_NODE_SOFTBREAK else { continue }
        if !isOpen { open(start) }
        isOpen = true
        write(child)
      }
      for piece in pieces {
        if case .mark(let mark) = piece, case .nothing = mark.content { continue }
        if case .mark(let mark) = piece, case .equation(let formula, let number) = mark.content {
          if isOpen { close(end, isTrimmed: true) }
          isOpen = false
          open(setting.reader.equation(element(formula), formula, number: number, isReadable: isReadable(formula)))
        } else {
          if !isOpen { open(start) }
          isOpen = true
          write(piece, at: child)
        }
      }
    }
    if isOpen { close(end, isTrimmed: true) }
  }

  private func isReadable(_ formula: Formulas.Found) -> Bool { !unreadable.contains(formula.tex) }

  // MARK: Elements

  /// Adds what is a new element, or begins one.
  private mutating func open(_ element: String) {
    flush()
    put(element)
  }

  /// - Parameter isTrimmed: Whether a gap at the end goes, as that of a line that was joined to the one above.
  private mutating func close(_ end: String, isTrimmed: Bool = false) {
    while isTrimmed, let last = text.utf8.last, " \t\n".utf8.contains(last) { text.removeLast() }
    flush()
    json += end
  }

  private mutating func put(_ element: String) {
    guard !element.isEmpty else { return }
    if let last = json.utf8.last, last != UInt8(ascii: "[") { json += "," }
    json += element
  }

  /// Writes the text that has been read.
  private mutating func flush() {
    for element in setting.reader.elements(of: text) { put(element) }
    text = ""
  }

  private static func string(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }

  /// The name of a node's kind, which those have that extensions of Markdown add.
  private static func kind(_ node: MarkdownTree.Node) -> String { string(cmark_node_get_type_string(node)) }
}
