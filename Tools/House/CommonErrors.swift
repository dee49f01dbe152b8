/// The messages that people ask about most, for docs/howto/errors.md.
struct CommonError {
  /// A part of the message as the sources have it, with `…` for what is put in.
  let words: String
  /// The message as Gimbal prints it for the example, or its beginning.
  let printed: String
  /// What leads to it, as Markdown.
  let example: String
  /// What to do, as Markdown.
  let remedy: String

  init(_ words: String, printed: String, example: String, remedy: String) {
    self.words = words
    self.printed = printed
    self.example = example
    self.remedy = remedy
  }

  /// By what they are about, in the order of the page.
  static let all: [(title: String, errors: [CommonError])] = [
    (
      "Running",
      [
        CommonError(
          "this is not a notebook: it has no front matter",
          printed: "notes.md: error: this is not a notebook: it has no front matter",
          example: "a file without the lines `---` at its top",
          remedy: "Put the lines that the message shows at the very top."),
        CommonError(
          "its front matter has no key “notebook”",
          printed: "error: this is not a notebook: its front matter has no key “notebook”",
          example: "`title: T` alone in the front matter",
          remedy: "Add the line `notebook: {}` to it."),
        CommonError(
          "; did you mean “…”?",
          printed: "error: unknown command “gimbal runn”; did you mean “gimbal run”?",
          example: "`gimbal runn first.md`",
          remedy: "Take the suggestion. `gimbal --help` lists the commands."),
        CommonError(
          "has no option “--",
          printed: "Error: “gimbal run” has no option “--strikt”; did you mean “--strict”?",
          example: "`gimbal run first.md --strikt`",
          remedy: "Take the suggestion. `gimbal run --help` lists the options."),
        CommonError(
          "there is no such file",
          printed: "frist.md: error: the file cannot be read: there is no such file",
          example: "`gimbal run frist.md`",
          remedy: "Check the name, and the folder in which you are."),
        CommonError(
          "there is no parameter “",
          printed: "error: there is no parameter “alhpa”; did you mean “alpha”?",
          example: "`gimbal run first.md -P alhpa=3`, or `params.alhpa` in a cell",
          remedy: "Take the suggestion, or declare the parameter under `params:`."),
        CommonError(
          "the parameter “…” takes …, not “…”",
          printed: "error: the parameter “alpha” takes a number, not “fast”",
          example: "`-P alpha=fast`",
          remedy: "Give a value of the type that the front matter has."),
        CommonError(
          "is not of the form name=value,value,…",
          printed: "error: “alpha=” is not of the form name=value,value,…",
          example: "`--grid alpha=`",
          remedy: "Write the values: `--grid alpha=0.5,1,2`."),
        CommonError(
          "was not found; install a Swift toolchain",
          printed: "error: swiftc was not found; install a Swift toolchain",
          example: "a shell without Swift on its `PATH`",
          remedy: "Install [Swift](https://www.swift.org/install/), and put its `bin` folder on the `PATH`."),
        CommonError(
          "differs from the last run; nothing was accepted yet",
          printed: "differs from the last run; nothing was accepted yet",
          example: "`gimbal check first.md` after an edit",
          remedy: "Look at the difference; accept it with `gimbal check first.md --accept`."),
      ]
    ),
    (
      "The notebook's text",
      [
        CommonError(
          "this cell is not closed",
          printed: "error: this cell is not closed; end it with a line of backticks",
          example: "three backticks missing below a cell",
          remedy: "End the cell with as many backticks as its first line has."),
        CommonError(
          "; did you mean “…”?",
          printed: "error: unknown key “timout” under “notebook” in the front matter; did you mean “timeout”?",
          example: "`notebook: {timout: 5}`",
          remedy: "Take the suggestion: [all keys](../options.md)."),
        CommonError(
          "the key … appears twice",
          printed: "error: broken YAML: the key “params” appears twice",
          example: "two lines `params:`",
          remedy: "Join them."),
        CommonError(
          "the parameter name “…” is not a Swift name",
          printed: "error: the parameter name “5” is not a Swift name",
          example: "`params: {alpha: 2,5}`",
          remedy: "Write decimal points: `2.5`. Names are letters, digits and `_`."),
        CommonError(
          "unknown cell option “",
          printed: "error: unknown cell option “lable”; did you mean “label”?",
          example: "`//| lable: fig-a`",
          remedy: "Take the suggestion: [all options](../options.md#cells)."),
        CommonError(
          "this option comes after the first line of code",
          printed: "warning: this option comes after the first line of code, where it is a comment",
          example: "`//|` below a line of code",
          remedy: "Move the option to the top of the cell."),
        CommonError(
          "is only shown; write",
          printed:
            "warning: a block that begins with ```Swift is only shown; write ```swift, so that it is a cell that runs",
          example: "```` ```Swift ````",
          remedy: "Write `swift` in small letters."),
        CommonError(
          "is shown unchanged: an expression in the text",
          printed: "warning: “`{swift}params.a`” is shown unchanged",
          example: "`` `{swift}params.a` `` in a sentence",
          remedy: "Put a space after the bracket."),
        CommonError(
          "there is no figure or table “",
          printed: "warning: there is no figure or table “fig-drif”",
          example: "`See @fig-drif.`",
          remedy: "Correct the reference, or give a cell this `label`."),
        CommonError(
          "has no caption; say what it shows",
          printed: "error: fig-drift has no caption; say what it shows with “//| fig-cap: …”",
          example: "a figure without a caption, with `--strict`",
          remedy: "Add `//| fig-cap:` to its cell."),
        CommonError(
          "has no alternative text",
          printed: "error: fig-drift has no alternative text",
          example: "a figure without a description, with `--strict`",
          remedy: "Add `//| fig-alt:`, for readers who cannot see the figure."),
        CommonError(
          "the formula “…” cannot be set, so the report shows it as it is written",
          printed: "warning: the formula “\\frac{1” cannot be set",
          example: "`$$ \\frac{1 $$`",
          remedy: "Correct the TeX: here, close the bracket."),
      ]
    ),
    (
      "Code",
      [
        CommonError(
          "check its spelling, or define it in a cell above",
          printed: "error: cannot find 'velocity' in scope; check its spelling",
          example: "`print(velocity)`",
          remedy: "Define it in this cell or above, or correct the spelling."),
        CommonError(
          "; write “import …” at the top of this cell, or of one above",
          printed: "error: cannot find 'sqrt' in scope; write “import Foundation” at the top of this cell",
          example: "`print(sqrt(2))`",
          remedy: "Import Foundation, once, in a cell above."),
        CommonError(
          "cells can import Foundation",
          printed: "error: no such module 'Numpy'; cells can import Foundation, Gimbal",
          example: "`import Numpy`",
          remedy: "Import Gimbal instead, or name a [package](../packages.md)."),
        CommonError(
          "leave out the “let” or “var” to assign",
          printed: "error: invalid redeclaration of 'drift'; give it another name",
          example: "`let drift = 2` twice in a cell",
          remedy: "Rename one, or write `drift = 3` after `var drift = 2`."),
        CommonError(
          "write “Double(…)” around the Int",
          printed: "error: binary operator '*' cannot be applied to operands of type 'Int' and 'Double'",
          example: "`let a = 2`, then `a * 3.5`",
          remedy: "Write `2.0`, or `Double(a) * 3.5`."),
        CommonError(
          "put the value into the text",
          printed: "error: binary operator '+' cannot be applied to operands of type 'String' and 'Double'",
          example: "`\"α = \" + 2.0`",
          remedy: "Write `\"α = \\(2.0)\"`."),
        CommonError(
          "is one number, write it with a point",
          printed: "error: expected pattern; a comma separates values: if “3,5” is one number, write it with a point",
          example: "`let x = 3,5`",
          remedy: "Write `3.5`."),
        CommonError(
          "is something missing between them",
          printed: "error: consecutive statements on a line must be separated by ';'",
          example: "`let a = 3.5 deg`",
          remedy: "Add the missing operator, comma or bracket."),
        CommonError(
          "a range is written “0..<10”",
          printed: "error: cannot find 'range' in scope; a range is written “0..<10”",
          example: "`for i in range(3):`",
          remedy: "Write `for i in 0..<3 { … }`."),
        CommonError(
          "takes radians, and … looks like degrees",
          printed: "error: “Quaternion” takes radians, and 90 looks like degrees: write “90.degrees”",
          example: "`Quaternion(.z, 90)`",
          remedy: "Write `Quaternion(.z, 90.degrees)`."),
        CommonError(
          "is used before it has a value",
          printed: "error: “a” is used before it has a value: it gets one in the next line",
          example: "`print(a)` above `let a = 1`",
          remedy: "Swap the two lines."),
        CommonError(
          "check first whether there is a value",
          printed: "error: Fatal error: Unexpectedly found nil while unwrapping an Optional value",
          example: "`print(x!)` while `x` is nil",
          remedy: "Unwrap it: `if let x { … }`, or `x ?? 0`."),
        CommonError(
          "says how many there are",
          printed: "error: Fatal error: Index out of range in “x[5]”",
          example: "`[1, 2, 3][5]`",
          remedy: "Use indices from 0 to `x.count - 1`."),
        CommonError(
          "the cell was stopped after",
          printed: "error: the cell was stopped after 60.0 s",
          example: "`while true { }`",
          remedy: "End the loop, or raise the limit: `//| timeout: 240`."),
      ]
    ),
    (
      "Recordings",
      [
        CommonError(
          "no known trace format has this header",
          printed: "walk.csv:1: no known trace format has this header",
          example: "a table of an unknown app",
          remedy: "`gimbal trace info walk.csv --write-mapping`: [read my own recording](recording.md)."),
        CommonError(
          "nothing was recorded between",
          printed: "gap.csv:501: nothing was recorded between 4.96 s and 5.56 s",
          example: "a recording with a gap of 0.6 s",
          remedy: "`Trace(contentsOf: \"gap.csv\", gaps: .longestPiece)`, or `.interpolate`."),
        CommonError(
          "it holds … recordings",
          printed: "walks: it holds 8 recordings",
          example: "`Trace(contentsOf: \"walks\")` of a folder",
          remedy: "Name one file, or run over all: `gimbal run first.md --over 'walks/*.csv'`."),
        CommonError(
          "not helped on this recording",
          printed:
            "warning: no better than standing still by RMS drift: “exponential (2.0 s⁻¹)” (1.06 × standing still). It has not helped on this recording",
          example: "a scheme whose error is larger than that of a phone which never moves",
          remedy: "A finding, not a fault: discuss it in the report, or try another rate."),
      ]
    ),
  ]

  /// The page, from its heading to its last row.
  static var page: String {
    let tables = all.map { title, errors in
      let rows = errors.map { "| \(cell($0.printed)) | \(escaped($0.example)) | \(escaped($0.remedy)) |" }
      return "## \(title)\n\n| Gimbal prints | for example | do |\n| --- | --- | --- |\n" + rows.joined(separator: "\n")
    }
    return """
      # What does this error mean?

      The \(all.map(\.errors.count).reduce(0, +)) messages that people meet most. Search the page for a few words of yours. A message names the file, the
      line and the column; the line below it shows the place. `make errors` writes this page; a test compares its messages with the
      sources.

      \(tables.joined(separator: "\n\n"))

      Another message? `gimbal doctor` checks the installation, and [the guide](../../plots/guide/README.md) shows each feature at work.

      """
  }

  /// A message in a table: as code, whose backticks need a longer fence.
  private static func cell(_ text: String) -> String {
    escaped(text.contains("`") ? "```` \(text) ````" : "`\(text)`")
  }

  /// Bars would end a cell, also in code.
  private static func escaped(_ markdown: String) -> String { markdown.replacing("|", with: "\\|") }

  /// The errors whose words are in no message of the sources.
  static func unknown(among messages: [Message]) -> [CommonError] {
    all.flatMap(\.errors).filter { error in !messages.contains { $0.text.contains(error.words) } }
  }
}
