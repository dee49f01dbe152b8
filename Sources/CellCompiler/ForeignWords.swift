/// Words of other languages, and what Swift writes in their place.
enum ForeignWords {
  /// What helps where a name means nothing that has a meaning elsewhere; nil for any other name.
  static func remedy(for name: String) -> String? { meanings.first { $0.names.contains(name) }?.words }

  /// What helps where a line that does not compile is a command of IPython's; nil for any other line.
  static func remedy(forLine line: Substring) -> String? {
    if let match = line.prefixMatch(of: /%{1,2}[A-Za-z]\w*/) {
      return "“\(match.output)” is a command of IPython's, and this is Swift: leave the line out"
    }
    if let match = line.prefixMatch(of: /!\s*([a-z]+)3?\b/), programs.contains(String(match.output.1)) {
      return "other programs are started with “Process()”, with “import Foundation”"
    }
    return nil
  }

  private static let programs: Set<String> = [
    "apt", "brew", "cat", "cd", "conda", "cp", "curl", "echo", "find", "git", "grep", "head", "ls", "mkdir", "mv",
    "pip",
    "pwd", "python", "rm", "tail", "tar", "touch", "unzip", "wc", "wget", "which",
  ]

  private static let meanings: [(names: Set<String>, words: String)] = [
    (["null", "None", "NULL", "nullptr"], "Swift writes “nil”"),
    (["True", "TRUE"], "Swift writes “true”"),
    (["False", "FALSE"], "Swift writes “false”"),
    (["def", "function", "fn", "fun"], "a function begins with “func”: func name(x: Double) -> Double { … }"),
    (["const"], "a constant begins with “let”"),
    (["lambda"], "a closure stands in braces: { x in x + 1 }"),
    (["elif", "elsif"], "Swift writes “else if”"),
    (["and"], "Swift writes “&&”"),
    (["or"], "Swift writes “||”"),
    (["not"], "Swift writes “!” before what is not to be"),
    (["range", "xrange"], "a range is written “0..<10”, or “0...10” with its end"),
    (["len"], "how many there are is a member: “values.count”"),
    (["math", "np", "numpy"], "write “import Foundation”, and “sqrt(x)” or “sin(x)” without a name before"),
    (["plt", "matplotlib"], "a figure is a value: “Figure(x: …, y: …, […])”, with “import Gimbal”"),
    (["printf", "println", "cout", "console", "echo"], "Swift writes “print(…)”"),
    (["foreach", "forEach"], "Swift writes “for x in values { … }”"),
    (["float", "double", "Number", "float64"], "a number with a point is a “Double”"),
    (["int", "Integer", "int64"], "a whole number is an “Int”"),
    (["str", "string"], "a text is a “String”"),
    (["bool", "boolean", "Boolean"], "true and false are of the type “Bool”"),
    (["this"], "Swift writes “self”"),
    (["raise"], "Swift writes “throw”"),
  ]
}
