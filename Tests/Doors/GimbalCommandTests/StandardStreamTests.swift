import Foundation
import NotebookBench
import Testing

/// What the program does when what it writes to is closed, full or read by nobody.
@Suite("Standard streams", .enabled(if: BuiltProgram.isThere, "gimbal is not built"))
struct StandardStreamTests {
  private let desk: BuiltProgram.Desk

  init() throws {
    desk = try BuiltProgram.Desk()
    try desk.write("---\ntitle: N\nnotebook: {}\n---\n\n```swift\nprint(1)\n```\n", to: "n.md")
    try desk.write(
      "time_s,attitude_w,attitude_x,attitude_y,attitude_z,user_acceleration_x_m_s2,user_acceleration_y_m_s2,"
        + "user_acceleration_z_m_s2\n" + (0..<50).map { "\(Double($0) / 100),1,0,0,0,0,0,0\n" }.joined(), to: "a.csv")
  }

  static let commands = [
    "run n.md", "check n.md", "tangle n.md", "trace info a.csv", "trace simulate still --duration 1", "--help", "nn",
  ]

  @Test("A standard error that is closed, full or not read changes nothing but what is seen", arguments: commands)
  func standardError(_ command: String) throws {
    let expected = try desk.shell("$G \(command) >/dev/null 2>/dev/null").status
    for redirection in ["2>&-", "2>/dev/full", "2> >(exec 0<&-; sleep 0.1)", "<&- 2>&-"] {
      #expect(try desk.shell("$G \(command) >/dev/null \(redirection)").status == expected, "\(command) \(redirection)")
    }
  }

  @Test(
    "What could not be written to standard output ends in an error; what nobody reads any more in silence",
    arguments: ["tangle n.md", "trace info a.csv", "trace simulate still --duration 1", "--help"])
  func standardOutput(_ command: String) throws {
    for (redirection, reason) in [(">/dev/full", "No space left on device"), (">&-", "Bad file descriptor")] {
      let (status, output) = try desk.shell("$G \(command) \(redirection)")
      #expect(
        status == 1 && output.contains("standard output could not be written to its end: \(reason)"),
        "\(command) \(redirection): \(output)")
    }
    let (status, output) = try desk.shell("$G \(command) | exec 0<&-; exit ${PIPESTATUS[0]}")
    #expect(status == 128 + SIGPIPE && output.isEmpty, "\(command): \(output)")
  }

  @Test("“-” is the standard input: for a notebook, whose results are in “stdin”, for code and for recordings")
  func standardInput() throws {
    let (status, output) = try desk.shell("$G run -q - < n.md")
    #expect(status == 0 && desk.read("plots/stdin/README.md").contains("# N"), "\(output)")
    let code = try desk.shell("cat n.md | $G tangle -")
    #expect(code.status == 0 && code.output.contains("print(1)"), "\(code.output)")
    let summary = try desk.shell("cat a.csv | $G trace info -")
    #expect(summary.status == 0 && summary.output.contains("50 samples in 0.49 s"), "\(summary.output)")
    let converted = try desk.shell("$G trace convert a.csv - && ls")
    #expect(converted.output.hasPrefix("# gimbal trace 1") && !converted.output.contains("\n-\n"))
    let empty = try desk.shell("$G trace info - < /dev/null")
    #expect(empty.status != 0 && !empty.output.contains("Did you mean"), "\(empty.output)")
    let broken = try desk.shell("printf 'x' | $G run -")
    #expect(broken.status == 2 && broken.output.hasPrefix("-:"), "\(broken.output)")
  }

  @Test("A file may be as large as the shell allows: what is larger is an error of writing")
  func limitedFiles() throws {
    let (status, output) = try desk.shell("ulimit -f 1; $G run n.md")
    #expect(status == 2 && output.contains("File too large"), "\(status) \(output)")
    let run = try desk.shell("ulimit -f 40000; $G run n.md")
    #expect(run.status != 0 && run.output.contains("ulimit -f unlimited"), "\(run.status) \(run.output)")
  }

  @Test("What a cell says reaches the terminal as text, not as commands to it")
  func escapes() throws {
    try desk.write(
      "---\ntitle: N\nnotebook: {}\n---\n\n```swift\nfatalError(\"red \\u{1B}[31m\\u{7}\\u{9B}2J\")\n```\n", to: "e.md")
    let output = try desk.shell("$G run e.md").output
    #expect(output.contains("red ␛[31m␇") && !output.contains("\u{1B}") && !output.contains("\u{9B}"), "\(output)")
  }
}
