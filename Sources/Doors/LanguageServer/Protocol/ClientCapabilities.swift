import CodeHelp

/// What a client can do, as far as it decides what it is answered.
struct ClientCapabilities: Sendable {
  let encoding: PositionEncoding
  /// Whether completions may have places to fill in.
  let takesSnippets: Bool
  /// Whether a page can be shown by the client.
  let showsPages: Bool
  /// Whether symbols may have symbols below them.
  let takesNestedSymbols: Bool
  /// Whether it can be asked to tell of files that change.
  let watchesFiles: Bool

  init(_ json: JSON) {
    let offered = json["general"]?["positionEncodings"]?.elements?.compactMap(\.string) ?? []
    // The client names them in the order of its liking; UTF-8 spares us counting.
    let known = offered.compactMap(PositionEncoding.init)
    encoding = known.contains(.utf8) ? .utf8 : known.first ?? .utf16
    let document = json["textDocument"]
    takesSnippets = document?["completion"]?["completionItem"]?["snippetSupport"]?.bool ?? false
    takesNestedSymbols = document?["documentSymbol"]?["hierarchicalDocumentSymbolSupport"]?.bool ?? false
    watchesFiles = json["workspace"]?["didChangeWatchedFiles"]?["dynamicRegistration"]?.bool ?? false
    showsPages = json["window"]?["showDocument"]?["support"]?.bool ?? false
  }

  /// What the server can do.
  var answer: JSON {
    [
      "positionEncoding": .text(encoding.rawValue),
      "textDocumentSync": ["openClose": true, "change": 2, "save": true],
      "completionProvider": [
        "triggerCharacters": [".", "@", "|", "/", "\"", ":", " "], "resolveProvider": false,
      ],
      "hoverProvider": true,
      "signatureHelpProvider": ["triggerCharacters": ["(", ","]],
      "definitionProvider": true,
      "referencesProvider": true,
      "documentHighlightProvider": true,
      "renameProvider": ["prepareProvider": true],
      "documentSymbolProvider": true,
      "foldingRangeProvider": true,
      "documentFormattingProvider": true,
      "documentRangeFormattingProvider": true,
      "codeActionProvider": ["codeActionKinds": ["quickfix"]],
      "codeLensProvider": ["resolveProvider": false],
      "semanticTokensProvider": [
        "legend": ["tokenTypes": .list(TokenKind.allCases.map { .text($0.rawValue) }), "tokenModifiers": []],
        "full": true,
      ],
      "executeCommandProvider": ["commands": .list(NotebookCommand.allCases.map { .text($0.rawValue) })],
    ]
  }
}
