import Basics
import NotebookDocument

/// Writes lines of a notebook, and texts in place of others, below each other.
///
/// A text that is put in is its own block, and what is above and below a text that is taken out stays apart, as in the
/// notebook's tree: with an empty line, and between lists, which empty lines do not part, with a comment.
struct BlockJoiner {
  /// In order; a text may have several lines.
  private(set) var lines: [String] = []
  private let document: Document
  /// The block added last; nil behind one that ends by itself.
  private var last: Edge?
  /// The place below it at which something was taken out, or put in.
  private var gap: Gap?

  init(_ document: Document) { self.document = document }

  /// The first or the last block of what is added.
  private struct Edge {
    var containers: [Document.Container] = []
    /// nil for a text that is put in and was not parsed.
    var kind: Document.Block.Kind?
    var isIndented = false
  }

  /// The place of a text that is put in, or taken out.
  private struct Gap {
    let containers: [Document.Container]
    /// What is before a line there: the signs of quotations, and the room of lists.
    let marks: String

    /// A list's sign is before the first line only.
    init(_ containers: [Document.Container], _ marks: String) {
      (self.containers, self.marks) = (containers, MarkdownText.marks(below: marks))
    }

    /// The signs of the outermost containers.
    func marks(_ depth: Int) -> String {
      let quotations = containers.prefix(depth).count { $0 == .quotation }
      return marks.split(separator: ">", omittingEmptySubsequences: false).prefix(quotations + 1).joined(separator: ">")
    }
  }

  /// Adds a line of the notebook, by its number; none for a line that was added to it.
  mutating func add(_ text: String, line: Int?) {
    if !MarkdownText.isBlank(text) {
      let block = line.flatMap(document.block)
      let inner = text.utf8.dropFirst(gap?.marks.utf8.count ?? 0)
      let edge = Edge(
        containers: block?.containers ?? [], kind: block?.kind, isIndented: inner.first == 32 || inner.first == 9)
      keepApart(edge)
      (last, gap) = (edge, nil)
    }
    lines.append(text)
  }

  /// Takes out what begins in a line, behind these signs of lists and quotations. A list keeps an item that begins there.
  mutating func skip(line: Int, marks: String = "", isCell: Bool = false) {
    let place = Gap(document.block(at: line)?.containers ?? [], marks)
    if place.containers.contains(.item(line: line)) {
      widen(place)
      keepApart(Edge(containers: place.containers))
      lines.append(marks + MarkdownText.nothing)
      (last, gap) = (nil, place)
      return
    }
    // The empty lines on both sides would be two.
    if isCell, lines.last == "" { lines.removeLast() }
    widen(place)
  }

  /// What was taken out side by side is parted as by the outermost of it.
  private mutating func widen(_ place: Gap) {
    if gap.map({ $0.containers.count > place.containers.count }) ?? true { gap = place }
  }

  /// Adds a text in place of what begins in a line, behind these signs of lists and quotations.
  mutating func put(_ text: String, line: Int, marks: String = "") {
    let place = Gap(document.block(at: line)?.containers ?? [], marks)
    let (first, end) = Self.edges(of: text, in: place.containers)
    widen(place)
    if let first { keepApart(first) }
    lines.append(MarkdownText.contained(text, behind: marks))
    if !text.isEmpty { (last, gap) = (end, place) }
  }

  /// Adds a text above a paragraph, in which it is.
  mutating func put(_ text: String, aboveLine line: Int) {
    put(text, line: line - 1)
    if document.block(at: line)?.kind == .paragraph { last = nil }
  }

  /// The first and the last block of a text; nil for those that end by themselves, and next to an empty line.
  private static func edges(of text: String, in containers: [Document.Container]) -> (Edge?, Edge?) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.first, let end = lines.last else { return (nil, nil) }
    func isOpen(_ line: Substring) -> Bool { !line.isEmpty && !MarkdownText.beginsBlock(line) }
    let isOpen = (isOpen(first), isOpen(end))
    guard isOpen.0 || isOpen.1 else { return (nil, nil) }
    let blocks = Document(lines.map(String.init)).blocks.filter { $0.kind != .blank }
    func edge(_ block: Document.Block?) -> Edge {
      Edge(
        containers: containers + (block?.containers ?? []), kind: block?.kind,
        isIndented: block.map { lines[$0.lines.lowerBound - 1].first == " " } ?? false)
    }
    return (isOpen.0 ? edge(blocks.first) : nil, isOpen.1 ? edge(blocks.last) : nil)
  }

  /// Adds what keeps the next block apart from the one above.
  private mutating func keepApart(_ next: Edge) {
    guard let gap, let last else { return }
    let depth = zip(gap.containers, zip(last.containers, next.containers)).prefix { $0 == $1.0 && $0 == $1.1 }.count
    let (above, below) = (last.containers.dropFirst(depth).first, next.containers.dropFirst(depth).first)
    let isBetween = gap.containers.count == depth
    // The next item of a list ends the one above.
    if above?.isItem == true, below?.isItem == true, !isBetween { return }
    let joins =
      above == nil
      ? last.kind == .indentedCode && next.kind == .indentedCode
      : above != .quotation && (below?.isItem == true || next.isIndented || next.kind == .definition)
    if joins, isBetween {
      lines.append(MarkdownText.contained(MarkdownText.nothing, behind: gap.marks(depth)))
    } else if last.kind.map(\.goesOn) ?? true, let line = lines.last, !MarkdownText.isBlank(line) {
      lines.append(MarkdownText.contained("", behind: gap.marks(depth)))
    }
  }
}

extension Document.Container {
  fileprivate var isItem: Bool { if case .item = self { true } else { false } }
}

extension Document.Block.Kind {
  /// Whether a line directly below may go on with the block.
  fileprivate var goesOn: Bool {
    switch self {
    case .paragraph, .table, .rawHTML, .definition: true
    default: false
    }
  }
}
