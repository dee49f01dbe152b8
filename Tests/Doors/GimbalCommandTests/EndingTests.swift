import Foundation
import NotebookBench
import TestPrograms
import TestTiers
import Testing

/// A caller that is asked to end ends, wherever it is.
@Suite("Ending", .enabled(if: BuiltProgram.isThere, "gimbal is not built"))
struct EndingTests {
  /// Seconds after which a program is taken to go on for ever.
  private static let limit = 300.0

  private static let commands = [
    "run loop.md", "check loop.md", "check mask.md", "preview --no-open loop.md", "studio --no-open",
    "run loop.md --to ipynb",
    "run loop.md --grid a=1..3/3", "trace simulate still --duration 100000",
    "kernel run --connection-file connection.json",
    "HANGS run loop.md", "HANGS doctor", "HANGS check loop.md",
  ]

  /// Each command with one of the signals, and a run with each of them; all pairs where `make prove` asks.
  private static let wishes: [(command: String, signal: Int32)] = {
    let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    return commands.enumerated().flatMap { index, command in
      (Tier.proves || index == 0 ? signals : [signals[(index + 1) % 4]]).map { (command, $0) }
    }
  }()

  @Test(
    "Every command ends after a wish to end, at whatever time, with all that it has started", arguments: wishes)
  func ends(_ command: String, _ signal: Int32) throws {
    let desk = try BuiltProgram.Desk()
    func loop(_ code: String) -> String {
      "---\ntitle: N\nnotebook: {}\nparams: {a: 1}\n---\n\n```swift\nimport Foundation\nprint(params.a)\n\(code)\n```\n"
    }
    // Without accepted results a check ends at once.
    if command.contains("check loop.md") {
      try desk.write(loop(""), to: "loop.md")
      _ = try desk.run("run", "loop.md", "-q")
    }
    try desk.write(loop("while true {}"), to: "loop.md")
    try desk.write(
      "---\ntitle: M\nnotebook: {}\n---\n\n```swift\n//| mask: '(a+)+$'\nprint(String(repeating: \"a\", count: 40) + \"b\")\n```\n",
      to: "mask.md")
    try desk.write(
      #"{"transport": "tcp", "ip": "127.0.0.1", "shell_port": 0, "iopub_port": 0, "stdin_port": 0, "control_port": 0, "#
        + #""hb_port": 0, "key": "k", "signature_scheme": "hmac-sha256"}"#, to: "connection.json")
    // A kernel's cell stops, and the kernel waits for the next.
    if command.hasPrefix("kernel"), signal == SIGINT { return }
    if command == "check mask.md" { _ = try desk.run("run", "mask.md", "-q") }
    var words = command.split(separator: " ").map(String.init)
    var environment = ProcessInfo.processInfo.environment
    if words[0] == "HANGS" {
      // A compiler on a drive that does not answer.
      words.removeFirst()
      try TestProgram.write("sleep 1000", to: "\(desk.folder)/bin/swiftc")
      environment["PATH"] = "\(desk.folder)/bin:\(environment["PATH"] ?? "")"
    }
    let mark = "MARK=\(UUID().uuidString)"
    environment["XDG_DATA_HOME"] = desk.folder
    environment["MARK"] = String(mark.dropFirst(5))
    let process = Process()
    (process.executableURL, process.arguments) = (URL(fileURLWithPath: BuiltProgram.path), words)
    (process.currentDirectoryURL, process.environment) = (URL(fileURLWithPath: desk.folder), environment)
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try process.run()
    let moment = Double.random(in: 0...1.5)
    usleep(UInt32(moment * 1e6))
    #expect(process.isRunning, "\(command): it has ended by itself, which proves nothing")
    let told = ContinuousClock.now
    kill(process.processIdentifier, signal)
    while process.isRunning, (ContinuousClock.now - told).seconds < Self.limit { usleep(10_000) }
    let seconds = (ContinuousClock.now - told).seconds
    #expect(seconds < Self.limit, "\(command), signal \(signal) after \(moment) s")
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    for _ in 0..<6_000 where !BuiltProgram.marked(mark).isEmpty { usleep(50_000) }
    #expect(BuiltProgram.marked(mark) == [], "\(command), signal \(signal) after \(moment) s")
  }
}
