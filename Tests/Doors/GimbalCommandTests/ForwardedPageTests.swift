import Foundation
import NotebookBench
import Testing

@testable import Processes

@Suite("Pages that are read outside a container", .enabled(if: BuiltProgram.isThere, "gimbal is not built"))
struct ForwardedPageTests {
  /// Starts the studio with these options and a browser that notes what it is given, waits for the page, and ends it.
  private func opened(_ options: String, until condition: String) throws -> (printed: String, opened: String) {
    let desk = try BuiltProgram.Desk()
    let (_, output) = try desk.shell(
      """
      printf '#!/bin/sh\\necho "$1" >"%s/opened"\\n' "$PWD" >browser && chmod +x browser
      mkdir notes
      env -u DISPLAY -u WAYLAND_DISPLAY BROWSER="$PWD/browser" "$G" studio notes --port 0 \(options) >printed 2>&1 &
      for i in $(seq 6000); do \(condition) && break; sleep 0.05; done
      kill -TERM $!; wait; cat printed
      """)
    return (output, desk.read("opened"))
  }

  @Test("The program that BROWSER names is given the whole address, with its secret, of a forwarded page")
  func browser() throws {
    let (printed, opened) = try opened("--forwarded", until: "[ -s opened ]")
    let address = try #require(printed.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\//)).output
    #expect(opened == address + "\n")
  }

  @Test("On a machine that others may use too, no program is given the secret; with --no-open none is started")
  func secret() throws {
    for options in ["", "--forwarded --no-open"] {
      let (printed, opened) = try opened(options, until: "grep -q 'ends it' printed && sleep 1")
      #expect(printed.contains("ends it") && opened.isEmpty, "\(options): \(opened)")
    }
  }
}
