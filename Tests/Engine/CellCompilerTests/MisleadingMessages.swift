import NotebookBench

/// Mistakes of which it was once said what does not help, or what was wrong elsewhere.
extension Mistake {
  static let misleading: [Mistake] = frontMatter + cells + files + advisedCommands

  /// A mistake in the one cell of a notebook, with what would lead astray.
  private static func cell(
    _ name: String, _ code: String, line: Int, column: Int, _ remedy: String, never: [String]
  ) -> Mistake {
    var mistake = cell(name, code, line: line, column: column, remedy)
    mistake.never = never
    return mistake
  }

  private static let cells: [Mistake] = [
    cell(
      "a type's name that looks a little like a word", "import Foundation\nlet t = Trase()", line: 2, column: 9,
      "cannot find 'Trase' in scope", never: ["did you mean “true”"]),
    cell(
      "a sine of a whole number without Foundation", "import Gimbal\nlet y = sin(30)", line: 2, column: 9,
      "write “import Foundation” at the top of this cell, or of one above, and then fix this: ambiguous use of 'sin'; give "
        + "it a number with a point", never: ["check its spelling"]),
    cell(
      "a power without Foundation", "import Gimbal\nlet z = pow(2.0, 2)", line: 2, column: 9,
      "write “import Foundation” at the top", never: ["did you mean 'Rows'", "check its spelling"]),
    cell(
      "a power of a whole number", "import Foundation\nlet z = pow(2.0, 2)", line: 2, column: 9,
      "write both numbers with a point, as “pow(2.0, 3.0)”", never: []),
    cell(
      "a function of Foundation's of a whole number", "import Foundation\nlet z = exp(1)", line: 2, column: 9,
      "write the numbers with a point", never: []),
    cell(
      "a whole number that divides a sum",
      "let n = 4\nstruct V { var x = 1.0 }\nlet mean = [V()].map { $0.x }.reduce(0, +) / n", line: 3,
      column: 27, "convert the whole one, “Double(…)”", never: ["cuts off"]),
    cell(
      "the yaw of a quaternion", "import Gimbal\nlet yaw = Quaternion.identity.yaw", line: 2, column: 31,
      "“RollPitchYaw(attitude).yaw”", never: ["did you mean"]),
    cell(
      "an axis of many vectors", "import Gimbal\nlet x = [Vector3.zero].x", line: 2, column: 24,
      "“.map(\\.x)” takes it of all, “[0].x” of the first", never: []),
    cell(
      "a name that the kit keeps for itself", "import Gimbal\nfunc f(_ trace: Trace) { _ = trace.velocity }", line: 2,
      column: 36, "'velocity' is not for notebooks, but the kit's own", never: ["protection level"]),
    cell(
      "a decimal comma in a constant", "let x = 3,5", line: 1, column: 11,
      "if “3,5” is one number, write it with a point, 3.5", never: []),
    cell(
      "a decimal comma in an assignment", "var x = 1.0\nx = 3,5", line: 2, column: 6, "write it with a point, 3.5",
      never: ["expected expression"]),
    cell(
      "a decimal comma in a call", "import Gimbal\nlet q = Quaternion(.z, 1,5)", line: 2, column: 26,
      "if “1,5” is one number, write it with a point, 1.5", never: []),
    cell(
      "a decimal comma among others", "import Gimbal\nlet v = Vector3(1,5, 2, 3)", line: 2, column: 16,
      "if “1,5” is one number", never: []),
    cell(
      "a decimal comma in brackets", "let t = 2 * (1,5)", line: 1, column: 13, "write it with a point, 1.5", never: []),
    cell(
      "a number with spaces at a cell's end", "let x = 1 000", line: 1, column: 10,
      "if “1 000” is one number, write it as 1_000, or without the spaces", never: ["comma"]),
    cell(
      "a large number with spaces", "let x = 12 000 000 + 1\nprint(x)", line: 1, column: 11, "write it as 12_000_000",
      never: []),
    cell(
      "two statements on a line, the last of which has a value", "let x = 1 x + 1", line: 1, column: 10,
      "is something missing between them, such as a comma, a bracket or an operator?", never: ["is one number"]),
    cell(
      "a list is none", "let f: (Int) -> Int = { $0 }\nlet a = [f(1,2,3)]", line: 2, column: 0, "extra argument",
      never: ["is one number"]),
    cell(
      "an angle for a sentence in the place of a number",
      "import Gimbal\nlet a = Angle(degrees: 90)\nlet b: Double = a", line: 3, column: 17, "“.radians”", never: []),
    cell(
      "a value of one's own in a table", "import Gimbal\nstruct Mine { var a = 1.0 }\nrecord(\"a\", Mine())", line: 3,
      column: 1, "extension Mine: TableValue { var tableCell: Table.Cell { .number(…) } }", never: []),
    cell(
      "a value of the kit's in a table", "import Gimbal\nrecord(\"a\", AxisAngle(axis: .z, angle: 1))", line: 2,
      column: 0,
      "name the part of it that is one", never: ["extension"]),
    cell(
      "a file in a folder that is not there",
      "import Foundation\nlet s = try String(contentsOfFile: \"strokes/a.csv\", encoding: .utf8)", line: 2, column: 0,
      "strokes/a.csv: there is no such file; there is no folder strokes; the path is meant from the folder",
      never: ["CocoaError", "could not be completed"]),
    cell(
      "a folder that is not there",
      "import Foundation\nlet s = try FileManager.default.contentsOfDirectory(atPath: \"a\")",
      line: 2, column: 0, "error: a: there is no such file", never: ["CocoaError", "could not be completed"]),
    cell(
      "a file in a folder that is not there, written",
      "import Foundation\ntry Data().write(to: URL(filePath: \"a/b\"))",
      line: 2, column: 0, "error: a/b: there is no such file; there is no folder a", never: ["CocoaError", "/tmp/"]),
    cell(
      "an error of the system", "import Foundation\nthrow POSIXError(.EACCES)", line: 2, column: 1,
      "error: you do not have permission", never: ["Error Domain", "POSIXError:"]),
    cell(
      "an error that says its type", "struct Refusal: Error { var n = 1 }\nthrow Refusal()", line: 2, column: 1,
      "error: Refusal(n: 1)", never: ["Refusal: Refusal"]),
    cell(
      "results that are not there", "import Gimbal\n_ = try GridResults(contentsOf: \"plots/n-grid\")", line: 2,
      column: 0,
      "ResultsError: plots/n-grid: there are no results here", never: ["error: there are"]),
  ]

  private static let frontMatter: [Mistake] = [
    Mistake(
      name: "a decimal comma", notebook: "---\nnotebook: {}\nparams:\n  alpha: 2,5\n---\n", place: "n.md:4:10: ",
      remedy: "write it with a point, 2.5, or, if a text is meant, in quotes", status: 2),
    Mistake(
      name: "a decimal comma in a list", notebook: "---\nnotebook: {}\nparams:\n  rates:\n    - 1.5\n    - 2,0\n---\n",
      place: "n.md:6:7: ", remedy: "write it with a point, 2.0", status: 2),
    Mistake(
      name: "a decimal comma of an option", notebook: "---\nnotebook: {timeout: \"2,5\"}\n---\n", place: "n.md:2:21: ",
      remedy: "write it with a point: 2.5", status: 2),
    Mistake(
      name: "a decimal comma of a cell", notebook: head + "```swift\n//| fig-width: 12,5\n1\n```\n",
      place: "n.md:10:16: ",
      remedy: "write it with a point: 12.5", status: 2),
    Mistake(
      name: "a decimal comma on the command line", notebook: head, arguments: ["run", "-q", "n.md", "-P", "alpha=2,5"],
      place: "n.md: ", remedy: "write it with a point: 2.5", status: 2),
    Mistake(
      name: "a misspelt key at the top", notebook: "---\ntitel: A\nnotebook: {}\n---\n",
      arguments: ["run", "-q", "--strict", "n.md"], place: "n.md:2:1: ", remedy: "did you mean “title”?"),
    Mistake(
      name: "misspelt parameters with ranges",
      notebook: "---\nnotebook:\n  ranges: {alpha: [1, 5]}\nparms:\n  alpha: 2\n---\n", place: "n.md:4:1: ",
      remedy: "unknown key “parms” in the front matter; did you mean “params”?", status: 2),
    Mistake(
      name: "a range of a parameter that is none",
      notebook: "---\nnotebook:\n  ranges:\n    alhpa: [1, 5]\nparams:\n  alpha: 2\n---\n", place: "n.md:4:5: ",
      remedy: "did you mean “alpha”?", status: 2),
    Mistake(
      name: "a misspelt key under notebook", notebook: "---\nnotebook:\n  timeuot: 3\n---\n", place: "n.md:3:3: ",
      remedy: "unknown key “timeuot” under “notebook” in the front matter; did you mean “timeout”?", status: 2),
    Mistake(
      name: "a misspelt key of a package",
      notebook: "---\nnotebook:\n  packages:\n    - path: kit\n      prodct: Kit\n---\n", place: "n.md:5:7: ",
      remedy: "unknown key “prodct” in an entry of “packages” in the front matter; did you mean “product”?", status: 2),
    Mistake(
      name: "a range the wrong way round",
      notebook: "---\nnotebook:\n  ranges:\n    alpha: [5, 1]\nparams:\n  alpha: 2\n---\n", place: "n.md:4:12: ",
      remedy: "“ranges: alpha” must be [least, greatest], the smaller number first, but is “[5, 1]”", status: 2),
  ]

  private static let table = "time,ax,ay,az\n0,0,0,9.8\n0.01,0,0.1,9.8\n0.02,0,0,9.8\n0.03,0.1,0,9.8\n"

  private static let files: [Mistake] = [
    Mistake(
      name: "a column that a mapping names and the table has not", notebook: head,
      arguments: ["trace", "convert", "a.csv", "b.csv"], place: "a.csv.mapping.yaml:1: ",
      remedy: "a.csv has no column “tme”; it has time, ax, ay, az (did you mean “time”?)", status: 2,
      never: ["Rename the column", "a.csv:1:"],
      files: [
        "a.csv": table,
        "a.csv.mapping.yaml": "time: {column: tme, unit: s}\nspecific-force: {columns: [ax, ay, az]}\n",
      ]),
    Mistake(
      name: "a column that a mapping names twice", notebook: head, arguments: ["trace", "convert", "a.csv", "b.csv"],
      place: "a.csv.mapping.yaml:2: ", remedy: "the column “ax” is named twice", status: 2, never: ["appears twice"],
      files: [
        "a.csv": table,
        "a.csv.mapping.yaml": "time: {column: time, unit: s}\nspecific-force: {columns: [ax, ay, ax]}\n",
      ]),
    Mistake(
      name: "a plan with a misspelt key", notebook: head, arguments: ["run", "-q", "plan.yaml"],
      place: "plan.yaml:2:1: ", remedy: "unknown key “parmeters” in the plan; did you mean “parameters”?", status: 2,
      never: ["front matter"], files: ["plan.yaml": "notebook: n.md\nparmeters: {alpha: [1, 2]}\n"]),
    Mistake(
      name: "a plan with a misspelt parameter", notebook: head, arguments: ["run", "-q", "plan.yaml"],
      place: "plan.yaml:3:3: ", remedy: "there is no parameter “alhpa”; did you mean “alpha”?", status: 2,
      never: ["n.md:"], files: ["plan.yaml": "notebook: n.md\nparameters:\n  alhpa: [1, 2]\n"]),
    Mistake(
      name: "a recording to train on", notebook: head, arguments: ["train", "a.csv"], place: "a.csv: ",
      remedy: "this is a recording of motion", status: 2, never: ["--any-names"], files: ["a.csv": table]),
    Mistake(
      name: "a table of one's own to recognise", notebook: head, arguments: ["recognise", "a.csv"], place: "a.csv:1: ",
      remedy: "`gimbal trace convert RECORDING NEW.csv --format NAME`", status: 2, files: ["a.csv": table]),
    Mistake(
      name: "a recording that is not there", notebook: head, arguments: ["trace", "info", "nowhere/b.csv"],
      place: "nowhere/b.csv: ", remedy: "it was looked for from the folder “", status: 2),
    Mistake(
      name: "a new notebook where no folder can be", notebook: head, arguments: ["new", "walk.csv/drift"],
      place: "walk.csv/drift.md: ", remedy: "the file cannot be written", status: 2, never: ["--output"]),
    Mistake(
      name: "a new notebook that is there", notebook: head, arguments: ["new", "n"], place: "n.md: ",
      remedy: "choose another name", status: 2, never: ["--output"]),
  ]

  private static let advisedCommands: [Mistake] = [
    Mistake(
      name: "two formats with a blank", notebook: head, arguments: ["run", "-q", "n.md", "--to", "pdf", "ipynb"],
      place: "Error: ", remedy: "--to pdf,ipynb", status: 2, never: ["cannot be read"]),
    Mistake(
      name: "a pattern that the shell has replaced", notebook: head,
      arguments: ["run", "n.md", "--over", "a.csv", "walk.csv"], place: "Error: ",
      remedy: "put the pattern in quotes: --over '*.csv'", status: 2, never: ["front matter"]),
    Mistake(
      name: "a pattern for a parameter that the shell has replaced", notebook: head,
      arguments: ["run", "n.md", "--over", "trace=day one/a.csv", "day one/b.csv"], place: "Error: ",
      remedy: "--over 'trace=day one/*.csv'", status: 2),
    Mistake(
      name: "a notebook with a blank in the place of a command", notebook: head, arguments: ["my notes.md"],
      place: "error: ", remedy: "gimbal run 'my notes.md'", status: 2),
    Mistake(
      name: "a notebook with a blank that is not in quotes", notebook: head,
      arguments: ["run", "-q", "my", "new", "notes.md", "-P", "alpha=1"], place: "error: ",
      remedy: "“my” is only a part of the name “my new notes.md”; put a name with spaces in quotes: 'my new notes.md'",
      status: 2,
      files: ["my new notes.md": head]),
    Mistake(
      name: "a new notebook with a blank", notebook: head, arguments: ["new", "my notes"], place: "Run it with ",
      remedy: "“gimbal run 'my notes.md'”, or follow it with “gimbal preview 'my notes.md'”", status: 0),
    Mistake(
      name: "a table with a blank in its name", notebook: head,
      arguments: ["trace", "convert", "my walk.csv", "b.csv"],
      place: "my walk.csv:1: ", remedy: "`gimbal trace info 'my walk.csv' --write-mapping`", status: 2,
      files: ["my walk.csv": table]),
  ]
}
