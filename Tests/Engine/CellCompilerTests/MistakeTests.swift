import Basics
import Foundation
import NotebookBench
import Testing

@testable import CellCompiler
@testable import NotebookRunning
@testable import Processes

/// A beginner's mistake, and what the message has to contain.
struct Mistake: CustomTestStringConvertible, Sendable {
  var name: String
  /// The notebook `n.md`, without the front matter's two lines of `---` where it begins with a fence.
  var notebook: String
  var arguments = Mistake.plainRun
  static let plainRun = ["run", "-q", "n.md"]
  /// How the message begins: file, line and column.
  var place: String
  /// What it says to do.
  var remedy: String
  var status: Int32 = 1
  /// What would lead astray.
  var never: [String] = []
  /// Further files in the folder.
  var files: [String: String] = [:]

  var testDescription: String { name }

  /// A mistake in the one cell of a notebook, on a line of it, counted from 1.
  static func cell(_ name: String, _ code: String, line: Int, column: Int, _ remedy: String, status: Int32 = 1)
    -> Mistake
  {
    Mistake(
      name: name, notebook: Self.head + "```swift\n\(code)\n```\n", place: "n.md:\(line + 9):\(column): ",
      remedy: remedy,
      status: status)
  }

  /// Eight lines.
  static let head = """
    ---
    title: Test
    notebook:
      timeout: 60
    params:
      alpha: 2.0
      count: 3
    ---

    """

  static let all: [Mistake] = swift + foreign + hopeless + running + document + commandLine + misleading

  /// Expressions that the compiler gives up: literals of several kinds, long sums, tables.
  private static let hopeless: [Mistake] = [
    "let t = [[1, 2.5, 3], [1 + 2 * 3.5, 4 / 2 - 1.5, 3], [2 * (3 + 4.5) - 1, 5]].map { $0.map { $0 * 2 + 1 }.reduce(0, +) / 3 }",
    "let y = 2 * params.count + 0.5 * params.count - 3 / params.count + 1.5 * (params.count + 2) - 1",
    "let s = \"x: \" + 1.5 + \" y: \" + 2 * 3 + \" z: \" + 4 + \"\\n\" + 5.5 / 2",
    "let rows = [[\"a\": 1 + 2.5 * 3, \"b\": -2 / 3.5 + 1], [\"a\": 2 * 2.5 - 3, \"b\": 1 / 2 + 2.5, \"c\": \"x\"], [\"a\": -1 - 2 + 3.5]]",
    "let ys = (0..<6000).map { Double($0) * 0.01 + 1 }.filter { $0 > 1 + 2 }.map { -$0 * 2 + 3 / 4 - 1 }.reduce(0, +)",
    "let v = (1...50).map { i in (0..<20).map { 1 / (Double(i) + 2 * Double($0) - 1) * 3 + 0.5 * Double(i - $0) } }.map { $0.reduce(0, +) / 2 + 1 }",
  ].enumerated().map { index, code in
    .cell(
      "an expression that the compiler gives up, \(index + 1)", "import Gimbal\nimport Foundation\n\n\(code)", line: 4,
      column: 0, "take it apart into several statements")
  }

  private static let swift: [Mistake] = [
    .cell(
      "a missing import next to an expression that the compiler gives up",
      "let square = SimulatedTrace.square\nlet s = \"x: \" + 1.5 + \" y: \" + 2 * 3 + \" z: \" + 4 + \"\\n\" + 5.5 / 2",
      line: 1, column: 14, "write “import Gimbal” at the top of this cell"),
    .cell(
      "use before the value", "print(\"b:\", b)\nlet b = 1", line: 1, column: 13, "in the next line; put that first"),
    .cell(
      "use in a text before the value", "for i in 0..<3 {\n  print(\"\\(i): \\(rate * 2)\")\n}\nlet rate = 5.0",
      line: 2, column: 18,
      "“rate” is used before it has a value: it gets one 2 lines below"),
    .cell(
      "another name wanted", "let alpha = params.alpha\nprint(alpha); let half = beta / 2, beta = alpha * 2", line: 2,
      column: 26,
      "further on in this line; put that first, or use another name there"),
    .cell(
      "a member that a type of the kit has not",
      "import Gimbal\nlet t = try SimulatedTrace.square.trace()\nt.acceleration",
      line: 3, column: 3, "a “Trace” has userAcceleration, accelerationFigure(in:rest:size:), name, timestamps"),
    .cell(
      "a number that belongs to the runs", "import Gimbal\nfunc f(_ c: Comparison) { _ = c.scores }", line: 2,
      column: 33,
      "a “Comparison” has "),
    .cell(
      "a member of the type itself", "import Gimbal\nlet q = Quaternion.unit", line: 2, column: 20,
      "a “Quaternion” has .identity"),
    .cell(
      "no import of the kit", "let t = try Trace(contentsOf: \"a.csv\")", line: 1, column: 13, "write “import Gimbal”"),
    .cell(
      "no import of Foundation", "import Gimbal\nlet y = exp(1.0)", line: 2, column: 9, "write “import Foundation”"),
    .cell("a type of Foundation", "let now = Date()", line: 1, column: 11, "write “import Foundation”"),
    .cell("a module in small letters", "import gimbal", line: 1, column: 8, "did you mean “Gimbal”?"),
    .cell(
      "a module of another system", "import CoreMotion", line: 1, column: 8, "cells can import Foundation, Gimbal, and"),
    .cell(
      "a misspelt parameter", "params.alpah", line: 1, column: 8, "there is no parameter “alpah”; did you mean “alpha”?"
    ),
    .cell("misspelt parameters", "param.alpha", line: 1, column: 1, "did you mean “params”?"),
    .cell(
      "a misspelt name", "let comparison = 1\nprint(comparisson)", line: 2, column: 7, "did you mean “comparison”?"),
    .cell(
      "a misspelt type of the kit", "import Gimbal\nlet c = Comparisson.self", line: 2, column: 9,
      "did you mean 'Comparison'?"),
    .cell(
      "a misspelt member", "import Gimbal\nlet t = Quaternion.identity.invers", line: 2, column: 29,
      "did you mean 'inverse'?"),
    Mistake(
      name: "a name of a cell above, misspelt",
      notebook: head + "```swift\nlet total = 3\n```\n```swift\nprint(totl)\n```\n",
      place: "n.md:13:7: ", remedy: "did you mean “total”?"),
    Mistake(
      name: "a name of a cell below", notebook: head + "```swift\nprint(total)\n```\n```swift\nlet total = 3\n```\n",
      place: "n.md:10:7: ", remedy: "a cell below defines it"),
    .cell(
      "Int times Double", "let x = params.count * params.alpha", line: 1, column: 22, "write “Double(…)” around the Int"
    ),
    .cell(
      "an Int for a Double", "let x: Double = params.count", line: 1, column: 24,
      "write the value of “count” with a point"),
    .cell("an Int of a cell for a Double", "let n = 2\nlet x: Double = n", line: 2, column: 17, "“Double(…)”"),
    .cell("a constant that changes", "let n = 1\nn = 2", line: 2, column: 1, "with “var”"),
    .cell("no let", "speed = 5.0", line: 1, column: 1, "“let speed = …”"),
    .cell("a value of no kind, as elsewhere", "let a: Int? = None", line: 1, column: 15, "Swift writes “nil”"),
    .cell("a function as elsewhere", "def f(x):", line: 1, column: 1, "a function begins with “func”"),
    .cell("a module as elsewhere", "let y = math.sqrt(2)", line: 1, column: 9, "without a name before"),
    .cell("text plus number", "let s = \"n = \" + 1", line: 1, column: 0, "put the value into the text"),
    .cell("an optional in a sum", "let n = Int(\"3\")\nlet m = n + 1", line: 2, column: 9, "“if let”"),
    .cell("a bracket too many", "let n = 1\n}", line: 2, column: 1, "this one is too many"),
    .cell(
      "a scheme by its protocol", "import Gimbal\nlet s = Scheme.exponential(rate: 5)", line: 2, column: 9,
      "“let scheme: some Scheme = .exponential(rate: 2.0)”"),
    .cell("no try", "import Gimbal\nlet t = Trace(contentsOf: \"a.csv\")", line: 2, column: 9, "not marked with 'try'"),
    .cell("return at the top", "let x = 1\nreturn x", line: 2, column: 1, "write the value on the last line by itself"),
    .cell("a loop as in C", "for (i = 0; i < 3; i++) { print(i) }", line: 1, column: 1, "for i in 0..<3"),
    Mistake(
      name: "a value of a type that was defined again",
      notebook: Mistake.head
        + "```swift\nstruct P { var x = 1 }\nvar p = P()\n```\n```swift\nstruct P { var y = 2 }\np = P()\n```\n",
      place: "n.md:15:5: ", remedy: "make it again"),
    .cell("a command of IPython's", "%matplotlib inline\nprint(1)", line: 1, column: 1, "leave the line out"),
    .cell(
      "a package as elsewhere", "%install '.package(url: \"https://a.org/b\", from: \"1.0.0\")' B", line: 1, column: 1,
      "under “notebook: packages:”"),
    .cell("a command of the shell", "!ls -l", line: 1, column: 2, "“Process()”"),
    .cell("a command of the shell, alone", "!ls", line: 1, column: 2, "“Process()”"),
    .cell("an operator as in C", "var i = 0\ni++", line: 2, column: 2, "did you mean '+= 1'?"),
    .cell("a power", "let y = 2.0 ^ 3.0", line: 1, column: 13, "pow(x, 2.0)"),
    .cell("and", "if params.alpha > 1 and params.count > 2 { print(1) }", line: 1, column: 21, "“and” is written “&&”"),
    .cell("no braces", "if params.count > 2 print(1)", line: 1, column: 21, "braces has to follow"),
    .cell("no comma", "let a = [1, 2 3]", line: 1, column: 15, "put a comma"),
    .cell("no sign for a product", "let x = 3\nprint(x(2))", line: 2, column: 7, "write a product with “*”"),
    .cell("print without brackets", "print \"hello\"", line: 1, column: 1, "call it with brackets"),
    .cell("a text for a number", "var x = 1.0\nx = \"2\"", line: 2, column: 5, "“Double(…)”"),
    .cell("a part of a constant", "struct S { var a = 1 }\nlet s = S()\ns.a = 2", line: 3, column: 3, "with “var”"),
    .cell("Int compared with Double", "if params.count == params.alpha { }", line: 1, column: 17, "“Double(…)”"),
    .cell("quotes of another kind", "let s = 'a'", line: 1, column: 9, "use '\"'"),
    .cell("no label", "func f(x: Int) -> Int { x }\nprint(f(3))", line: 2, column: 9, "missing argument label 'x:'"),
    .cell(
      "a case too few", "enum E { case a, b }\nlet e = E.a\nswitch e { case .a: print(1) }", line: 3, column: 1,
      "or “default:”"),
    .cell("no await", "func f() async -> Int { 1 }\nlet g = f()", line: 2, column: 9, "write “await” before it"),
    .cell("a text that does not end", "let x = \"a", line: 1, column: 9, "end the text with a quotation mark"),
    .cell(
      "a rate below zero",
      "import Gimbal\nlet path = try Trace.simulated(.line())\n_ = try Comparison(of: path, schemes: [.exponential(rate: -1)])",
      line: 3, column: 9, "rate is -1.0; it has to be a finite number, 0 or more"),
  ]

  /// What other languages would understand, and what figures and tables do not take.
  private static let foreign: [Mistake] = [
    .cell("a cast as in C", "let a = (Double) params.count", line: 1, column: 9, "“Double(x)”"),
    .cell("degrees by their sign", "import Foundation\nlet a = sin(90°)", line: 2, column: 15, "angles are in radians"),
    .cell("new", "import Gimbal\nlet a = new Quaternion()", line: 2, column: 9, "with the name of its type alone"),
    .cell("a type before the name", "String s = \"a\"", line: 1, column: 1, "let name: Double = …"),
    .cell("an arrow", "let f = (x) => x + 1", line: 1, column: 0, "write a closure in braces"),
    .cell("lambda", "let f = lambda x: x + 1", line: 1, column: 0, "write a closure in braces"),
    .cell("three signs of equality", "if params.count === 3 { print(1) }", line: 1, column: 0, "with “==”"),
    .cell("function", "function f(x) { return x }", line: 1, column: 1, "begins with “func”"),
    .cell("from … import", "from math import sqrt", line: 1, column: 0, "Swift writes “import Foundation”"),
    .cell("import … as", "import numpy as np", line: 1, column: 0, "gives modules no other names"),
    .cell("a text with values as elsewhere", "let a = f\"{params.alpha}\"", line: 1, column: 9, "“\\(value)”"),
    .cell("push", "var a = [1]\na.push(2)", line: 2, column: 3, "“append(…)”"),
    .cell("a character by its number", "let s = \"abc\"\nprint(s[0])", line: 2, column: 7, "Array(text)[0]"),
    .cell(
      "a member of what may be nil", "import Gimbal\nlet t = try? Trace.simulated(.line())\nprint(t.samples.count)",
      line: 3, column: 9, "“?.samples”"),
    .cell("a name like no other", "print(foo)", line: 1, column: 7, "check its spelling, or define it in a cell above"),
    .cell("a property called", "let a = [1]\nprint(a.count())", line: 2, column: 9, "leave out “()”"),
    .cell("a value called", "let a = [1]\nprint(a(0))", line: 2, column: 7, "an index in “[…]”"),
    .cell(
      "a vector that may be nil", "import Gimbal\nlet vectors: [Vector3] = []\nprint(vectors.first.x)", line: 3,
      column: 15,
      "it may be nil: take it out with “if let”"),
    .cell(
      "an axis that is a text", "import Gimbal\nFigure(x: \"t\", y: \"x\", [.line(\"a\", x: [0, 1], y: [0, 1])])",
      line: 2,
      column: 11, "FigureAxis(\"time\", unit: \"s\")"),
    .cell(
      "whole numbers for a line",
      "import Gimbal\nlet n = [1, 2]\nFigure(x: FigureAxis(\"t\"), y: FigureAxis(\"x\"), [.line(\"a\", x: n, y: n)])",
      line: 3,
      column: 0, "values.map(Double.init)"),
    .cell(
      "texts for a line",
      "import Gimbal\nFigure(x: FigureAxis(\"t\"), y: FigureAxis(\"x\"), [.line(\"a\", x: [0], y: [\"1\"])])", line: 2,
      column: 0, "write a number without quotes"),
    .cell(
      "a number with its unit", "import Gimbal\n_ = try Trace.simulated(.line(length: \"1 m\"))", line: 2, column: 0,
      "without its unit"),
    .cell(
      "columns that are texts", "import Gimbal\nTable(columns: [\"a\"], rows: [[1]])", line: 2, column: 17,
      "a column is"),
    .cell(
      "a recording without a label", "import Gimbal\n_ = try Trace(\"a.csv\")", line: 2, column: 0, "Trace(contentsOf:"),
    Mistake(
      name: "a cell that is not closed before the next",
      notebook: head + "```swift\nlet a = 1\n\n# Next\n\n```swift\nprint(a)\n```\n", place: "n.md:12:",
      remedy: "end the cell above it with a line of backticks"),
  ]

  private static let running: [Mistake] = [
    .cell(
      "a file in a folder that is not there",
      "import Gimbal\nlet t = try Trace(contentsOf: \"records/day-one/walk.csv\")",
      line: 2, column: 13, "no such file. Check the path"),
    .cell(
      "more numbers than there is memory", "let a = [Double](repeating: 1, count: 100_000_000_000)\nprint(a.count)",
      line: 1, column: 0, "more than the machine has"),
    .cell(
      "a count below 0", "let a = [Int](repeating: 0, count: params.count - 5)\nprint(a)", line: 1, column: 0,
      "max(0, …)"),
    .cell("the first of nothing", "var a: [Int] = []\na.removeFirst()", line: 2, column: 0, "isEmpty"),
    .cell(
      "a step of 0", "for i in stride(from: 0, to: 1, by: params.alpha - 2) { print(i) }", line: 1, column: 0,
      "must not be 0"),
    .cell(
      "a recursion without end", "func f(_ n: Int) -> Int { f(n + 1) + 1 }\nprint(f(0))", line: 1, column: 0,
      "this is often a recursion that does not end"),
    .cell(
      "an index too far", "let a = [1, 2]\nprint(a[2])", line: 2, column: 8,
      "in “a[2]”: “print(a.count)” says how many there are; the indices of an array go from 0 to count − 1"),
    .cell(
      "a slice too long", "let a = [1, 2]\nprint(a[0..<5000].count)", line: 2, column: 8,
      "in “a[0..<5000]”: “print(a.count)” says how many there are"),
    .cell(
      "a slice that begins behind the end", "let a = [1, 2]\nprint(a[3...].count)", line: 2, column: 8,
      "in “a[3...]”: “print(a.count)” says how many there are"),
    .cell("nil", "let a: Int? = Int(\"x\")\nprint(a!)", line: 2, column: 8, "“if let”"),
    .cell("a number too large", "let n = Int.max\nprint(n + params.count)", line: 2, column: 9, "compute with Double"),
    .cell("another type", "let x: Any = 1\nlet y = x as! String", line: 2, column: 11, "as?"),
    .cell(
      "a text that is not there", "import Foundation\nlet s = try String(contentsOfFile: \"a.txt\", encoding: .utf8)",
      line: 2, column: 0, "a.txt: there is no such file; the path is meant from the folder"),
    .cell(
      "a whole number by 0", "let z = params.count - 3\nprint(1 / z)", line: 2, column: 9, "whether the divisor is 0"),
    .cell("a key that is not there", "let d = [\"a\": 1]\nprint(d[\"b\"]!)", line: 2, column: 13, "“??”"),
    .cell("NaN as a whole number", "let n = (params.alpha - 2) / 0\nprint(Int(n))", line: 2, column: 7, "isFinite"),
    .cell(
      "HTML without words", "import Gimbal\nHTML(\"<b>x</b>\")", line: 2, column: 1, "HTML(\"<b>so</b>\", fallback:"),
    .cell(
      "a loop without end", "//| timeout: 1\nvar n = 1\nwhile n > 0 { n = n == 5 ? 1 : n + 1 }", line: 3, column: 0,
      "timeout"),
    .cell(
      "a file that is not there", "import Gimbal\nlet t = try Trace(contentsOf: \"walk.cvs\")", line: 2, column: 0,
      "Did you mean “walk.csv”?"),
  ]

  private static let document: [Mistake] = [
    Mistake(
      name: "a caption with a colon", notebook: head + "```swift\n//| fig-cap: Drift: all\n1\n```\n", place: "n.md:10:",
      remedy: "quote it: fig-cap: \"Drift: all\"", status: 2),
    Mistake(
      name: "a caption with a number sign", notebook: head + "```swift\n//| tbl-cap: Trial #3\n1\n```\n",
      arguments: ["run", "-q", "--strict", "n.md"], place: "n.md:10:20: ", remedy: "put the whole text in quotes"),
    Mistake(
      name: "a caption that goes on behind a quotation",
      notebook: head + "```swift\n//| fig-cap: \"Drift\" grows\n1\n```\n", place: "n.md:10:",
      remedy: "quote all of it: fig-cap: '\"Drift\" grows'", status: 2),
    Mistake(
      name: "a caption that goes on behind a bracket",
      notebook: head + "```swift\n//| fig-cap: [a] isn't b\n1\n```\n", place: "n.md:10:",
      remedy: "quote all of it: fig-cap: '[a] isn''t b'", status: 2),
    Mistake(
      name: "parameters that cannot be declared", notebook: "---\nnotebook: {}\nparams:\n  gimbalValues: 1\n---\n",
      place: "n.md:3:1: ", remedy: "give them other names", status: 2),
    Mistake(
      name: "an option behind another sign", notebook: head + "```swift\n// | echo: false\n1\n```\n",
      arguments: ["run", "-q", "--strict", "n.md"], place: "n.md:10:1: ", remedy: "write a cell's option after “//|”"),
    Mistake(
      name: "a fence in capitals", notebook: head + "```Swift\n1\n```\n", arguments: ["run", "-q", "--strict", "n.md"],
      place: "n.md:9:1: ", remedy: "write ```swift"),
    Mistake(
      name: "an option below the code", notebook: head + "```swift\n1\n//| echo: false\n```\n",
      arguments: ["run", "-q", "--strict", "n.md"], place: "n.md:11:1: ", remedy: "put it at the top of the cell"),
    Mistake(
      name: "an option without a space", notebook: head + "```swift\n//| echo:false\n1\n```\n", place: "n.md:10:",
      remedy: "put a space after the colon", status: 2),
    Mistake(
      name: "a misspelt option", notebook: head + "```swift\n//| fig-caption: a\n1\n```\n", place: "n.md:10:",
      remedy: "did you mean “fig-cap”?", status: 2),
    Mistake(
      name: "a cell that is not closed", notebook: head + "```swift\n1\n", place: "n.md:9:1: ",
      remedy: "end it with a line of backticks", status: 2),
    Mistake(
      name: "no front matter", notebook: "# Drift\n", place: "n.md: ", remedy: "put these lines at the very top",
      status: 2),
    Mistake(
      name: "a parameter with a name that Swift keeps", notebook: "---\nnotebook: {}\nparams:\n  in: 1\n---\n",
      place: "n.md:4:3: ", remedy: "choose another", status: 2),
    Mistake(
      name: "a tab in the front matter", notebook: "---\nnotebook:\n\ttimeout: 3\n---\n", place: "n.md:3:1: ",
      remedy: "indent with spaces", status: 2),
    Mistake(
      name: "front matter that does not end", notebook: "---\nnotebook: {}\n\n# A\n", place: "n.md:1:1: ",
      remedy: "end it with a line that holds only ---", status: 2),
    Mistake(
      name: "a misspelt key of the front matter", notebook: "---\nnotbook: {}\n---\n", place: "n.md:2:1: ",
      remedy: "add the line “notebook: {}”", status: 2),
    Mistake(
      name: "a parameter of two words", notebook: "---\nnotebook: {}\nparams:\n  my rate: 1\n---\n",
      place: "n.md:4:3: ",
      remedy: "use letters, digits and _", status: 2),
    Mistake(
      name: "a width in words", notebook: head + "```swift\n//| fig-width: wide\n1\n```\n", place: "n.md:10:16: ",
      remedy: "must be a length with its unit, as 8cm, 85mm or 3in, or a number of inches", status: 2),
    Mistake(
      name: "a label twice", notebook: head + "```swift\n//| label: a\n```\n```swift\n//| label: a\n```\n",
      place: "n.md:12:1: ", remedy: "give one of them another label", status: 2),
    Mistake(
      name: "an expression in another language's name", notebook: head + "It is `{swft} params.alpha`.\n",
      arguments: ["run", "-q", "--strict", "n.md"], place: "n.md:9:7: ",
      remedy: "an expression in the text is `{swift} …`"),
    Mistake(
      name: "an expression that does not end", notebook: head + "It is `{swift} params.alpha.\n",
      arguments: ["run", "-q", "--strict", "n.md"], place: "n.md:9:7: ", remedy: "ends with a backtick"),
    Mistake(
      name: "an expression that is empty", notebook: head + "It is `{swift} `.\n",
      arguments: ["run", "-q", "--strict", "n.md"], place: "n.md:9:7: ", remedy: "an expression in the text is"),
    Mistake(
      name: "a statement in the text", notebook: head + "It is `{swift} let x = 3`.\n", place: "n.md:9:",
      remedy: "write a value here, not a statement"),
    Mistake(
      name: "an inline expression that is misspelt", notebook: head + "It is `{swift} params.alpa`.\n",
      place: "n.md:9:23: ", remedy: "did you mean “alpha”?"),
  ]

  private static let commandLine: [Mistake] = [
    Mistake(
      name: "a misspelt command", notebook: head, arguments: ["runn", "n.md"], place: "error: ",
      remedy: "did you mean “gimbal run”?", status: 2),
    Mistake(
      name: "no command", notebook: head, arguments: ["n.md"], place: "error: ", remedy: "gimbal run n.md", status: 2),
    Mistake(
      name: "a misspelt file", notebook: head, arguments: ["run", "-q", "m.md"], place: "m.md: ",
      remedy: "did you mean “n.md”?", status: 2),
    Mistake(
      name: "a folder in the place of a file", notebook: head, arguments: ["run", "-q", "."], place: ".: ",
      remedy: "name the notebooks in it", status: 2),
    Mistake(
      name: "a misspelt option of the command", notebook: head, arguments: ["run", "--outptu", "x", "n.md"],
      place: "Error: ", remedy: "“gimbal run” has no option “--outptu”; did you mean “--output”?", status: 2),
    Mistake(
      name: "an option as another program calls it", notebook: head, arguments: ["run", "n.md", "--format", "pdf"],
      place: "Error: ", remedy: "“gimbal run” has no option “--format”; did you mean “--to”?", status: 2,
      never: ["--force"]),
    Mistake(
      name: "an option with a letter too many", notebook: head, arguments: ["run", "--too", "pdf", "n.md"],
      place: "Error: ", remedy: "“gimbal run” has no option “--too”; did you mean “--to”?", status: 2,
      never: ["a notebook is expected"]),
    Mistake(
      name: "an option twice", notebook: head, arguments: ["run", "-q", "n.md", "--output", "a", "--output", "b"],
      place: "error: ", remedy: "takes “--output” once", status: 2),
    Mistake(
      name: "a parameter that is none", notebook: head, arguments: ["run", "-q", "n.md", "-P", "alpah=1"],
      place: "n.md: ", remedy: "did you mean “alpha”?", status: 2),
    Mistake(
      name: "a parameter of another kind", notebook: head, arguments: ["run", "-q", "n.md", "-P", "count=many"],
      place: "n.md: ", remedy: "takes an integer", status: 2),
    Mistake(
      name: "a parameter without a value", notebook: head, arguments: ["run", "-q", "n.md", "-P", "alpha"],
      place: "error: ", remedy: "write for example -P alpha=3", status: 2),
    Mistake(
      name: "a grid without values", notebook: head, arguments: ["run", "-q", "n.md", "--grid", "alpha"],
      place: "error: ", remedy: "write for example --grid alpha=0.5,1,2", status: 2),
    Mistake(
      name: "a format that is none", notebook: head, arguments: ["run", "-q", "n.md", "--to", "pfd"], place: "error: ",
      remedy: "did you mean “pdf”?", status: 2),
  ]
}

@Suite(
  "Mistakes that speak", .enabled(if: BuiltProgram.isThere, "gimbal is not built"))
struct MistakeTests {
  /// The messages about a mistake, and the status with which the program ends: by the program itself where its command
  /// line matters, and otherwise by a run in this process.
  private static func said(of mistake: Mistake) throws -> (status: Int32, output: String) {
    let bench = try Workbench()
    try bench.write(mistake.notebook, to: "n.md")
    try bench.write("", to: "walk.csv")
    for (name, text) in mistake.files { try bench.write(text, to: name) }
    let isStrict = mistake.arguments == ["run", "-q", "--strict", "n.md"]
    guard isStrict || mistake.arguments == Mistake.plainRun else {
      return try Subprocess.run(BuiltProgram.path, mistake.arguments, folder: bench.folder)
    }
    do {
      let request = NotebookRunner.Request(
        path: "\(bench.folder)/n.md", output: "\(bench.folder)/plots", isStrict: isStrict)
      let result = try bench.runner.run(request)
      return (result.isSuccess ? 0 : 1, bench.tidy(result.messages.joined()))
    } catch let error as any PlacedError {
      return (2, bench.tidy("\(error)\n"))
    }
  }

  @Test("There are thirty of them, and more")
  func many() { #expect(Mistake.all.count >= 30) }

  @Test("Each is reported with its place and the remedy, and ends with 1 or 2", arguments: Mistake.all)
  func speaks(_ mistake: Mistake) throws {
    let (status, output) = try Self.said(of: mistake)
    #expect(status == mistake.status)
    // Column 0 stands for any.
    let place = mistake.place.replacing(":0: ", with: ":")
    let lines = output.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix(place) && $0.contains(mistake.remedy) }, "\(output)")
    for words in mistake.never { #expect(!output.contains(words), "\(output)") }
  }

  @Test("A scheme whose numbers stop being numbers is reported on the command line and in the report, with its sample")
  func notANumber() throws {
    let folder = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let code = """
      import Gimbal
      struct Broken: Scheme {
        var bad: Double
        mutating func advance(_ motion: inout Motion, by step: Step) {
          motion.splitStep(step)
          if step.time > 0.995 { motion.velocity.x = bad }
        }
      }
      let line = try Trace.simulated(.line())
      """
    for (bad, words) in [(".nan", "is not a number from sample "), (".infinity", "is infinite from sample ")] {
      let show = "//| label: show\ndisplay(try Comparison(of: line, schemes: [.none, Broken(bad: \(bad))]))"
      try Data((Mistake.head + cell(code) + "\n" + cell(show)).utf8).write(to: URL(fileURLWithPath: "\(folder)/n.md"))
      let (status, output) = try Subprocess.run(BuiltProgram.path, ["run", "-q", "n.md"], folder: folder)
      let line = try #require(output.split(separator: "\n").first { $0.contains(words) }, "\(output)")
      #expect(line.hasPrefix("n.md:21:1: warning: ") && line.contains("“Broken”") && status == 0)
      #expect(try String(contentsOfFile: "\(folder)/plots/n/README.md", encoding: .utf8).contains(words))
      #expect(try Subprocess.run(BuiltProgram.path, ["run", "-q", "--strict", "n.md"], folder: folder).status == 1)
    }
  }

  @Test("Only code that an import cures gets that advice")
  func importsThatHelp() throws {
    for code in ["let n = 0\nprint(1 / n)", "let y = 2.0 -* 3", "let y = qwertz(1.0)"] {
      let result = try Workbench().run(cell(code))
      #expect(!result.isSuccess && !result.messages.contains { $0.contains("import") }, "\(result.messages)")
    }
  }

  @Test("Errors in one line are listed from left to right, whatever the compiler's order")
  func order() throws {
    let bad = "print(((try? FileManager.default.contentsOfDirectory(atPath: \".\")) ?? []).sorted())"
    // The compiler says two of the errors in one order as often as in the other, by the addresses that it got.
    let places = try (0..<8).map { _ in
      let messages = try Workbench().run(cell("\(bad)  // \(UUID())")).messages.joined(separator: "\n")
      return messages.matches(of: /:(\d+):(\d+): error/).map { Int($0.output.2)! }
    }
    #expect(places == [[Int]](repeating: [14, 73, 82], count: 8))
  }

  @Test("What a type lacks of a protocol is in the error, also where no reader sees the protocol")
  func lacking() throws {
    for (code, lack) in [
      (
        "struct Two: Comparable { var x = 1 }", "'Comparable'; it lacks the function '<' with type '(Two, Two) -> Bool'"
      ),
      (
        "import Gimbal\nstruct Mine: Scheme { var r = 1.0 }",
        "'Scheme'; it lacks the function 'advance(_:by:)' with type '(inout Motion, Step) -> ()'"
      ),
      (
        "struct R: RawRepresentable { typealias RawValue = Int }",
        "'RawRepresentable'; it lacks the initializer 'init(rawValue:)' with type '(rawValue: R.RawValue)' (aka '(rawValue: Int)'), and the property 'rawValue'"
      ),
      (
        "protocol Shape { var area: Double { get } }\n```\n\n```swift\nstruct Box: Shape {}",
        "'Shape'; it lacks the property 'area' with type 'Double'"
      ),
    ] {
      let messages = try Workbench().run(cell(code)).messages.joined(separator: "\n")
      #expect(messages.contains("does not conform to protocol \(lack)"), "\(messages)")
      #expect(!messages.contains("stubs"), "\(messages)")
    }
  }

  @Test("Only messages that follow each other on one line change places, each with its notes")
  func orderOfLines() {
    func messages(_ lines: [String]) -> [String] {
      UnitDiagnostics.parse(lines.joined(separator: "\n"), columns: []).map(\.message)
    }
    let left = ["a.swift:1:3: error: left", "<unknown>:0: note: why"]
    let right = ["a.swift:1:9: warning: right", "  let x = y"]
    #expect(messages(left + right) == ["left", "why", "right"])
    #expect(messages(right + left) == ["left", "why", "right"])
    #expect(messages(["a.swift:2:1: error: parser's"] + right) == ["parser's", "right"])
  }

  @Test("Any word that Swift takes as a member names a parameter")
  func parameterNames() throws {
    let names = ["await", "async", "some", "any", "get", "set", "yield", "each", "macro", "hash", "description", "α"]
      .dropLast()
    let matter = "notebook: {}\nparams:\n" + names.map { "  \($0): 1.5" }.joined(separator: "\n")
    let uses = names.map { "print(params.\($0))" }.joined(separator: "\n")
    let result = try Workbench().run(cell(uses), matter: matter)
    #expect(result.text(0) == String(repeating: "1.5\n", count: names.count), "\(result.messages)")
  }

  @Test("If a loop spins, there it is shown, wherever in its instructions it is met", arguments: 0..<18)
  func loops(_ trial: Int) throws {
    let bodies = [
      "var n = 0\nfunc f() -> Int {\n  var k = 0\n  while k < 10 {\n    k += 0\n  }\n  return k\n}\nlet a = 1\nprint(f())",
      "let xs = [1, 2]\nlet a = 1\nlet ys = xs.map { x -> Int in\n  repeat { } while x > 0\n  return x\n}",
      "let a = 1\nlet b = 2\nlet c = 3\nwhile true {}\nlet d = 4",
      // It is met in the stub through which a cell calls another library, too, and in functions of Swift's out of which no unwinder goes on.
      "import Glibc\nvar n = 1\nwhile n > 0 { n = labs(labs(labs(labs(labs(labs(labs(n))))))) }",
      "var d = [Int: Double]()\nvar i = 0\nwhile true { d[i % 97] = 1; i += 1; if i % 500 == 0 { d = [:] } }",
    ]
    let kind = trial < 6 ? trial % 3 : trial / 6 + 2
    let result = try Workbench().run(cell("//| timeout: \(0.2 + 0.01 * Double(trial))\n\(bodies[kind])"))
    let line = try #require(result.failures.first?.position?.line)
    #expect([[10, 11, 12], [10], [10], [9], [9]][kind].contains(line), "\(result.messages)")
  }

  @Test("One inline expression that fails, however, leaves its neighbours their values")
  func inlineNeighbours() throws {
    let bench = try Workbench()
    let (endless, expected) = ("{ while true {} }() as Int", [true, false, true, true])
    for failing in ["nothing", "[1][2]", "Int(\"x\")!", endless, "exit(3) as Int"] {
      // A loop ends with its time, which on a busy machine may be over for its neighbours, too.
      for seconds in failing == endless ? [4, 60, 600] : [600] {
        let result = try bench.run(
          cell("import Foundation\nlet a = 1")
            + "A `{swift} a + 1`, `{swift} \(failing)`, `{swift} a + 2`, `{swift} a + 3`.\n\n"
            + cell("a + 4"), matter: "notebook:\n  timeout: \(seconds)")
        #expect(!result.isSuccess)
        let values = ["2", "", "3", "4"].enumerated().map { result.execution.inlines[$0] == .value($1) }
        if seconds < 600, values != expected { continue }
        #expect(values == expected, "\(failing): \(result.messages)")
        #expect(result.text(1) == "[5]", "\(failing)")
        break
      }
    }
  }
}

@Suite("Valid Swift")
struct ValidSwiftTests {
  @Test("A `guard` that defines names at the top level is refused with what to write; all others run")
  func guards() throws {
    let bench = try Workbench()
    for (code, line, name) in [
      ("let a: Int? = 1\nguard let b = a else { fatalError() }\nprint(b)", 7, "b"),
      ("guard 1 < 2, var z = Int(\"3\") else { fatalError() }\nz += 1", 6, "z"),
      ("#if os(Linux)\nguard case let (p, _)? = Optional((1, 2)) else { fatalError() }\n#endif", 7, "p"),
    ] {
      let result = try bench.run(cell(code) + cell("let after = 1\nprint(after)"))
      let failure = try #require(result.failures.first)
      #expect(
        failure.message.hasPrefix("“guard” cannot define names at a cell's top level; write “let \(name) = …!”"),
        "\(failure)")
      #expect(failure.position?.line == line && failure.position?.column == 1)
    }
    // Each of the ways that the message names, and a guard that defines nothing or stands in a function, a branch or for macOS.
    let result = try bench.run(
      cell(
        "let a: Int? = 1\nlet b = a!\nlet c = a ?? 0\nif let d = a { print(b, c, d) }\nguard b > 0 else { fatalError(\"none\") }"
      )
        + cell("func half(_ x: Int?) -> Int {\n  guard let x else { return 0 }\n  return x / 2\n}\nprint(half(4))")
        + cell(
          "do {\n  guard let e = a else { fatalError() }\n  print(e)\n}\n#if os(macOS)\nguard let f = a else { fatalError() }\n#endif"
        ))
    #expect(result.isSuccess, "\(result.messages)")
    #expect((0..<3).map { result.text($0) } == ["1 1 1\n", "2\n", "1\n"])
  }

  @Test("Operators of a cell's own types are there for cells of later segments")
  func operatorsOfTypes() throws {
    let types = """
      struct Pair: Comparable {
        var x = 0.0
        static func * (a: Pair, b: Pair) -> Pair { Pair(x: a.x * b.x) }
        static prefix func - (a: Pair) -> Pair { Pair(x: -a.x) }
        static func < (a: Pair, b: Pair) -> Bool { a.x < b.x }
      }
      enum Box {
        struct Inner { var n: Int }
      #if os(Linux)
        struct Twice { static func + (a: Twice, b: Inner) -> Int { 2 * b.n } }
      #endif
      }
      """
    // More lines than a segment holds, between the operators and their use.
    let padding = (0..<4).map {
      cell((0..<30).map { "let pad\($0) = \($0)" }.joined(separator: "\n").replacing("pad", with: "pad\($0)x"))
    }
    let result = try Workbench().run(
      cell(types) + padding.joined()
        + cell("let p = -Pair(x: 2) * Pair(x: 3)\nprint(p.x, p < Pair(), Box.Twice() + Box.Inner(n: 4))"))
    #expect(result.isSuccess, "\(result.messages)")
    #expect(result.text(5) == "-6.0 true 8\n")
  }

  @Test("Arithmetic of numbers in closures is that of numbers, with the kit's operators in sight")
  func closures() throws {
    let lines = [
      "[1.0, 2].map { $0 * 2 }", "[1.0, 2].map { 2 * $0 }", "[1.0, 2].map { 2 / $0 }", "[1.0, 2].map { $0 / 2 }",
      "[1.0, 2].map { 1 - $0 }", "[1.0, 2].map { $0 + 1 }", "[1.0, 2].map { -$0 * 3 + 1 }", "[1, 2].map { $0 * 2 }",
      "(0..<3).map { Double($0) * 0.5 }", "(0..<3).map { 0.5 * Double($0) }", "(0..<3).map { Double($0) / 4 }",
      "[1.0, 2].reduce(0) { $0 + 2 * $1 }", "zip([1.0, 2], [3.0, 4]).map { ($0 - $1) / 2 }",
      "zip([1.0, 2], [3.0, 4]).map { $0 * $1 * 2 }", "[1.0, 2].filter { 2 * $0 > 3 }",
    ]
    let expected = [
      "[2.0, 4.0]", "[2.0, 4.0]", "[2.0, 1.0]", "[0.5, 1.0]", "[0.0, -1.0]", "[2.0, 3.0]", "[-2.0, -5.0]", "[2, 4]",
      "[0.0, 0.5, 1.0]", "[0.0, 0.5, 1.0]", "[0.0, 0.25, 0.5]", "6.0", "[-1.0, -1.0]", "[6.0, 16.0]", "[2.0]",
    ]
    let code = lines.enumerated().map { "let value\($0) = \($1)\nprint(value\($0))" }
    let result = try Workbench().run(
      cell("import Gimbal\n" + code.joined(separator: "\n"))
        + cell("let louder = SensorModel(accelerationNoise: 0.01).accelerationNoise * 2\nprint(2 * louder / 4)"))
    #expect(result.text(0) == expected.map { $0 + "\n" }.joined(), "\(result.messages)")
    #expect(result.text(1) == "0.01 per √Hz, one-sided\n", "\(result.messages)")
  }

  @Test(
    "Members that a notebook adds to numbers and vectors count in all its cells, where the kit has the same names, too")
  func ownMembers() throws {
    let result = try Workbench().run(
      cell(
        """
        import Gimbal
        extension Double { var degrees: Double { self * 180 / .pi } }
        extension Vector3 { func dot(_ other: Vector3) -> Double { 42 } }
        print(Double.pi.degrees)
        """)
        + cell("let v = Vector3(3, 0, 4)\nprint(Double.pi.degrees, v.dot(v), v.length, [1.0].map { $0.degrees })"))
    #expect(result.text(1).hasPrefix("180.0 42.0 5.0 [57.29577951"), "\(result.messages)")
    #expect(result.messages.allSatisfy { !$0.contains("radians") }, "\(result.messages)")
    let twice = try Workbench().run(
      cell("import Gimbal\nextension Quaternion { var angle: Double { 7 } }")
        + cell("print(Quaternion.identity.angle)"))
    #expect(
      twice.messages.contains { $0.contains("a “Quaternion” has “angle” already: give the notebook's another name") },
      "\(twice.messages)")
    // What the notebook's own types have is not what is ambiguous.
    let other = try Workbench().run(
      cell("import Gimbal\nstruct Wave {}\nextension Wave { func sin() -> Double { 0 } }") + cell("let f = sin"))
    #expect(other.messages.contains { $0.contains("ambiguous use of 'sin'") }, "\(other.messages)")
    #expect(other.messages.allSatisfy { !$0.contains("already") }, "\(other.messages)")
  }

  @Test("Modules of the toolchain next to Foundation can be imported")
  func modules() throws {
    let result = try Workbench().run(
      cell("import RegexBuilder\nlet digits = Regex { Capture { OneOrMore(.digit) } }")
        + cell("import Observation\n@Observable class Model { var x = 1 }\nlet model = Model()\nmodel.x = 3")
        + cell("print(\"a12\".firstMatch(of: digits)!.1, model.x)"))
    #expect(result.text(2) == "12 3\n", "\(result.messages)")
  }

  @Test("Imports and names inside `#if` hold for later cells, those of the clause that counts only")
  func conditions() throws {
    let result = try Workbench().run(
      cell(
        """
        #if os(Linux) && canImport(Foundation)
          import Foundation
          let here = "linux"
          #if canImport(Nothing) || os(macOS)
            func name() -> String { "nested" }
          #elseif compiler(>=5.9) && swift(>=5.5)
            func name() -> String { "new" }
          #else
            func name() -> String { "old" }
          #endif
        #else
          let here = 1
        #endif
        """) + cell("print(here, name(), exp(0.0))"))
    #expect(result.text(1) == "linux new 1.0\n", "\(result.messages)")
  }

  @Test("Functions of one name and other parameters overload each other over cells; with the same ones the last holds")
  func overloads() throws {
    let bench = try Workbench()
    let body =
      cell("func f(_ x: Int) -> String { \"int\" }\nfunc f(at x: Int) -> String { \"at\" }")
      + cell("func f(_ x: String) -> String { \"string after \" + f(1) }") + cell("print(f(1), f(at: 2), f(\"a\"))")
      + cell("func f(_ x: String) -> String { \"again\" }") + cell("print(f(1), f(\"a\"))")
      + cell("let f = 5") + cell("print(f)")
    let result = try bench.run(body)
    #expect(result.text(2) == "int at string after int\n", "\(result.messages)")
    #expect(result.text(4) == "int again\n", "\(result.messages)")
    #expect(result.text(6) == "5\n", "\(result.messages)")
    // The same after an edit above, from what was compiled before.
    let again = try bench.run(body.replacing("\"int\"", with: "\"whole\""))
    #expect(again.text(2) == "whole at string after whole\n", "\(again.messages)")
    #expect(again.text(4) == "whole again\n")
  }

  @Test("What is private to the file is there for all cells; what is private to a type stays so")
  func privateNames() throws {
    let result = try Workbench().run(
      cell(
        "private let a = 1\nfileprivate func f() -> Int { a + 1 }\nstruct S {\n  private var hidden = 3\n  fileprivate var open = 4\n}\nprint(f())"
      ) + cell("private struct T { var s = S() }\nprint(a, f(), T().s.open)") + cell("//| error: true\nS().hidden")
        + cell("let pattern = /a(\\d+)/\nprint(\"xa12\".firstMatch(of: pattern)!.1)"))
    #expect(result.isSuccess, "\(result.messages)")
    #expect(result.text(0) == "2\n" && result.text(1) == "1 2 4\n" && result.text(3) == "12\n")
  }

  @Test("A jump out of a loop that waits reaches the loop around it")
  func labels() throws {
    let result = try Workbench().run(
      cell(
        """
        func numbers() -> AsyncStream<Int> { AsyncStream { for i in 1...3 { $0.yield(i) }; $0.finish() } }
        var seen: [String] = []
        outer: for i in 0..<3 {
          for await x in numbers() {
            if x == 2 { continue outer }
            if i == 2 { break outer }
            seen.append("\\(i)\\(x)")
          }
        }
        print(seen)
        block: do {
          for await x in numbers() where x > 1 { break block }
          print("not here")
        }
        print("end")
        """))
    #expect(result.text(0) == "[\"01\", \"11\"]\nend\n", "\(result.messages)")
  }

  @Test("A hard expression is named with its line, in the same words each time; a strict run does not depend on it")
  func hardExpression() throws {
    // What is hard depends on the compiler: pick the length at which it needs more than the usual patience.
    for terms in [3, 4, 5, 6, 7] {
      let sum = (1...terms).map { "(Double($0) * \($0).5 - 1)" }.joined(separator: " + ")
      let body = cell("let a = 1\nlet ys = (0..<60).map { \(sum) + 2 * $0 / 3 }.filter { $0 > 1 + 2 }\nys.count")
      var told: [[String]] = []
      for _ in 0..<2 {
        let bench = try Workbench()
        let path = try bench.write("---\nnotebook: {}\n---\n" + body)
        let result = try bench.runner.run(.init(path: path, output: "\(bench.folder)/plots", isStrict: true))
        told.append(result.messages.map { $0.replacing(bench.folder, with: "") })
        if let note = result.messages.first(where: { $0.contains(": note: ") }) {
          #expect(note.contains("test.md:6:") && note.contains("take it apart"), "\(note)")
          #expect(note.firstMatch(of: /\d s\b|milliseconds/) == nil, "no time is said: \(note)")
          #expect(result.isSuccess == !result.messages.contains { $0.contains(": error: ") })
        }
      }
      #expect(told[0] == told[1])
      if !told[0].isEmpty { return }
    }
    Issue.record("no expression was hard")
  }

  @Test("How much the compiler may try is counted, and never timed")
  func countedPatience() throws {
    for patience in [SolverPatience.usual, .utmost] {
      let options = patience.arguments
      #expect(options.contains("-solver-scope-threshold=\(patience.rawValue)"))
      // Without this the compiler's own limit of 600 seconds holds.
      #expect(options.contains("-solver-expression-time-threshold=0"))
      #expect(!options.contains { $0.hasPrefix("-warn-long") })
    }
  }
}
