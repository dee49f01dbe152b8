import ArgumentParser
import Foundation
import NotebookRunning

/// `gimbal new`.
struct New: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a notebook that runs, to start from.",
    discussion: """
      The notebook simulates a phone at rest whose sensor is off by a little, integrates it twice, and shows in a figure
      and a table how far it flies off.

      EXAMPLES
        gimbal new drift
        gimbal new notebooks/drift.md && gimbal preview notebooks/drift.md
      """)

  @Argument(help: "The notebook's name, or its file.")
  var name: String

  func run() throws {
    try Failures.reported {
      let path = name.hasSuffix(".md") ? name : name + ".md"
      let title = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        .replacing("-", with: " ").replacing("_", with: " ")
      try Destination.write(
        StarterNotebook.text(title: title.prefix(1).uppercased() + title.dropFirst()), to: path, replacing: false)
      print("\(path)\nRun it with “gimbal run \(path)”, or follow it with “gimbal preview \(path)”.")
    }
  }
}
