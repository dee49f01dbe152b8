import CodeHelp
import NotebookDocument

/// What an editor can have done next to edits.
enum NotebookCommand: String, CaseIterable {
  /// Runs the cells down to a line of a notebook: `{"uri": …, "line": …}`, the line from 0.
  case runToHere = "gimbal.runToHere"
  /// Shows the report of a notebook in the browser, and follows every save: `{"uri": …}`.
  case showReport = "gimbal.showReport"

  static func execute(_ question: Question) throws(AnswerFault) -> JSON {
    guard let command = question.parameters["command"]?.string.flatMap(NotebookCommand.init) else {
      let known = allCases.map(\.rawValue).joined(separator: ", ")
      throw AnswerFault(.invalidParameters, "unknown command; the server knows \(known)")
    }
    guard let runs = question.runs else { throw AnswerFault(.failed, "nothing runs here") }
    let argument = question.parameters["arguments"]?.elements?.first
    switch command {
    case .showReport: return try runs.show(question.document, line: nil, question.client)
    case .runToHere:
      guard let line = argument?["line"]?.int, line >= 0 else {
        throw AnswerFault(.invalidParameters, "“line” must be the number of a line, from 0")
      }
      return try runs.show(question.document, line: line + 1, question.client)
    }
  }

  /// “Run to here” above each cell, and the report above the first line.
  static func lenses(_ question: Question) throws(AnswerFault) -> JSON {
    guard let notebook = question.notebook else { return [] }
    let uri = JSON.text(question.document.uri)
    let report: JSON = [
      "range": question.text.range(ofLines: 0...0),
      "command": ["title": "Show the report", "command": .text(showReport.rawValue), "arguments": [["uri": uri]]],
    ]
    let cells = zip(notebook.cells, notebook.fates).filter(\.1.doesRun).map { cell, _ -> JSON in
      let line = cell.lines.lowerBound - 1
      return [
        "range": question.text.range(ofLines: line...line),
        "command": [
          "title": "Run to here", "command": .text(runToHere.rawValue),
          "arguments": [["uri": uri, "line": .integer(line)]],
        ],
      ]
    }
    return .list([report] + cells)
  }
}
