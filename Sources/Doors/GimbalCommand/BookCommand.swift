import ArgumentParser
import Book
import Foundation
import NotebookDocument
import Processes

/// `gimbal book`.
struct BookCommand: ParsableCommand, RunsCells {
  static let configuration = CommandConfiguration(
    commandName: "book",
    abstract: "Make one site of a folder of notebooks: chapters, search, references, a PDF.",
    discussion: """
      The chapters are the notebooks of the folder, in the order of their names, or those that its book.yml lists. Each becomes
      a page with what a report's page has: sliders, guesses, exercises. Figures are numbered by chapter, and a chapter refers to
      another's with @CHAPTER/fig-LABEL. The site requests nothing and works from a folder, without a server.

      Only what has changed is made again: a chapter whose notebook, inputs and program are as they were is neither run nor
      written. --again runs all of them.

      The folder is changed whole or not at all. A file in it that somebody else has written or changed is neither replaced nor
      removed, except with --force.

      Exit status: 0 when the book is made, 1 when a cell failed (the book is made all the same, and shows it), 2 when something
      cannot be read or written or a reference means nothing, 130 after Ctrl-C.

      EXAMPLES
        gimbal book notebooks
        gimbal book notebooks/book.yml --output site
        gimbal book rotations.md integration.md --title Motion --no-pdf
      """.flowing)

  @Argument(help: "A folder of notebooks, a book.yml, or notebooks in their order.", completion: .file())
  var inputs: [String]

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The folder for the book.", valueName: "folder"), completion: .directory)
  var output = "site"

  @Option(help: ArgumentHelp("The book's title, instead of that in book.yml.", valueName: "text"))
  var title: String?

  @Flag(inversion: .prefixedNo, help: "Make the whole as one PDF, too.")
  var pdf = true

  @Flag(help: "Run all notebooks again, though nothing has changed.")
  var again = false

  @OptionGroup var replacing: Replacing

  @Option(
    help: ArgumentHelp("The folder for compiled cells and kept chapters.", valueName: "folder"), completion: .directory)
  var cache: String?

  @Flag(name: .shortAndLong, help: "Say only what went wrong.")
  var quiet = false

  func run() throws {
    let interrupt = EndSignals.caught()
    var request = BookMaker.Request(inputs: inputs, output: output)
    (request.title, request.isOnPaper, request.again, request.force) = (title, pdf, again, replacing.force)
    let progress = Progress(isQuiet: quiet)
    let start = ContinuousClock.now
    do {
      let outcome = try BookMaker(cacheFolder: cache).make(request, interrupt: interrupt) { progress.show($0) }
      progress.end()
      for message in outcome.messages { Terminal.complain(message) }
      let files = outcome.written.count == 1 ? "1 file" : "\(outcome.written.count) files"
      progress.summary(
        "\(outcome.chapters) chapters, \(outcome.run.count) of them run, \(files) written → \(output)/ in "
          + Progress.seconds(ContinuousClock.now - start), isSuccess: outcome.isSuccess)
      if !outcome.isSuccess { throw ExitCode(1) }
    } catch let error as ExitCode {
      throw error
    } catch is Interrupted {
      progress.end()
      Terminal.complain("interrupted: \(output) is as it was\n")
      throw ExitCode(EndSignals.status)
    } catch {
      progress.end()
      if let errors = error as? BookErrors { for message in errors.messages { Terminal.complain(message) } }
      throw Terminal.said(error)
    }
  }
}

extension Progress {
  /// Says which chapter is made, and why.
  func show(_ event: BookMaker.Event) {
    switch event {
    case .running(let number, let count, let path, let reasons):
      note(
        "chapter \(number) of \(count): \(path)"
          + (reasons.isEmpty ? "" : ", because \(reasons.joined(separator: ", "))"))
    case .kept(let number, let count, let path): note("chapter \(number) of \(count): \(path), as it was")
    case .cell(let event): show(event)
    case .states(let event): show(event)
    case .chaptersDone: end()
    case .typesetting: note("the PDF is typeset")
    }
  }
}
