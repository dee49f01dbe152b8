import ArgumentParser
import Foundation
import NotebookTemplates

import enum Basics.ShellWord

/// `gimbal new`.
struct New: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a notebook that runs, to start from.",
    discussion: """
      The notebook simulates a phone at rest whose sensor has a small bias, integrates it twice, and shows in a figure
      and a table how far it drifts. With --template lab it is one to hand in: the questions of the course's lab 3, with
      cells that compute what can be computed, on generated letters and a simulated recording until you give your own.

      With --ci it writes a workflow of GitHub Actions for a repository of notebooks instead: after each push they are checked
      as “gimbal check --strict” does, their reports are kept, and the book of them is published.

      EXAMPLES
        gimbal new drift
        gimbal new lab3 --template lab
        gimbal new notebooks/drift.md && gimbal preview notebooks/drift.md
        gimbal new --ci notebooks --image registry.example/course/gimbal
      """.flowing)

  @Argument(help: "The notebook's name, or its file. With --ci the folder of the notebooks; this one when left out.")
  var name: String?

  /// What a notebook begins as.
  enum Template: String, ExpressibleByArgument, CaseIterable { case drift, lab }

  @Option(help: "What to start from.")
  var template = Template.drift

  @Flag(help: "Write a workflow that checks and publishes the notebooks of this repository.")
  var ci = false

  @Option(
    help: ArgumentHelp(
      "With --ci, the container image that has Gimbal; the repository's variable GIMBAL_IMAGE when left out.",
      valueName: "name"))
  var image: String?

  @OptionGroup var replacing: Replacing

  func validate() throws {
    if ci, template != .drift { throw ValidationError("--ci writes a workflow, which has no --template.") }
    if !ci, image != nil { throw ValidationError("--image belongs to --ci.") }
    if ci, let name, name.hasPrefix("/") || name.split(separator: "/").contains("..") {
      throw ValidationError("With --ci, give the folder as a path from the repository's root, without “..”.")
    }
    if !ci, name == nil { throw ValidationError("Give the notebook a name.") }
  }

  func run() throws {
    try saying { if ci { try writeWorkflow() } else { try writeNotebook(name ?? "") } }
  }

  private func writeNotebook(_ name: String) throws {
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

  /// The workflow is read in the repository's root only, so it is written from there.
  private func writeWorkflow() throws {
    let folder = name ?? "."
    guard FileManager.default.fileExists(atPath: folder) else {
      throw CommandError(.missingFolder, file: folder)
    }
    if let root = Self.repository(), root.path != URL(fileURLWithPath: ".").standardizedFileURL.path {
      throw CommandError(.notRepositoryRoot, file: root.path)
    }
    // What begins with a dash would be an option of the programs that look for the notebooks.
    let place = folder.hasPrefix("-") ? "./\(folder)" : folder
    try Destination.write(RepositoryWorkflow.text(folder: place, image: image), to: RepositoryWorkflow.path, replacing)
    print("\(RepositoryWorkflow.path)\nIts first lines say what to set up before you commit it.")
  }

  /// The root of the repository that the current folder lies in; nil outside any.
  private static func repository() -> URL? {
    var folder = URL(fileURLWithPath: ".").standardizedFileURL
    while !FileManager.default.fileExists(atPath: folder.appendingPathComponent(".git").path) {
      guard folder.path != "/" else { return nil }
      folder.deleteLastPathComponent()
    }
    return folder
  }
}
