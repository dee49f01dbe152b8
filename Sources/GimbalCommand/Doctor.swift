import ArgumentParser
import Foundation
import NotebookRunning

/// `gimbal doctor`.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Say what is installed, in which version, and what to install.",
    discussion: """
      Exit status: 0 when everything is there that running notebooks needs, 1 otherwise.

      EXAMPLES
        gimbal doctor
      """)

  func run() throws {
    let findings = Installation.examine()
    let width = findings.map(\.name.count).max() ?? 0
    for finding in findings {
      let name = finding.name.padding(toLength: width, withPad: " ", startingAt: 0)
      switch finding.state {
      case .found(let what): print("✓ \(name)  \(what)")
      case .faulty(let words): print("\(finding.isNeeded ? "✗" : "–") \(name)  \(words)")
      case .missing(let remedy):
        print("\(finding.isNeeded ? "✗" : "–") \(name)  missing: needed for \(finding.purpose); \(remedy)")
      }
    }
    if findings.contains(where: { $0.isNeeded && !$0.isFound }) { throw ExitCode(1) }
  }
}
