import Foundation

import enum Basics.GivenFile

/// Reads notebooks: Markdown files whose front matter has the key `notebook`.
package enum NotebookParser {
  /// Reads a file.
  ///
  /// - Throws: `NotebookError` with file and line. O(length).
  package static func read(_ path: String) throws -> Notebook {
    try parse(bytes(of: path), path: path)
  }

  /// The bytes of a notebook's file.
  ///
  /// - Throws: `NotebookError` that says what is there instead.
  package static func bytes(of path: String) throws -> Data {
    do {
      return try GivenFile.read(path)
    } catch {
      let endings = [(path.split(separator: ".").last ?? "").lowercased() == "ipynb" ? "ipynb" : "md"]
      var reason = error.description
      if error.isMissing { reason += NearFile.hint(path, endings: endings) }
      if reason == "it is a folder" { reason += "; name the notebooks in it, as in “\(path)/*.\(endings[0])”" }
      throw NotebookError(.unreadable(reason), file: path)
    }
  }

  /// Reads a notebook from the bytes of a file.
  ///
  /// - Throws: `NotebookError` with file and line.
  package static func parse(_ data: Data, path: String) throws -> Notebook {
    guard let text = String(validating: data, as: UTF8.self) else {
      throw notText(data, path: path)
    }
    return try parse(text, path: path)
  }

  /// Reads a notebook from a text.
  ///
  /// - Throws: `NotebookError` with file and line.
  package static func parse(_ text: String, path: String) throws -> Notebook {
    let lines = split(text)
    let (frontMatter, length) = try frontMatter(lines, path)
    // The front matter gives way to as many empty lines, so that line numbers hold.
    let body = Array(repeating: "", count: length) + lines.dropFirst(length)
    let document = Document(body)
    var notebook = Notebook(
      path: path, lines: lines, document: document, frontMatter: frontMatter, frontMatterLength: length, cells: [],
      inlines: [], shownBlocks: [])
    notebook.warnings += NotebookWarning.lostTexts(
      in: Array(lines[min(1, length)..<max(length - 1, min(1, length))]), firstLine: 2, indent: 0)
    var labels: [String: Int] = [:]
    for block in document.codeBlocks {
      guard block.isSwift else {
        if let warning = NotebookWarning(block) { notebook.warnings.append(warning) }
        continue
      }
      guard block.isClosed else {
        throw NotebookError(.unclosedCell, file: path, position: Position(line: block.lines.lowerBound))
      }
      if block.arguments.contains("noeval") {
        notebook.shownBlocks.append(ShownBlock(code: block.code, lines: block.lines))
        continue
      }
      var cell = try cell(block, number: notebook.cells.count + 1, path)
      cell.options.notebookFigures = frontMatter.figures
      if let label = cell.options.label {
        if let first = labels[label] {
          throw NotebookError(
            .duplicateLabel(label, firstLine: first), file: path, position: Position(line: block.lines.lowerBound))
        }
        labels[label] = block.lines.lowerBound
      }
      notebook.cells.append(cell)
      let options = block.code.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("//|") }
      notebook.warnings += NotebookWarning.lostTexts(
        in: options.map { $0.dropFirst(3) }, firstLine: block.lines.lowerBound + 1, indent: 3 + block.indent)
      notebook.warnings += NotebookWarning.strayComments(in: cell)
    }
    notebook.nameCells()
    try notebook.checkExercises()
    try notebook.checkNotes()
    notebook.warnings +=
      NotebookWarning.lostFences(in: document) + NotebookWarning.lostExpressions(in: document)
      + NotebookWarning.lostComments(in: document) + NotebookWarning.lostFormulas(in: document)
      + NotebookWarning.foreignCommands(in: document)
    notebook.warnings += notebook.frontMatter.warnings
    notebook.warnings.sort { $0.position < $1.position }
    notebook.inlines = InlineExpressions.find(in: document, cells: notebook.cells)
    notebook.guesses = try Guess.find(in: document, inlines: notebook.inlines, path: path)
    notebook.delayAnswers()
    notebook.questions = try WrittenQuestion.find(in: document, path: path)
    for (label, lines) in notebook.guesses.map({ ($0.label, $0.lines) })
      + notebook.questions.map({ ($0.label, $0.lines) })
    {
      if let first = labels.updateValue(lines.lowerBound, forKey: label) {
        throw NotebookError(
          .duplicateLabel(label, firstLine: first), file: path, position: Position(line: lines.lowerBound))
      }
    }
    return notebook
  }

  /// The lines of a file's text without those of the front matter, which are empty. What is no notebook stays as it is. O(length).
  package static func body(of lines: [String]) -> [String] {
    guard let length = frontMatterLength(lines) else { return lines }
    return Array(repeating: "", count: length) + lines.dropFirst(length)
  }

  private static func notText(_ data: Data, path: String) -> NotebookError {
    // Longest valid prefix, a line at a time: the fault is in the first line that is not text.
    var line = 1
    for bytes in data.split(separator: 10, omittingEmptySubsequences: false) {
      if String(validating: bytes, as: UTF8.self) == nil {
        let column = bytes.firstIndex { $0 >= 0x80 }.map { $0 - bytes.startIndex } ?? 0
        return NotebookError(
          .notText(byte: bytes[bytes.startIndex + column]), file: path,
          position: Position(line: line, column: column + 1))
      }
      line += 1
    }
    return NotebookError(.notText(byte: 0), file: path)
  }

  /// The lines of a text, without line ends; one that ends the text stands for nothing. O(length).
  package static func split(_ text: String) -> [String] {
    var text = text
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    // A line ends as Markdown says: with a line feed, a carriage return, or both.
    var lines: [String] = []
    var bytes = Array(text.utf8)[...]
    while let end = bytes.firstIndex(where: { $0 == 10 || $0 == 13 }) {
      lines.append(String(decoding: bytes[..<end], as: UTF8.self))
      let isBoth = bytes[end] == 13 && end + 1 < bytes.endIndex && bytes[end + 1] == 10
      bytes = bytes[(end + (isBoth ? 2 : 1))...]
    }
    if !bytes.isEmpty { lines.append(String(decoding: bytes, as: UTF8.self)) }
    return lines
  }

  private static func isFence(_ line: String, _ fences: [String]) -> Bool {
    fences.contains { line.hasPrefix($0) && line.dropFirst($0.count).allSatisfy(\.isWhitespace) }
  }

  /// How many lines the front matter takes; nil where there is none, or it does not end.
  static func frontMatterLength(_ lines: [String]) -> Int? {
    guard let first = lines.first, isFence(first, ["---"]) else { return nil }
    return lines.indices.dropFirst().first { isFence(lines[$0], ["---", "..."]) }.map { $0 + 1 }
  }

  static func frontMatter(_ lines: [String], _ path: String) throws -> (FrontMatter, Int) {
    guard let first = lines.first, isFence(first, ["---"]) else { throw NotebookError(.noFrontMatter, file: path) }
    guard let length = frontMatterLength(lines) else {
      throw NotebookError(.unclosedFrontMatter, file: path, position: Position(line: 1))
    }
    let yaml = lines[1..<length - 1].joined(separator: "\n")
    return (try FrontMatter(yaml: yaml, file: path, firstLine: 2), length)
  }

  private static func cell(_ block: CodeBlocks.Block, number: Int, _ path: String) throws -> Cell {
    let lines = block.code.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let optionLines = lines.prefix { $0.hasPrefix("//|") }
    let reader = YAMLReader(file: path, firstLine: block.lines.lowerBound + 1, indent: 3 + block.indent)
    let yaml = optionLines.map { String($0.dropFirst(3)) }.joined(separator: "\n")
    return Cell(
      number: number, options: try CellOptions(yaml: yaml, reader: reader),
      code: lines.dropFirst(optionLines.count).joined(separator: "\n"),
      codeLine: block.lines.lowerBound + 1 + optionLines.count, indent: block.indent, lines: block.lines)
  }
}
