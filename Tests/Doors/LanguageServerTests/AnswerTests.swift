import CodeHelp
import Foundation
import LanguageServer
import Testing

/// What is answered without the help of SourceKit, and the messages about a notebook outside of its cells.
@Suite(.serialized) struct AnswerTests {
  private func client(
    _ text: String, takesTrees: Bool = true, _ options: JSON = [:]
  ) throws -> EditorClient {
    let client = try EditorClient()
    client.initialize(takesTrees: takesTrees, options)
    client.open(text)
    return client
  }

  fileprivate static func cell(_ code: String) -> String { "---\nnotebook: {}\n---\n```swift\n\(code)\n```\n" }

  @Test func noMethodAnswersForOtherMarkdown() throws {
    let client = try client("# A letter\n\n```swift\nlet x = 1\n```\n")
    for method in Answers.methods {
      let answer = client.ask(method, line: 3, character: 4, ["newName": "y", "command": "gimbal.showReport"])
      #expect(answer == .null, "\(method)")
    }
    #expect(client.end() == 0)
  }

  // MARK: Messages

  @Test(
    arguments: [
      ("---\nnotebook:\n  timeot: 3\n---\n", 2, "timeot", "timeout"),
      ("---\nnotebook: {}\nparams: {a: [1, 2\n---\n", 3, "broken YAML", "close the bracket"),
      (AnswerTests.cell("//| lable: fig-a\n1"), 4, "lable", "label"),
      ("---\nnotebook: {}\n---\nIt is `{swift} misspelt`.\n", 3, "misspelt", "cannot find"),
      ("---\nnotebook: {}\n---\nSee @fig-none.\n", 3, "fig-none", "there is no figure"),
    ] as [(String, Int, String, String)])
  func mistakesOutsideOfCellsAreTold(text: String, line: Int, name: String, words: String) throws {
    let client = try client(text)
    let found = try #require(client.diagnostics(version: 1, count: 1))
    #expect(found.count == 1)
    let message = found.first?["message"]?.string ?? ""
    #expect(found.first?["range"]?["start"]?["line"]?.int == line, "\(found)")
    #expect(message.contains(name) && message.contains(words), "\(message)")
    if name == "fig-none" {
      // The whole name is marked.
      #expect(
        found.first?["range"]?["start"]?["character"]?.int == 4
          && found.first?["range"]?["end"]?["character"]?.int == 13)
    }
    #expect(client.end() == 0)
  }

  @Test(arguments: [true, false])
  func strictMakesErrorsOfHints(isStrict: Bool) throws {
    let client = try client(Self.cell("//| label: fig-a\nMIMEBundle([:])"), ["strict": .boolean(isStrict)])
    let found = client.diagnostics(version: 1, count: 2) ?? []
    #expect(found.map { $0["severity"]?.int } == (isStrict ? [1, 1] : [4, 4]))
    #expect(client.end() == 0)
  }

  @Test func cellsBelowFollowAnEdit() throws {
    let text = "---\nnotebook: {}\n---\n```swift\nlet a = 1\n```\n\n```swift\nlet b: Int = a\n```\n"
    let client = try client(text)
    #expect(client.diagnostics(version: 1, count: 0) == [])
    let one: JSON = ["start": ["line": 4, "character": 8], "end": ["line": 4, "character": 9]]
    client.change([["range": one, "text": "\"\""]], to: 2)
    let found = client.diagnostics(version: 2, count: 1) ?? []
    #expect(found.map { $0["range"]?["start"]?["line"]?.int } == [8], "\(found)")
    let text2: JSON = ["start": ["line": 4, "character": 8], "end": ["line": 4, "character": 10]]
    client.change([["range": text2, "text": "2"]], to: 3)
    #expect(client.diagnostics(version: 3, count: 0) == [])
    #expect(client.end() == 0)
  }

  /// The compiler's first errors appear at once, and its later advice replaces them.
  @Test func adviceTakesThePlaceOfTheFirstWords() throws {
    let client = try client(Self.cell("import Foundation\nlet decoder = JSONDecoderr() // \(UUID())"))
    var all: [String] = []
    let end = ContinuousClock.now + .seconds(300)
    while Set(all).count < 2, ContinuousClock.now < end {
      _ = client.diagnostics(version: 1, count: 1)
      all = client.allDiagnostics(version: 1).compactMap { $0.first?["message"]?.string }
    }
    #expect(all.first?.hasPrefix("cannot find 'JSONDecoderr' in scope; check its spelling") == true, "\(all)")
    #expect(all.last == "cannot find 'JSONDecoderr' in scope; did you mean 'JSONDecoder'?", "\(all)")
    #expect(client.end() == 0)
  }

  // MARK: Completion

  private func labels(_ client: EditorClient, _ line: Int, _ character: Int, _ context: JSON = .null) -> [String] {
    let answer = client.ask("textDocument/completion", line: line, character: character, ["context": context])
    return (answer?["items"]?.elements ?? []).compactMap { $0["label"]?.string }
  }

  @Test func filesCompleteOnlyWhereATextIsAPath() throws {
    let text = Self.cell("load(contentsOf: \"wal\nlet word = \"wal\nlet path = \"traces/wal\nload(contentsOf: \"no/wal")
    let client = try client(text)
    try FileManager.default.createDirectory(atPath: "\(client.folder)/traces", withIntermediateDirectories: true)
    for name in ["walk.csv", "traces/walk-2.csv", "traces/.walk"] { try client.save("", as: name) }
    #expect(labels(client, 4, 21) == ["walk.csv"])
    #expect(labels(client, 5, 15) == [])
    #expect(labels(client, 6, 23) == ["walk-2.csv"])
    #expect(labels(client, 7, 24) == [])
    #expect(client.end() == 0)
  }

  @Test func oneMistakeTakesNothingFromTheRest() throws {
    let text =
      "---\nnotebook:\n  timeot: 3\nparams: {alpha: 1}\n---\n# One\n```swift\n//| lable: fig-a\nlet a = params.\n```\n\n## Two\n"
    let client = try client(text)
    #expect(labels(client, 8, 15) == ["alpha"])
    let outline = client.ask("textDocument/documentSymbol", line: 0, character: 0)
    #expect("\(outline ?? .null)".contains("One") && "\(outline ?? .null)".contains("Two"))
    let folds = client.ask("textDocument/foldingRange", line: 0, character: 0)?.elements ?? []
    #expect(!folds.isEmpty)
    #expect(client.end() == 0)
  }

  @Test func labelsOfTheProseAndKeysOfTheBibliographyComplete() throws {
    let text =
      "---\nnotebook: {}\nbibliography: refs.bib\n---\nSee @\n\n![A desk](desk.png){#fig-desk}\n\n| a |\n| --- |\n| 1 |\n\n: Runs {#tbl-runs}\n"
    let client = try client(text)
    try client.save(
      "@comment{x,}\n@article{savage1998,\n title={A}}\n@book{ titterton2004 , title={B}}\n", as: "refs.bib")
    #expect(labels(client, 4, 5) == ["fig-desk", "tbl-runs", "savage1998", "titterton2004"])
    #expect(client.end() == 0)
  }

  @Test func keysValuesAndParametersCompleteWhereTheyMeanSomething() throws {
    let text = "---\nnotebook:\n  ti\nparams: {alpha: 1, beta: 2}\n---\nIt is `{swift} params.`.\n"
    let client = try client(text)
    #expect(labels(client, 2, 4).contains("timeout"))
    #expect(!labels(client, 2, 4).contains("title"))
    let sizes = try self.client("---\nnotebook:\n  fig-size: \n---\n")
    #expect(labels(sizes, 2, 12) == ["column", "page", "slide"])
    #expect(sizes.end() == 0)
    // A notebook without a mistake in its head knows its parameters, also in the prose.
    let prose = try self.client(text.replacing("  ti\n", with: "  timeout: 3\n"))
    #expect(labels(prose, 5, 22) == ["alpha", "beta"])
    // A space asks for what is in options, and not for code.
    #expect(labels(prose, 5, 8, ["triggerKind": 2, "triggerCharacter": " "]) == [])
    #expect(prose.end() == 0)
    #expect(client.end() == 0)
  }

  @Test func valuesOfTheFrontMatterComplete() throws {
    let head =
      "---\ntitle: A\ncsl: \nnotebook:\n  explore: [\nparams:\n  alpha: 1\n  trace: traces/wa\nbibliography:\n  - re\n---\n"
    let client = try client(head)
    try FileManager.default.createDirectory(atPath: "\(client.folder)/traces", withIntermediateDirectories: true)
    for name in ["refs.bib", "ieee.csl", "traces/walk.csv"] { try client.save("", as: name) }
    #expect(labels(client, 2, 5) == ["ieee.csl", "traces/"])
    #expect(labels(client, 7, 18) == ["walk.csv"])
    #expect(labels(client, 9, 6) == ["refs.bib"])
    #expect(client.end() == 0)
    // The line that is being written is what makes this one unreadable.
    let controls = try self.client("---\nnotebook:\n  explore: [\nparams:\n  alpha: 1\n  trace: a.csv\n---\n")
    #expect(labels(controls, 2, 12) == ["alpha", "trace"])
    #expect(controls.end() == 0)
  }

  @Test(arguments: ["solution", "check"])
  func namesOfExercisesCompleteFromTheirFirstLettersOn(option: String) throws {
    let text =
      "---\nnotebook: {}\n---\n```swift\n//| exercise: pace\nlet a = 1\n```\n```swift\n//| \(option): pa\n```\n"
    let client = try client(text)
    #expect(labels(client, 8, "//| \(option): pa".count) == ["pace"])
    #expect(client.end() == 0)
  }

  @Test func keysOfTheFrontMatterAndCitationsExplainThemselves() throws {
    let text =
      "---\ntitle: A\nbibliography: refs.bib\nnotebook:\n  timeout: 3\n---\nSee [@savage1998, p. 2].\n```swift\n//| exercise: pace\nlet a = 1\n```\n```swift\n//| check: pace\na == 1\n```\n"
    let client = try client(text)
    try client.save("@book{other, title={B}}\n@article{savage1998,\n  title={Strapdown}}\n", as: "refs.bib")
    func hover(_ line: Int, _ character: Int) -> String {
      client.ask("textDocument/hover", line: line, character: character)?["contents"]?["value"]?.string ?? ""
    }
    #expect(hover(1, 2) == "The report's title.")
    #expect(hover(4, 4).hasPrefix("Seconds after which a cell"))
    #expect(hover(6, 8).contains("title={Strapdown}") && hover(6, 8).hasSuffix("refs.bib"))
    #expect(hover(12, 12).contains("“pace”"))
    let places = client.ask("textDocument/definition", line: 6, character: 8)?.elements ?? []
    #expect(places.count == 1 && places.first?["range"]?["start"]?["line"]?.int == 1)
    #expect(places.first?["uri"] == client.uri("refs.bib"))
    let uses = client.ask("textDocument/references", line: 8, character: 15, ["context": ["includeDeclaration": true]])
    #expect(Place.starts(uses) == [[8, 14], [12, 11]])
    #expect(client.end() == 0)
  }

  // MARK: Hover

  @Test(arguments: [
    (6, 6, "Names the cell's figures"), (6, 16, "How far it is off."), (10, 8, "How far it is off."),
    (3, 4, "let alpha: Double = 2.0"), (8, 17, "s⁻¹, damping"),
  ])
  func optionsLabelsAndParametersAreExplained(line: Int, column: Int, words: String) throws {
    let client = try client(
      """
      ---
      notebook: {}
      params:
        alpha: 2.0  # s⁻¹, damping
      ---
      ```swift
      //| label: fig-drift
      //| fig-cap: How far it is off.
      let b = params.alpha
      ```
      See @fig-drift.

      """)
    let value = client.ask("textDocument/hover", line: line, character: column)?["contents"]?["value"]?.string
    #expect(value?.contains(words) == true, "\(value ?? "nothing")")
    #expect(client.ask("textDocument/hover", line: 11, character: 0) == .null)
    #expect(client.end() == 0)
  }

  // MARK: Shape

  @Test func anEditorWithoutTreesGetsAListWithContainers() throws {
    let client = try client(
      "---\nnotebook: {}\n---\n# Head\n\n## Part\n\n```swift\nlet x = 1\n```\n", takesTrees: false)
    let symbols = client.ask("textDocument/documentSymbol", line: 0, character: 0)?.elements ?? []
    #expect(symbols.prefix(2).map { $0["name"]?.string } == ["Head", "Part"])
    #expect(symbols.map { $0["containerName"]?.string } == [nil, "Head", "Part"])
    #expect(symbols.map { $0["location"]?["range"]?["start"]?["line"]?.int } == [3, 5, 7])
    #expect(client.end() == 0)
  }

  @Test func wordsOfCellsAndExpressionsHaveTheirKinds() throws {
    let text = "---\nnotebook: {}\n---\nIt is `{swift} 1 + 2`.\n```swift\n//| echo: false\nlet x = \"a\" // ü\n```\n"
    let client = try client(text)
    let numbers = client.ask("textDocument/semanticTokens/full", line: 0, character: 0)?["data"]?.elements ?? []
    var (line, column) = (0, 0)
    var found: [[Int]] = []
    for index in stride(from: 0, to: numbers.count, by: 5) {
      let token = numbers[index..<index + 5].map { $0.int ?? -1 }
      (line, column) = (line + token[0], token[0] == 0 ? column + token[1] : token[1])
      found.append([line, column, token[2], token[3]])
    }
    // keyword, string, number, comment, type, property
    #expect(
      found == [
        [3, 15, 1, 2], [3, 19, 1, 2], [5, 4, 4, 5], [6, 0, 3, 0], [6, 8, 3, 1], [6, 12, 4, 3],
      ], "\(found)")
    #expect(client.end() == 0)
  }

  @Test func onlyTheCellsOfARangeAreFormatted() throws {
    let client = try client("---\nnotebook: {}\n---\n```swift\nlet a=1\n```\n\n```swift\nlet b=2\n```\n")
    let range: JSON = ["start": ["line": 8, "character": 0], "end": ["line": 8, "character": 3]]
    let edits = client.ask("textDocument/rangeFormatting", line: 0, character: 0, ["range": range])?.elements ?? []
    #expect(edits.map { $0["newText"]?.string } == ["let b = 2"])
    let all = client.ask("textDocument/formatting", line: 0, character: 0)?.elements ?? []
    #expect(all.map { $0["newText"]?.string } == ["let a = 1", "let b = 2"])
    #expect(client.end() == 0)
  }

  /// The settings that hold in the notebook's folder are used.
  @Test func formattingGoesByTheFoldersSettings() throws {
    let client = try client(Self.cell("if true {\nprint(1)\n}"))
    for (spaces, expected) in [(2, "if true {\n  print(1)\n}"), (6, "if true {\n      print(1)\n}")] {
      try client.save("{\"version\": 1, \"indentation\": {\"spaces\": \(spaces)}}", as: ".swift-format")
      let edits = client.ask("textDocument/formatting", line: 0, character: 0)?.elements ?? []
      #expect(edits.map { $0["newText"]?.string } == [expected])
    }
    #expect(client.end() == 0)
  }

  @Test(arguments: [
    ("func f() async -> Int { 1 }\nlet x = f()", "await ", 8),
    ("import Gimbal\nlet q = Quaternion.identity.swing", "w", 28),
    ("//| fig-sise: page\n1", "fig-size", 4),
    ("let value = 1\nlet other = vaule", "value", 12),
    ("let half = 1/2\nhalf", "1.0", 11),
    ("//| fig-size: colum\n1", "page", 14),
    ("//| echo: fals\n1", "false", 10),
    (
      "1\n```\n\nSee @fig-zzzzzzz.\n\n```swift\n//| label: fig-drift\n//| fig-cap: a\n//| fig-alt: b\nMIMEBundle([:])",
      "fig-drift", 5
    ),
  ])
  func whatAMessageProposesCanBeDone(code: String, text: String, column: Int) throws {
    let client = try client(Self.cell(code))
    let found = try #require(client.diagnostics(version: 1, count: 1))
    let range: JSON = ["start": ["line": 0, "character": 0], "end": ["line": 9, "character": 0]]
    let actions =
      client.ask("textDocument/codeAction", line: 0, character: 0, ["range": range, "context": [:]])?.elements ?? []
    let edits = actions.compactMap { $0["edit"]?["changes"]?.members?.values.first?.elements?.first }
    #expect(
      edits.contains { $0["newText"]?.string == text && $0["range"]?["start"]?["character"]?.int == column },
      "\(found) \(actions)")
    #expect(client.end() == 0)
  }
}
