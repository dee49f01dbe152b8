import ArgumentParser
import Foundation
import Preview

/// `gimbal preview`.
struct PreviewCommand: AsyncParsableCommand, RunsCells {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Show a notebook's report in the browser and follow every save.",
    discussion: """
      Opens a page on this machine only. Each save of the notebook, and each change of a file that its cells read, runs
      the cells that it concerns and changes the page in place. Nothing is written; “gimbal run” writes the results.

      Ctrl-C ends the preview.

      EXAMPLES
        gimbal preview notebooks/stabilisation.md
        gimbal preview notebooks/stabilisation.md -P alpha=0.5 --port 4000
      """.flowing)

  @Argument(help: "A Markdown file with the key “notebook” in its front matter.", completion: .file())
  var notebook: String

  @OptionGroup var given: GivenParameters

  @Option(help: "The port to listen on; a free one when left out.")
  var port: UInt16 = 0

  @Flag(
    help:
      "Take connections from outside this container, for a port that is forwarded to your machine. The address stays secret, but is not encrypted on its way."
  )
  var forwarded = false

  @Flag(help: "After a failed cell, run the others from the state before it.")
  var keepGoing = false

  @Flag(help: "Say above the page what the report lacks to be handed in: captions, alternative texts, references.")
  var strict = false

  @Flag(inversion: .prefixedNo, help: "Open the page in the browser.")
  var open = true

  @OptionGroup var caching: CacheOption

  func run() async throws {
    do {
      let preview = try NotebookPreview(
        path: notebook, assignments: given.assignments, cacheFolder: caching.folder, keepGoing: keepGoing,
        isStrict: strict)
      let (opens, isForwarded, door) = (open, forwarded, PageDoor())
      door.endOnControlC {
        preview.close()
        preview.release()
      }
      try await preview.serve(port: port, isForwarded: isForwarded) {
        door.show("Preview of the notebook", at: $0, opens: opens, isForwarded: isForwarded)
      }
    } catch {
      throw Terminal.said(error)
    }
  }
}
