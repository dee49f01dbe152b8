import Basics
import CellCompiler
import CellKernel
import CodeHelp
import Foundation
import NotebookDocument

/// What a front end asks for when it sends a cell.
struct ExecuteRequest {
  var code: String
  /// Whether nothing is published and nothing counted.
  var isSilent: Bool
  var stores: Bool
  var stopsOnError: Bool
  /// Whether the front end answers `readLine()`.
  var mayAsk: Bool
  var expressions: [String: String]

  init(_ content: JSON) {
    code = content["code"]?.string ?? ""
    // A mark of byte order, which some editors leave before the first character, is not part of it.
    if code.unicodeScalars.first == "\u{feff}" { code.unicodeScalars.removeFirst() }
    isSilent = content["silent"]?.bool ?? false
    stores = !isSilent && content["store_history"]?.bool ?? true
    stopsOnError = content["stop_on_error"]?.bool ?? true
    mayAsk = content["allow_stdin"]?.bool ?? false
    expressions = (content["user_expressions"]?.members ?? [:]).compactMapValues(\.string)
  }
}

/// A cell as it was sent, with its option lines read. They stay in the code, which they do not change: so lines count as the
/// person sees them.
struct CellCode {
  var code: String
  var options: CellOptions

  /// - Throws: `NotebookError` that names the cell, the line and the option.
  init(_ code: String, name: String) throws {
    self.code = code
    let lines = code.components(separatedBy: "\n").prefix { $0.hasPrefix("//|") }
    let yaml = lines.map { String($0.dropFirst(3)) }.joined(separator: "\n")
    options = try CellOptions(yaml: yaml, reader: YAMLReader(file: name, firstLine: 1, indent: 3))
  }

  /// There is a person who can stop a cell: without an option, it has all the time that it wants.
  var unitOptions: CodeUnit.Options {
    CodeUnit.Options(
      mustFail: options.error, optimize: options.optimize, timeout: options.timeout ?? FrontMatter.longestTimeout)
  }

  /// Whether what it prints and shows is shown.
  var shows: Bool { options.output && options.include }
}

/// A question for a name: `name?` or `?name` as the whole of a cell, which is not Swift.
enum HelpQuery {
  static func name(in code: String) -> String? {
    let text = code.trimmingCharacters(in: .whitespacesAndNewlines)
    if let match = text.wholeMatch(of: compiled(/\?{1,2}([\p{L}_`][\p{L}\p{N}_.`]*)/)) { return String(match.output.1) }
    if let match = text.wholeMatch(of: compiled(/([\p{L}_`][\p{L}\p{N}_.`]*)\?{1,2}/)) { return String(match.output.1) }
    return nil
  }
}

/// A question for all variables: `%who` or `%whos` as the whole of a cell, as IPython has it.
enum VariableQuery {
  static func asks(_ code: String) -> Bool {
    ["%who", "%whos"].contains(code.trimmingCharacters(in: .whitespacesAndNewlines))
  }
}

/// Holds the runtime's last words back: when the cell crashes of them they are in the error, and need not be twice.
struct LastWordsFilter {
  private var held = ""

  /// What of a text is to be shown at once.
  mutating func pass(_ text: String) -> String? {
    let text = held + text
    held = ""
    guard let match = text.firstMatch(of: compiled(/(?m)^(?:.*?: )?(Fatal error|Precondition failed|Assertion failed)/))
    else {
      return text
    }
    held = String(text[match.range.lowerBound...])
    let before = String(text[..<match.range.lowerBound])
    return before.isEmpty ? nil : before
  }

  /// The rest when the cell is over.
  func rest(_ status: UnitOutcome.Status) -> String {
    if case .failed(.crashed(_, .some, _)) = status { "" } else { held }
  }
}

/// A block in another language as jupytext gives it, `%%bash` on its first line, which is not Swift: it is only shown, as it is
/// in the Markdown notebook.
enum ForeignBlock {
  static func begins(_ code: String) -> Bool { language(of: code) != nil }

  /// The language of such a block; nil for other code.
  static func language(of code: String) -> String? {
    guard let match = code.prefixMatch(of: compiled(/%%([A-Za-z]\w*)/)), !commands.contains(String(match.output.1))
    else {
      return nil
    }
    return String(match.output.1)
  }

  /// What to do instead, for somebody who meant such a block to run; nil for other code.
  static func remedy(for code: String) -> String? {
    guard let language = language(of: code) else { return nil }
    let instead =
      switch language.lowercased() {
      case "bash", "sh", "zsh", "cmd", "script", "system", "sx":
        "a program is started from Swift with “Process()”, with “import Foundation”"
      case "html", "svg": "a page's text is shown with “HTML(\"…\", fallback: \"…\")”, with “import Gimbal”"
      case "markdown", "latex": "write text in a Markdown cell, or show it with “Markdown(\"…\")”"
      default: "write it in Swift, or run it in a separate notebook with a kernel for \(language)"
      }
    return
      "This block of \(language) is only shown: cells run Swift. \(instead.prefix(1).uppercased())\(instead.dropFirst())."
  }

  /// Commands of IPython's that are not languages: what is below them was meant to run.
  private static let commands: Set<String> = ["capture", "debug", "file", "prun", "time", "timeit", "writefile"]
}
