import ArgumentParser
import Foundation

import enum Basics.Spelling

/// An option on the command line that its command does not have.
struct UnknownOption {
  /// What is wrong, and what to do.
  let message: String

  /// Looks at the arguments of a command that could not be understood; nil when all its options are its own.
  init?(_ arguments: [String], of root: any ParsableCommand.Type) {
    guard let dump = try? JSONDecoder().decode(Dump.self, from: Data(root._dumpHelp().utf8)) else { return nil }
    var (command, path) = (dump.command, dump.command.commandName)
    var rest = arguments[...]
    while let word = rest.first, let next = command.subcommands?.first(where: { $0.commandName == word }) {
      (command, path) = (next, "\(path) \(word)")
      rest.removeFirst()
    }
    let known = command.arguments?.flatMap { $0.names ?? [] }.filter { $0.kind == "long" }.map(\.name) ?? []
    let options: [String] = rest.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }
      .map { String($0.dropFirst(2).prefix { $0 != "=" }) }
    guard let stranger = options.first(where: { !known.contains($0) }) else { return nil }
    let hint = Self.meant(by: stranger, among: known).map { "; did you mean “--\($0)”?" } ?? ""
    message = "“\(path)” has no option “--\(stranger)”\(hint)\n  “\(path) --help” lists its options."
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
    struct Argument: Decodable { var names: [Name]? }
    struct Name: Decodable { var kind: String, name: String }

    var command: Command
  }
}
