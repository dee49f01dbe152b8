import Foundation
import NotebookBench
import Testing

@testable import NotebookRunning

@Suite("Strict runs")
struct StrictTests {
  private let figure =
    "import Gimbal\nFigure(x: FigureAxis(\"t\"), y: FigureAxis(\"y\"), [.line(\"a\", x: [0, 1], y: [0, 1])])"

  private func messages(_ body: String, strict: Bool, in bench: Workbench? = nil) throws -> (
    text: [String], isSuccess: Bool
  ) {
    let bench = try bench ?? Workbench()
    let path = try bench.write("---\nnotebook: {}\n---\n\(body)\n")
    let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots", isStrict: strict))
    #expect(FileManager.default.fileExists(atPath: "\(bench.folder)/plots/test/index.html"))
    return (result.messages.map(bench.tidy), result.isSuccess)
  }

  @Test("A figure without words is refused under strict only; one with them passes")
  func words() throws {
    let bare = cell("//| label: fig-a\n\(figure)")
    #expect(try messages(bare, strict: false) == ([], true))
    let strict = try messages(bare, strict: true)
    #expect(!strict.isSuccess)
    #expect(
      strict.text == [
        "test.md:4:1: error: fig-a has no alternative text; say in “//| fig-alt: …” what it shows to those who do not see it\n",
        "test.md:4:1: error: fig-a has no caption; say what it shows with “//| fig-cap: …”\n",
      ])
    let full = cell("//| label: fig-a\n//| fig-cap: A line.\n//| fig-alt: It rises.\n\(figure)")
    #expect(try messages(full, strict: true) == ([], true))
    // What is not shown needs no words.
    #expect(try messages(cell("//| output: false\n\(figure)"), strict: true) == ([], true))
  }

  @Test("A picture that is not there is a warning with its place; under strict an error")
  func missingPictures() throws {
    let body = """
      Text ![one](missing%20one.png) and ![two](<a b.png>){width=30%}.

      ![film](film.mp4) ![net](https://example.org/a.png) ![here](#a) `![code](none.png)`

      <!-- ![comment](none.png) -->
      """
    let bench = try Workbench()
    try bench.write("a film", to: "film.mp4")
    let plain = try messages(body, strict: false, in: bench)
    let words = "is not there; its path is meant from the notebook's folder\n"
    #expect(plain.isSuccess)
    #expect(
      plain.text == [
        "test.md:4:13: warning: the picture “missing one.png” \(words)",
        "test.md:4:44: warning: the picture “a b.png” \(words)",
      ])
    #expect(try !messages(body, strict: true, in: bench).isSuccess)
  }

  @Test(
    "A file that no reader will see as a picture is a warning with the reason; cut at any place, it is not taken for whole"
  )
  func brokenPictures() throws {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    // A camera puts a small picture before the picture.
    let thumbnail: [UInt8] = [0xFF, 0xE1, 0, 8, 0xFF, 0xD8, 7, 7, 0xFF, 0xD9]
    let whole: [(name: String, bytes: [UInt8])] = [
      ("a.png", png + [0, 0, 0, 0] + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]),
      ("a.JPG", [0xFF, 0xD8] + thumbnail + [0xFF, 0xDA, 0, 2, 7, 0xFF, 0, 7, 0xFF, 0xD0, 7, 0xFF, 0xD9]),
      ("a.gif", Array("GIF89a".utf8) + [1, 0, 0x3B]),
      ("a.webp", Array("RIFF".utf8) + [12, 0, 0, 0] + Array("WEBP".utf8) + [1, 2, 3, 4, 5, 6, 7, 8]),
      ("a.svg", Array("<?xml version=\"1.0\"?>\n<svg><path d=\"M0 0\"/></svg>\n".utf8)),
    ]
    let others: [(name: String, bytes: [UInt8], doubt: String)] = [
      ("empty.png", [], "is an empty file"), ("text.png", Array("a text".utf8), "does not begin as a PNG file does"),
      ("text.md", Array("a text".utf8), "is not a picture"), ("bare", Array("a text".utf8), "is not a picture"),
      ("photo.heic", [0, 0, 0, 24] + Array("ftypheic".utf8), "is a HEIC file, which pages cannot show"),
      ("scan.tif", Array("II*\0".utf8), "is a TIFF file"), ("paper.pdf", Array("%PDF-1.7".utf8), "is a PDF file"),
      ("photo.png", whole[1].bytes, "is a JPEG file, whatever its name ends in; rename it to end in .jpg"),
      ("folder.png/in", [1], "cannot be read"),
    ]
    let bench = try Workbench()
    func doubts(_ name: String, _ bytes: [UInt8]) throws -> [String] {
      let path = "\(bench.folder)/\(name)"
      try FileManager.default.createDirectory(
        atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      return try messages("![one](\(name.split(separator: "/")[0]))", strict: false, in: bench).text
    }
    for (name, bytes) in whole {
      #expect(try doubts(name, bytes) == [])
      #expect(try doubts(name, bytes.dropLast(bytes.count / 3))[0].contains("is cut off"), "\(name)")
    }
    for (name, bytes, doubt) in others {
      let found = try doubts(name, bytes)
      let picture = name.split(separator: "/")[0]
      #expect(
        found.count == 1 && found[0].hasPrefix("test.md:4:8: warning: the picture “\(picture)” \(doubt)"), "\(found)")
    }
  }

  @Test(
    "What is nearly a cell or an option is a warning with its line; under strict an error",
    arguments: [
      ("```Swift\n1\n```\n", "4:1"), ("```swift,noeval\n1\n```\n", "4:1"), ("A\n\n``swift\n1\n``\n", "6:1"),
      ("'''swift\n1\n'''\n", "4:1"), ("    ```swift\n    1\n    ```\n", "4:5"),
      ("```swift\n//| eval: false\n#| echo: false\n```\n", "6:1"),
      ("```swift\nlet a = 1\n//| echo: false\n```\n", "6:1"),
    ])
  func nearCells(_ body: String, _ place: String) throws {
    let plain = try messages(body, strict: false)
    #expect(
      plain.isSuccess && plain.text.count == 1 && plain.text[0].hasPrefix("test.md:\(place): warning: "),
      "\(plain.text)")
    let strict = try messages(body, strict: true)
    #expect(!strict.isSuccess && strict.text == plain.text.map { $0.replacing("warning", with: "error") })
  }

  @Test("A cell's repeated message is printed once, and is in the report each time")
  func repeated() throws {
    let bench = try Workbench()
    let code = "import Display\nfor text in [\"low\", \"high\", \"low\"] { warn(text) }"
    let path = try bench.write("---\nnotebook: {}\n---\n\(cell(code))\n")
    let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots"))
    #expect(result.messages.map(bench.tidy) == ["low", "high"].map { "test.md:4:1: warning: \($0)\n" })
    let readme = try String(contentsOfFile: "\(bench.folder)/plots/test/README.md", encoding: .utf8)
    #expect(readme.ranges(of: "warning: low").count == 2)
  }

  @Test("What a comparison finds against a scheme is warned of, and no flaw of the report; a doubtful recording is")
  func findings() throws {
    let compare =
      "import Gimbal\n_ = try Comparison(of: SimulatedTrace.square.trace(), schemes: [.exponential(rate: 2)])"
    let strict = try messages(cell(compare), strict: true)
    #expect(strict.isSuccess && strict.text.count == 1)
    #expect(strict.text.first?.contains("warning: no better than standing still") == true, "\(strict.text)")
    let windows =
      "import Gimbal\nlet walk = try Trace.simulated(.walk(carrying: .pocket))\n"
      + "for scheme in [.none, .still, .exponential(rate: 90)] as [any Scheme] {\n"
      + "  _ = try WindowedDrift(of: walk, under: scheme, duration: 5)\n}"
    let found = try messages(cell(windows), strict: true)
    #expect(found.isSuccess && found.text.count == 1, "\(found.text)")
    let words = "“exponential (90.0 s⁻¹)” (1.00 × standing still). It has not helped"
    #expect(found.text.first?.contains(words) == true, "\(found.text)")
    let doubtful = try messages(cell("import Gimbal\nwarn(\"doubtful\")"), strict: true)
    #expect(!doubtful.isSuccess && doubtful.text == ["test.md:4:1: error: doubtful\n"], "\(doubtful.text)")
  }

  @Test("Each part of a row needs its words")
  func parts() throws {
    let two =
      "//| label: fig-a\n//| fig-cap: Both.\n//| layout-ncol: 2\n//| fig-alt: [Left]\nimport Gimbal\n"
      + "let f = \(figure.dropFirst(14))\n[f, f]"
    let strict = try messages(cell(two), strict: true)
    #expect(strict.text.count == 1 && strict.text[0].contains("fig-a-2 has no alternative text"), "\(strict.text)")
  }

  @Test("A reference to nothing is a warning with line, column and suggestion; under strict an error")
  func references() throws {
    let body =
      "As @fig-ab shows.\n\n" + cell("//| label: fig-a\n//| fig-cap: C\n//| fig-alt: A\n\(figure)")
      + cell("//| label: tbl-t\n1") + "And `@fig-no`, @tbl-t."
    let plain = try messages(body, strict: false)
    #expect(plain.isSuccess)
    #expect(
      plain.text == [
        "test.md:4:4: warning: there is no figure or table “fig-ab”; did you mean “fig-a”?\n",
        "test.md:17:16: warning: the cell “tbl-t” shows no table\n",
      ])
    let strict = try messages(body, strict: true)
    #expect(!strict.isSuccess)
    #expect(strict.text == plain.text.map { $0.replacing("warning", with: "error") })
  }

  @Test("What a failed cell would have shown is not missed a second time")
  func failed() throws {
    let result = try messages("@fig-a\n\n" + cell("//| label: fig-a\nfatalError(\"no\")"), strict: true)
    #expect(result.text.count == 1 && result.text[0].contains("Fatal error: no"), "\(result.text)")
  }

  @Test("Texts that fit no figure are a warning")
  func counts() throws {
    let body =
      cell("//| label: fig-a\n//| fig-cap: [One, Two]\n//| fig-alt: A\n\(figure)") + cell("//| fig-alt: Nothing\n1")
      + cell("//| fig-subcap: [One]\nlet f = \(figure.dropFirst(14))\n[f, f]")
    #expect(
      try messages(body, strict: false).text.map { $0.split(separator: ": ", maxSplits: 1)[1] } == [
        "warning: “fig-cap” has 2 texts, but the cell shows one figure\n",
        "warning: “fig-alt” has a text, but the cell shows no figure\n",
        "warning: “fig-subcap” has 1 texts, but the cell shows 2 figures\n",
      ])
  }

  @Test("Figures that labels would give one name have their own files")
  func names() throws {
    let bench = try Workbench()
    let path = try bench.write(
      "---\nnotebook: {}\n---\n" + cell("//| label: f-1\n\(figure)")
        + cell("//| label: f\nlet g = \(figure.dropFirst(14))\n[g, g]") + cell("//| label: cell-4\ng") + cell("g"))
    let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots"))
    #expect(result.isSuccess && result.messages == [], "\(result.messages)")
    let pictures = try FileManager.default.contentsOfDirectory(atPath: result.folder).filter { $0.hasSuffix(".svg") }
    #expect(pictures.sorted() == ["cell-4.0.svg", "cell-4.svg", "f-1.svg", "f-2.svg", "f.1.svg"])
  }

  @Test("A numbered table needs a caption, and a warning of the compiler is an error")
  func tablesAndWarnings() throws {
    let table = cell("//| label: tbl-a\nimport Gimbal\nTable(columns: [.init(\"a\")], rows: [[1]])")
    #expect(try messages(table, strict: false) == ([], true))
    #expect(try messages(table, strict: true).text[0].contains("tbl-a has no caption"))
    let warning = cell("func f() { var x = 1 }")
    #expect(try messages(warning, strict: false).isSuccess)
    let strict = try messages(warning, strict: true)
    #expect(!strict.isSuccess && strict.text[0].contains("error: ") && !strict.text[0].contains("warning: "))
  }

  @Test("A check under strict fails on the same")
  func check() throws {
    let bench = try Workbench()
    let path = try bench.write("---\nnotebook: {}\n---\n@fig-none\n")
    let request = { (strict: Bool) in
      NotebookRunner.Request(path: path, output: "\(bench.folder)/plots", isStrict: strict)
    }
    _ = try bench.runner.run(request(false))
    #expect(try bench.runner.check(request(false)).result.isSuccess)
    #expect(try !bench.runner.check(request(true)).result.isSuccess)
  }
}
