import CellCompiler
import Foundation
import NotebookDocument
import Surroundings

/// Finds the notebook's own lines again: in compiler messages, in crash frames, in what the runtime prints.
package struct Locator {
  package let notebook: Notebook
  package let toolchain: Toolchain

  /// The notebook's place of a place in a generated file; nil for files that are not a notebook's.
  package func position(file: String, line: Int, column: Int) -> Position? {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    if let match = name.wholeMatch(of: /gimbal-cell-(\d+)\.swift/), let number = Int(match.output.1),
      notebook.cells.indices.contains(number - 1)
    {
      let cell = notebook.cells[number - 1]
      let column = TopLevelAwait(cell.code).originalColumn(column, line: line)
      // A message may stand behind the last line, where the end is missing: say the last line.
      let last = cell.lines.upperBound - cell.codeLine
      return Position(line: cell.codeLine + min(max(line - 1, 0), last), column: max(column, 1) + cell.indent)
    }
    // Behind the end of what the cell says: the compiler still waits for something.
    if let match = name.wholeMatch(of: /Cell(\d+)\.swift/), let number = Int(match.output.1),
      notebook.cells.indices.contains(number - 1)
    {
      return Position(line: max(notebook.cells[number - 1].lines.upperBound - 1, 1))
    }
    if let match = name.wholeMatch(of: /gimbal-inline-(\d+)\.swift/), let number = Int(match.output.1),
      notebook.inlines.indices.contains(number - 1)
    {
      let inline = notebook.inlines[number - 1]
      let column = TopLevelAwait(inline.expression).originalColumn(column, line: 1)
      return Position(line: inline.line, column: max(column, 1) + inline.expressionColumn)
    }
    return nil
  }

  /// The compiler's messages with the notebook's places.
  package func diagnostics(_ failure: CompileFailure) -> [Diagnostic] {
    failure.diagnostics.map { file, diagnostic in
      var diagnostic = diagnostic
      diagnostic.position = diagnostic.position.flatMap { place in
        file.flatMap { position(file: $0, line: place.line, column: place.column) }
      }
      return diagnostic
    }
  }

  /// The lines of the notebook at which the frames stand, innermost first. Costs a process of about 10 ms.
  package func trace(_ frames: [RawFrame]) -> [Position] {
    guard let symbolizer = toolchain.symbolizer, !frames.isEmpty else { return [] }
    let queries = frames.prefix(64).map { "\"\($0.library)\" \($0.offset)\n" }.joined()
    let arguments = ["--output-style=JSON", "--no-inlines", "--relative-address", "--skip-line-zero"]
    guard let (_, output) = try? Subprocess.run(symbolizer, arguments, input: queries) else { return [] }
    struct Answer: Decodable {
      struct Symbol: Decodable {
        var fileName: String
        var line: Int
        var column: Int
        enum CodingKeys: String, CodingKey {
          case fileName = "FileName"
          case line = "Line"
          case column = "Column"
        }
      }
      var symbols: [Symbol]?
      enum CodingKeys: String, CodingKey { case symbols = "Symbol" }
    }
    var places: [Position] = []
    for line in output.split(separator: "\n") {
      guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(line.utf8)) else { continue }
      for symbol in answer.symbols ?? [] {
        let place = position(file: symbol.fileName, line: symbol.line - CellUnitNames.shift, column: symbol.column)
        if let place, places.last?.line != place.line { places.append(place) }
      }
    }
    return places
  }

  /// A text of the runtime with the notebook's name and line in the place of the generated file's.
  package func translate(_ text: String) -> String {
    guard text.contains("gimbal-") else { return text }
    return text.replacing(/(?:\w+\/)?(gimbal-(?:cell|inline)-\d+\.swift):(\d+)/) { match in
      guard
        let place = position(
          file: String(match.output.1), line: (Int(match.output.2) ?? 1) - CellUnitNames.shift, column: 1)
      else { return String(match.output.0) }
      return "\(notebook.path):\(place.line)"
    }
  }

  /// Takes the runtime's last words out of standard error: “… Fatal error: why”.
  package static func fatalMessage(in outputs: inout [Output]) -> String? {
    for index in outputs.indices.reversed() {
      guard case .errorText(let text) = outputs[index] else { continue }
      guard
        let match = text.firstMatch(of: /(?m)^(?:.*?: )?(Fatal error|Precondition failed|Assertion failed)(?:: (.*))?$/)
      else { continue }
      let rest = String(text[..<match.range.lowerBound])
      if rest.isEmpty { outputs.remove(at: index) } else { outputs[index] = .errorText(rest) }
      return match.output.2.map { "\(match.output.1): \($0)" } ?? String(match.output.1)
    }
    return nil
  }
}
