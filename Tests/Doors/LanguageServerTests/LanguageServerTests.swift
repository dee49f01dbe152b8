import CodeHelp
import Foundation
import LanguageServer
import Testing

/// Whole conversations with the server.
@Suite(.serialized) struct LanguageServerTests {
  /// Lines from 0: the front matter takes 0 to 4.
  static let notebook = """
    ---
    notebook: {}
    params:
      alpha: 2.0  # s⁻¹, damping
    ---
    # Drift

    ```swift
    //| label: fig-drift
    //| fig-cap: How far it is off.
    //| fig-alt: A line that rises.
    let base = params.alpha
    func twice(_ value: Double) -> Double { value * 2 }
    MIMEBundle(["image/svg+xml": "<svg/>"])
    ```

    See @fig-drift: it is `{swift} twice(base)`.

    ## Details

    ```swift
    let base = twice(params.alpha)
    let more = [base].map { base in base + 1 }
    ```

    """

  private func place(_ text: String, _ part: String, _ offset: Int = 0, after: String = "") -> (Int, Int) {
    let start = after.isEmpty ? text.startIndex : text.range(of: after)!.upperBound
    let before = text[..<text.range(of: part, range: start..<text.endIndex)!.lowerBound]
    let line = before.count { $0 == "\n" }
    return (line, (before.split(separator: "\n", omittingEmptySubsequences: false).last?.utf16.count ?? 0) + offset)
  }

  private func starts(_ answer: JSON?) -> [[Int]] {
    (answer?.elements ?? []).map {
      let range = $0["range"] ?? $0["location"]?["range"]
      return [range?["start"]?["line"]?.int ?? -1, range?["start"]?["character"]?.int ?? -1]
    }
  }

  // MARK: Life

  @Test func lifeGoesByTheBook() throws {
    let client = try EditorClient()
    let early = client.ask("textDocument/hover", [:])
    #expect(early?["error"]?["code"]?.int == -32_002)
    let result = client.initialize(encodings: ["utf-32", "utf-8"])
    #expect(result?["capabilities"]?["positionEncoding"]?.string == "utf-8")
    #expect(client.ask("initialize", [:])?["error"]?["code"]?.int == -32_600)
    #expect(client.ask("textDocument/nothing", [:])?["error"]?["code"]?.int == -32_601)
    client.notify("$/unknown", [:])
    #expect(client.ask("shutdown", .null)?["result"] == .null)
    #expect(client.ask("textDocument/hover", [:])?["error"]?["code"]?.int == -32_600)
    #expect(client.end() == 0)
  }

  @Test func whatEndsWithoutShutdownEndsWithOne() throws {
    let client = try EditorClient()
    client.initialize()
    client.notify("exit", .null)
    #expect(client.end() == 1)
  }

  @Test func encodingIsTheClients() throws {
    for (offered, chosen) in [([JSON](), "utf-16"), (["utf-16"], "utf-16"), (["utf-16", "utf-8"], "utf-8")] {
      let client = try EditorClient()
      #expect(client.initialize(encodings: offered)?["capabilities"]?["positionEncoding"]?.string == chosen)
      _ = client.end()
    }
  }

  // MARK: Diagnostics

  @Test func aMistakeIsToldAtItsPlaceAndTakenBack() throws {
    let client = try EditorClient()
    client.initialize()
    client.open("---\nnotebook: {}\n---\n```swift\nlet é = \"🎲\"; let x = misspelt\n```\n")
    let found = try #require(client.diagnostics(version: 1, count: 1))
    #expect(found.count == 1)
    #expect(found.first?["message"]?.string?.hasPrefix("cannot find 'misspelt' in scope") == true)
    // In UTF-16: what is before it has a letter of two bytes and a sign of two units.
    #expect(found.first?["range"] == ["start": ["line": 4, "character": 22], "end": ["line": 4, "character": 30]])
    #expect(found.first?["severity"]?.int == 1)
    let range: JSON = ["start": ["line": 4, "character": 22], "end": ["line": 4, "character": 30]]
    client.change([["range": range, "text": "1"]], to: 2)
    #expect(client.diagnostics(version: 2, count: 0) == [])
    #expect(client.end() == 0)
  }

  @Test func otherMarkdownIsNobodysBusiness() throws {
    let client = try EditorClient()
    client.initialize()
    client.open("---\ntitle: A letter\n---\n```swift\nlet x = misspelt\n```\n")
    #expect(client.diagnostics(version: 1, count: 0) == [])
    #expect(client.ask("textDocument/documentSymbol", line: 0, character: 0) == .null)
    #expect(client.end() == 0)
  }

  @Test func hintsAskForWhatAStrictReportNeeds() throws {
    let client = try EditorClient()
    client.initialize()
    client.open("---\nnotebook: {}\n---\n```swift\n//| label: fig-a\nMIMEBundle([:])\n```\n")
    let found = try #require(client.diagnostics(version: 1, count: 2))
    #expect(found.map { $0["severity"]?.int } == [4, 4])
    let actions = client.ask(
      "textDocument/codeAction", line: 3, character: 0, ["range": found[0]["range"]!, "context": [:]])
    #expect(actions?.elements?.contains { $0["title"]?.string == "Add “fig-cap”" } == true)
    #expect(client.end() == 0)
  }

  @Test func withoutGoingOnNothingIsSaidBelowTheFirstMistake() throws {
    for keepsGoing in [true, false] {
      let client = try EditorClient()
      client.initialize(["keepGoing": .boolean(keepsGoing)])
      client.open("---\nnotebook: {}\n---\n```swift\nlet a = b9\n```\n\n```swift\nlet c = d9\n```\n")
      #expect(client.diagnostics(version: 1, count: keepsGoing ? 2 : 1)?.count == (keepsGoing ? 2 : 1))
      #expect(client.end() == 0)
    }
  }

  @Test func nothingIsLeftInTheFolder() throws {
    let client = try EditorClient()
    client.initialize()
    client.open(Self.notebook)
    #expect(client.diagnostics(version: 1, count: 0) == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: client.folder) == [])
    #expect(client.end() == 0)
  }

  // MARK: Without the compiler

  @Test func outlineFoldingsAndColours() throws {
    let client = try EditorClient()
    client.initialize()
    client.open(Self.notebook)
    let symbols = client.ask("textDocument/documentSymbol", line: 0, character: 0)?.elements ?? []
    #expect(symbols.map { $0["name"]?.string } == ["alpha", "Drift"])
    #expect(symbols.last?["children"]?.elements?.map { $0["name"]?.string } == ["fig-drift", "Details"])
    let foldings = client.ask("textDocument/foldingRange", line: 0, character: 0)?.elements ?? []
    let ranges = foldings.map { [$0["startLine"]?.int, $0["endLine"]?.int] }
    #expect(ranges.contains([0, 4]) && ranges.contains([7, 14]) && ranges.contains([18, 23]))
    let tokens = client.ask("textDocument/semanticTokens/full", line: 0, character: 0)?["data"]?.elements ?? []
    #expect(tokens.count % 5 == 0 && !tokens.isEmpty)
    // The first is the name of the first option: eight lines down, behind the signs, five letters.
    #expect(tokens.prefix(5).map(\.int) == [8, 4, 5, 5, 0])
    #expect(client.end() == 0)
  }

  @Test(arguments: [
    ("//| ec", "echo", 9), ("//| echo: fa", "false", 9), ("titl", "title", 1), ("See @fig-", "fig-drift", 16),
  ])
  func optionsValuesKeysAndLabelsComplete(written: String, wanted: String, line: Int) throws {
    let client = try EditorClient()
    client.initialize()
    client.open(Self.notebook)
    let end: JSON = ["line": .integer(line), "character": 0]
    client.change([["range": ["start": end, "end": end], "text": .text(written + "\n")]], to: 2)
    let answer = client.ask("textDocument/completion", line: line, character: written.utf16.count)
    let items = answer?["items"]?.elements ?? []
    #expect(items.contains { $0["label"]?.string == wanted }, "\(items)")
    #expect(client.end() == 0)
  }

  @Test func parametersAndFilesComplete() throws {
    let client = try EditorClient()
    try FileManager.default.createDirectory(atPath: "\(client.folder)/traces", withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: "\(client.folder)/traces/walk.csv"))
    client.initialize()
    let text =
      "---\nnotebook: {}\nparams:\n  alpha: 2.0  # s⁻¹\n---\n```swift\nload(contentsOf: \"traces/w\n_ = params.\n```\n"
    client.open(text)
    let files = client.ask("textDocument/completion", line: 6, character: 26)?["items"]?.elements ?? []
    #expect(files.map { $0["label"]?.string } == ["walk.csv"])
    let parameters = client.ask("textDocument/completion", line: 7, character: 11)?["items"]?.elements ?? []
    #expect(parameters.map { $0["label"]?.string } == ["alpha"])
    #expect(parameters.first?["documentation"]?["value"]?.string == "`2.0`: s⁻¹")
    #expect(client.end() == 0)
  }

  @Test func parametersAndLabelsAreFoundAndRenamed() throws {
    let client = try EditorClient()
    client.initialize()
    client.open(Self.notebook)
    let (line, column) = place(Self.notebook, "alpha", after: "let base = params.")
    let definition = client.ask("textDocument/definition", line: line, character: column)
    // The first use is behind “let base = params.”, so this is the second cell's.
    #expect(starts(definition) == [[3, 2]])
    let rename = client.ask("textDocument/rename", line: line, character: column, ["newName": "beta"])
    #expect(rename?["changes"]?.members?.values.first?.elements?.count == 3)
    let label = place(Self.notebook, "fig-drift", 2)
    let places = client.ask(
      "textDocument/references", line: label.0, character: label.1, ["context": ["includeDeclaration": true]])
    #expect(starts(places) == [[8, 11], [16, 5]])
    #expect(
      client.ask("textDocument/hover", line: 3, character: 3)?["contents"]?["value"]?.string?.contains("s⁻¹, damping")
        == true)
    #expect(client.end() == 0)
  }

  @Test func cellsAreFormattedInTheirPlace() throws {
    let client = try EditorClient()
    client.initialize()
    client.open(
      "---\nnotebook: {}\n---\n- item\n\n  ```swift\n  //| echo: false\n  if true{\n  print( 1 )\n  }\n  ```\n")
    let edits = client.ask("textDocument/formatting", line: 0, character: 0)?.elements ?? []
    #expect(edits.count == 1)
    #expect(edits.first?["newText"]?.string == "  if true {\n    print(1)\n  }")
    #expect(edits.first?["range"]?["start"]?["line"]?.int == 7)
    #expect(edits.first?["range"]?["end"]?["line"]?.int == 9)
    #expect(client.end() == 0)
  }

  @Test func adviceCanBeFollowed() throws {
    let client = try EditorClient()
    client.initialize()
    client.open(
      "---\nnotebook: {}\nparams: {alpha: 1}\n---\n```swift\n//| echo: false\nlet y = sin(0.5)\nprint(params.alhpa)\nlet z = alpha\n```\n"
    )
    let found = try #require(client.diagnostics(version: 1, count: 3))
    let range: JSON = ["start": ["line": 4, "character": 0], "end": ["line": 9, "character": 0]]
    let actions =
      client.ask("textDocument/codeAction", line: 0, character: 0, ["range": range, "context": [:]])?.elements ?? []
    let edits = actions.compactMap { $0["edit"]?["changes"]?.members?.values.first?.elements?.first }
    #expect(
      edits.contains { $0["newText"]?.string == "import Foundation\n" && $0["range"]?["start"]?["line"]?.int == 6 },
      "\(found) \(actions)")
    #expect(
      edits.contains { $0["newText"]?.string == "alpha" && $0["range"]?["start"]?["character"]?.int == 13 },
      "\(found) \(actions)")
    #expect(
      edits.contains { $0["newText"]?.string == "params.alpha" && $0["range"]?["start"]?["character"]?.int == 8 },
      "\(found) \(actions)")
    #expect(client.end() == 0)
  }

  @Test("Equal mistakes on one line are marked at each place")
  func equalMistakes() throws {
    let client = try EditorClient()
    client.initialize()
    client.open("---\nnotebook: {}\n---\n```swift\nlet a: Int = \"x\", b: Int = \"x\"\n```\n")
    let found = try #require(client.diagnostics(version: 1, count: 2))
    #expect(found.map { $0["range"]?["start"]?["character"]?.int } == [13, 27], "\(found)")
    #expect(client.end() == 0)
  }

  @Test("A misspelt member is replaced, and the type that it is of stays")
  func misspeltMembers() throws {
    let client = try EditorClient()
    client.initialize()
    client.open(
      "---\nnotebook: {}\n---\n```swift\n//| echo: false\nenum Shape { static let square = 4 }\nprint(Shape.sqare)\nprint([1, 2].cuont)\n```\n"
    )
    // The note on where the near name is declared comes with the advice.
    _ = try #require(client.diagnostics(version: 1, count: 3))
    let range: JSON = ["start": ["line": 3, "character": 0], "end": ["line": 8, "character": 0]]
    let actions =
      client.ask("textDocument/codeAction", line: 0, character: 0, ["range": range, "context": [:]])?.elements ?? []
    let edits = actions.compactMap { $0["edit"]?["changes"]?.members?.values.first?.elements?.first }
    #expect(
      edits.contains { $0["newText"]?.string == "square" && $0["range"]?["start"]?["character"]?.int == 12 },
      "\(actions)")
    #expect(
      edits.contains { $0["newText"]?.string == "count" && $0["range"]?["start"]?["character"]?.int == 13 },
      "\(actions)")
    #expect(client.end() == 0)
  }

  @Test func aWordBehindNotebookIsAnotherPrograms() throws {
    let client = try EditorClient()
    client.initialize()
    for (index, value) in ["Work", "3", "true", "\"Work\"", "[a]"].enumerated() {
      client.open("---\ntitle: Meeting\nnotebook: \(value)\n---\nHello\n```swift\nlet x = y\n```\n", as: "\(index).md")
      let found = client.diagnostics(of: "\(index).md", version: 1, count: 0)
      #expect(found == [], "\(value)")
    }
    for (index, value) in ["{}", "", "{timeout: 3}", "# mine", "null", "~"].enumerated() {
      client.open("---\nnotebook: \(value)\n---\n```swift\nlet x = y\n```\n", as: "ours-\(index).md")
      #expect(client.diagnostics(of: "ours-\(index).md", version: 1, count: 1)?.count == 1, "\(value)")
    }
    #expect(client.end() == 0)
  }

  @Test func equalErrorsOfOneLineAreMarkedAtTheirPlaces() throws {
    let client = try EditorClient()
    client.initialize()
    client.open("---\nnotebook: {}\n---\n```swift\nprint(nowhere, nowhere)\n```\n")
    let found = client.diagnostics(version: 1, count: 2) ?? []
    #expect(found.map { $0["range"]?["start"]?["character"]?.int } == [6, 15])
    #expect(client.end() == 0)
  }

  @Test func filesThatChangeOnDiskAreNoticed() throws {
    let client = try EditorClient()
    client.initialize()
    let text = "---\nnotebook: {}\n---\n![A desk](desk.svg)\n"
    client.open(text)
    #expect(client.diagnostics(version: 1, count: 1)?.count == 1)
    try client.save("<svg/>", as: "desk.svg")
    client.notify("workspace/didChangeWatchedFiles", ["changes": [["uri": client.uri("desk.svg"), "type": 1]]])
    #expect(client.diagnostics(version: 1, count: 0) == [])
    #expect(client.end() == 0)
  }

  @Test func aClientThatCanWatchIsAskedTo() throws {
    let client = try EditorClient()
    _ = client.ask(
      "initialize", ["capabilities": ["workspace": ["didChangeWatchedFiles": ["dynamicRegistration": true]]]])
    client.notify("initialized", [:])
    while client.told.isEmpty, let message = client.receive() { client.note(message) }
    let asked = try #require(client.told.first)
    #expect(asked["method"] == "client/registerCapability")
    #expect(asked["params"]?["registrations"]?.elements?.first?["method"] == "workspace/didChangeWatchedFiles")
    #expect(client.end() == 0)
  }

  @Test("While somebody types without a break, messages go on coming, each at its present line")
  func messagesComeWhileSomebodyTypes() throws {
    let client = try EditorClient()
    client.initialize()
    func text(_ keys: Int) -> String {
      "---\nnotebook: {}\n---\n\(String(repeating: "word ", count: keys))\n"
        + String(repeating: "\n", count: keys % 7) + "```swift\nlet a = nowhere\n```\n"
    }
    client.open(text(0))
    #expect(client.diagnostics(version: 1, count: 1)?.count == 1)
    // Faster than any look at the text: only the limit of patience lets one end.
    let end = ContinuousClock.now + .seconds(300)
    var keys = 0
    while client.published.count(where: { $0["version"]?.int ?? 0 > 1 }) < 2, ContinuousClock.now < end {
      keys += 1
      client.change([["text": .text(text(keys))]], to: keys + 1)
      if let message = client.receive(seconds: 0.004) { client.note(message) }
    }
    var told = 0
    for version in 2...keys + 1 {
      for marks in client.allDiagnostics(version: version) {
        told += 1
        #expect(
          marks.allSatisfy { $0["range"]?["start"]?["line"]?.int == 5 + (version - 1) % 7 }, "\(version) \(marks)")
      }
    }
    #expect(told >= 2, "\(told) of \(keys) keys")
    #expect(client.end() == 0)
  }

  // MARK: With SourceKit

  @Test(.enabled(if: EditorClient.help != nil, "gimbal is not built"))
  func codeIsCompletedExplainedAndRenamedAcrossCells() throws {
    let client = try EditorClient(help: EditorClient.help)
    client.initialize()
    let text = Self.notebook
    client.open(text)
    #expect(client.diagnostics(version: 1, count: 0) == [])
    // A name of the cell above, at the end of the second cell.
    let end: JSON = ["line": 23, "character": 0]
    client.change([["range": ["start": end, "end": end], "text": "twi\n"]], to: 2)
    let items = client.ask("textDocument/completion", line: 23, character: 3)?["items"]?.elements ?? []
    #expect(items.first?["filterText"]?.string == "twice")
    client.change([["range": ["start": end, "end": ["line": 24, "character": 0]], "text": ""]], to: 3)
    _ = client.diagnostics(version: 3, count: 0)
    let use = place(text, "twice(params", 1, after: "Details")
    let hover = client.ask("textDocument/hover", line: use.0, character: use.1)
    #expect(hover?["contents"]?["value"]?.string?.contains("func twice(_ value: Double) -> Double") == true)
    #expect(starts(client.ask("textDocument/definition", line: use.0, character: use.1)) == [[12, 5]])
    let signature = client.ask("textDocument/signatureHelp", line: use.0, character: use.1 + 5)
    #expect(signature?["signatures"]?.elements?.first?["parameters"]?.elements?.count == 1)
    // “base” of the first cell: its definition and the expression's, not the one that is defined again.
    let base = place(text, "base")
    let places = client.ask(
      "textDocument/references", line: base.0, character: base.1 + 1, ["context": ["includeDeclaration": true]])
    #expect(starts(places) == [[11, 4], [16, 37]])
    // The closure's own is another one.
    let second = place(text, "base", after: "let more = [")
    let uses = client.ask(
      "textDocument/references", line: second.0, character: second.1 + 1, ["context": ["includeDeclaration": true]])
    #expect(starts(uses) == [[21, 4], [22, 12]])
    let rename = client.ask("textDocument/rename", line: use.0, character: use.1, ["newName": "doubled"])
    #expect(rename?["changes"]?.members?.values.first?.elements?.count == 3)
    #expect(client.end() == 0)
  }

  /// The compiler's own corrections, with the text that each leaves.
  @Test(
    .enabled(if: EditorClient.help != nil, "gimbal is not built"),
    arguments: [
      ("func f() throws -> Int { 1 }\nlet x = f()", "let x = try f()"),
      ("let n: Int? = nil\nlet m: Int = n", "let m: Int = n ?? 0"),
      ("let n: String? = nil\nprint(n.count)", "print(n?.count)"),
      ("let k = 2\nk = 3", "var k = 2"),
      ("protocol P { func m() -> Int }\nstruct S: P {}", "    func m() -> Int {"),
      ("func f(width: Int, height: Int) -> Int { width * height }\nprint(f(3, 4))", "print(f(width: 3, height: 4))"),
      ("func f() async -> Int { 1 }\nlet z = [f()]", "let z = [await f()]"),
    ]) func theCompilersCorrectionsAreActions(code: String, line: String) throws
  {
    let client = try EditorClient(help: EditorClient.help)
    client.initialize()
    // With letters of several bytes above, and a cell.
    let text = "---\nnotebook: {}\n---\nGrüße\n```swift\nlet ä = 1\n```\n\n```swift\nlet ö = \"ü\"\n\(code)\n```\n"
    client.open(text)
    while client.diagnostics(version: 1, count: -1, within: 3)?.isEmpty ?? true {}
    let range: JSON = ["start": ["line": 0, "character": 0], "end": ["line": 14, "character": 0]]
    let actions =
      client.ask("textDocument/codeAction", line: 0, character: 0, ["range": range, "context": [:]])?.elements ?? []
    let left = actions.map { action -> String in
      var changed = DocumentText(text, encoding: .utf16)
      for edit in (action["edit"]?["changes"]?.members?.values.first?.elements ?? []).reversed() {
        let isDone = changed.apply(["range": edit["range"]!, "text": edit["newText"]!])
        #expect(isDone)
      }
      return changed.text
    }
    #expect(left.contains { $0.split(separator: "\n").contains(line[...]) }, "\(left)")
    #expect(client.end() == 0)
  }

  @Test(.enabled(if: EditorClient.help != nil, "gimbal is not built"))
  func namesOfACellThatFailsAreKnownBelow() throws {
    let client = try EditorClient(help: EditorClient.help)
    client.initialize()
    let text =
      "---\nnotebook: {}\n---\n```swift\nlet wrong: Int = \"a\"\nstruct Walker { var paceLength = 3.0 }\n```\n\n```swift\nlet one = Walker()\nprint(one.pa)\n```\n"
    client.open(text)
    while client.diagnostics(version: 1, count: -1, within: 3)?.isEmpty ?? true {}
    let found = client.ask("textDocument/completion", line: 10, character: 12)?["items"]?.elements ?? []
    #expect(found.contains { $0["label"]?.string == "paceLength" }, "\(found)")
    let hover = client.ask("textDocument/hover", line: 9, character: 12)
    #expect("\(hover ?? .null)".contains("struct Walker"))
    #expect(client.end() == 0)
  }

  @Test(.enabled(if: EditorClient.help != nil, "gimbal is not built"))
  func aWrongFrontMatterTakesNothingFromTheCode() throws {
    let client = try EditorClient(help: EditorClient.help)
    client.initialize()
    let text =
      "---\nnotebook:\n  explore: [pace]\n  timeot: 3\nparams: {pace: 1.0}\n---\nIt is `{swift} far\n\n```swift\nlet farAway = params.pace\n```\n\n```swift\nprint(farA)\n```\n\nIt is `{swift} farAw\n"
    client.open(text)
    // The mistake is reported once, as in a run.
    #expect(client.diagnostics(version: 1, count: 1)?.count == 1)
    func labels(_ line: Int, _ character: Int) -> [String] {
      (client.ask("textDocument/completion", line: line, character: character)?["items"]?.elements ?? []).compactMap {
        $0["label"]?.string
      }
    }
    #expect(labels(13, 10).contains("farAway"))
    // An expression of the prose before its closing backtick.
    #expect(labels(16, 20).contains("farAway"))
    #expect(!labels(6, 18).contains("farAway"))
    #expect(client.end() == 0)
  }
}
