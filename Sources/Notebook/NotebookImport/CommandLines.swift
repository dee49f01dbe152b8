import Basics

/// Lines of a cell that are commands of Jupyter's and no Swift, as `%install` and `%%time`: they become comments, and remarks that
/// say what to write instead.
struct CommandLines {
  private(set) var remarks: [String] = []
  /// The words of the notebook's code, without its commands.
  private let names: Set<Substring>

  /// - Parameter code: all of the notebook's code. A word that is only in commands is no name of Swift's.
  init(in code: String) {
    let lines = code.split(separator: "\n").filter { line in
      // `ls` alone is a line of a script.
      line.prefixMatch(of: compiled(/\s*(?:[!%].*|\w+\s*)$/)) == nil
    }
    names = Set(lines.flatMap { $0.matches(of: compiled(/\w+/)).map(\.output) })
  }

  /// The code with its commands as comments. O(length).
  ///
  /// - Parameter cell: the number of the cell among those with code, from 1.
  mutating func convert(_ code: String, cell: Int) -> String {
    var isText = false
    return code.components(separatedBy: "\n").map { line in
      defer { if line.ranges(of: "\"\"\"").count % 2 == 1 { isText.toggle() } }
      guard !isText, let command = command(in: line) else { return line }
      remarks.append(
        "cell \(cell): “\(command)” is a command and no Swift; it is kept as a comment. \(Self.remedy(for: command, line))"
      )
      return "// \(line)"
    }.joined(separator: "\n")
  }

  /// The command with which a line begins; nil for Swift, which has such signs too, as in `% 3` and `!isReady`.
  private func command(in line: String) -> String? {
    // `!ls` alone: Swift would name it somewhere else, too.
    if let match = line.wholeMatch(of: compiled(/\s*!([A-Za-z]\w*)\s*/)), !names.contains(match.output.1) {
      return "!\(match.output.1)"
    }
    if let match = line.prefixMatch(of: compiled(/\s*(%{1,2}[A-Za-z][\w-]*)/)) { return String(match.output.1) }
    guard let match = line.prefixMatch(of: compiled(/\s*(![A-Za-z][\w.\/-]*) +(?:[\w.\/~]|-\w)/)),
      line.firstMatch(of: compiled(/^\s*!\w+ +(?:is|as)\b/)) == nil
    else { return nil }
    return String(match.output.1)
  }

  private static func remedy(for command: String, _ line: String) -> String {
    switch command.drop(while: { "%!".contains($0) }) {
    case "install":
      package(line).map { "Name the package in the front matter, under “notebook: packages:”: - \($0)" }
        ?? "Name the package in the front matter, under “notebook: packages:”."
    case "install-location", "install-swiftpm-flags", "install-extra-include-command":
      "Packages are built in the cache: nothing has to take its place."
    case "include": "Put the file's code into a cell."
    case "matplotlib", "load_ext", "autoreload": "Nothing has to take its place."
    case _ where command.hasPrefix("!") || ["bash", "sh", "system", "script"].contains(command.drop { $0 == "%" }):
      "A program is started with “Process()”, with “import Foundation”."
    case "time", "timeit": "Each report says how long its cells took."
    default: "Leave it out, or write in Swift what it does."
    }
  }

  /// The entry in the front matter for `%install '.package(url: "…", from: "1.0.0")' Product`; nil for what is written otherwise.
  private static func package(_ line: String) -> String? {
    guard let match = line.wholeMatch(of: compiled(/\s*%install\s+'\.package\((.*)\)'\s*(.*)/)) else { return nil }
    let arguments = match.output.1.matches(
      of: compiled(/(?:\.upToNextMajor\(from|\.upToNextMinor\(from|\.?\b(\w+))\s*[:(]\s*"([^"]*)"/))
    let known = ["url", "path", "from", "exact", "branch", "revision"]
    let keys = arguments.map { (key: $0.output.1.map(String.init) ?? "from", value: String($0.output.2)) }
      .filter { known.contains($0.key) }
    guard keys.contains(where: { ["url", "path"].contains($0.key) }) else { return nil }
    let products = match.output.2.split(separator: " ").map(String.init)
    let product = products.count == 1 ? products[0] : "[\(products.joined(separator: ", "))]"
    return "{\((keys.map { "\($0.key): \($0.value)" } + ["product: \(product)"]).joined(separator: ", "))}"
  }
}
