import ArgumentParser
import Foundation
import NotebookDocument
import Processes

import enum Basics.GimbalVersion
import enum Basics.ShellWord
import enum Basics.Spelling

/// The command line.
@main
struct GimbalCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gimbal",
    abstract: "Runs literate experiment notebooks for inertial sensing.",
    discussion: """
      A notebook is a Markdown file with Swift cells. Its results (figures, README.md, index.html) go to plots/NOTEBOOK/.

      EXAMPLES
        gimbal run notebooks/stabilisation.md
        gimbal run notebooks/stabilisation.md -P trace=walk.csv -P alpha=0.5
        gimbal compare walks/*.zip
        gimbal new drift && gimbal preview drift.md

      COMPLETIONS
        gimbal --generate-completion-script bash \\
          > ~/.local/share/bash-completion/completions/gimbal
        gimbal --generate-completion-script zsh > ~/.zfunc/_gimbal
        gimbal --generate-completion-script fish \\
          > ~/.config/fish/completions/gimbal.fish
      """.flowing,
    version: GimbalVersion.current,
    subcommands: [
      Run.self,
      CompareCommand.self,
      CalibrateCommand.self,
      PreviewCommand.self,
      StudioCommand.self,
      GridCommands.self,
      ResultsCommands.self,
      AssignmentCommands.self,
      Check.self,
      BookCommand.self,
      KernelCommand.self,
      LSPCommand.self,
      New.self,
      ImportCommand.self,
      ExtractCommand.self,
      TangleCommand.self,
      Doctor.self,
      Clean.self,
      Recognise.self,
      Train.self,
      TraceCommands.self,
    ])

  static func main() {
    Terminal.prepare()
    if ConfinedEntry.run() { return }
    EndSignals.prepare()
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      if let problem = MisspeltCommand(arguments)?.message ?? unusableArgument(arguments)
        ?? UnknownOption.givenTwice(arguments, of: self)
      {
        Terminal.complain("error: \(problem)\n")
        throw ExitCode(2)
      }
      var command = try parseAsRoot()
      // Before anything is read: what looks for the toolchain has files open at the same time.
      if command is any RunsCells { do { try ProcessRoom.require() } catch { throw Terminal.said(error) } }
      if let command = command as? AsyncParsableCommand { serve(command) }
      try command.run()
    } catch { end(with: error) }
  }

  /// Runs a command that waits for others.
  private static func serve(_ command: AsyncParsableCommand) -> Never {
    // Nobody else has it.
    nonisolated(unsafe) var command = command
    Task {
      do { try await command.run() } catch { end(with: error) }
      exit(withError: nil)
    }
    dispatchMain()
  }

  private static func end(with error: any Error) -> Never {
    guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
    // What cannot be understood has one status, whether it is in a file or on the command line.
    let unknown = UnknownOption(Array(CommandLine.arguments.dropFirst()), of: self)
    Terminal.complain("\(unknown.map { "Error: \($0.message)" } ?? fullMessage(for: error))\n")
    exit(withError: ExitCode(2))
  }
}

/// A command that runs cells, or has tasks for those who may ask for it: without threads they would never begin.
protocol RunsCells {}

extension GimbalCommand {
  /// What is wrong where an argument cannot be what was meant.
  private static func unusableArgument(_ arguments: [String]) -> String? {
    for (number, bytes) in UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).enumerated()
    {
      guard let bytes, String(validatingCString: bytes) == nil else { continue }
      return
        "argument \(number), “\(String(cString: bytes))”, is not UTF-8 text, and Gimbal reads the names of files as UTF-8; "
        + "rename the file by “mv” with a pattern of the shell, or run “convmv” on its folder"
    }
    return emptyArgument(arguments) ?? tornName(arguments)
  }

  /// What is wrong where the shell has torn a name with blanks: nothing has the name of the first piece, and a file that of all.
  private static func tornName(_ arguments: [String]) -> String? {
    let files = FileManager.default
    for start in arguments.indices where !arguments[start].hasPrefix("-") && !files.fileExists(atPath: arguments[start])
    {
      for end in arguments.indices.dropFirst(start + 1).prefix(7) {
        let name = arguments[start...end].joined(separator: " ")
        if files.fileExists(atPath: name) {
          return "“\(arguments[start])” is only a part of the name “\(name)”; put a name with spaces in quotes: "
            + ShellWord.quoted(name)
        }
      }
    }
    return nil
  }

  /// What is wrong where an argument is empty, as `--output "$FOLDER"` is without the variable: a path that begins with nothing
  /// is one from the root of the file system.
  private static func emptyArgument(_ arguments: [String]) -> String? {
    guard let index = arguments.firstIndex(where: { $0.isEmpty || $0.hasPrefix("--") && $0.hasSuffix("=") }) else {
      return nil
    }
    let option =
      arguments[index].isEmpty && index > 0 && arguments[index - 1].hasPrefix("-")
      ? arguments[index - 1] : arguments[index]
    return option.isEmpty
      ? "argument \(index + 1) is empty; is a variable of the shell unset?"
      : "“\(option)” has no value; is a variable of the shell unset?"
  }
}

/// A word in place of a command that is not a command.
struct MisspeltCommand {
  /// What is wrong, and what to do.
  let message: String

  /// Looks at the arguments; nil when they begin with commands, or with options.
  init?(_ arguments: [String]) {
    var command: any ParsableCommand.Type = GimbalCommand.self
    var path = "gimbal"
    for word in arguments {
      let subcommands = command.configuration.subcommands
      guard !subcommands.isEmpty, !word.hasPrefix("-") else { return nil }
      // What follows “help” is a command, or not.
      if path == "gimbal", word == "help" { continue }
      if let next = subcommands.first(where: { Self.names($0).contains(word) }) {
        command = next
        path += " \(word)"
        continue
      }
      message = Self.message(word, after: path, among: subcommands.flatMap(Self.names))
      return
    }
    return nil
  }

  private static func names(_ command: any ParsableCommand.Type) -> [String] {
    [command._commandName] + command.configuration.aliases
  }

  private static func message(_ word: String, after path: String, among names: [String]) -> String {
    if word.hasSuffix(".md") {
      return "“\(word)” is not a command; to run a notebook, write: \(path) run \(ShellWord.quoted(word))"
    }
    let hint =
      Spelling.nearest(to: word, among: names).map { "did you mean “\(path) \($0)”?" }
      ?? "choose one of \(names.sorted().joined(separator: ", "))"
    return "unknown command “\(path) \(word)”; \(hint)"
  }
}
