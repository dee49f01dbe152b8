import Foundation
import SwiftParser
import Testing

@testable import gimbal_house

/// What holds for every file of the sources, so that nothing is answered twice.
@Suite struct SourceRulesTests {
  private static let all = Result { try SourceText.all(below: "Sources", of: RoomsTests.root) }
  /// Parsed once for all tests, which takes many seconds.
  static let trees = all.map { $0.map { (file: $0.file, tree: Parser.parse(source: $0.text)) } }

  /// All texts of the sources that users may read.
  static func messages() throws -> [Message] {
    try trees.get().flatMap { Message.all(in: $0.tree, file: "Sources/\($0.file)") }
  }

  private static func sources() throws -> [SourceText] { try all.get() }

  @Test func `regular expressions are compiled once`() throws {
    for (file, tree) in try Self.trees.get() {
      #expect(LoosePatterns.lines(in: tree) == [], "Sources/\(file): write compiled(/…/)")
    }
  }

  @Test func `a loose pattern is found`() {
    let source = """
      struct A {
        static let kept = /a/
        static var made: Regex<Substring> { /b/ }
        func f(_ x: String) -> Bool { x.contains(/c/) || x.contains(compiled(/d/)) }
        let own = /e/
      }
      """
    #expect(LoosePatterns.lines(in: Parser.parse(source: source)) == [3, 4, 5])
  }

  /// Parsers of imports are below the compiler's room.
  @Test func `Swift code is parsed at one place`() throws {
    let parsing = try Self.sources().filter { $0.text.contains("import SwiftParser") }.map(\.file)
    #expect(parsing == ["Engine/CellCompiler/SyntaxTree.swift", "Notebook/NotebookImport/TaggedParameters.swift"])
  }

  /// `replacing` compares characters: it leaves a quotation mark that a combining accent follows, and a browser, a shell or a
  /// reader of tables does not.
  @Test func `signs of other formats are replaced by their bytes`() throws {
    for source in try Self.sources() {
      let found = source.text.matches(of: /\.replacing\("(?:\\"|\\\\|['<>&|$\]])+"/).map { String($0.output) }
      #expect(found == [], "Sources/\(source.file): write replacing(bytes:with:)")
    }
  }

  /// A page's text, places, headings and addresses come from the tree that it is made of. These files read HTML and SVG that others wrote
  /// (authors, cells, blahtexml, pandoc, SourceKit, a picture on disk), or keep the states of a page, which hold such HTML.
  @Test func `nothing reads our own pages`() throws {
    let readers: Set = [
      "Doors/CodeHelp/SymbolDescription.swift", "Doors/JupyterKernel/Dressing.swift",
      "Pages/Drawings/FigureDrawer.swift",
      "Pages/NotebookRunning/Checking/PictureDifferences.swift", "Pages/ReportExport/PandocTree.swift",
      "Pages/Reports/HTML/Exploring/ExploredPage.swift",
      "Pages/Reports/HTML/Exploring/PageStates.swift", "Pages/Reports/HTML/Formulas.swift",
      "Pages/Reports/HTML/MathAlphabet.swift",
      "Pages/Reports/HTML/HTMLProse.swift", "Pages/Reports/HTML/MathFont.swift",
      "Pages/Reports/HTML/PageOutline.swift", "Pages/Reports/Slides/EnclosedLines.swift",
    ]
    let found = try Self.sources().filter { source in
      ["Pages/", "Course/", "Doors/"].contains(where: source.file.hasPrefix)
        && !source.file.hasPrefix("Pages/SafeMarkup/")
        && source.text.split(separator: "\n").contains(where: Self.readsMarkup)
    }.map(\.file)
    #expect(
      Set(found).symmetricDifference(readers) == [],
      "pass the value on from which the page is made, as PageOutline does")
  }

  /// Whether code looks for tags in a text.
  private static func readsMarkup(_ text: Substring) -> Bool {
    if text.contains("MarkupTokens(") { return true }
    return text.utf8.contains(UInt8(ascii: "<"))
      && (text.contains(
        /(?:of|separatedBy|from|replacing|Prefix|Suffix|contains|holds|starts\(with|separator)(?:: |\()"<(?:"|\/?(?!unknown)[a-z])/
      ) || text.contains(/UInt8\(ascii: "<"\)|(?:compiled\(|Of: |of: |with: )\/[^\n]*<\\?\/?[a-z]/))
  }

  @Test func `a reader of HTML is found`() {
    for line in [
      #"page.range(of: "<section class=\"notes\"")"#, #"html.hasPrefix("<img ")"#,
      #"x.removingSpans(from: "<", to: ">")"#,
      #"bytes.firstIndex(of: UInt8(ascii: "<"))"#, #"text.matches(of: compiled(/(?s)<text[^>]*>/))"#,
      #"html.components(separatedBy: "</svg>")"#,
    ] { #expect(Self.readsMarkup(line[...]), "\(line)") }
    for line in [
      #"html += "<p>\(text)</p>""#, #"code.contains("<#")"#, #"a.contains { $0 < b }"#,
      #"output.contains("<unknown>: ")"#,
    ] { #expect(!Self.readsMarkup(line[...]), "\(line)") }
  }

  /// The parser of documents reads Markdown, and `MarkdownText` next to it writes it. The kit, which knows no documents, has its own words;
  /// templates are texts. Messages quote Markdown for people.
  @Test func `Markdown's signs are known in one folder`() throws {
    let found = try Self.sources().filter { source in
      !["Kit/", "Notebook/NotebookDocument/Document/", "Notebook/NotebookTemplates/"].contains(
        where: source.file.hasPrefix) && source.text.split(separator: "\n").contains { Self.knowsMarkdown($0) }
    }
    #expect(found.map(\.file) == [], "ask Document for what is read, and MarkdownText for what is written")
    let knowing = try FileManager.default.contentsOfDirectory(
      atPath: RoomsTests.root.appending(path: "Sources/Notebook/NotebookDocument/Document").path
    ).filter { name in
      try RoomsTests.text("Sources/Notebook/NotebookDocument/Document/\(name)").split(separator: "\n").contains {
        Self.knowsMarkdown($0)
      }
    }
    #expect(knowing.count <= 8, "\(knowing)")
  }

  /// Whether a line of code writes Markdown or looks for it.
  private static func knowsMarkdown(_ line: Substring) -> Bool {
    // Most lines have neither sign, and patterns are slow.
    let hasPattern = line.utf8.contains(UInt8(ascii: "/"))
    guard hasPattern || line.utf8.contains(UInt8(ascii: "\"")) else { return false }
    if line.drop(while: \.isWhitespace).hasPrefix("//") { return false }
    return line.contains(/"[^"]*(?:\*\*(?:\\\(|[A-Z(])|\]\((?:\\\(|#)|```[a-z{\\]|\{=[a-z\\]|\$\$\\)/)
      || line.contains(/"(?:#+|>|-) (?:\\\(|\*)/)
      || line.contains(/(?:fix|holds|contains|By|Range|ranges)[:( of]*"(?:`{2}|`\\?\{|~~~|:::|\$\$|\*\*|!\[|\]\(|\{#)/)
      || hasPattern && line.contains(/compiled\(\/.*(?:`{2}|`\\\{|~~~|:::|\\\$\\\$|#\{1,6\}|\\\]\\\(|\\\{\\?#)/)
  }

  @Test func `a reader and a writer of Markdown are found`() {
    for line in [
      #"let title = "**\(name)**""#, #"return "[\(words)](\(address))""#, #""```swift\n\(code)\n```""#,
      ##""# \(title)""##,
      #"text.hasPrefix(":::")"#, #"line.contains("{#tbl-")"#, #"line.replacing(compiled(/^\s*#{1,6}\s+/), with: "")"#,
    ] { #expect(Self.knowsMarkdown(line[...]), "\(line)") }
    for line in [
      #"say("“::: columns” has no “::: column” in it", at: line)"#, #"("operator '**'", power)"#, #"a.hasPrefix("[")"#,
      #"/// `**strong**`"#, #"var states = Mutex([String: Int]())"#,
    ] { #expect(!Self.knowsMarkdown(line[...]), "\(line)") }
  }

  /// Thin spaces and raised digits.
  @Test func `digits are set at one place`() throws {
    let setting = try Self.sources().filter {
      $0.text.contains("Array(\"⁰¹²³⁴⁵⁶⁷⁸⁹\")") || $0.text.contains("% 3 == 0 { result")
    }
    #expect(setting.map(\.file) == ["Ground/Basics/DigitText.swift"])
  }

  /// State that threads share is in a `Mutex`, or in a `Monitor` if they wait for it; the compiler then checks who may see it. The few types
  /// that are left belong to one thread, or have several locks. The numbers only go down.
  @Test func `few types promise by themselves to be safe among threads`() throws {
    let sources = try Self.sources()
    func count(_ sign: String) -> Int {
      sources.reduce(0) { count, source in
        guard source.text.contains(sign) else { return count }
        return count
          + source.text.split(separator: "\n").count {
            $0.contains(sign) && !$0.drop(while: \.isWhitespace).hasPrefix("//")
          }
      }
    }
    #expect(count("@unchecked Sendable") <= 20)
    #expect(count("NSLock()") <= 8)
    #expect(count("NSCondition()") <= 5)
    // Foundation's threads fail silently if the system has none left; `OwnThread` reports it.
    #expect(count("Thread.detachNewThread") + count("= Thread {") == 0)
  }

  // MARK: Programs in other languages

  /// Editors colour files, and `make lint` reads them.
  @Test func `programs in other languages are files`() throws {
    for source in try Self.sources() where !source.file.contains("/GimbalCommand/") {
      #expect(
        Self.foreignLiterals(in: source.text) == [],
        "Sources/\(source.file): put this into a file and name it in embedded.c")
    }
  }

  /// The lines in which literals begin that have eight lines and more and signs of another language.
  private static func foreignLiterals(in text: String) -> [Int] {
    let signs = ["addEventListener", "document.query", " => {", "var(--", "local function", "#let ", "import sys"]
    let quotes = "\"\"\""
    var (found, start, isForeign) = ([Int](), Int?.none, false)
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      if let begun = start {
        isForeign = isForeign || signs.contains(where: line.contains)
        guard line.drop(while: \.isWhitespace).hasPrefix(quotes) else { continue }
        if isForeign, index - begun > 8 { found.append(begun + 1) }
        (start, isForeign) = (nil, false)
      } else if line.hasSuffix(quotes) {
        start = index
      }
    }
    return found
  }

  @Test func `a literal in another language is found`() {
    let quotes = "\"\"\""
    let script = Array(repeating: "  a();", count: 8).joined(separator: "\n")
    #expect(Self.foreignLiterals(in: "let a = \(quotes)\n  b(c => {\n\(script)\n  });\n  \(quotes)") == [1])
    #expect(Self.foreignLiterals(in: "let a = \(quotes)\n  b(c)\n\(script)\n  \(quotes)") == [])
  }

  /// A name that is not in the program stops it where the file is used.
  @Test func `what the sources name is inside the program, and nothing else is`() throws {
    let list = try RoomsTests.text("Sources/Ground/CEmbedded/embedded.c")
    let embedded = list.matches(of: /#embed "\.\.\/\.\.\/(.+)"/).map { String($0.output.1) }
    let entries = Set(list.matches(of: /ENTRY\("([^"]+)"/).map { String($0.output.1) })
    #expect(embedded.count == entries.count && entries.count > 50)
    let names = embedded.map { path in
      let parts = path.split(separator: "/")
      return "\(parts[parts.count - 3])/\(parts[parts.count - 1])"
    }
    #expect(Set(names) == entries)
    let folders = Set(embedded.map { $0.split(separator: "/").dropLast().joined(separator: "/") })
    for folder in folders {
      let files = try FileManager.default.contentsOfDirectory(
        atPath: RoomsTests.root.appending(path: "Sources/\(folder)").path)
      #expect(files.filter { !embedded.contains("\(folder)/\($0)") } == [], "\(folder) has files that nothing embeds")
    }
    let sources = try Self.sources().map(\.text).joined()
    let named = sources.matches(of: /EmbeddedFile(?:\.text)?\("([^"\\]+)"\)/).map { String($0.output.1) }
    #expect(Set(named).subtracting(entries).sorted() == [], "name it in embedded.c")
    // Some rooms make the names of theirs from what a browser asks for.
    let rooms = Set(sources.matches(of: /EmbeddedFile(?:\.text)?\("(\w+)\/\\/).map { String($0.output.1) })
    let unused = entries.subtracting(named).filter { !rooms.contains(String($0.prefix { $0 != "/" })) }
    #expect(unused.sorted() == [], "nothing uses these")
  }
}
