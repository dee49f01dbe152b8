@_exported import struct Basics.Fault
import protocol Basics.FaultReason
@_exported import protocol Basics.PlacedError
@_exported import struct Basics.Position
import enum Basics.Spelling

/// Why a notebook or a file of parameters could not be read or written. What goes wrong inside a cell is a `CellFailure`.
package typealias NotebookError = Fault<NotebookReason>

/// The reasons of ``NotebookError``.
package enum NotebookReason: FaultReason {
  case unreadable(String)
  case notText(byte: UInt8)
  case noFrontMatter
  case unclosedFrontMatter
  case notANotebook
  case brokenYAML(String)
  case wrongType(key: String, expected: String, found: String)
  /// A key of YAML, and where it is, in words.
  case unknownKey(String, place: String, known: [String])
  /// A number with a comma where its point belongs.
  case decimalComma(key: String, String)
  case unknownOption(String, known: [String])
  case invalidLabel(String)
  case longLabel(Int)
  case duplicateLabel(String, firstLine: Int)
  case unclosedCell
  /// A cell that is in what a speaker says, which begins in a line.
  case cellInNotes(line: Int)
  /// What a speaker says, in a list or a quotation.
  case containedNotes(String)
  case asking(Asking, AskingFault)
  case guess(GuessFault)
  case question(QuestionFault)
  case exercise(ExerciseFault)
  case secondRole(String)
  case badParameterName(String)
  case reservedParameterName(String)
  case duplicateParameter(String, firstLine: Int)
  case unsupportedParameter(String, found: String)
  case unknownParameter(String, known: [String])
  case illTypedParameter(String, value: String, expected: String)
  case unwritableParameter(String)
  /// A parameter that a page cannot have a control for, and why.
  case unexplorable(String, String)
  case malformedAssignment(String)

  package var message: String {
    switch self {
    case .unreadable(let why): "the file cannot be read: \(why)"
    case .notText(let byte):
      "the file is not UTF-8 text (byte 0x\(String(byte, radix: 16, uppercase: true))); save it as UTF-8"
    case .noFrontMatter:
      "this is not a notebook: it has no front matter; put these lines at the very top:\n  ---\n  title: My experiment\n  notebook: {}\n  ---"
    case .unclosedFrontMatter: "the front matter is not closed; end it with a line that holds only ---"
    case .notANotebook:
      "this is not a notebook: its front matter has no key “notebook”; add the line “notebook: {}” to it"
    case .brokenYAML(let why): "broken YAML: \(why)"
    case .wrongType(let key, let expected, let found):
      "“\(key)” must be \(expected), but is \(found)\(expected.contains("number") ? DecimalComma.remedy(found) : "")"
    case .unknownKey(let key, let place, let known): "unknown key “\(key)” \(place)\(Spelling.hint(key, among: known))"
    case .decimalComma(let key, let text):
      "“\(key)” is “\(text)”, which is a text, not a number: write it with a point, \(DecimalComma.mended(text) ?? text), or, if a text is "
        + "meant, in quotes, \"\(text)\""
    case .unknownOption(let option, let known): "unknown cell option “\(option)”\(Spelling.hint(option, among: known))"
    case .invalidLabel(let label):
      "the label “\(label)” cannot name a file; use letters, digits, - and _ (for example fig-drift)"
    case .longLabel(let count):
      "the label has \(count) characters, and a file's name has room for 200; give the cell a shorter one"
    case .duplicateLabel(let label, let line):
      "the label “\(label)” is already used by the cell at line \(line); give one of them another label"
    case .unclosedCell: "this cell is not closed; end it with a line of backticks as long as the one that opens it"
    case .cellInNotes(let line):
      "speaker's notes cannot hold a cell, because nobody would see its result; move the cell above “::: notes” in line \(line)"
    case .containedNotes(let container):
      "speaker's notes cannot be in \(container), where readers would see them; write them at the left margin, outside of it"
    case .asking(let asking, let fault): fault.message(asking)
    case .guess(let fault): fault.message
    case .question(let fault): fault.message
    case .exercise(let fault): fault.message
    case .secondRole(let option):
      "“\(option)” next to another of exercise, solution and check: a cell is one of them; remove one"
    case .badParameterName(let name):
      "the parameter name “\(name)” is not a Swift name; use letters, digits and _, and start with a letter"
    case .reservedParameterName(let name):
      "the parameter name “\(name)” is a word that Swift keeps for itself; choose another, for example “\(name)Value”"
    case .duplicateParameter(let name, let line):
      "the parameter “\(name)” is declared twice (also in line \(line)); remove one of the two"
    case .unsupportedParameter(let name, let found):
      "the parameter “\(name)” is \(found); use an integer, a number, true or false, a text, or a list of one of these"
    case .unknownParameter(let name, let known):
      known.isEmpty
        ? "there is no parameter “\(name)”: this notebook has no parameters; declare it under “params:” in the front matter"
        : "there is no parameter “\(name)”\(Spelling.hint(name, among: known))"
    case .illTypedParameter(let name, let value, let expected):
      "the parameter “\(name)” takes \(expected), not “\(value)”\(DecimalComma.remedy(value))"
    case .unwritableParameter(let name):
      "the value of “\(name)” shares its line under “params:” with something else, so Gimbal cannot replace it; edit it by hand"
    case .unexplorable(let name, let why): "a page cannot explore “\(name)”: \(why)"
    case .malformedAssignment(let text): "“\(text)” is not of the form name=value; write for example -P alpha=3"
    }
  }
}
