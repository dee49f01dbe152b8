import Display
import Foundation
import NotebookBench
import Testing

@Suite("Running cells")
struct RunningTests {
  @Test("A type of one cell conforms to a protocol of another in a third, and a fourth uses it")
  func conformance() throws {
    let result = try Workbench().run(
      cell("struct Q { var x = 1 }") + cell("protocol P { var name: String { get }\nfunc f() -> Int }")
        + cell("extension Q: P {\n  var name: String { \"q\" }\n  func f() -> Int { x + 1 }\n}")
        + cell("let all: [any P] = [Q(), Q(x: 4)]\nprint(all.map(\\.name), all.map { $0.f() })"))
    #expect(result.isSuccess && result.messages == [], "\(result.messages)")
    #expect(result.text(3) == "[\"q\", \"q\"] [2, 5]\n")
  }

  @Test("Cells share one scope, from top to bottom")
  func scope() throws {
    let result = try Workbench().run(
      cell("import Foundation\nvar x = 1\nfunc f() -> Int { x * 10 }\nstruct P { var a = sqrt(4.0) }")
        + cell("x += 1\nf()") + cell("P().a + sqrt(9.0)") + cell("let (a, b) = (x, \"b\")\nprint(a, b)"))
    #expect(result.isSuccess)
    #expect(result.text(1) == "[20]")
    #expect(result.text(2) == "[5.0]")
    #expect(result.text(3) == "2 b\n")
  }

  @Test("A name may be defined again; from there on it is the new one")
  func redefinition() throws {
    let result = try Workbench().run(
      cell("let x = 1\nfunc f() -> Int { x }\nstruct T { let v = 1 }") + cell("let x = \"two\"\nstruct T { let w = 2 }")
        + cell("x") + cell("f()") + cell("T().w") + cell("func f() -> String { \"new\" }") + cell("f()"))
    #expect(result.isSuccess)
    #expect([2, 3, 4, 6].map { result.text($0) } == ["[two]", "[1]", "[2]", "[new]"])
  }

  @Test("A name of a library can be taken by the notebook")
  func shadowing() throws {
    let result = try Workbench().run(
      cell("import Gimbal\nstruct Trace { let mine = true }") + cell("Trace().mine"))
    #expect(result.text(1) == "[true]")
  }

  @Test("Extensions and operators hold for later cells")
  func extensions() throws {
    let result = try Workbench().run(
      cell(
        "extension Int { var doubled: Int { self * 2 } }\ninfix operator +++\nfunc +++ (a: Int, b: Int) -> Int { a + b + 1 }"
      )
        + cell("4.doubled +++ 1"))
    #expect(result.text(1) == "[10]")
  }

  @Test("The last expression is shown, assignments and statements are not")
  func lastExpression() throws {
    let result = try Workbench().run(
      cell("1 + 1") + cell("var a = 1; a") + cell("a = 3") + cell("a += 1") + cell("if a > 0 { 5 } else { 6 }")
        + cell("print(7)") + cell("let o: Int? = 8\no")
        + cell("  // a comment\n  [1, 2]\n    .map { $0 * 2 }  // why\n")
        + cell("a == 4"))
    #expect(result.isSuccess)
    #expect((0..<9).map { result.text($0) } == ["[2]", "[1]", "", "", "", "7\n", "[8]", "[[2, 4]]", "[true]"])
  }

  @Test("Text and what is shown keep their order")
  func order() throws {
    let result = try Workbench().run(
      cell(
        "import Gimbal\nprint(\"a\")\ndisplay(1)\nprint(\"b\", terminator: \"\")\ndisplay(2)\ndisplay(3)\nprint(\"c\")\n4"
      ))
    #expect(result.text(0) == "a\n[1]b[2][3]c\n[4]")
  }

  @Test(
    "However many expressions are between two cells, they are looked at together: each sees what those before it did")
  func manyExpressions() throws {
    let bench = try Workbench()
    let counter = cell(
      "final class Counter {\n  var value = 0\n  func next() -> Int { value += 1; return value }\n}\nlet counter = Counter()"
    )
    // Several in a line, so that lines of many are put together, too.
    for count in [7, 700] {
      let prose = (0..<count).map { "\($0) is `{swift} counter.next()`" + ($0 % 9 == 8 ? ".\n\n" : ", ") }.joined()
      let result = try bench.run(counter + "\n" + prose + "\n")
      #expect(result.execution.inlines == (1...count).map { .value("\($0)") })
      let page = bench.result("index.html")
      #expect(page.contains("0 is 1, 1 is 2, 2 is 3") && page.contains("\(count - 1) is \(count)"))
    }
  }

  @Test("Inline expressions show the state between their cells, and change nothing")
  func inlines() throws {
    let bench = try Workbench()
    let result = try bench.run(
      "\(cell("var n = 1\nfunc next() -> Int { n += 1; return n }"))\nA `{swift} n` B `{swift} next()` C `{swift} n`\n\n\(cell("n"))"
    )
    #expect(result.execution.inlines == [.value("1"), .value("2"), .value("2")])
    #expect(result.text(1) == "[1]")
    #expect(bench.result("README.md").contains("A 1 B 2 C 2"))
  }

  @Test("Parameters are typed constants, and -P changes the result")
  func parameters() throws {
    let bench = try Workbench()
    let matter = "notebook: {}\nparams:\n  alpha: 2.0\n  names: [a, b]"
    let body = cell("params.alpha * 2") + cell("params.names.joined()")
    #expect(try bench.run(body, matter: matter).text(0) == "[4.0]")
    let changed = try bench.run(body, matter: matter, assignments: ["alpha=3"])
    #expect(changed.text(0) == "[6.0]")
    #expect(changed.text(1) == "[ab]")
    #expect(bench.result("README.md").contains("`alpha` = `3.0`"))
  }

  @Test("The working folder is the notebook's")
  func folder() throws {
    let bench = try Workbench()
    try bench.write("hello", to: "data.txt")
    #expect(
      try bench.run(cell("import Foundation\ntry String(contentsOfFile: \"data.txt\", encoding: .utf8)")).text(0)
        == "[hello]")
  }

  @Test("`eval: false` does not run, `echo`, `output` and `include` hide what they say")
  func hiding() throws {
    let bench = try Workbench()
    let result = try bench.run(
      cell("//| eval: false\nfatalError()") + cell("//| echo: false\nprint(\"seen 1\") // code 1")
        + cell("//| output: false\nprint(\"hidden 2\".uppercased()) // code 2")
        + cell("//| include: false\nprint(\"hidden 3\".uppercased()) // code 3"))
    #expect(result.isSuccess)
    #expect(result.execution.outcomes[0].status == .skipped)
    for page in [bench.result("README.md"), bench.result("index.html")] {
      #expect(page.contains("seen 1\n") || page.contains("seen 1<"))
      #expect(!page.contains("code 1"))
      #expect(page.contains("code 2"))
      #expect(!page.contains("HIDDEN"))
      #expect(!page.contains("code 3"))
    }
  }

  @Test("`optimize` compiles with optimisation")
  func optimize() throws {
    // An overflow check inside `assert` exists in unoptimised code only.
    let result = try Workbench().run(
      cell("//| optimize: true\nassert(false)\nprint(\"on\")") + cell("assert(1 + 1 == 2)\nprint(\"off\")"))
    #expect(result.text(0) == "on\n")
    let plain = try Workbench().run(cell("assert(false)"))
    #expect(!plain.isSuccess)
  }

  @Test("A table shows as Markdown and as HTML, with units and significant digits")
  func tables() throws {
    let bench = try Workbench()
    _ = try bench.run(
      cell(
        "//| label: tbl-a\n//| tbl-cap: Drift of `x`\nimport Gimbal\nTable(columns: [.init(\"scheme\"), .init(\"drift\", unit: \"m\", digits: 2)], rows: [[\"none\", 12.34], [\"a|b\", 0.567]])"
      )
        + "\nSee @tbl-a.\n")
    let markdown = bench.result("README.md")
    #expect(markdown.contains("**Table 1.** Drift of `x`"))
    #expect(markdown.contains("| scheme | drift (m) |\n| --- | ---: |\n| none | 12\u{2007}\u{2007}\u{2007} |"))
    #expect(markdown.contains("| a\\|b | 0.57 |"))
    #expect(markdown.contains("See Table 1."))
    #expect(bench.result("index.html").contains("<td class=\"number\">0.57</td>"))
  }

  @Test("An executed notebook is the same as ever")
  func golden() throws {
    let bench = try Workbench()
    let result = try bench.run(
      """
      # One

      With α = `{swift} params.alpha`, $x^2$ costs `5 $` and $$y_1$$.

      ```swift
      import Gimbal
      let q = try Quaternion(axis: Vector3(0, 0, 1), angle: .pi / 2)
      print("turned")
      q.act(on: Vector3(1, 0, 0)).y.rounded()
      ```

      ```swift noeval
      notRun()
      ```

      ```swift
      //| error: true
      [1, 2][5]
      ```

      | a | b |
      |---|--:|
      | 1 | 2 |
      """, matter: "author: Ada\ndate: 2026-01-02\nnotebook: {}\nparams:\n  alpha: 2.5")
    #expect(result.isSuccess, "\(result.messages)")
    try expectGolden(bench.tidy(bench.result("README.md")), "executed.md")
    // The fonts are the machine's.
    let page = bench.result("index.html").replacing(/<style>@font-face.*?<\/style>\n/, with: "")
    try expectGolden(bench.tidy(page), "executed.html")
  }
}
