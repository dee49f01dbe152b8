import ArgumentParser
import Caches
import CellKernel
import Foundation
import LanguageServer
import Processes
import Toolchains

import enum Basics.OwnThread

/// `gimbal lsp`.
struct LSPCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    abstract: "Serve an editor: what a run would say while you type, completion, and the like.",
    discussion: """
      A server of the Language Server Protocol over standard input and output; an editor starts it. It answers for Markdown
      files whose front matter has the key “notebook”, and for nothing else. No file of yours is written.

      EXAMPLES
        gimbal lsp
      """.flowing)

  @Flag(help: .hidden)
  var stdio = false

  @OptionGroup var caching: CacheOption

  func run() throws {
    // What anything else prints must not come between messages.
    let output = dup(1)
    dup2(2, 1)
    let caching = caching
    let server = LanguageServer(
      .init(
        output: output,
        help: (try? Toolchain.find(store: Store(caching.folder)))?.sourceKit.map {
          [LibraryLocation.currentProgram, "kernel", "assist", $0]
        }, version: GimbalCommand.configuration.version
      ) { try Session.Configuration(cacheFolder: caching.folder) })
    let end = EndSignals.caught()
    _ = OwnThread.start {
      var waiting = pollfd(fd: end.descriptor, events: Int16(POLLIN), revents: 0)
      while poll(&waiting, 1, -1) < 0 {}
      ProcessTree.endChildren()
      Foundation.exit(EndSignals.status)
    }
    let status = server.run()
    ProcessTree.endChildren()
    throw ExitCode(status)
  }
}
