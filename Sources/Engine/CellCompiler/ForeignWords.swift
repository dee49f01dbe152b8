import Basics

/// Words of other languages, and what Swift writes in their place.
enum ForeignWords {
  /// What helps where a name means nothing that has a meaning elsewhere; nil for any other name.
  static func remedy(for name: String) -> String? { meanings.first { $0.names.contains(name) }?.words }

  /// What helps where a line that does not compile is a command of IPython's; nil for any other line.
  static func remedy(forCommand line: some StringProtocol) -> String? {
    let line = String(line.drop(while: \.isWhitespace))
    if let match = line.prefixMatch(of: compiled(/%{1,2}[A-Za-z]\w*/)) {
      if match.output == "%install" {
        return
          "“%install” is a command of Swift for Jupyter: name the package in the front matter, under “notebook: packages:”"
      }
      return "“\(match.output)” is a command of IPython's, and this is Swift: leave the line out"
    }
    if let match = line.prefixMatch(of: compiled(/!\s*([a-z]+)3?\b/)), programs.contains(String(match.output.1)) {
      return "start other programs with “Process()”, with “import Foundation”"
    }
    return nil
  }

  private static let programs: Set<String> = [
    "apt", "brew", "cat", "cd", "conda", "cp", "curl", "echo", "find", "git", "grep", "head", "ls", "mkdir", "mv",
    "pip",
    "pwd", "python", "rm", "tail", "tar", "touch", "unzip", "wc", "wget", "which",
  ]

  /// What helps where a value has no member of this name that has one elsewhere; nil for any other name.
  static func remedy(forMember name: String) -> String? { members.first { $0.names.contains(name) }?.words }

  private static let members: [(names: Set<String>, words: String)] = [
    (
      ["push", "push_back", "add", "extend"],
      "an array takes a value by “append(…)”, and several by “append(contentsOf: …)”"
    ),
    (["yaw", "roll", "pitch"], "the angles of an attitude, in radians, are “RollPitchYaw(attitude).yaw” and so on"),
    (["length", "size", "len"], "how many there are is “count”"),
    (["toString", "str"], "a text is made by “String(…)”, or in a text by “\\(…)”"),
    (["shape"], "how many there are is “count”"),
    (["mean", "average", "avg"], "the mean is “values.reduce(0, +) / Double(values.count)”"),
    (["sum"], "the sum is “values.reduce(0, +)”"),
    (["forEachIndexed", "enumerate"], "with numbers it is “values.enumerated()”"),
  ]

  /// What helps against a line that another language would understand, by its beginning; nil for any other line.
  static func remedy(forLine line: some StringProtocol) -> String? {
    let line = String(line.drop(while: \.isWhitespace))
    return lines.first { line.prefixMatch(of: $0.pattern) != nil }?.words
  }

  private nonisolated(unsafe) static let lines: [(pattern: Regex<Substring>, words: String)] = [
    (/from\s+[\w.]+\s+import\b/, "Swift writes “import Foundation”, and has all of it"),
    (/import\s+[\w.]+\s+as\b/, "Swift writes “import Foundation”, and gives modules no other names"),
    (/function\s+\w+\s*\(/, "a function begins with “func”: func name(x: Double) -> Double { … }"),
    (/.*=\s*lambda\b/, "write a closure in braces: { x in x + 1 }"),
    (/.*\bin\s+-?[\w.]+\s*:\s*-?[\w.]+\s*\{/, "a range is written “0..<10”, or “0...10” with its end"),
    (/.*\w\[\s*\d*\s*:\s*-?\d*\s*\]/, "a part of an array is “values[0..<2]”, its end “values.suffix(2)”"),
    (/.*=>/, "write a closure in braces: { x in x + 1 }"),
    (/.*[\s(=,]f"/, "write a value in a text as “\\(value)”"),
    (
      /(?:String|Double|Int|Bool|Float)\s+\w+\s*=/,
      "define a name with “let name = …”, and give it a type with “let name: Double = …”"
    ),
    (/.*\((?:Double|Int|Float|String)\)\s*[\w(]/, "a value is converted by its type's name: “Double(x)”"),
    (/.*\d\s*°/, "angles are in radians: “90.degrees”, with “import Gimbal”"),
  ]

  private static let meanings: [(names: Set<String>, words: String)] = [
    (["null", "None", "NULL", "nullptr"], "Swift writes “nil”"),
    (["True", "TRUE"], "Swift writes “true”"),
    (["False", "FALSE"], "Swift writes “false”"),
    (["def", "function", "fn", "fun"], "a function begins with “func”: func name(x: Double) -> Double { … }"),
    (["const"], "a constant begins with “let”"),
    (["lambda"], "write a closure in braces: { x in x + 1 }"),
    (["elif", "elsif"], "Swift writes “else if”"),
    (["and"], "Swift writes “&&”"),
    (["or"], "Swift writes “||”"),
    (["not"], "Swift writes “!” before a condition"),
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
    (["new"], "Swift makes a value with the name of its type alone: “Trace(…)”"),
    (["this"], "Swift writes “self”"),
    (["raise"], "Swift writes “throw”"),
  ]
}
