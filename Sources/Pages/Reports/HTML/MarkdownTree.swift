import Basics
import CCommonMark
import Foundation
import NotebookDocument
import SafeMarkup

/// A Markdown text as the reference parser's tree, to be changed before it becomes HTML.
package final class MarkdownTree {
  package typealias Node = OpaquePointer

  /// What HTML means that is not the author's.
  enum Meaning {
    case mark(ProseMark)
    /// In place of a cell, by its index.
    case cell(Int)
    /// The list of what is cited.
    case references
    /// Nothing that is looked for.
    case frame
  }

  private let parser: OpaquePointer
  private let root: Node
  /// What nodes of HTML mean that were put into the tree.
  private(set) var meanings: [Node: Meaning] = [:]
  /// The captions of cells that were taken out of the text, by the cell's index, in their order.
  private(set) var captions: [Int: [Node]] = [:]

  /// The tree of a text. O(length).
  package init(_ text: String) { (parser, root) = ReferenceParser.parse(text) }

  deinit {
    for caption in captions.values.joined() { cmark_node_free(caption) }
    cmark_node_free(root)
    cmark_parser_free(parser)
  }

  /// All nodes, parents before their children. They stay valid until they are replaced. O(nodes).
  package var nodes: [Node] { nodes(of: root) }

  /// A node and all that is in it. O(nodes).
  func nodes(of root: Node) -> [Node] {
    let iterator = cmark_iter_new(root)
    defer { cmark_iter_free(iterator) }
    var found: [Node] = []
    while true {
      let event = cmark_iter_next(iterator)
      if event == CMARK_EVENT_DONE { return found }
      if event == CMARK_EVENT_ENTER, let node = cmark_iter_get_node(iterator) { found.append(node) }
    }
  }

  /// The blocks of the text itself, without those inside of others, in order. O(blocks).
  package var blocks: [Node] { children(of: root) }

  /// Visits all nodes from the outside in, those with content before and after it; `body` returns whether the content is passed
  /// over. O(nodes).
  package func walk(_ part: Node? = nil, _ body: (Node, _ isEntered: Bool) -> Bool) {
    let iterator = cmark_iter_new(part ?? root)
    defer { cmark_iter_free(iterator) }
    while true {
      let event = cmark_iter_next(iterator)
      guard event != CMARK_EVENT_DONE, let node = cmark_iter_get_node(iterator) else { return }
      let isEntered = event == CMARK_EVENT_ENTER
      if body(node, isEntered), isEntered { cmark_iter_reset(iterator, node, CMARK_EVENT_EXIT) }
    }
  }

  /// The words of a text, as a reader sees them. O(length).
  static func words(of text: String) -> String {
    let tree = MarkdownTree(text)
    defer { withExtendedLifetime(tree) {} }
    return tree.words(of: tree.root).replacing("\n", with: " ")
  }

  /// The words of a node, as a reader sees them, with the signs of formulas, and without pictures. O(length).
  package func words(of node: Node) -> String {
    var words = ""
    walk(node) { node, isEntered in
      switch cmark_node_get_type(node) {
      case CMARK_NODE_TEXT, CMARK_NODE_CODE: words += Self.literal(node)
      case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: words += "\n"
      case CMARK_NODE_HTML_INLINE: if case .mark(let mark)? = meanings[node] { words += mark.words }
      default: break
      }
      return cmark_node_get_type(node) == CMARK_NODE_IMAGE
    }
    return words
  }

  /// The headings with their words and their names in addresses: the words' letters and digits, in lower case, with hyphens between, and a number
  /// where that is a name already, or one of `taken`. O(nodes).
  package func headings(
    besides taken: Set<String>, words: (Node) -> String
  ) -> [(node: Node, words: String, name: String)] {
    var taken = taken
    // How far each name was counted: all numbers up to there are taken.
    var counts: [String: Int] = [:]
    return nodes.filter { cmark_node_get_type($0) == CMARK_NODE_HEADING }.map { node in
      let words = words(node).trimmingCharacters(in: .whitespacesAndNewlines)
      let slug = words.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
      let base = slug.isEmpty ? "section" : slug
      var (name, count) = (base, counts[base] ?? 1)
      while !taken.insert(name).inserted {
        count += 1
        name = "\(base)-\(count)"
      }
      counts[base] = count
      return (node, words, name)
    }
  }

  /// Makes one text of those that are next to each other. O(nodes).
  package func joinTexts() { cmark_consolidate_text_nodes(root) }

  package func children(of node: Node) -> [Node] {
    sequence(first: cmark_node_first_child(node), next: { $0.flatMap(cmark_node_next) }).prefix { $0 != nil }
      .compactMap { $0 }
  }

  /// What is in a heading or a paragraph as HTML. O(length).
  func inner(of node: Node) -> String { children(of: node).map(html).joined() }

  /// A text that is one line, without the paragraph around it. O(length).
  var line: String { blocks.map { inner(of: $0) }.joined(separator: "\n") }

  /// The whole as HTML. O(length).
  package var html: String { html(of: root) }

  /// A node with what is in it as HTML. O(length).
  package func html(of node: Node) -> String {
    guard let text = cmark_render_html(node, ReferenceParser.options, cmark_parser_get_syntax_extensions(parser)) else {
      return ""
    }
    defer { free(text) }
    return String(cString: text)
  }

  /// Puts a node with HTML into the place of another one; false where there can be none.
  @discardableResult
  func replace(_ node: Node, withHTML html: String, isBlock: Bool, _ meaning: Meaning = .frame) -> Bool {
    guard let made = self.node(isBlock ? CMARK_NODE_HTML_BLOCK : CMARK_NODE_HTML_INLINE, html, meaning) else {
      return false
    }
    guard cmark_node_replace(node, made) != 0 else {
      cmark_node_free(made)
      return false
    }
    cmark_node_free(node)
    return true
  }

  /// Puts texts and HTML into the place of a text; false where there can be no HTML.
  func replace(_ node: Node, with pieces: [ProseMarks<ProseMark>.Piece]) -> Bool {
    for piece in pieces {
      let made: Node? =
        switch piece {
        case .text(let text): self.node(CMARK_NODE_TEXT, text)
        case .mark(let mark): self.node(CMARK_NODE_HTML_INLINE, mark.html, .mark(mark))
        }
      guard let made else { return false }
      guard cmark_node_insert_before(node, made) != 0 else {
        cmark_node_free(made)
        return false
      }
    }
    remove(node)
    return true
  }

  /// Puts scripts and styles that are in a line into one node each: what is in them, the parser has read as text.
  /// O(nodes).
  package func gatherUnread() {
    for block in nodes where cmark_node_get_type(block) == CMARK_NODE_PARAGRAPH {
      // Those of which no end follows; nobody looks for it again.
      var unclosed: Set<String> = []
      var child = cmark_node_first_child(block)
      while let node = child {
        if let name = Self.unread(node, "<"), !unclosed.contains(name), !gather(node, until: name) {
          unclosed.insert(name)
        }
        child = cmark_node_next(node)
      }
    }
  }

  /// The name of the element that a tag in a line begins or ends, if its content is invisible.
  private static func unread(_ node: Node, _ opening: String) -> String? {
    guard cmark_node_get_type(node) == CMARK_NODE_HTML_INLINE else { return nil }
    let tag = literal(node).lowercased()
    return ["script", "style"].first { name in
      tag.hasPrefix(opening + name) && tag.dropFirst(opening.count + name.count).first?.isLetter == false
    }
  }

  /// Takes what follows a tag up to the end of its element into its node; false where there is no end.
  private func gather(_ node: Node, until name: String) -> Bool {
    var content: [Node] = []
    var next = cmark_node_next(node)
    while let sibling = next {
      content.append(sibling)
      if Self.unread(sibling, "</") == name {
        let texts = content.map { Self.isBreak($0) ? "\n" : Self.literal($0) }
        cmark_node_set_literal(node, Self.literal(node) + texts.joined())
        content.forEach(remove)
        return true
      }
      next = cmark_node_next(sibling)
    }
    return false
  }

  /// A tag of HTML that has its counterpart.
  package struct Tag {
    package var name: String
    package var isOpening: Bool
  }

  /// The tags in a line that begin and end elements, with all of an element in the same node. O(nodes).
  ///
  /// - Parameters:
  ///   - root: Where they are looked for; in the whole text when nil.
  ///   - isMeant: Whether elements of a name are looked for.
  ///   - parts: Whether no element goes on behind a node.
  package func tags(
    in root: Node? = nil, _ isMeant: (String) -> Bool = { _ in true }, parts: (Node) -> Bool = { _ in false }
  ) -> [Node: Tag] {
    var found: [Node: Tag] = [:]
    // Those that no end has followed, by the node that holds them.
    var unclosed: [Node: [(node: Node, name: String)]] = [:]
    for node in nodes(of: root ?? self.root) {
      guard let parent = cmark_node_parent(node) else { continue }
      if unclosed[parent] != nil, parts(node) { unclosed[parent] = nil }
      guard cmark_node_get_type(node) == CMARK_NODE_HTML_INLINE,
        let match = Self.literal(node).firstMatch(of: compiled(/^<(\/?)([A-Za-z][A-Za-z0-9-]*)(?:\s[^>]*)?>$/)),
        case let name = match.output.2.lowercased(), isMeant(name)
      else { continue }
      if match.output.1.isEmpty {
        unclosed[parent, default: []].append((node, name))
      } else if let open = unclosed[parent], let index = open.lastIndex(where: { $0.name == name }) {
        unclosed[parent] = Array(open[..<index])
        found[open[index].node] = Tag(name: name, isOpening: true)
        found[node] = Tag(name: name, isOpening: false)
      }
    }
    return found
  }

  /// Takes tags away that begin or end an element of which there is no other end.
  func removeOpenTags(in root: Node) {
    let tags = tags(in: root)
    for node in nodes(of: root) where cmark_node_get_type(node) == CMARK_NODE_HTML_INLINE && tags[node] == nil {
      let isAlone =
        Self.literal(node).firstMatch(of: compiled(/^<(?:[!?]|(?:br|hr|img|wbr)\b)|\/>$/.ignoresCase())) != nil
      if !isAlone { remove(node) }
    }
  }

  private static func isBreak(_ node: Node) -> Bool {
    [CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK].contains(cmark_node_get_type(node))
  }

  /// Takes out scripts and forms in the HTML and the addresses of the text. O(length).
  func disarm() {
    gatherUnread()
    for node in nodes {
      switch cmark_node_get_type(node) {
      case CMARK_NODE_HTML_BLOCK, CMARK_NODE_HTML_INLINE:
        cmark_node_set_literal(node, SafeMarkup.part(Self.literal(node)))
      case CMARK_NODE_LINK, CMARK_NODE_IMAGE: disarmAddress(of: node)
      default: break
      }
    }
  }

  /// Takes a link away that does more than lead somewhere, and makes a link of a picture from elsewhere; the words stay.
  package func disarmAddress(of node: Node) {
    let address = cmark_node_get_url(node).map { String(cString: $0) } ?? ""
    let isPicture = cmark_node_get_type(node) == CMARK_NODE_IMAGE
    if isPicture ? SafeAddress.isSource(address) : SafeAddress.isLink(address) { return }
    let leads = isPicture && SafeAddress.isLink(address) && !isInside(CMARK_NODE_LINK, node)
    if cmark_node_first_child(node) == nil, let text = self.node(CMARK_NODE_TEXT, address) {
      cmark_node_append_child(node, text)
    }
    var link = leads ? cmark_node_new(CMARK_NODE_LINK) : nil
    if let made = link {
      cmark_node_set_url(made, address)
      if cmark_node_insert_before(node, made) == 0 {
        cmark_node_free(made)
        link = nil
      }
    }
    // The words are looked at after this: they must stay in the tree, whatever may be in the block around them.
    while let child = cmark_node_first_child(node) {
      let isKept = link.map { cmark_node_append_child($0, child) } ?? cmark_node_insert_before(node, child)
      if isKept == 0 { cmark_node_unlink(child) }
    }
    remove(node)
  }

  /// Whether a node is inside another one of this type.
  package func isInside(_ type: cmark_node_type, _ node: Node) -> Bool {
    sequence(first: cmark_node_parent(node), next: { cmark_node_parent($0) }).prefix { $0 != nil }.contains {
      cmark_node_get_type($0) == type
    }
  }

  /// Takes captions out of the text; `cell` knows which cell has the one in a line. O(blocks).
  func takeCaptions(cell: (Int) -> (cell: Int, text: String)?) {
    for block in blocks {
      guard let (index, _) = cell(Int(cmark_node_get_start_line(block))) else { continue }
      cmark_node_unlink(block)
      captions[index, default: []].append(block)
    }
  }

  /// Numbers footnotes in the order in which a reader meets them: the parser has met those of captions last. O(nodes).
  ///
  /// - Parameter cell: The index of the cell that is in place of a node; nil for any other node.
  func orderNotes(cell: (Node) -> Int?) {
    func isReference(_ node: Node) -> Bool { cmark_node_get_type(node) == CMARK_NODE_FOOTNOTE_REFERENCE }
    let lines = captions.values.joined().flatMap { nodes(of: $0) }
    guard lines.contains(where: isReference) else { return }
    let notes = blocks.filter { cmark_node_get_type($0) == CMARK_NODE_FOOTNOTE_DEFINITION }
    var (order, numbers): ([Int], [Int: Int]) = ([], [:])
    func meet(_ number: Int) {
      guard notes.indices.contains(number - 1), numbers[number] == nil else { return }
      order.append(number)
      numbers[number] = order.count
    }
    func visit(_ part: Node?) {
      walk(part) { node, isEntered in
        if isReference(node), let number = Int(Self.literal(node)) { meet(number) }
        if isEntered, let index = cell(node) { captions[index]?.forEach(visit) }
        return part == nil && cmark_node_get_type(node) == CMARK_NODE_FOOTNOTE_DEFINITION
      }
    }
    visit(nil)
    // What only other notes refer to is behind these.
    var next = 0
    while next < order.count {
      visit(notes[order[next] - 1])
      next += 1
    }
    for index in notes.indices { meet(index + 1) }
    for node in nodes + lines where isReference(node) {
      if let number = Int(Self.literal(node)).flatMap({ numbers[$0] }) { cmark_node_set_literal(node, "\(number)") }
    }
    for number in order {
      cmark_node_unlink(notes[number - 1])
      cmark_node_append_child(root, notes[number - 1])
    }
  }

  package func remove(_ node: Node) {
    cmark_node_unlink(node)
    cmark_node_free(node)
  }

  /// Adds HTML before a block.
  func insert(html: String, before node: Node) {
    guard let made = self.node(CMARK_NODE_HTML_BLOCK, html, .frame) else { return }
    if cmark_node_insert_before(node, made) == 0 { cmark_node_free(made) }
  }

  /// Adds HTML at the end, above the footnotes, whose list the writer does not end before the text ends.
  func append(html: String, _ meaning: Meaning) {
    guard let made = self.node(CMARK_NODE_HTML_BLOCK, html, meaning) else { return }
    if let note = blocks.first(where: { cmark_node_get_type($0) == CMARK_NODE_FOOTNOTE_DEFINITION }) {
      cmark_node_insert_before(note, made)
    } else {
      cmark_node_append_child(root, made)
    }
  }

  /// Adds a heading at the end.
  package func append(heading words: String, level: Int) -> Node? {
    guard let heading = cmark_node_new(CMARK_NODE_HEADING), let text = node(CMARK_NODE_TEXT, words) else { return nil }
    cmark_node_set_heading_level(heading, Int32(level))
    cmark_node_append_child(heading, text)
    cmark_node_append_child(root, heading)
    return heading
  }

  private func node(_ type: cmark_node_type, _ literal: String, _ meaning: Meaning? = nil) -> Node? {
    guard let node = cmark_node_new(type) else { return nil }
    meanings[node] = meaning
    // The parser's own strings end at a zero; HTML has no way to write one. A figure has megabytes and no zero.
    let text = literal.holds("\0") ? literal.replacing("\0", with: "\u{FFFD}") : literal
    cmark_node_set_literal(node, text)
    return node
  }

  /// Gives a directive its HTML.
  func set(_ node: Node, _ mark: ProseMark) {
    cmark_node_set_literal(node, mark.html)
    meanings[node] = .mark(mark)
  }

  /// The directive that a node is; nil for any other node.
  func directive(_ node: Node) -> Directives.Line? {
    if case .mark(let mark)? = meanings[node] { mark.directive } else { nil }
  }

  /// Puts HTML before the blocks that a block holds, and behind them.
  func enclose(in node: Node, _ opening: String, _ closing: String) {
    if let made = self.node(CMARK_NODE_HTML_BLOCK, opening, .frame) { cmark_node_prepend_child(node, made) }
    if let made = self.node(CMARK_NODE_HTML_BLOCK, closing, .frame) { cmark_node_append_child(node, made) }
  }

  /// Puts a tag before what a node holds and one behind it, and takes the node itself away.
  func open(_ node: Node, _ opening: String, _ closing: String) {
    let tags = [opening, closing].map { self.node(CMARK_NODE_HTML_INLINE, $0, .frame) }
    for child in [tags[0]] + children(of: node) + [tags[1]] { cmark_node_insert_before(node, child) }
    remove(node)
  }

  /// The characters of a node that is a text, code or HTML.
  package static func literal(_ node: Node) -> String {
    cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
  }
}
