import Foundation

import struct Basics.SeededRandom

/// A random notebook over a few files, for grids: what it holds, and what a person does around it.
///
/// The cells come from few texts, so that what one sequence has compiled serves the others. Each records what it found.
struct GridModel {
  /// How many notebooks there are; a sequence takes one of them.
  static let notebooks = 24

  let cells: [String]
  private(set) var random: SeededRandom

  init(seed: UInt64) {
    var choice = SeededRandom(seed: seed % UInt64(Self.notebooks), stream: 7)
    let number = Int.random(in: 4...7, using: &choice)
    cells = Array(Self.words.shuffled(using: &choice).prefix(number))
    random = SeededRandom(seed: seed)
  }

  static let parameters = "  alpha: 1\n  file: data/a.txt"

  private static let words = [
    "record(\"contents\", (try? String(contentsOfFile: params.file, encoding: .utf8)) ?? \"none\")",
    "record(\"names\", ((try? FileManager.default.contentsOfDirectory(atPath: \"data\")) ?? []).sorted().joined())",
    "record(\"below\", (FileManager.default.enumerator(atPath: \"data\")?.compactMap { $0 as? String } ?? []).sorted().joined())",
    "record(\"truth\", FileManager.default.fileExists(atPath: params.file + \".truth\"))",
    """
    struct NoMapping: Error {}
    guard let mapping = try? String(contentsOfFile: params.file + ".mapping", encoding: .utf8) else { throw NoMapping() }
    record("mapping", mapping)
    """,
    "record(\"loud\", getenv(\"GRID_LOUD\").map { String(cString: $0) } ?? \"unset\")",
    "record(\"named\", getenv(\"GRID_\\(params.alpha)\").map { String(cString: $0) } ?? \"unset\")",
    "record(\"looked up\", ProcessInfo.processInfo.environment[\"GRID_\" + String(params.alpha)] ?? \"unset\")",
    """
    if params.alpha == 2, let pipe = popen("sh ./tool.sh", "r") {
      var line = [CChar](repeating: 0, count: 100)
      record("tool", fgets(&line, 100, pipe).map { String(cString: $0) } ?? "silent")
      pclose(pipe)
    }
    """,
    """
    let many = ((try? FileManager.default.contentsOfDirectory(atPath: "many")) ?? []).sorted()
    record("many", many.map { (try? String(contentsOfFile: "many/" + $0, encoding: .utf8)) ?? "none" }.joined())
    """,
    """
    let earlier = try? String(contentsOfFile: "scratch.txt", encoding: .utf8)
    try "\\(earlier ?? "first") \\(params.alpha)".write(toFile: "scratch.txt", atomically: false, encoding: .utf8)
    record("scratch", try String(contentsOfFile: "scratch.txt", encoding: .utf8))
    """,
    "record(\"link\", (try? String(contentsOfFile: \"link.txt\", encoding: .utf8)) ?? \"none\")",
    """
    var status = stat()
    record("time", stat(params.file, &status) == 0 ? Int(status.st_mtim.tv_sec) : 0)
    """,
    "record(\"twice\", 2 * params.alpha)",
  ]

  /// The notebook's text.
  var text: String {
    let blocks = (["import Foundation\nimport Gimbal"] + cells).map { "```swift\n\($0)\n```\n" }.joined(separator: "\n")
    return "---\ntitle: Test\nnotebook: {}\nparams:\n\(Self.parameters)\n---\n\(blocks)"
  }

  /// What is there before the first run.
  func lay(in folder: String) throws {
    for name in ["data/a.txt", "data/b.txt"] { try Edit.write(name, "one").apply(in: folder) }
    try Edit.write("tool.sh", "echo one").apply(in: folder)
    try Edit.link("link.txt", "data/a.txt").apply(in: folder)
    guard cells.contains(where: { $0.contains("many") }) else { return }
    // More than anybody would list.
    for index in 100..<305 { try Edit.write("many/\(index)", "m").apply(in: folder) }
  }

  /// What a person does between two runs.
  enum Edit: CustomStringConvertible {
    case write(String, String)
    case remove(String)
    case link(String, String)
    case touch(String)
    case set(String, String?)

    var description: String {
      switch self {
      case .write(let name, let text): "write \(text) to \(name)"
      case .remove(let name): "remove \(name)"
      case .link(let name, let target): "link \(name) to \(target)"
      case .touch(let name): "touch \(name)"
      case .set(let name, let value): "set \(name) to \(value ?? "nothing")"
      }
    }

    func apply(in folder: String) throws {
      switch self {
      case .write(let name, let text):
        let url = URL(fileURLWithPath: "\(folder)/\(name)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
      case .remove(let name): try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
      case .link(let name, let target):
        unlink("\(folder)/\(name)")
        try FileManager.default.createSymbolicLink(atPath: "\(folder)/\(name)", withDestinationPath: target)
      case .touch(let name):
        utimes("\(folder)/\(name)", [timeval(tv_sec: 1_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000, tv_usec: 0)])
      case .set: break
      }
    }
  }

  /// A few edits; none at all now and then.
  mutating func edits() -> [Edit] { (0..<Int.random(in: 0...3, using: &random)).map { _ in edit() } }

  private mutating func edit() -> Edit {
    let files = [
      "data/a.txt", "data/b.txt", "data/a.txt.truth", "data/b.txt.truth", "data/a.txt.mapping", "data/b.txt.mapping",
      "data/new.txt", "data/sub/deep.txt", "tool.sh", "scratch.txt", "many/303", "many/new", "other.txt",
    ]
    let name = files.randomElement(using: &random)!
    switch Int.random(in: 0..<10, using: &random) {
    case 0...3: return .write(name, ["one", "two", "echo three"].randomElement(using: &random)!)
    case 4, 5: return .remove(name)
    case 6: return .link("link.txt", ["data/a.txt", "data/b.txt", "nowhere"].randomElement(using: &random)!)
    case 7: return .touch(name)
    default:
      let variable = ["GRID_LOUD", "GRID_1", "GRID_2", "GRID_9", "OTHER"].randomElement(using: &random)!
      return .set(variable, [nil, "loud", "soft"].randomElement(using: &random)!)
    }
  }

  /// The values of the grid's axes.
  mutating func axes() -> [String] {
    func some(_ values: [String], _ random: inout SeededRandom) -> String {
      let count = Int.random(in: 1...values.count, using: &random)
      return values.shuffled(using: &random).prefix(count).sorted().joined(separator: ",")
    }
    return ["alpha=\(some(["1", "2", "3"], &random))", "file=\(some(["data/a.txt", "data/b.txt"], &random))"]
  }
}
