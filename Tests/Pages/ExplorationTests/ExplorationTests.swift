import Foundation
import Testing

@testable import Exploration
@testable import Reports

@Suite("Pages with controls")
struct ExplorationTests {
  @Test("Each state is the page of a run with these values: values in sentences, tables, text, formulas, the head")
  func statesAreRuns() throws {
    let bench = try ExplorationBench()
    let path = try bench.notebook(
      "alpha: 1.0\nname: one\nflag: true", ranges: "alpha: [0.5, 1.5, 0.5], name: [one, two]",
      explore: "[{alpha: {label: rate, unit: s⁻¹}}, name, flag]",
      """
      # A heading with `{swift} params.alpha`

      A sentence with `{swift} params.alpha`, and $x = `{swift} params.alpha`$.

      - an item with `{swift} params.name`

        ```swift
        print("in a list:", params.name)
        ```

      ```swift
      let double = 2 * params.alpha
      print("double", double, params.flag)
      double
      ```

      The double is `{swift} double`.
      """)
    let all = try bench.run(path).page
    #expect(all.controls.map(\.label) == ["rate", "name", "flag"])
    #expect(all.controls[0].unit == "s⁻¹" && all.controls[0].values == ["0.5", "1.0", "1.5"])
    for (alpha, name, flag) in [("0.5", "one", "true"), ("1.5", "two", "false"), ("1.0", "two", "true")] {
      let alone = try bench.run(path, ["alpha=\(alpha)", "name=\(name)", "flag=\(flag)"]).page
      #expect(try all.state(["alpha": alpha, "name": name, "flag": flag]) == alone.start)
      #expect(alone.start.contains("double \(2 * Double(alpha)!) \(flag)"))
    }
  }

  @Test(
    "The slides have the page's controls, each state is that of a run with its values, and no place spans two slides")
  func slides() throws {
    let bench = try ExplorationBench()
    let path = try bench.notebook(
      "alpha: 1.0\nname: one", ranges: "alpha: [0.5, 1.5, 0.5], name: [one, two]", explore: "[alpha, name]",
      """
      # First

      Alpha is `{swift} params.alpha`.

      ---

      `{swift} params.alpha` at the top.

      ```swift
      print("double", 2 * params.alpha)
      ```

      . . .

      - `{swift} params.name`[^n]

      # Last

      `{swift} params.name` again.

      [^n]: A note.
      """)
    let slides = try #require(bench.run(path, slides: true).slides)
    #expect(slides.controls.map(\.name) == ["alpha", "name"] && slides.hasControls)
    for (alpha, name) in [("0.5", "one"), ("1.5", "two")] {
      let alone = try #require(bench.run(path, ["alpha=\(alpha)", "name=\(name)"], slides: true).slides)
      #expect(try slides.state(["alpha": alpha, "name": name]) == alone.start)
      #expect(alone.start.contains("double \(2 * Double(alpha)!)"))
    }
    #expect(slides.places.count >= 4 && slides.places.allSatisfy { $0.count == 1 }, "\(slides.places)")
    let again = try #require(bench.run(path, keepsRuns: true, slides: true).slides)
    #expect(try bench.run(path, keepsRuns: true, slides: true).slides?.text == again.text)
  }

  @Test("Parameters that never meet are not combined")
  func factoring() throws {
    let bench = try ExplorationBench()
    let apart = try bench.notebook(
      "a: 1\nb: 1\nc: 1", ranges: "a: [1, 4], b: [1, 5], c: [1, 3]", explore: "[a, b, c]",
      """
      ```swift
      let one = 10 * params.a
      print(one)
      ```

      ```swift
      let two = 100 * params.b
      print(two)
      ```

      ```swift
      let three = two + params.c
      print(three)
      ```

      A sentence of both: `{swift} one` and `{swift} two`.
      """)
    let run = try bench.run(apart)
    // 5 · 3 for b and c, which meet, and 3 more for a; one and two meet in a sentence only, for which nothing runs.
    #expect(run.costs?.states == 18)
    #expect(run.page.places.contains(["a", "b"]) && run.page.places.contains(["b", "c"]))
    #expect(!run.page.places.contains { $0.contains("a") && $0.contains("c") })
    #expect(try run.page.state(["a": "4", "b": "5", "c": "2"]).contains("40"))
    #expect(try run.page.state(["a": "3", "b": "2"]) == bench.run(apart, ["a=3", "b=2"]).page.start)
  }

  @Test("What changes behind the names is not taken apart: a variable, an object, the environment, a file")
  func hiddenWays() throws {
    for (first, second, third) in [
      ("var total = 0", "total += params.a", "total"),
      ("final class Box { var value = 0 }\nlet box = Box()", "box.value = params.a", "box.value"),
      (
        "import Foundation", "setenv(\"EXPLORED\", \"\\(params.a)\", 1)",
        "ProcessInfo.processInfo.environment[\"EXPLORED\"] ?? \"\""
      ),
      (
        "import Foundation", "try \"\\(params.a)\".write(toFile: \"explored.txt\", atomically: true, encoding: .utf8)",
        "try String(contentsOfFile: \"explored.txt\", encoding: .utf8)"
      ),
    ] {
      let bench = try ExplorationBench()
      let path = try bench.notebook(
        "a: 1\nb: 1", ranges: "a: [1, 2], b: [1, 2]", explore: "[a, b]",
        "```swift\n\(first)\n```\n\n```swift\n\(second)\n```\n\n```swift\nprint(\(third), params.b)\n```\n")
      let page = try bench.run(path).page
      #expect(try page.state(["a": "2", "b": "2"]).contains("2 2"), "\(second)")
      #expect(try page.state(["a": "2", "b": "2"]) == bench.run(path, ["a=2", "b=2"]).page.start, "\(second)")
    }
  }

  @Test("A parameter that is read for some values only is found, and combined where it is read")
  func hiddenReading() throws {
    let bench = try ExplorationBench()
    let path = try bench.notebook(
      "a: 1\nb: 1", ranges: "a: [1, 3], b: [1, 3]", explore: "[a, b]",
      "```swift\nprint(params.a > 2 ? params.b : 0)\n```\n")
    let page = try bench.run(path).page
    #expect(try page.state(["a": "3", "b": "2"]).contains("2</span>"))
    #expect(try page.state(["a": "3", "b": "2"]) == bench.run(path, ["a=3", "b=2"]).page.start)
  }

  @Test("A state that fails shows its failure and costs no other", arguments: [false, true])
  func failingState(keepGoing: Bool) throws {
    let bench = try ExplorationBench()
    let path = try bench.notebook(
      "a: 1\nb: 1", ranges: "a: [0, 2], b: [1, 2]", explore: "[a, b]",
      """
      ```swift
      let quotient = 12 / params.a
      ```

      The quotient is `{swift} quotient`.

      ```swift
      print("other", params.b)
      ```
      """)
    let run = try bench.run(path, keepGoing: keepGoing)
    #expect(run.result.isSuccess)
    #expect(try run.page.state(["a": "0"]).contains("class=\"failure\""))
    #expect(try run.page.state(["a": "2", "b": "2"]).contains("other 2"))
    for (a, b) in [("0", "2"), ("2", "2")] {
      let alone = try bench.run(path, ["a=\(a)", "b=\(b)"], keepGoing: keepGoing)
      #expect(try run.page.state(["a": a, "b": b]) == alone.page.start)
      #expect(alone.result.isSuccess == (a != "0"))
    }
  }

  @Test("A page begins at the value of -P, also at one between the steps")
  func start() throws {
    let bench = try ExplorationBench()
    let path = try bench.notebook(
      "a: 1.0", ranges: "a: [0, 2, 1]", explore: "[a]", "```swift\nprint(params.a)\n```\n")
    let page = try bench.run(path, ["a=0.25"]).page
    #expect(page.controls[0].values == ["0.0", "0.25", "1.0", "2.0"] && page.controls[0].start == 1)
    #expect(page.start.contains("0.25"))
    #expect(try page.state(["a": "2.0"]).contains("2.0"))
  }

  @Test("A figure keeps its axes in all states; files and README are as without controls")
  func axes() throws {
    let bench = try ExplorationBench()
    let body = """
      ```swift
      //| label: fig-line
      import Gimbal
      let x = (0...20).map(Double.init)
      Figure(
        x: FigureAxis("time", unit: "s"), y: FigureAxis("height", unit: "m"),
        [.line("slope", x: x, y: x.map { $0 * params.slope })])
      ```
      """
    let path = try bench.notebook("slope: 1.0", ranges: "slope: [1, 40, 13]", explore: "[slope]", body)
    let run = try bench.run(path)
    let svg = try String(contentsOfFile: "\(run.result.folder)/fig-line.svg", encoding: .utf8)
    func texts(_ page: String) -> [String] {
      page.matches(of: /<text[^>]*>[^<]*|<tspan[^>]*>[^<]*/).map { String($0.output) }
    }
    let states = try ["1.0", "14.0", "27.0", "40.0"].map { try run.page.state(["slope": $0]) }
    #expect(Set(states).count == 4)
    #expect(Set(states.map { texts($0).filter { !$0.contains("slope") } }).count == 1 && !texts(states[0]).isEmpty)
    #expect(states[0].contains(">800"), "the highest number of all states")
    #expect(try states[3] == bench.run(path, ["slope=40"]).page.start)
    #expect(!svg.contains(">800") && !run.readme.contains("state"))
  }

  @Test("Above the limit the page is written without controls, and the message says what each costs")
  func limit() throws {
    let bench = try ExplorationBench()
    let path = try bench.notebook(
      "a: 1", ranges: "a: [1, 9]", explore: "[a]",
      "```swift\nfor i in 0..<200 { print(params.a &* 7919 &* i ^ 0x5bd1e995) }\n```\n")
    let run = try bench.run(path, limit: 10_000)
    #expect(!run.page.hasControls && run.page.text.contains("</main>"))
    #expect(!run.result.isSuccess)
    let message = run.result.messages.joined()
    #expect(
      message.contains("and 10.0 kB is the limit") && message.contains("a ") && message.contains("--explore-limit"))
    #expect(try bench.run(path).page.hasControls)
  }

  @Test("Too many combinations are refused before they run")
  func combinations() throws {
    let bench = try ExplorationBench()
    let path = try bench.notebook(
      "a: 1\nb: 1", ranges: "a: [1, 100], b: [1, 100]", explore: "[a, b]", "```swift\nprint(params.a + params.b)\n```\n"
    )
    let run = try bench.run(path)
    #expect(!run.page.hasControls && run.result.messages.joined().contains("10000 states"))
  }

  @Test("What a run writes is there as its first state has left it")
  func files() throws {
    let bench = try ExplorationBench()
    let path = try bench.notebook(
      "a: 1", ranges: "a: [1, 3]", explore: "[a]",
      """
      ```swift
      import Foundation
      let earlier = FileManager.default.fileExists(atPath: "made.txt")
      try "\\(params.a)".write(toFile: "made.txt", atomically: true, encoding: .utf8)
      print(params.a, earlier)
      ```
      """)
    let run = try bench.run(path)
    #expect(try String(contentsOfFile: "\(bench.folder)/made.txt", encoding: .utf8) == "1")
    #expect(try run.page.state(["a": "3"]).contains("3 false"))
  }

  @Test("What is drawn once is the same in all states")
  func draws() throws {
    let bench = try ExplorationBench()
    let path = try bench.notebook(
      "a: 1", ranges: "a: [1, 4]", explore: "[a]",
      "```swift\nlet drawn = Int.random(in: 0..<1_000_000_000)\n```\n\nDrawn: `{swift} drawn`.\n\n```swift\nprint(\"with \\(params.a):\", drawn)\n```\n"
    )
    let page = try bench.run(path).page
    let drawn = try #require(page.start.firstMatch(of: /with 1: (\d+)/)?.output.1)
    for a in 1...4 { #expect(try page.state(["a": "\(a)"]).contains("with \(a): \(drawn)")) }
  }

  @Test("Texts that are cut into chunks are what they were, and chunks that go together are one")
  func chunks() {
    let texts = ["<a>1</a><b>2</b>", "<a>1</a><b>3</b>", "", "x<a>1</a>", "<a>1</a><a>1</a><b>2</b><b>2</b>"]
    var table = ChunkTable()
    let cut = texts.map { table.chunks(of: $0) }
    let (pieces, chunks) = table.joined(cut)
    #expect(pieces.map { $0.map { chunks[$0] }.joined() } == texts)
    var fixed = ChunkTable()
    let alike = (0..<3).map { fixed.chunks(of: "<p>always<i>the</i>same</p><b>\($0)</b>") }
    let same = fixed.joined(alike)
    #expect(same.pieces.allSatisfy { $0.count <= 3 } && same.chunks.count <= 5)
  }

  @Test("Pages that are not cut at the same places are exchanged as a whole")
  func unaligned() throws {
    var states = PageStates(counts: [2], start: [0])
    states.add(["<p>a</p>", "<p>b</p>"], at: [0])
    states.add(["<p>a</p>", "<p>c</p>", "<p>d</p>"], at: [1])
    let places = states.aligned.places
    #expect(places == [PageStates.Place(slices: 0..<1, controls: [0])])
  }

  @Test("A place is as large as it takes to be whole elements")
  func balance() throws {
    var states = PageStates(counts: [2, 2], start: [0, 0])
    let rest = ["<div>", "<p>x</p>", "</div>", "<p>y</p>"]
    states.add(rest, at: [0, 0])
    states.add(["<div class=\"a\">"] + rest.dropFirst(), at: [1, 0])
    states.add(rest.dropLast() + ["<p>z</p>"], at: [0, 1])
    #expect(
      states.places == [
        PageStates.Place(slices: 0..<3, controls: [0]), PageStates.Place(slices: 3..<4, controls: [1]),
      ])
  }

  @Test(
    "Elements are counted, whatever is in their attributes",
    arguments: [
      ("<p>a<br>b</p>", 0, 0), ("<div><p>x</p>", 0, 1), ("</section>", -1, -1), ("</p><p title=\"a>b\">", -1, 0),
      ("<path d=\"M0\"/>", 0, 0), ("<!-- <div> -->", 0, 0),
    ])
  func depth(html: String, lowest: Int, end: Int) {
    #expect(ElementDepth.of([html]) == (lowest, end))
  }
}
