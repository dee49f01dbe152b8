import Foundation
import TestTiers
import Testing

import struct Basics.SeededRandom

@testable import NotebookDocument

@Suite("A notebook's text as a value")
struct DocumentTests {
  private func document(_ text: String) -> Document { Document(text.components(separatedBy: "\n")) }

  private func expressions(_ text: String) -> [String] {
    document(text).inlines.compactMap { if case .expression(let text, _) = $0.kind { text } else { nil } }
  }

  @Test("Every line belongs to one block, whatever is in it")
  func lines() {
    let text = """
      # Heading

      Text `a
      b` goes on
      > and a quotation
      lazily
      >
      > ```swift
      > let a = 1
      > ```

      - item

        ::: columns
      - other
      :::
      | a | b |
      | - | - |
      | 1 | 2 |
      ::: {.guess}

      $$
      a = b
      - c
      $$
      ---
      Setext
      ===
          code

          more

      <!-- a

      b -->
      <div>
      $$
      x
      $$
      ::: columns
      </div>

      [a]: https://example.org
      """
    let document = document(text)
    let kinds = document.blocks.filter { $0.kind != .blank }.map { "\($0.lines) \($0.kind)".prefix { $0 != "(" } }
    #expect(
      kinds == [
        "1...1 heading", "3...4 paragraph", "5...6 paragraph", "8...10 fencedCode", "12...12 paragraph",
        "14...14 fence",
        "15...15 paragraph", "16...16 fence", "17...19 table", "20...20 fence", "22...25 formula", "26...26 rule",
        "27...28 heading", "29...31 indentedCode", "33...35 comment", "36...41 rawHTML", "43...43 definition",
      ])
    #expect(document.blocks.flatMap(\.lines) == Array(1...document.lines.count))
    #expect(document.divisions.map(\.container) == [.item(line: 12), nil])
    #expect(document.divisions.map(\.end) == [nil, nil])
    #expect(document.headings.map(\.level) == [1, 1])
  }

  @Test("An expression may go on in the next line; in comments, raw HTML and code there is none")
  func wrapped() {
    #expect(expressions("a `{swift}\nb + 1` c") == ["b + 1"])
    #expect(expressions("> a `{swift} f(1,\n> 2)`") == ["f(1, 2)"])
    #expect(expressions("- a `{swift} f(1,\n  2)`, `{swift} c`") == ["f(1, 2)", "c"])
    #expect(expressions("# `{swift} a`\n\n| `{swift} b` |\n| --- |\n| `{swift} c` |") == ["a", "b", "c"])
    #expect(expressions("[^1]: `{swift} a`\n\n    `{swift} b`\n\nx[^1]") == ["a", "b"])
    #expect(expressions("$a = `{swift} [1].map { $0 }`$ and *`{swift} b`*") == ["[1].map { $0 }", "b"])
    #expect(expressions("$$\n`{swift} a`\n$$") == ["a"])
    #expect(expressions("[a]: https://example.org/`{swift} x`") == ["x"])
    for hidden in [
      "<!-- `{swift} a` -->", "a <!-- `{swift} a` --> b", "a <!-- `{swift}\na` --> b", "<div title=\"`{swift} a`\">",
      "a <b title=\"`{swift} a`\">b</b>", "<pre>`{swift} a`</pre>", "<div>\n`{swift} a`\n</div>", "    `{swift} a`",
      "```\n`{swift} a`\n```", "``a `{swift} a` b``", "\\`{swift} a`", "> <!--\n> `{swift} a`\n> -->",
      "- <pre>\n  `{swift} a`\n\n  </pre>", "<script>\n\n`{swift} a`\n</script>", "<?php `{swift} a` ?>",
      "a <!X `{swift} a`> b",
    ] {
      #expect(expressions(hidden) == [], "\(hidden)")
    }
    // Between tags in a line there is text.
    #expect(expressions("a <b>`{swift} a`</b>") == ["a"])
  }

  @Test("Code keeps its lines, whatever they would be elsewhere")
  func code() {
    let code = "::: columns\n$$\na\n$$\n\\newpage\n"
    #expect(document("```text\n\(code)```").codeBlocks.map(\.code) == [code])
    #expect(document("> ~~~text\n> ::: a\n> ~~~").codeBlocks.map(\.code) == ["::: a\n"])
    #expect(document("- ```swift\n  $$ a\n  b $$\n  ```").codeBlocks.map(\.code) == ["$$ a\nb $$\n"])
  }

  @Test("Addresses are found where Markdown has them, and nowhere else")
  func addresses() {
    let expected: [(String, [String])] = [
      ("![a](x.png) and [b](<y.md> \"title\")", ["!x.png", "y.md"]), ("[ref]: c.md \"t\"", ["c.md"]),
      ("[^1]: a note.md", []), ("`[a](x.png)` [a](x.png)", ["x.png"]), ("[a]( x.md )", ["x.md"]), ("[a]()", []),
      ("<img src=\"x.png\"> <a href=\"#a\">", ["!x.png", "#a"]), ("f[0](x)", ["x"]), ("plain", []),
      ("[a](<b c.md>)", ["b c.md"]), ("[a](b(1).png)", ["b(1).png"]), ("\\[a](b)", []), ("[a](not a link)", []),
      ("[a\nb](c.md)", ["c.md"]), ("> [a\n> b](c.md)", ["c.md"]), ("- [a]: b.md\n- x", ["b.md"]),
      ("text <!-- ![a](b.png) --> [c](d.md)", ["d.md"]), ("<pre>\n![a](b.png)\n</pre>", []),
      ("<div>\n<img src=\"b.png\">\n<!-- <img src=\"c.png\"> -->\n</div>", ["!b.png"]), ("~~~\n![a](b.png)\n~~~", []),
      ("[![a](b.png)](c.md)", ["!b.png", "c.md"]), ("| [a](b.md) |\n| --- |\n| ![c](d.png) |", ["b.md", "!d.png"]),
      ("[a](`{swift} f(x) + 1`.png)", ["`{swift} f(x) + 1`.png"]),
      ("[a]: b.md\n[c]: d.md\n[a] text", ["b.md", "d.md"]),
    ]
    for (text, addresses) in expected {
      let found = document(text).targets.map { ($0.isPicture ? "!" : "") + $0.address }
      #expect(found == addresses, "\(text)")
    }
    // What looks like another construct in an address is part of it.
    #expect(document("[x](@fig-a) and [y](a$b$c)").inlines.count == 2)
  }

  /// What the constructs of a text are, each as it is read.
  private func read(_ text: String) -> [String] {
    let document = document(text)
    return document.inlines.compactMap { inline in
      switch inline.kind {
      case .formula: "$" + document.tex(of: inline, document.source(of: inline))
      case .citation(let text): text
      case .reference(let label): "@" + label
      case .expression(let text, _): text
      default: nil
      }
    }
  }

  @Test("A formula, a citation and a reference may go on in the next line of their paragraph")
  func wrappedMarks() {
    let expected: [(String, [String])] = [
      ("The value $a +\nb$ is", ["$a +\nb"]), ("Text $$\na = b\n$$ text", ["$\na = b\n"]),
      ("- a $$\n  y = 1\n  $$", ["$\n  y = 1\n  "]), ("> a $b -\n> c$", ["$b -\nc"]), ("a $b\n\nc$ d", []),
      ("a $b `$\n` c$", ["$b `$\n` c"]), ("as [@a,\n  p. 20] and", ["[@a, p. 20]"]),
      ("[see @a,\n@b]", ["[see @a, @b]"]),
      ("> [see @a,\n> @b]", ["[see @a, @b]"]), ("as @a\n[p. 3] has it", ["@a [p. 3]"]),
      ("see\n@fig-a\nand", ["@fig-a"]),
    ]
    for (text, found) in expected { #expect(read(text) == found, "\(text)") }
  }

  @Test("A formula holds no comment and no HTML")
  func comments() {
    for text in ["$x <!-- a --> y$", "$$x <!-- a --> y$$", "$x <b>y</b> z$", "$$\na <!-- b\nc --> d\n$$ e"] {
      #expect(read(text) == [], "\(text)")
    }
    #expect(read("$x$ <!-- $y$ --> $z$") == ["$x", "$z"])
  }

  @Test("An underscore around a citation or a reference begins and ends emphasis")
  func emphasis() {
    let expected: [(String, [String])] = [
      ("_@a_ too", ["@a"]), ("__@a__", ["@a"]), ("_as @a_b_ has_", ["@a_b"]), ("_@a [p. 3]_", ["@a [p. 3]"]),
      ("_[@a, p. 3]_", ["[@a, p. 3]"]), ("_Compare @tbl-a_", ["@tbl-a"]), ("_@fig-a_b_", ["@fig-a_b"]), ("x_@a", []),
      ("\\_@a", []), ("@_", []),
    ]
    for (text, found) in expected { #expect(read(text) == found, "\(text)") }
  }

  @Test("A construct of a table is in one cell, and a bar behind a backslash is a bar in it")
  func tables() throws {
    func row(_ text: String) -> [String] { read("| a | b |\n| --- | --- |\n\(text)") }
    #expect(row("| `{swift} x > 1 \\|\\| x < 0` | $\\|v\\|$ |") == ["x > 1 || x < 0", "$|v|"])
    #expect(row("| `{swift} x | 2` |") == [])
    #expect(row("| $|x|$ | y |") == [])
    #expect(row("| [@a | b] | `c | @fig-d` |") == ["@fig-d"])
    #expect(read("> | `{swift} a` |\n> | --- |\n> | `{swift} b \\| c` |") == ["a", "b | c"])
    let text = "---\nnotebook: {}\n---\n| a |\n| --- |\n| ä `{swift} x \\| y` |"
    let notebook = try NotebookParser.parse(text, path: "n.md")
    let inline = try #require(notebook.inlines.first)
    #expect(inline.end == Document.Place(line: 6, column: 21))
    #expect(notebook.place(in: inline, byte: 4) == Document.Place(line: 6, column: 19))
    #expect(notebook.document.rewriting { _, _, _ in "v" }.last == "| ä v |")
  }

  @Test("A footnote that nothing refers to has the blocks that others have")
  func unusedFootnotes() {
    let note = "[^u]: Words `{swift} a`\n\n    ~~~\n    `{swift} b` <!-- kept -->\n    ~~~\n\n    ::: {.guess}\n"
    for text in ["Text.\n\n" + note, "Text[^u].\n\n" + note] {
      let document = document(text)
      let kinds = document.blocks.filter { $0.kind != .blank }.map { "\($0.lines) \($0.kind)".prefix { $0 != "(" } }
      #expect(kinds == ["1...1 paragraph", "3...3 paragraph", "5...7 fencedCode", "9...9 fence"], "\(text)")
      #expect(expressions(text) == ["a"])
      #expect(document.blocks.dropFirst().allSatisfy { $0.kind == .blank || $0.containers == [.footnote] })
    }
  }

  @Test("A formula that leaves its list is one in the text")
  func tornFormulas() {
    for text in ["- $$\nx = 1\n$$\n\nEnd.", "1. text\n   $$\n   x = 1\n$$\n\nEnd."] {
      let document = document(text)
      #expect(document.blocks.allSatisfy { $0.kind == .paragraph || $0.kind == .blank }, "\(text)")
      #expect(document.inlines.map(\.kind) == [.formula(isDisplay: true)], "\(text)")
    }
    let kinds = document("- $$\n  x = 1\n  $$\n\n  $$\n  y\n$$").blocks.map { "\($0.kind)".prefix { $0 != "(" } }
    #expect(kinds == ["formula", "blank", "paragraph"])
  }

  @Test("What is open at a text's end can be ended")
  func ended() {
    for (text, end) in [
      ("a\n\n<!-- b", "-->"), ("```\na", "```"), ("~~~~ text\na", "~~~~"), ("<pre>\na\n\nb", "</pre>"), ("<?php", "?>"),
      ("<script>", "</script>"),
    ] {
      let lines = text.components(separatedBy: "\n")
      #expect(Document.ended(lines) == lines + [end], "\(text)")
    }
    for text in ["a", "", "```\na\n```", "- ```\n  a", "<!-- a -->", "<div>\na", "- a\n  <!-- b", "# a", "    a"] {
      let lines = text.components(separatedBy: "\n")
      #expect(Document.ended(lines) == lines, "\(text)")
    }
  }

  // MARK: Random nesting

  /// A construct, whether it is made of several lines, and how to ask whether it is recognised.
  private static let constructs: [(text: String, isFound: @Sendable (Document) -> Bool)] = [
    ("`{swift} found`", { document in document.inlines.contains { $0.isExpression } }),
    ("a `{swift} found(\n1)` b", { document in document.inlines.contains { $0.isExpression } }),
    ("see @fig-found.", { document in document.inlines.contains { $0.kind == .reference("fig-found") } }),
    (
      "as [@found2001, p. 3]",
      { document in document.inlines.contains { if case .citation = $0.kind { true } else { false } } }
    ),
    ("so $x_1$ is", { document in document.inlines.contains { $0.kind == .formula(isDisplay: false) } }),
    (
      "$$\nx\n= 1\n$$ {#eq-found}",
      { document in document.blocks.contains { if case .formula("eq-found"?, _, _) = $0.kind { true } else { false } } }
    ),
    (
      "![a](b.png){width=3cm}",
      { document in
        document.inlines.contains { if case .picture = $0.kind { true } else { false } }
      }
    ),
    ("::: {.guess #found}\nHow much?\n\nIt is `{swift} a`.\n:::", { !$0.divisions.isEmpty }),
    ("::: columns\n::: column\na\n:::\n:::", { !$0.divisions.isEmpty }),
    ("::: {.answer #found}\nWhy?\n:::", { !$0.divisions.isEmpty }),
    ("::: notes\nSay this.\n:::", { !$0.divisions.isEmpty }),
    (
      "as @found2001 says",
      { document in document.inlines.contains { if case .citation = $0.kind { true } else { false } } }
    ),
    ("a [link](found.md)", { document in document.targets.contains { $0.address == "found.md" } }),
    ("![a](<found it.png> \"b\")", { document in document.targets.contains { $0.address == "found it.png" } }),
    ("[name]: found.md", { document in document.targets.contains { $0.address == "found.md" } }),
    ("| a |\n| - |\n| `{swift} found` |", { document in document.inlines.contains(where: \.isExpression) }),
    ("\\newpage", { document in document.blocks.contains { $0.kind == .newPage } }),
    ("# Heading", { document in document.blocks.contains { $0.kind == .heading(1) } }),
    ("```swift\nlet a = 1\n```", { $0.codeBlocks.contains(where: \.isCell) }),
  ]

  private static func prefixed(_ text: String, _ first: String, _ others: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
      (index == 0 ? first : others) + line
    }.joined(separator: "\n")
  }

  @Test("Up to three blanks before a construct change nothing")
  func indented() {
    for (text, isFound) in Self.constructs {
      for indent in [" ", "  ", "   "] {
        #expect(isFound(document(Self.prefixed(text, indent, indent))), "\(indent)\(text)")
      }
    }
  }

  /// What holds blocks, and lets them mean what they mean.
  private static let containers: [@Sendable (String) -> String] = [
    { prefixed($0, "> ", "> ") }, { prefixed($0, "- ", "  ") }, { prefixed($0, "12. ", "    ") },
    { "Before.\n\n\($0)\n\nAfter." }, { "- one\n\n" + prefixed($0, "  ", "  ") + "\n- two" },
  ]

  /// What holds blocks at the left margin: columns, in which divisions are not looked for, and a footnote, in which nothing runs.
  private static let outermost: [@Sendable (String) -> String] = [
    { "::: columns\n::: column\n\($0)\n:::\n:::" }, { "A[^n].\n\n[^n]: Note.\n\n" + prefixed($0, "    ", "    ") },
  ]

  /// What lets nothing in it mean anything.
  private static let hiding: [@Sendable (String) -> String] = [
    { "<!--\n\($0)\n-->" }, { "<!-- remark\n\n\($0)\n\n-->" }, { "<pre>\n\($0)\n\n\($0)\n</pre>" },
    { "<div>\n\($0.split(separator: "\n").joined(separator: "\n"))\n</div>" }, { prefixed($0, "    ", "    ") },
    { "~~~~text\n\($0)\n~~~~" }, { "<style>\n\($0)\n</style>" },
    { "<table><tr><td title=\"\n\($0.split(separator: "\n").joined(separator: "\n"))\n\">" },
    { "<script>\n\n\($0)\n</script>" }, { "<textarea>\n\($0)\n\n</textarea>" }, { "<!-- \($0) -->" },
    { "words <!-- \($0.onOneLine) --> words" }, { "words ``\($0.onOneLine) `` words" },
    { "words <b title='\($0.onOneLine.filter { $0 != "'" })'>bold</b>" }, { "words <?php \($0.onOneLine) ?> words" },
  ]

  @Test(
    "A construct means the same in every container, and nothing in comments, raw HTML and code, however they are in each other"
  )
  func nesting() {
    for seed in 0..<UInt64(4000) {
      var random = SeededRandom(seed: seed)
      let (text, isFound) = Self.constructs[Int.random(in: 0..<(Self.constructs.count), using: &random)]
      let hides = random.uniform() < 0.5
      var nested = hides ? Self.hiding[Int.random(in: 0..<(Self.hiding.count), using: &random)](text) : text
      for _ in 0..<Int.random(in: 0..<(4), using: &random) {
        nested = Self.containers[Int.random(in: 0..<(Self.containers.count), using: &random)](nested)
      }
      if !text.hasPrefix(":::"), !text.hasPrefix("```"), random.uniform() < 0.3 {
        nested = Self.outermost[Int.random(in: 0..<Self.outermost.count, using: &random)](nested)
      }
      let document = document("First.\n\n\(nested)\n\nLast.")
      #expect(isFound(document) != hides, "seed \(seed)\n\(nested)")
      #expect(document.blocks.flatMap(\.lines) == Array(1...document.lines.count), "seed \(seed)\n\(nested)")
    }
  }

  @Test(
    "HTML in a text goes on in whatever lines, and what is below it means what it means",
    arguments: [
      "::: notes\nSECRET `{swift} a`\n:::", "$$\nSECRET\n$$", "\\newpage", "::: {.guess}", ":::", "$$\na\n$$\n$$",
    ])
  func commentsInTexts(inside: String) {
    for (opening, closing) in [("<!-- TODO", "-->"), ("<?php", "?>"), ("<b title='", "'>"), ("<![CDATA[", "]]>")] {
      for (number, container) in Self.containers.enumerated() {
        let text = container("a \(opening)\n\(inside)\n\(closing) b `{swift} c`\n\n$$\nd\n$$\n\n::: columns\n:::")
        #expect(expressions(text) == ["c"], "\(opening) \(number)\n\(text)")
        let kinds = document(text).blocks.map { "\($0.kind)".prefix { $0 != "(" } }
        #expect(
          kinds.filter { ["formula", "fence", "newPage"].contains($0) } == ["formula", "fence", "fence"], "\(text)")
      }
    }
  }

  @Test(
    "A comment ends as in CommonMark, also one that its parser takes for a text",
    arguments: ["<!-- a -- b -->", "<!-- a --->", "<!-->", "<!--->", "<!---->", "<!-- a\n-- b -->"])
  func oddComments(comment: String) {
    let document = document("x \(comment) `{swift} y` -->")
    #expect(document.inlines.map { "\($0.kind)".prefix { $0 != "(" } } == ["rawHTML", "expression"])
    #expect(document.rewriting { _, _, _ in nil }.compactMap(\.self).joined() == "x <!-- --> `{swift} y` -->")
  }

  @Test("Lines put together at random belong to one block each, and their constructs lie in them, side by side")
  func scrambled() {
    let pieces =
      (Self.constructs.map(\.text) + Self.hiding.map { $0("x") } + Self.containers.map { $0("x") })
      .flatMap { $0.components(separatedBy: "\n") } + [
        "", "", ">", "- ", "    ", "\t", "`", "``", "<!--", "-->", "$$", ":::", "|a|", "|-|", "===", "[^1]: a",
        "[a]: b", "é @fig-é \u{0}",
      ]
    for seed in 0..<UInt64(3000) {
      var random = SeededRandom(seed: seed)
      let lines = (0..<Int.random(in: 0..<(24), using: &random)).map { _ in
        pieces[Int.random(in: 0..<(pieces.count), using: &random)]
          + (Int.random(in: 0..<(4), using: &random) == 0
            ? pieces[Int.random(in: 0..<(pieces.count), using: &random)] : "")
      }
      let document = Document(lines)
      let isWhole = document.blocks.flatMap(\.lines) == (lines.isEmpty ? [] : Array(1...lines.count))
      #expect(isWhole, "seed \(seed)\n\(lines.joined(separator: "\n"))")
      for block in document.blocks {
        var last = Document.Place(line: block.lines.lowerBound, column: 0)
        for inline in block.inlines {
          #expect(last <= inline.start && inline.start < inline.end, "seed \(seed)")
          #expect(block.lines.contains(inline.start.line) && block.lines.contains(inline.end.line), "seed \(seed)")
          last = inline.end
        }
      }
    }
  }

  @Test(
    "Text that opens without end is read in time that grows with its length, not with its square",
    arguments: [
      "[a](", "![a](", "[a](<", "<http://a", "<a b=\"", "<!--a", "<?a", "<!A", "<![CDATA[", "[a](b (", "[a](b \"",
      "[a](`", "`` ` ", "$$a\n", "> $$a\n", "<a\n|-|-|\n", "[a]: b\n", "[a] <b> ", "[a](b) <i> ",
    ])
  func endless(_ part: String) {
    let (short, long) = (Self.processorTime(reading: part, 1250), Self.processorTime(reading: part, 20_000))
    // Sixteen times the text: 256 times the time where each part is compared with each.
    #expect(long < 64 * short, "\(short) s, \(long) s")
  }

  private static func processorTime(reading part: String, _ count: Int) -> Double {
    let lines = String(repeating: part, count: count).components(separatedBy: "\n")
    return TestTiers.processorTime { #expect(!Document(lines).blocks.isEmpty) }
  }
}

extension String {
  fileprivate var onOneLine: String { replacing("\n", with: " ") }
}
