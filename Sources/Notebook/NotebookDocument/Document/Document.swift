import Foundation

/// The text of a notebook, or any other Markdown, as a value: blocks, each with its lines, and in them the constructs that mean something
/// here. It is parsed once; the one that asks what a line means asks here.
///
/// A construct in a comment, in raw HTML or in code does not exist.
package struct Document: Hashable, Sendable {
  /// The lines of the text, those of the front matter empty.
  package let lines: [String]
  /// The blocks that hold no other blocks, in order. Every line belongs to exactly one of them.
  package internal(set) var blocks: [Block] = []
  /// Divisions that are in no list and no quotation, by the line of their beginning.
  package internal(set) var divisions: [Division] = []
  /// The index of the block of each line.
  private(set) var owners: [Int] = []

  /// The lines of a text, whichever signs end them. O(length).
  package static func lines(of text: String) -> [String] {
    let text = text.holds("\r") ? text.replacing(bytes: "\r\n", with: "\n").replacing(bytes: "\r", with: "\n") : text
    return text.components(separatedBy: "\n")
  }

  /// The document of these lines. O(length), except for unpaired runs of backticks.
  package init(_ lines: [String]) {
    self.lines = lines
    var parser = DocumentParser(lines)
    blocks = parser.blocks()
    for (index, block) in blocks.enumerated() {
      owners += Array(repeating: index, count: block.lines.count)
    }
    divisions = Division.all(in: blocks)
  }

  /// The block that a line, counted from 1, belongs to; nil behind the last.
  package func block(at line: Int) -> Block? { owners.indices.contains(line - 1) ? blocks[owners[line - 1]] : nil }

  /// Whether nothing in a line, counted from 1, means anything here: code, raw HTML, a comment.
  package func isLiteral(_ line: Int) -> Bool { block(at: line)?.kind.isLiteral ?? false }

  /// Whether a line, counted from 1, is fenced code.
  package func isCode(_ line: Int) -> Bool { block(at: line)?.fencedCode != nil }

  /// The fenced blocks of code, in order.
  package var codeBlocks: [CodeBlocks.Block] { blocks.compactMap(\.fencedCode) }

  /// All constructs, those inside of others behind them, in order.
  package var inlines: [Inline] {
    func all(_ inline: Inline) -> [Inline] { [inline] + inline.children.flatMap(all) }
    return blocks.flatMap { $0.inlines.flatMap(all) }
  }

  /// The addresses to which the text leads, and those of what it shows, in order. O(length).
  package var targets: [Target] {
    inlines.compactMap { inline in
      guard case .target(let isPicture) = inline.kind else { return nil }
      return Target(
        address: text(from: inline.start, to: inline.end), isPicture: isPicture,
        isComputed: inline.children.contains(where: \.isExpression), place: inline.start)
    }
  }

  /// An address in the text.
  package struct Target: Hashable, Sendable {
    /// As it is written.
    package var address: String
    /// Whether a picture is there that the text shows.
    package var isPicture: Bool
    /// Whether expressions are in it.
    package var isComputed: Bool
    /// Where it begins.
    package var place: Place

    /// The part that names a file, up to # or ?.
    package var path: String { String(address.prefix { $0 != "#" && $0 != "?" }) }
  }

  /// The headings that are in no list and no quotation, in order.
  package var headings: [Heading] {
    blocks.compactMap { block in
      guard case .heading(let level) = block.kind, block.containers.isEmpty else { return nil }
      return Heading(line: block.lines.lowerBound, level: level)
    }
  }

  package struct Heading: Hashable, Sendable {
    /// Counted from 1.
    package var line: Int
    /// 1 for the highest.
    package var level: Int
  }

  /// The line with which the section ends that a line is in, behind its last: where the next heading of this level,
  /// or of a higher one, begins. O(headings), which are this document's.
  func end(ofSectionAt line: Int, among headings: [Heading]) -> Int {
    let own = headings.last { $0.line < line }?.level ?? 6
    return headings.first { $0.line > line && $0.level <= own }?.line ?? lines.count + 1
  }
}

extension Document {
  /// A block that holds no other blocks.
  package struct Block: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case blank
      case fencedCode(CodeBlocks.Block)
      case indentedCode
      case rawHTML
      case comment
      case paragraph
      case heading(Int)
      case rule
      case table
      /// A formula on its own lines, its label, and where its TeX is.
      case formula(label: String?, from: Place, to: Place)
      /// Colons that begin a division, or end one if they have no name.
      case fence(words: String)
      /// A line that asks for a new page.
      case newPage
      /// A line of points, behind which what is on a slide comes with the next step.
      case pause
      /// Text that shows nowhere: definitions of links.
      case definition

      /// Whether nothing in the block means anything here.
      package var isLiteral: Bool {
        switch self {
        case .fencedCode, .indentedCode, .rawHTML, .comment: true
        default: false
        }
      }
    }

    package var kind: Kind
    /// Counted from 1.
    package var lines: ClosedRange<Int>
    /// What the block is in, the outermost first.
    package var containers: [Container] = []
    /// What means something in its text, in order and side by side.
    package var inlines: [Inline] = []

    /// The outermost construct that a place is in. O(log constructs).
    package func inline(at place: Place) -> Inline? {
      var (low, high) = (0, inlines.count)
      while low < high {
        let middle = (low + high) / 2
        if inlines[middle].end <= place { low = middle + 1 } else { high = middle }
      }
      return low < inlines.count && inlines[low].start <= place ? inlines[low] : nil
    }

    /// The block as code with fences; nil for any other.
    package var fencedCode: CodeBlocks.Block? { if case .fencedCode(let code) = kind { code } else { nil } }
  }

  /// A block that holds others.
  package enum Container: Hashable, Sendable {
    case quotation
    /// An item of a list that begins in a line.
    case item(line: Int)
    case footnote

    /// What messages call it.
    package var name: String {
      switch self {
      case .quotation: "a quotation"
      case .item: "a list"
      case .footnote: "a footnote"
      }
    }
  }

  /// A place in the text.
  package struct Place: Hashable, Comparable, Sendable {
    /// Counted from 1.
    package var line: Int
    /// In UTF-8 bytes from the line's start.
    package var column: Int

    package init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

    package static func < (a: Self, b: Self) -> Bool { (a.line, a.column) < (b.line, b.column) }
  }

  /// A construct in a text.
  package struct Inline: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case code
      case rawHTML
      /// An address in angle brackets.
      case address
      /// `` `{swift} expression` ``, and the place of the expression itself.
      case expression(String, at: Place)
      /// A formula in a line.
      case formula(isDisplay: Bool)
      /// `@fig-drift`, without the @.
      case reference(String)
      /// `[@savage1998, p. 20]` or `@savage1998`, on one line.
      case citation(String)
      /// `![words](address){braces}`
      case picture(words: String, address: String, braces: String)
      /// The address of a link, of a picture or of a definition, and that of an attribute of HTML.
      case target(isPicture: Bool)
    }

    package var kind: Kind
    package var start: Place
    /// Behind its last byte.
    package var end: Place
    /// What means something inside of it.
    package var children: [Inline] = []
    /// Whether it is in the words of a link, which holds no other link.
    package var isInLink = false
  }

  /// The characters between two places of a block, with line feeds, and without the marks of quotations that it is in.
  /// O(length).
  package func text(from start: Place, to end: Place) -> String {
    let quotations = block(at: start.line)?.containers.count { $0 == .quotation } ?? 0
    return (start.line...max(start.line, end.line)).map { line in
      let bytes = lines[line - 1].utf8
      let marks = quotations > 0 ? DocumentParser.continuationStart(of: lines[line - 1], quotations) ?? 0 : 0
      let first = line == start.line ? start.column : marks
      return String(decoding: bytes.prefix(line == end.line ? end.column : bytes.count).dropFirst(first), as: UTF8.self)
    }.joined(separator: "\n")
  }
}

extension Document.Block {
  /// Whether nothing in the block means anything here: code, raw HTML, a comment.
  package var isLiteral: Bool { kind.isLiteral }
}
