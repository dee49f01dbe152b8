import Foundation
import NotebookBench
import Testing

@testable import Display
@testable import Reports

@Suite("Tables")
struct TableTests {
  struct Point { var x: Double, y: Double }
  struct Run {
    var name: String
    var finalError: Double?
    var steps: Int
    var end: Point?
    var isBest = false
  }
  private let runs = [
    Run(name: "none", finalError: 12.345, steps: 1200, end: nil),
    Run(name: "rest", finalError: nil, steps: 12000, end: Point(x: 0.5, y: -2), isBest: true),
  ]

  @Test("A table of which nobody says the columns shows the values all the same")
  func noColumns() throws {
    let numbers = Table([1.0, 2.5])
    #expect(numbers.columns.map(\.heading) == ["value"] && numbers.rows == [[.number(1)], [.number(2.5)]])
    #expect(Table(["a", "b"]).rows == [[.text("a")], [.text("b")]])
    #expect(try Table(runs) == Table(reflecting: runs))
    #expect(Table([[1, 2], [3]]).rows.map(\.count) == [1, 1])
  }

  @Test("Key paths and closures make columns with units and significant digits")
  func fields() {
    let table = Table(
      runs, columns: .init("scheme", \.name), .init("error", \.finalError, unit: "m", digits: 2, missing: "–"),
      .init("per step", { $0.finalError.map { $0 / 1200 } }, unit: "m"), .init("steps", \.steps))
    #expect(table.columns.map(\.heading) == ["scheme", "error (m)", "per step (m)", "steps"])
    #expect(
      table.rows as [[Table.Cell]] == [
        [Table.Cell.text("none"), .number(12.345), .number(12.345 / 1200), .count(1200)],
        [Table.Cell.text("rest"), .empty, .empty, .count(12000)],
      ])
    #expect(
      table.description == """
        scheme  error (m)  per step (m)   steps
        ──────  ─────────  ────────────  ──────
        none           12        0.0103    1200
        rest            –                12\u{202F}000
        """)
  }

  @Test("Alignment is that of the column, else numbers at the point and words on the left")
  func alignment() {
    func table(_ alignment: Table.Alignment?) -> Table {
      Table(
        [1.5, 100], columns: .init("value", { $0 }, digits: 4, alignment: alignment), .init("word", { _ in "a" }))
    }
    #expect(table(nil).alignment(ofColumn: 0) == .trailing && table(nil).alignment(ofColumn: 1) == .leading)
    #expect(MarkdownReport.markdown(table(nil)).contains("| ---: | --- |"))
    #expect(MarkdownReport.markdown(table(.center)).contains("| :---: | --- |"))
    #expect(MarkdownReport.markdown(table(.leading)).contains("| --- | --- |"))
    let words = Table(columns: [.init("w", alignment: .trailing)], rows: [["a"], ["bcd"]])
    #expect(words.description == "  w\n───\n  a\nbcd")
    #expect(HTMLReport.html(words, number: nil, id: nil, caption: nil).contains("<td class=\"right\">bcd</td>"))
    #expect(HTMLReport.html(table(nil), number: nil, id: nil, caption: nil).contains("<td class=\"number\">"))
    #expect(
      HTMLReport.html(table(.center), number: nil, id: nil, caption: nil).contains("<td class=\"center\">1.500</td>"))
  }

  @Test("A column without a name has an empty cell above it, not a head without words")
  func namelessColumns() {
    let page = HTMLReport.html(
      Table(columns: [.init(""), .init("", unit: "s")], rows: [["a", 1]]), number: nil, id: nil, caption: nil)
    #expect(page.contains("<thead><tr><td></td><th scope=\"col\""), "\(page)")
  }

  @Test("On a page a number is padded by what the longest has, elsewhere by spaces")
  func pads() {
    let table = Table([1, 0.125, 18.5, nil], columns: .init("v", { $0 as Double? }, missing: "–"))
    let page = HTMLReport.html(table, number: nil, id: nil, caption: nil)
    for entry in ["1.00<i data-pad=\"5\"></i>", ">0.125<", "18.5<i data-pad=\"25\"></i>", "–<i data-pad=\".125\"></i>"]
    {
      #expect(page.contains(entry), "\(entry) in \(page)")
    }
    let elsewhere = HTMLReport.html(table, number: nil, id: nil, caption: nil, isOwnPage: false)
    #expect(!elsewhere.contains("data-pad") && elsewhere.contains("18.5\u{2007}\u{2007}<"))
  }

  @Test("Dictionaries give a column for each key; what one lacks is missing")
  func dictionaries() throws {
    let rows: [[String: any TableValue]] = [["b": 1.5, "a": "x"], ["a": "y", "c": 3]]
    let table = try Table(rows)
    #expect(table.columns.map(\.title) == ["a", "b", "c"])
    #expect(table.rows == [[.text("x"), .number(1.5), .empty], [.text("y"), .empty, .count(3)]])
    let chosen = try Table(rows, columns: [.init("c", unit: "s"), .init("a")])
    #expect(chosen.columns.map(\.heading) == ["c (s)", "a"] && chosen.rows[1] == [.count(3), .text("y")])
    #expect(throws: TableError.noSuchColumn("d", known: ["a", "b", "c"])) { try Table(rows, columns: [.init("d")]) }
    #expect(try Table([], columns: [.init("d")]).rows.isEmpty)
  }

  @Test("Reflection keeps the order of properties, takes parts apart, and leaves empty what is nil")
  func reflection() throws {
    let table = try Table(reflecting: runs, columns: ["finalError": .init("error", unit: "m")])
    #expect(table.columns.map(\.heading) == ["name", "error (m)", "steps", "end x", "end y", "is best"])
    #expect(
      table.rows == [
        [.text("none"), .number(12.345), .count(1200), .empty, .empty, .text("no")],
        [.text("rest"), .empty, .count(12000), .number(0.5), .number(-2), .text("yes")],
      ])
    #expect(throws: TableError.self) { try Table(reflecting: runs, columns: ["speed": .init("v")]) }
    #expect(throws: TableError.noProperties(type: "Int")) { try Table(reflecting: [1, 2]) }
    #expect(try Table(reflecting: [Run]()).rows.isEmpty)
  }

  @Test("Classes, tuples, enumerations and small integers have their place")
  func kinds() throws {
    class Base { var first = 1 }
    class Derived: Base { var second: UInt8 = 2 }
    let objects = try Table(reflecting: [Derived()])
    #expect(objects.columns.map(\.title) == ["first", "second"] && objects.rows == [[.count(1), .count(2)]])
    enum Kind { case air, screen }
    let tuples = try Table(reflecting: [(kind: Kind.air, list: [1, 2]), (kind: .screen, list: [])])
    #expect(tuples.rows == [[.text("air"), .text("[1, 2]")], [.text("screen"), .text("[]")]])
  }

  @Test(
    "Names become words",
    arguments: [
      ("finalError", "final error"), ("position.x", "position x"), ("rmsError2", "rms error2"), ("URL", "URL"),
      ("snake_case", "snake case"), ("x", "x"), ("X", "x"),
    ])
  func words(name: String, words: String) { #expect(Reflection.words(of: name) == words) }

  @Test("Numbers that JSON does not have survive the way to the runner")
  func coding() throws {
    let table = Table(
      columns: [.init("a")],
      rows: [[.number(.nan)], [.number(.infinity)], [.number(-.infinity)], [1.5], ["x"], [2], [.empty]])
    let data = try JSONEncoder().encode(table)
    let again = try JSONDecoder().decode(Table.self, from: data)
    #expect(again.description == table.description && table.description.contains("−∞"))
    #expect(again.rows.dropFirst() == table.rows.dropFirst())
    // The form in which results are kept.
    #expect(String(decoding: try JSONEncoder().encode(Table.Cell.count(2)), as: UTF8.self) == #"{"count":{"_0":2}}"#)
    #expect(try JSONDecoder().decode(Table.Cell.self, from: Data(#"{"number":{"_0":1.5}}"#.utf8)) == .number(1.5))
  }

  @Test("An array of structures as a cell's value is a table; long ones are cut with a word")
  func shown() throws {
    let shown = bundles(of: runs)
    #expect(shown.count == 1 && shown[0].contents[MediaType.table] != nil)
    let many = bundles(of: (0..<1000).map { Point(x: Double($0), y: 0) })
    let rest = "… and 980 more of 1000 rows; a slice such as [20..<40] shows others, Table(…) all"
    #expect(many.count == 2 && many[1].contents[MediaType.plain] == rest)
    let all = bundles(of: (0..<25).map { Point(x: Double($0), y: 0) })
    #expect(all.count == 1)
    // What says itself how it is printed does so.
    struct Named: CustomStringConvertible {
      var x = 1
      var description: String { "named" }
    }
    for value in [[Named()], [1, 2], [(1, 2)], [Point](), ["a": 1], Point(x: 1, y: 2)] as [Any] {
      #expect(bundles(of: value)[0].contents[MediaType.table] == nil, "\(value)")
    }
    #expect(bundles(of: [nil, Point(x: 1, y: 2)] as [Point?])[0].contents[MediaType.table] != nil)
    #expect(bundles(of: [["a": 1.5], ["b": 2]])[0].contents[MediaType.table] != nil)
  }

  @Test("A cell shows its structures as a table")
  func cellValue() throws {
    let result = try Workbench().run(
      cell("import Gimbal\nstruct Row { var name: String; var drift: Double }\n[Row(name: \"a\", drift: 1.25)]"))
    #expect(result.text(0) == "[name  drift\n────  ─────\na      1.25]")
    let fields = try Workbench().run(
      cell(
        "import Gimbal\nstruct Row { var name: String; var drift: Double }\nTable([Row(name: \"a\", drift: 1.25)], columns: .init(\"drift\", \\.drift, unit: \"m\", digits: 2))"
      ))
    #expect(fields.text(0) == "[drift (m)\n─────────\n      1.2]", "\(fields.messages)")
  }
}
