import ArgumentParser
import Foundation

import enum Basics.Spelling

/// An option on the command line that its command does not have.
struct UnknownOption {
  /// What is wrong, and what to do.
  let message: String

  /// Looks at the arguments of a command that could not be understood; nil when all its options are its own.
  init?(_ arguments: [String], of root: any ParsableCommand.Type) {
    guard let (command, path, options) = Self.read(arguments, root) else { return nil }
    let known: [String] = (command.arguments ?? []).flatMap { argument in
      (argument.names ?? []).filter { $0.kind == "long" }.map(\.name)
    }
    guard let stranger = options.first(where: { !known.contains($0) }) else { return nil }
    let hint = Self.meant(by: stranger, among: known).map { "; did you mean “--\($0)”?" } ?? ""
    message = "“\(path)” has no option “--\(stranger)”\(hint)\n  “\(path) --help” lists its options."
  }

  /// What is wrong where an option with one value is given twice: the parser of arguments would take the last one and drop the others.
  static func givenTwice(_ arguments: [String], of root: any ParsableCommand.Type) -> String? {
    var seen: Set<String> = []
    let twice = names(in: arguments[...]).filter { !seen.insert($0).inserted }
    guard !twice.isEmpty, let (command, path, _) = read(arguments, root) else { return nil }
    let once = command.arguments?.filter { $0.kind == "option" && $0.isRepeating != true }.flatMap { $0.names ?? [] }
    guard let name = twice.first(where: { name in once?.contains { $0.name == name } == true }) else { return nil }
    return "“\(path)” takes “--\(name)” once, and here it is twice; leave out the one that is not meant"
  }

  /// The command that arguments name, its words, and the long options that follow.
  private static func read(
    _ arguments: [String], _ root: any ParsableCommand.Type
  ) -> (command: Dump.Command, path: String, options: [String])? {
    guard let dump = try? JSONDecoder().decode(Dump.self, from: Data(root._dumpHelp().utf8)) else { return nil }
    var (command, path) = (dump.command, dump.command.commandName)
    var rest = arguments[...]
    while let word = rest.first, let next = command.subcommands?.first(where: { $0.commandName == word }) {
      (command, path) = (next, "\(path) \(word)")
      rest.removeFirst()
    }
    return (command, path, names(in: rest))
  }

  private static func names(in arguments: ArraySlice<String>) -> [String] {
    arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2).prefix { $0 != "=" }) }
  }

  /// What other programs call an option, or a slip of the fingers.
  private static func meant(by name: String, among known: [String]) -> String? {
    let word = name.lowercased()
    return meanings.first { known.contains($0.name) && $0.others.contains(word) }?.name
      ?? Spelling.nearest(to: name, among: known)
  }

  private static let meanings: [(name: String, others: Set<String>)] = [
    ("to", ["format", "formats", "output-format", "type", "export", "convert", "as", "pdf", "docx", "word", "ipynb"]),
    ("output", ["out", "outdir", "output-dir", "output-folder", "dir", "directory", "folder", "dest", "destination"]),
    ("param", ["parameter", "set", "define", "var", "variable", "value"]),
    ("params", ["parameters", "param-file", "params-file", "config"]),
    ("force", ["overwrite", "replace", "yes", "clobber"]),
    ("jobs", ["threads", "workers", "parallel", "processes", "cores", "cpus"]),
    ("over", ["recordings", "recording", "traces", "trace", "files", "input", "inputs", "data"]),
    ("grid", ["sweep", "vary", "values"]),
    ("points", ["count", "samples", "number"]),
    ("again", ["rerun", "redo", "no-cache", "fresh"]),
    ("keep-going", ["continue", "ignore-errors"]),
    ("quiet", ["silent"]),
    ("explain", ["verbose", "why"]),
    ("cache", ["cache-dir", "cache-folder"]),
  ]

  /// What the parser of arguments says of the commands.
  private struct Dump: Decodable {
    struct Command: Decodable {
      var commandName: String
      var arguments: [Argument]?
      var subcommands: [Command]?
    }
    struct Argument: Decodable { var kind: String?, isRepeating: Bool?, names: [Name]? }
    struct Name: Decodable { var kind: String, name: String }

    var command: Command
  }
}
