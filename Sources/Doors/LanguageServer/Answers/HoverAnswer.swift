import CodeHelp
import NotebookDocument
import Reports

/// What is known of what is at the cursor.
enum HoverAnswer {
  static func answer(_ question: Question) throws(AnswerFault) -> JSON {
    let place = try question.place()
    if let name = NotebookName(at: place, question), let words = words(on: name, question) {
      return json(
        words,
        question.text.range(.init(place.line, name.columns.lowerBound), .init(place.line, name.columns.upperBound)))
    }
    guard let cursor = question.cursor(at: place) else { return .null }
    let knowledge = question.document.knowledge
    guard let seen = knowledge.seen(cursor) else { return .null }
    let name = CodePoints(code: seen.code).name(around: seen.byte)
    guard !name.isEmpty, let symbol = question.help.symbol(seen.code, atByte: name.lowerBound, seen.assistance) else {
      return .null
    }
    let above = seen.byte - cursor.byte
    let start = question.place(ofByte: max(name.lowerBound - above, 0), in: cursor.origin)
    return json(symbol.markdown, question.text.range(start, .init(start.line, start.column + name.count)))
  }

  private static func json(_ markdown: String, _ range: JSON) -> JSON {
    ["contents": ["kind": "markdown", "value": .text(markdown)], "range": range]
  }

  /// The remarks on a name that the notebook itself gives: a parameter, a label, an option.
  private static func words(on name: NotebookName, _ question: Question) -> String? {
    if case .key(let key, let isOfNotebook) = name.kind {
      return (isOfNotebook ? OptionGuide.notebook : OptionGuide.frontMatter)[key].map { entry in
        entry.words + (entry.values.isEmpty ? "" : "\n\n" + entry.values.map { "`\($0)`" }.joined(separator: ", "))
      }
    }
    guard let notebook = question.notebook else {
      if case .option(let option) = name.kind { return OptionGuide.cell[option]?.words }
      return nil
    }
    switch name.kind {
    case .option(let option): return OptionGuide.cell[option]?.words
    case .key: return nil
    case .exercise(let exercise, let cell): return "The exercise “\(exercise)”, cell \(cell)"
    case .citation(let key):
      return BibliographyEntry.all(in: notebook).first { $0.key == key }.map {
        "\(MarkdownText.fenced($0.text, "bibtex"))\n\n\($0.file)"
      }
    case .parameter(let parameter):
      guard let declared = notebook.frontMatter.parameters.first(where: { $0.name == parameter }) else { return nil }
      let comment = ParameterPlaces(notebook).comment(on: parameter).map { "\n\n\($0)" } ?? ""
      let code = "let \(parameter): \(declared.value.swiftType) = \(declared.value.swiftLiteral)"
      return MarkdownText.fenced(code, "swift") + comment
    case .label(let label):
      guard let cell = notebook.cells.first(where: { $0.options.label == label }) else {
        return Equation.find(in: notebook).first { $0.label == label }.map { "Equation \($0.number)" }
      }
      let captions = cell.options.figureCaptions + [cell.options.tableCaption].compactMap { $0 }
      return captions.isEmpty ? "The cell in line \(cell.lines.lowerBound)" : captions.joined(separator: "\n\n")
    }
  }
}
