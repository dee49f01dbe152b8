import Foundation

/// What the preview's server tells a page.
package enum PreviewEvent: Sendable {
  /// The whole report, with the state of each cell; `html` is what is in `<main>`.
  case page(title: String, html: String, cells: [CellProgress], parameters: [ParameterControl] = [])
  /// A cell's state has changed; `html` is its new section, nil where only the state differs.
  case cell(CellProgress, html: String?)
  /// Printed text of the running cell.
  case output(anchor: String, text: String)
  /// The state of the run as a whole; `problem` says why the file could not be read, what is
  /// only text in it, or what a strict report lacks.
  case run(RunState, problem: String?)

  /// Where a cell is.
  package struct CellProgress: Codable, Hashable, Sendable {
    package enum State: String, Codable, Sendable {
      case waiting, compiling, running, done, failed, skipped
      case notRun = "not run"
    }

    package var anchor: String
    package var state: State
    /// Seconds that the cell ran; for a running cell, those that have passed.
    package var seconds: Double
  }

  package enum RunState: String, Codable, Sendable { case running, done, failed, stopped, asleep }

  /// The event in the format of server-sent events: one `data` line of JSON, an empty line.
  package var bytes: [UInt8] {
    var message = Message()
    switch self {
    case .page(let title, let html, let cells, let parameters):
      message = Message(kind: "page", title: title, html: html, cells: cells, parameters: parameters)
    case .cell(let progress, let html): message = Message(kind: "cell", html: html, cells: [progress])
    case .output(let anchor, let text): message = Message(kind: "output", text: text, anchor: anchor)
    case .run(let state, let problem): message = Message(kind: "run", text: problem, state: state)
    }
    // JSON escapes line ends, so that the data stays on one line.
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let json = (try? encoder.encode(message)) ?? Data()
    return Array("data: ".utf8) + json + Array("\n\n".utf8)
  }

  private struct Message: Encodable {
    var kind = ""
    var title: String?
    var html: String?
    var text: String?
    var anchor: String?
    var state: RunState?
    var cells: [CellProgress]?
    var parameters: [ParameterControl]?
  }
}
