import CodeHelp

/// Who answers which method.
package enum Answers {
  typealias Answerer = @Sendable (Question) throws(AnswerFault) -> JSON

  private static let byMethod: [String: Answerer] = [
    "textDocument/completion": CompletionAnswer.answer,
    "textDocument/hover": HoverAnswer.answer,
    "textDocument/signatureHelp": SignatureAnswer.answer,
    "textDocument/definition": NameAnswers.definition,
    "textDocument/references": NameAnswers.references,
    "textDocument/documentHighlight": NameAnswers.highlights,
    "textDocument/prepareRename": NameAnswers.prepareRename,
    "textDocument/rename": NameAnswers.rename,
    "textDocument/documentSymbol": OutlineAnswer.symbols,
    "textDocument/foldingRange": OutlineAnswer.foldings,
    "textDocument/formatting": FormattingAnswer.answer,
    "textDocument/rangeFormatting": FormattingAnswer.answer,
    "textDocument/codeAction": ActionAnswer.answer,
    "textDocument/codeLens": NotebookCommand.lenses,
    "textDocument/semanticTokens/full": TokenAnswer.answer,
    "workspace/executeCommand": NotebookCommand.execute,
  ]

  /// The answer to a request; nothing for documents that are not notebooks.
  ///
  /// - Parameter question: makes a question about the document.
  static func answer(
    _ method: String, _ document: OpenNotebook?, _ question: (OpenNotebook) -> Question
  ) throws(AnswerFault) -> JSON {
    guard let answerer = byMethod[method] else {
      throw AnswerFault(.unknownMethod, "the server does not know “\(method)”")
    }
    guard let document, document.isNotebook else { return .null }
    return try answerer(question(document))
  }

  /// The answer to a request about a text that nobody has looked at, without the help of SourceKit.
  package static func answer(
    _ method: String, _ parameters: JSON, about text: DocumentText, uri: String
  ) throws(AnswerFault) -> JSON {
    try answer(method, OpenNotebook(uri: uri, version: .null, text: text)) { document in
      Question(
        document: document, notebook: document.parsed(), parameters: parameters, help: Help(start: nil),
        client: ClientCapabilities(.null), runs: nil)
    }
  }

  /// The methods that are answered.
  package static var methods: [String] { byMethod.keys.sorted() }
}
