import Foundation
import TestPrograms
import Testing

/// `Tests/run`, which runs all tests, against a program that answers as the tests' program does.
@Suite struct RunnerTests {
  /// Two targets: of the first one test passes and one fails, the second crashes in its first of two tests.
  private static let program = """
    #!/bin/sh
    case "$*" in *--list-tests*)
      printf 'Good.Suite/passes()\\nGood.Suite/fails(n:)\\nBad.crashes()\\nBad.late()\\n'; exit ;;
    esac
    while [ $# -gt 0 ]; do
      case $1 in --filter) filter=$2 ;; --event-stream-output-path) out=$2 ;; esac; shift
    done
    test() { echo '{"kind":"test","payload":{"id":"'"$1"'","kind":"function"}}' >>"$out"; }
    event() { echo '{"kind":"event","payload":{"kind":"'"$1"'","testID":"'"$2"'","instant":{"absolute":'"$3"'}'"$4"'}}' >>"$out"; }
    p='Good.Suite/passes()/A.swift:1:2' f='Good.Suite/fails(n:)/A.swift:2:2' c='Bad.crashes()/B.swift:1:2'
    case $filter in
      *Good*)
        test "$p"; test "$f"; event testStarted "$p" 1; event testEnded "$p" 2; event testStarted "$f" 2
        event issueRecorded "$f" 3 ',"messages":[{"text":"Expectation failed: 1 == 2"}]'; event testEnded "$f" 4
        touch "$TMPDIR/left"; exit 1 ;;
      *Bad*)
        test "$c"; test 'Bad.late()/B.swift:2:2'; event testStarted "$c" 1
        echo 'B.swift:1: Fatal error: Index out of range' >&2; kill -ILL $$ ;;
    esac

    """

  /// What the runner says of these checks, in a folder with such a program.
  private func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "runner-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try TestProgram.write(Self.program, to: folder.appending(path: "GimbalPackageTests.xctest").path)
    let (process, output) = (Process(), Pipe())
    process.executableURL = RoomsTests.root.appending(path: "Tests/run")
    process.arguments = [folder.path] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["HOME": folder.path]) { $1 }
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  @Test func `everything runs, and each failure is listed with the command that repeats it`() throws {
    let (status, output) = try run(["a check=echo its words; exit 3", "a good check=true"])
    #expect(status == 1)
    #expect(output.contains("✔ a good check") && output.contains("4 failed"), "\(output)")
    #expect(output.contains("✘ Good.Suite/fails(n:) (2.0 s)\n  again: swift test"), "\(output)")
    #expect(output.contains("--filter 'Good\\.Suite/fails\\(n:\\)'\n  Expectation failed: 1 == 2"), "\(output)")
    #expect(output.contains("✘ Bad.crashes() "), "\(output)")
    #expect(
      output.contains("the process ended by SIGILL; 1 tests of Bad did not run\n  B.swift:1: Fatal error"), "\(output)")
    #expect(output.contains("again: echo its words; exit 3\n  its words"), "\(output)")
    #expect(
      output.contains("✘ Good leaves nothing behind") && output.contains("left behind: $TMPDIR/left"), "\(output)")
    // The shortest reproduction comes first.
    let places = ["✘ Bad.crashes() ", "✘ Good.Suite/fails(n:) "].map { output.range(of: $0)!.lowerBound }
    #expect(places[0] < places[1])
  }

  /// The package manager leaves folders and locks there.
  @Test func `builds have a folder for temporary files that belongs to the build`() throws {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/make")
    process.arguments = ["-n", "first", "programs", "test-programs", "install", "reference", "evaluate"]
    process.currentDirectoryURL = RoomsTests.root
    process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("MAKE") && $0.key != "MFLAGS" }
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let builds = text.matches(of: /(.*?)swift (build|run)/)
    #expect(process.terminationStatus == 0 && builds.count >= 9, "\(text)")
    for build in builds {
      #expect(build.output.1.hasSuffix("/.build/temporary\" ") && build.output.2 == "build", "\(build.output.0)")
    }
  }

  @Test func `a part of the tests is chosen by name`() throws {
    let (refused, words) = try run(["--only", "Goood"])
    #expect(refused == 2 && words.contains("no target or check has a name like “Goood”"), "\(words)")
    let (_, output) = try run(["--only", "^a good", "a check=exit 3", "a good check=true"])
    #expect(
      output.contains("✔ a good check:") && !output.contains("Good:") && !output.contains("a check:"), "\(output)")
  }
}
