import Basics
import CellKernel
import Display
import Drawings
import Foundation
import NotebookBench
import ReportExport
import TestCaches
import TestTiers
import Testing

@testable import Caches
@testable import NotebookDocument
@testable import Reports

/// The places of figures and tables on paper: documents at random, made into PDF and read back.
@Suite("Places on paper", .enabled(if: canPrint, "Typst, pandoc or poppler-utils is missing: “make setup”"))
struct PaperPlacesTests {
  /// What a document has, from top to bottom. Each has its own words, by which it is found on the pages.
  private enum Item {
    case heading(level: Int)
    case prose(sentences: Int)
    /// Lines of code, none where it is not shown; figures by their heights in points; rows of a table.
    case cell(code: Int, figures: [Double] = [], rows: Int? = nil, isHere: Bool = false)
  }

  private struct Place: Comparable {
    var page: Int
    var top: Double
    static func < (left: Place, right: Place) -> Bool { (left.page, left.top) < (right.page, right.top) }
  }

  /// The pages of a document.
  private struct Pages {
    var count: Int
    var words: [PrintTests.Word]
    func places(_ text: String) -> [Place] {
      words.filter { $0.text.hasPrefix(text) }.map { Place(page: $0.page, top: $0.top) }.sorted()
    }
    /// The end of a page's text, above its number.
    func end(of page: Int) -> Double {
      words.filter { $0.page == page && $0.bottom < 775 }.map(\.bottom).max() ?? 0
    }
    func first(of page: Int) -> String {
      // Below the head with the title.
      words.filter { $0.page == page && $0.top > 66 }.min { ($0.top, $0.left) < ($1.top, $1.left) }?.text ?? ""
    }
  }

  private func pages(_ items: [Item]) throws -> Pages {
    var text = "---\ntitle: Places\nnotebook: {}\n---\n"
    for (index, item) in items.enumerated() {
      switch item {
      case .heading(let level): text += "\n\(String(repeating: "#", count: level)) Heading\(index)x\n\n"
      case .prose(let count):
        text += "Prose\(index)x " + String(repeating: "says what is seen here. ", count: count) + "\n\n"
      case .cell(_, _, _, let isHere):
        text += "```swift\n" + (isHere ? "//| fig-pos: here\n" : "") + "\n```\n\n"
      }
    }
    let notebook = try NotebookParser.parse(text, path: "/tmp/places.md")
    let execution = Execution(
      notebook: notebook, parameters: [], outcomes: notebook.cells.map { _ in CellOutcome(.done) }, inlines: [])
    var builder = ReportBuilder(execution, drawings: [:])
    var report = builder.build()
    var pictures: [String: Data] = [:]
    var (cell, number) = (0, 0)
    for (index, item) in items.enumerated() {
      guard case .cell(let code, let figures, let rows, let isHere) = item else { continue }
      var blocks: [ReportBlock] = []
      if code > 0 { blocks.append(.code((0..<code).map { "let line\(index)x\($0) = 0" }.joined(separator: "\n"))) }
      for (part, height) in figures.enumerated() {
        number += 1
        let label = "fig\(index)x\(part)"
        let svg =
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"300pt\" height=\"\(height)pt\" viewBox=\"0 0 300 \(height)\">"
          + "<rect width=\"300\" height=\"\(height)\" fill=\"#ddd\"/></svg>"
        pictures["\(label).svg"] = Data(svg.utf8)
        var figure = ReportFigure(
          FigureDrawing(label: label, index: part, files: ["svg": Data()], svg: svg, scriptHash: ""),
          number: ItemNumber(number),
          caption: "Caption\(index)x\(part).", alternative: nil)
        figure.position = isHere ? .here : .auto
        blocks.append(.figure(figure))
      }
      if let rows {
        let table = Table(
          columns: [.init("a"), .init("b")], rows: (0..<rows).map { [.text("row\(index)x\($0)"), .count($0)] })
        blocks.append(.table(table, number: nil, label: nil, caption: "Caption\(index)t."))
      }
      report.cells[cell] = blocks
      cell += 1
    }
    let store = Store(TestCaches.cells)
    let data = try TypstExport(report: report, pictures: pictures, store: store).data()
    let file = "\(NSTemporaryDirectory())places-\(UUID().uuidString).pdf"
    defer { unlink(file) }
    try data.write(to: URL(fileURLWithPath: file))
    let (count, words) = try PrintTests.words(of: file)
    return Pages(count: count, words: words)
  }

  /// Checks the rules; what is broken, in words.
  private func faults(_ items: [Item], _ pages: Pages) -> [String] {
    var faults: [String] = []
    /// The first and the last place of what an item shows.
    func span(_ index: Int) -> (first: Place, last: Place)? {
      let marks: [String]
      switch items[index] {
      case .heading: marks = ["Heading\(index)x"]
      case .prose: return nil
      case .cell: marks = ["line\(index)x", "Caption\(index)x", "Caption\(index)t", "row\(index)x"]
      }
      let places = marks.flatMap(pages.places)
      return places.min().map { ($0, places.max()!) }
    }
    // What is below comes below: no heading and no cell lies between a cell and its results.
    var last: (index: Int, place: Place)?
    for index in items.indices {
      guard let span = span(index) else { continue }
      if let last, span.first < last.place {
        faults.append("item \(last.index) reaches below the beginning of \(index)")
      }
      last = (index, span.last)
    }
    for (index, item) in items.enumerated() {
      guard case .cell(let code, let figures, let rows, let isHere) = item else { continue }
      let lines = pages.places("line\(index)x")
      let captions = figures.indices.map { pages.places("Caption\(index)x\($0)") }
      if lines.count != code || captions.contains(where: { $0.count != 1 }) {
        faults.append("\(index) lacks something")
      }
      var before = lines.last
      for caption in captions.compactMap(\.first) {
        if let before, caption < before { faults.append("a figure of \(index) stands above what comes before it") }
        if let before, caption.page > before.page + 1 { faults.append("a figure of \(index) is a page too far") }
        before = caption
      }
      if isHere, let caption = captions.last?.first, index + 1 < items.count, case .prose = items[index + 1],
        let prose = pages.places("Prose\(index + 1)x").first, prose < caption
      {
        faults.append("\(index) insists on its place, and text stands above it")
      }
      if let rows {
        let places = pages.places("row\(index)x")
        if places.count != rows { faults.append("the table of \(index) has \(places.count) of \(rows) rows") }
        if rows <= 8, Set(places.map(\.page)).count > 1 { faults.append("the table of \(index) is torn") }
        if places.first?.page != pages.places("Caption\(index)t").first?.page {
          faults.append("\(index): caption and table")
        }
      }
    }
    // White is left where a figure, a table or code that is whole begins the next page, and nowhere else.
    for page in 1..<max(pages.count, 1) where pages.end(of: page) < 771 - 0.12 * 697 - 40 {
      if pages.first(of: page + 1).hasPrefix("Prose") { faults.append("page \(page) ends at \(pages.end(of: page))") }
    }
    return faults
  }

  @Test(
    "Figures in sections that follow each other stay in them; nothing goes above its heading; results stay with their cells"
  )
  func examples() throws {
    let heights = [260.0, 300, 340]
    // Three headings in a row, each with a figure whose code is not shown.
    let sections = heights.flatMap { [Item.heading(level: 2), .cell(code: 0, figures: [$0])] }
    // A figure that has no room below its heading at a page's end.
    let low = [Item.prose(sentences: 110), .heading(level: 2), .prose(sentences: 6), .cell(code: 4, figures: [300])]
    // Three cells, one behind the other.
    let cells = heights.map { Item.cell(code: 9, figures: [$0]) }
    // What comes behind a figure may fill the page.
    let filled = [
      Item.prose(sentences: 115), .cell(code: 3, figures: [280]), .prose(sentences: 90), .heading(level: 1),
    ]
    for items in [sections, low, cells, filled, sections + cells + low] {
      let pages = try pages(items)
      #expect(faults(items, pages) == [])
    }
    // Little text behind a figure, and then a heading, which the figure must not pass.
    for sentences in stride(from: 72, through: 92, by: 5) {
      let items: [Item] = [
        .prose(sentences: sentences), .cell(code: 3, figures: [330]), .prose(sentences: 25), .heading(level: 2),
        .prose(sentences: 80),
      ]
      #expect(faults(items, try self.pages(items)) == [])
    }
    let pages = try pages(filled)
    #expect(pages.places("Prose2x").first!.page == 1, "text takes the room that the figure has not")
    #expect(pages.places("Caption1x0").first!.page == 2)
    let insisting = filled.map { item -> Item in
      if case .cell(let code, let figures, _, _) = item {
        .cell(code: code, figures: figures, isHere: true)
      } else {
        item
      }
    }
    let here = try self.pages(insisting)
    #expect(faults(insisting, here) == [])
    #expect(here.places("Caption1x0").first! < here.places("Prose2x").first!, "“fig-pos: here” changes the page")
  }

  @Test("White that the figures of a page cannot fill is filled by those of the page before")
  func white() throws {
    var left: [Int] = []
    for lines in [14, 18, 22] {
      let items: [Item] = [
        .prose(sentences: 24), .cell(code: lines, figures: [240]), .heading(level: 2), .prose(sentences: 10),
        .cell(code: 22), .prose(sentences: 16), .cell(code: 14, figures: [210]), .heading(level: 2),
        .prose(sentences: 90),
      ]
      let pages = try pages(items)
      #expect(faults(items, pages) == [])
      // The last page ends where it ends.
      left += (1..<pages.count).map { Int(771 - pages.end(of: $0)) }
    }
    #expect(left.allSatisfy { $0 < 697 / 5 }, "\(left)")
  }

  @Test("A figure whose cell shows no code gives way like one with code, and leaves no page white")
  func withoutCode() throws {
    for sentences in [110, 125, 140] {
      let items: [Item] = [
        .heading(level: 1), .prose(sentences: sentences), .cell(code: 0, figures: [320]), .prose(sentences: 60),
        .heading(level: 1), .prose(sentences: 90),
      ]
      let pages = try pages(items)
      #expect(faults(items, pages) == [])
      let left = (1..<pages.count).map { Int(771 - pages.end(of: $0)) }
      #expect(left.allSatisfy { $0 < 697 / 5 }, "\(sentences) sentences: \(left)")
    }
  }

  /// The words of a page on which these tables are, one below the other.
  private func words(of tables: [Table]) throws -> [PrintTests.Word] {
    let text = "---\ntitle: Tables\nnotebook: {}\n---\n" + tables.map { _ in "\n```swift\n\n```\n" }.joined()
    let notebook = try NotebookParser.parse(text, path: "/tmp/tables.md")
    let execution = Execution(
      notebook: notebook, parameters: [], outcomes: notebook.cells.map { _ in CellOutcome(.done) }, inlines: [])
    var builder = ReportBuilder(execution, drawings: [:])
    var report = builder.build()
    for (index, table) in tables.enumerated() {
      report.cells[index] = [.table(table, number: nil, label: nil, caption: nil)]
    }
    let store = Store(TestCaches.cells)
    let file = "\(NSTemporaryDirectory())tables-\(UUID().uuidString).pdf"
    defer { unlink(file) }
    try TypstExport(report: report, pictures: [:], store: store).data().write(to: URL(fileURLWithPath: file))
    return try PrintTests.words(of: file).words
  }

  @Test("A table is set smaller only where its words cannot wrap, and never so that entries touch")
  func broadTables() throws {
    func table(_ name: String, _ count: Int, heading: String) -> Table {
      Table(
        columns: [.init("scheme")]
          + (0..<count).map { Table.Column("\(heading) \($0)", unit: "m", digits: 4) },
        rows: (0..<3).map { row -> [Table.Cell] in
          [.text("\(name)\(row)")] + (0..<count).map { Table.Cell.number(-1.234e-3 * Double($0 + 1 + row)) }
        })
    }
    let long = "drift with the origins of both aligned"
    let words = try words(of: [
      table("narrow", 2, heading: "drift"), table("words", 5, heading: long), table("many", 12, heading: "x"),
    ])
    func height(_ name: String) throws -> Double {
      let word = try #require(words.first { $0.text == "\(name)0" })
      return word.bottom - word.top
    }
    #expect(abs(try height("words") - height("narrow")) < 0.1, "headings wrap, and letters keep their size")
    #expect(try height("many") < 0.9 * height("narrow"))
    for name in ["narrow", "words", "many"] {
      let first = try #require(words.first { $0.text == "\(name)0" })
      let row = words.filter { abs($0.top - first.top) < 2 }.sorted { $0.left < $1.left }
      #expect(zip(row, row.dropFirst()).allSatisfy { $0.right < $1.left }, "\(row.map(\.text))")
      #expect(row.last!.right <= 595 - 70 && row.count == ["narrow": 3, "words": 6, "many": 13][name])
    }
  }

  /// How many documents are made, from which seed on: `GIMBAL_PAPERS` and `GIMBAL_SEED` say others.
  private static let count = Tier.count(4, proof: 40, or: "GIMBAL_PAPERS")

  @Test("In documents at random figures and tables are where they are spoken of", .tags(.prove))
  func random() throws {
    let start = UInt64(Tier.count(1, proof: 1, or: "GIMBAL_SEED"))
    for seed in start..<start + UInt64(Self.count) {
      var dice = SeededRandom(seed: seed)
      let items = (0..<Int.random(in: 12...26, using: &dice)).map { _ -> Item in
        switch Int.random(in: 0..<10, using: &dice) {
        case 0...1: .heading(level: Int.random(in: 1...3, using: &dice))
        case 2...4: .prose(sentences: Int.random(in: 1...60, using: &dice))
        case 5...6:
          .cell(code: Int.random(in: 0...20, using: &dice), rows: Int.random(in: 1...14, using: &dice))
        default:
          .cell(
            code: Int.random(in: 0...25, using: &dice),
            figures: (0..<Int.random(in: 1...2, using: &dice)).map { _ in Double.random(in: 60...450, using: &dice) },
            isHere: Int.random(in: 0..<6, using: &dice) == 0)
        }
      }
      let found = faults(items, try pages(items))
      #expect(found == [], "seed \(seed): \(items)")
    }
  }
}
