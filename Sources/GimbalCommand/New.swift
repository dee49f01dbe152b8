import ArgumentParser
import Foundation
import NotebookTemplates

import enum Basics.ShellWord

/// `gimbal new`.
struct New: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a notebook that runs, to start from.",
    discussion: """
      The notebook simulates a phone at rest whose sensor is off by a little, integrates it twice, and shows in a figure
      and a table how far it flies off. With --template lab it is one to hand in: the questions of the course's lab 3, with
      cells that compute what can be computed, on generated letters and a simulated recording until you give your own.

      EXAMPLES
        gimbal new drift
        gimbal new lab3 --template lab
        gimbal new notebooks/drift.md && gimbal preview notebooks/drift.md
      """.flowing)

  @Argument(help: "The notebook's name, or its file.")
  var name: String

  /// What a notebook begins as.
  enum Template: String, ExpressibleByArgument, CaseIterable { case drift, lab }

  @Option(help: "What to start from.")
  var template = Template.drift

  @OptionGroup var replacing: Replacing

  func run() throws {
    try saying {
      let path = name.hasSuffix(".md") ? name : name + ".md"
      let title = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        .replacing("-", with: " ").replacing("_", with: " ")
      let heading = title.prefix(1).uppercased() + title.dropFirst()
      let text =
        switch template {
        case .drift: StarterNotebook.text(title: heading)
        case .lab: LabNotebook.text(title: heading)
        }
      try Destination.write(text, to: path, replacing)
      let word = ShellWord.quoted(path)
      print("\(path)\nRun it with “gimbal run \(word)”, or follow it with “gimbal preview \(word)”.")
    }
  }
}
