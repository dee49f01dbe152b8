import Foundation
import NotebookBench
import Testing

/// docs/reference/commands.md, from what the argument parser knows.
@Suite("The reference of commands", .enabled(if: BuiltProgram.isThere))
struct CommandReferenceTests {
  private struct Dump: Decodable { let command: Command }

  private struct Command: Decodable {
    let commandName: String
    let abstract: String?
    let shouldDisplay: Bool?
    let arguments: [Argument]?
    let subcommands: [Command]?
  }

  private struct Argument: Decodable {
    struct Name: Decodable { let kind, name: String }
    let kind: String
    let shouldDisplay: Bool
    let isOptional: Bool
    let isRepeating: Bool
    let names: [Name]?
    let valueName: String?
    let abstract: String?
    let defaultValue: String?
    let allValueStrings: [String]?

    /// As it is typed: `-P, --parameter <name=value>`.
    var form: String {
      let value = kind == "flag" ? "" : "<\(valueName ?? "value")>\(isRepeating ? " …" : "")"
      let typed = (names ?? []).map { $0.kind == "long" ? "--\($0.name)" : "-\($0.name)" }.joined(separator: ", ")
      return [typed, value].filter { !$0.isEmpty }.joined(separator: " ")
    }

    var text: String {
      let values = (allValueStrings ?? []).isEmpty ? "" : " One of: \(allValueStrings!.joined(separator: ", "))."
      let usual = (defaultValue ?? "").isEmpty ? "" : " Default: \(defaultValue!)."
      return ((abstract ?? "") + values + usual).replacing("|", with: "\\|").replacing(/\s+/, with: " ")
        .replacing("<", with: "&lt;")
    }
  }

  /// The sections of a command and of those below it, without the help that each has.
  private func sections(_ command: Command, path: [String]) -> [String] {
    guard command.commandName != "help", command.shouldDisplay ?? true else { return [] }
    let path = path + [command.commandName]
    let rows = (command.arguments ?? []).filter {
      $0.shouldDisplay && $0.form != "-h, --help" && $0.form != "--version"
    }
    .map { "| `\($0.form.replacing("|", with: "\\|"))` | \($0.text) |" }
    let table = rows.isEmpty ? "" : "\n\n| argument | what it does |\n| --- | --- |\n" + rows.joined(separator: "\n")
    return ["## \(path.joined(separator: " "))\n\n\(command.abstract ?? "")\(table)"]
      + (command.subcommands ?? []).flatMap { sections($0, path: path) }
  }

  @Test("It has every command and every option")
  func complete() throws {
    let (status, output) = try BuiltProgram.Desk().run("--experimental-dump-help")
    #expect(status == 0)
    let program = try JSONDecoder().decode(Dump.self, from: Data(output.utf8)).command
    let text = """
      # Commands

      Every command with its arguments and options, made from the program's own `--help`. Examples and exit statuses are in
      `gimbal COMMAND --help`.

      \((program.subcommands ?? []).flatMap { sections($0, path: ["gimbal"]) }.joined(separator: "\n\n"))

      """
    let file = Checkout.root.appending(path: "docs/reference/commands.md")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try Data(text.utf8).write(to: file, options: .atomic)
    }
    #expect(
      try String(contentsOf: file, encoding: .utf8) == text,
      "docs/reference/commands.md is not what the program says; UPDATE_GOLDEN=1 writes it again")
    #expect(text.split(separator: "\n").count { $0.hasPrefix("## ") } > 30)
  }
}
