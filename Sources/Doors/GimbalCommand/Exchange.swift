import ArgumentParser
import Files
import Foundation
import NotebookDocument
import NotebookImport
import NotebookRunning
import ReportExport

import enum Basics.ParentFolder

/// `gimbal tangle`.
struct TangleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tangle",
    abstract: "Write a notebook's code as one Swift file that compiles.",
    discussion: """
      The file is a program that prints what the notebook shows. Put it into a package that depends on Gimbal, as
      Sources/NAME/main.swift, with Swift's language mode 5. If a cell defines a name again, its code and that of the
      cells below are in an inner scope; extensions, which must be at the top of a file, are moved there, and refused
      where they use what the inner scope defines.

      EXAMPLES
        gimbal tangle notebooks/stabilisation.md > main.swift
        gimbal tangle drift.md -P alpha=0.5 --output Sources/Drift/main.swift
      """.flowing)

  @Argument(help: "A Markdown file with the key “notebook” in its front matter.", completion: .file())
  var notebook: String

  @OptionGroup var given: GivenParameters

  @Option(
    help: ArgumentHelp("The file to write; standard output when left out.", valueName: "file"), completion: .file())
  var output: String?

  @OptionGroup var replacing: Replacing

  func run() throws {
    try saying {
      let read = try NotebookParser.read(notebook)
      let text = try Tangle(read).text(parameters: try ParameterAssignments.apply(given.assignments, to: read))
      guard let output else { return print(text, terminator: "") }
      try Destination.write(text, to: output, madeOf: [notebook], replacing)
    }
  }
}

/// `gimbal extract`.
struct ExtractCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "extract",
    abstract: "Write a section of a notebook as a notebook by itself.",
    discussion: """
      The new notebook has the front matter, the section with its subsections, and the cells on which it rests, with neither their
      code nor their results shown: those whose names it uses, those with which it shares variables, and theirs. A figure that the
      section refers to is shown. It is written next to the notebook, because paths are meant from there. What a cell reads from a
      file that another cell has written is not known before both have run.

      EXAMPLES
        gimbal extract notebooks/half-angle.md "Two mirrors"
        gimbal extract lab.md 120 --output notebooks/part.md
      """.flowing)

  @Argument(help: "A Markdown file with the key “notebook” in its front matter.", completion: .file())
  var notebook: String

  @Argument(help: "The words of the section's heading, or the number of its line.")
  var heading: String

  @Option(
    help: ArgumentHelp("The file to write; named after notebook and section when left out.", valueName: "file"),
    completion: .file())
  var output: String?

  @OptionGroup var replacing: Replacing

  func run() throws {
    try saying {
      let read = try NotebookParser.read(notebook)
      let extract = try SectionExtract(heading, of: read)
      let name = extract.heading.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
      let folder = URL(fileURLWithPath: notebook).deletingLastPathComponent()
      let parent = ParentFolder.of(notebook)
      let target = output ?? "\(parent.isEmpty || parent == "/" ? parent : "\(parent)/")\(read.name)-\(name).md"
      try Destination.write(extract.text, to: target, madeOf: [notebook], replacing)
      if URL(fileURLWithPath: target).deletingLastPathComponent().standardizedFileURL != folder.standardizedFileURL {
        Terminal.complain("\(target): warning: its paths are meant from the folder of \(notebook)\n")
      }
      print(target)
    }
  }
}

/// `gimbal import`.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Turn a Jupyter, Quarto or R Markdown notebook into one of ours.",
    discussion: """
      Cells in Swift become cells; code in other languages is shown and does not run. Options keep their meaning where
      they exist here, and become comments where they do not; the command lists what it could not take over.

      EXAMPLES
        gimbal import drift.ipynb
        gimbal import report.qmd --output notebooks/report.md
      """.flowing)

  @Argument(help: "A file that ends with .ipynb, .qmd or .Rmd.", completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp("The file to write; next to the imported one, with .md, when left out.", valueName: "file"),
    completion: .file())
  var output: String?

  @OptionGroup var replacing: Replacing

  func run() throws {
    try saying {
      let result = try ForeignNotebook.read(file)
      let target = output ?? URL(fileURLWithPath: file).deletingPathExtension().path + ".md"
      try Destination.write(result.text, to: target, madeOf: [file], replacing)
      for remark in result.remarks { Terminal.complain("\(file): warning: \(remark)\n") }
      do {
        _ = try NotebookParser.read(target)
      } catch {
        // The notebook is there, with something for the person to mend.
        Terminal.complain("\(SystemReason.message(error))\n")
      }
      print(target)
    }
  }
}
