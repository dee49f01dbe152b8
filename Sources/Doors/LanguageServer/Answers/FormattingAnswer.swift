import CodeHelp
import Foundation
import NotebookDocument
import Processes
import Toolchains

/// Cells as the toolchain's `swift-format` writes them, with the settings that hold in the notebook's folder.
enum FormattingAnswer {
  static func answer(_ question: Question) throws(AnswerFault) -> JSON {
    guard let notebook = question.notebook else {
      throw AnswerFault(.failed, "the notebook cannot be read; see its errors")
    }
    guard let program = Program.find("swift-format", path: Toolchain.searchPath) else {
      throw AnswerFault(.failed, "there is no swift-format next to the Swift compiler")
    }
    var lines = 0...Int.max
    if let range = question.parameters["range"] {
      guard let start = question.text.place(range["start"]), let end = question.text.place(range["end"]), start <= end
      else { throw AnswerFault(.invalidParameters, "“range” must have a “start” and an “end” behind it") }
      lines = start.line + 1...end.line + 1
    }
    let places = notebook.codePlaces.filter { place in
      guard let cell = place.cell.map({ notebook.cells[$0] }) else { return false }
      return cell.lines.overlaps(lines)
    }
    return .list(places.compactMap { edit($0, program, notebook, question.text) })
  }

  /// The change that a cell needs; nil for one that is as it should be, or cannot be read.
  private static func edit(_ place: CodePlace, _ program: String, _ notebook: Notebook, _ text: DocumentText) -> JSON? {
    let arguments = ["format", "--assume-filename", "\(notebook.folder)/\(notebook.name).swift", "-"]
    guard !place.code.allSatisfy(\.isWhitespace),
      let (status, output) = try? Subprocess.run(program, arguments, input: place.code), status == 0,
      !output.isEmpty, output != place.code, !output.contains("<unknown>: ")
    else { return nil }
    let indent = String(repeating: " ", count: place.indent)
    let prefix = place.indent == 0 ? "" : margin(of: place, text) ?? indent
    var written = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if written.last == "" { written.removeLast() }
    let new = written.map { $0.isEmpty ? String(prefix.reversed().drop { $0 == " " }.reversed()) : prefix + $0 }
    let count =
      place.code.split(separator: "\n", omittingEmptySubsequences: false).count - (place.code.hasSuffix("\n") ? 1 : 0)
    guard count > 0 else { return nil }
    return [
      "range": text.range(ofLines: place.line - 1...place.line + count - 2),
      "newText": .text(new.joined(separator: "\n")),
    ]
  }

  /// What is before each line of a cell in a list or a quotation.
  private static func margin(of place: CodePlace, _ text: DocumentText) -> String? {
    let line = text.line(place.line - 1)
    guard line.count >= place.indent else { return nil }
    let margin = String(decoding: line.prefix(place.indent), as: UTF8.self)
    return margin.allSatisfy { " \t>".contains($0) } ? margin : nil
  }
}
