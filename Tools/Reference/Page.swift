import Foundation

/// The reference as files: one page for each task, and an index.
struct Reference {
  private let names: [PublicName]
  private let examples: Examples
  /// The page on which each type stands.
  private let places: [String: Task]

  /// - Throws: `Refusal` for names whose folder belongs to no task.
  init(_ names: [PublicName], examples: Examples) throws {
    let fileOfOwner = Dictionary(
      names.compactMap { name in name.kind == .type ? name.file.map { (name.owner, $0) } : nil },
      uniquingKeysWith: { $1 })
    var places: [String: Task] = [:]
    for name in names {
      // Members stand with their type, wherever they are declared; those of others' types where they are declared.
      guard let file = fileOfOwner[name.owner] ?? fileOfOwner[name.path[0]] ?? name.file else { continue }
      guard let task = Task.of(file) else {
        throw Refusal(description: "Tools/Reference/Task.swift names no task for Sources/\(file)")
      }
      places[name.owner] = places[name.owner] ?? task
    }
    (self.names, self.examples, self.places) = (names, examples, places)
  }

  /// The calls of which no example that runs is known.
  var withoutExample: [PublicName] { names.filter { $0.kind == .call && examples[$0.identifier] == nil } }

  /// Names of files in the folder of the reference, with their text.
  var files: [String: String] {
    var files = ["calls.md": index]
    for task in Task.all { files["\(task.name).md"] = page(task) }
    return files
  }

  private static let made =
    "<!-- Made by “make reference” from the comments in the sources and from the examples. -->\n\n"

  private var index: String {
    var text = Self.made + "# Every call of the kit, by task\n\n"
    text +=
      "What `import Gimbal` gives to a cell. Each call has its types, what its arguments and results mean, with units, and a "
      + "statement that uses it; the tests run those. [The cheat sheet](../cheatsheet.md) has the most important ones, a line each.\n\n"
    for task in Task.all {
      text +=
        "**[\(task.title)](\(task.name).md)**: " + owners(task).map { link($0, from: "calls") }.joined(separator: ", ")
        + "\n\n"
    }
    return text.trimmingCharacters(in: .newlines) + "\n"
  }

  private func owners(_ task: Task) -> [String] {
    var seen: Set<String> = []
    return names.filter { places[$0.owner]?.name == task.name }
      .sorted { ($0.owner.lowercased(), $0.owner) < ($1.owner.lowercased(), $1.owner) }
      .map(\.owner).filter { seen.insert($0).inserted }
  }

  private func page(_ task: Task) -> String {
    var text = Self.made + "# \(task.title)\n\n[All tasks](calls.md)\n"
    for owner in owners(task) { text += "\n" + section(owner) }
    return text
  }

  /// A type with all that it has: its calls, each with an example, then what it holds as a table.
  private func section(_ owner: String) -> String {
    let members = names.filter { $0.owner == owner }.sorted {
      ($0.file ?? "", $0.line, $0.declaration, $0.identifier) < ($1.file ?? "", $1.line, $1.declaration, $1.identifier)
    }
    let task = places[owner]?.name ?? ""
    var text = "## \(owner)\n"
    for type in members where type.kind == .type {
      text += "\n```swift\n\(type.declaration)\n```\n" + comment(type, on: task)
    }
    for call in members where call.kind == .call {
      text += "\n### `\(call.declaration)`\n" + comment(call, on: task)
      if let example = examples[call.identifier] { text += "\n```swift\n\(example.text)\n```\n" }
    }
    for (kind, head) in [(PublicName.Kind.property, "property"), (.case, "case")] {
      let rows = members.filter { $0.kind == kind }
      guard !rows.isEmpty else { continue }
      text += "\n| \(head) | |\n| --- | --- |\n"
      for row in rows {
        let words = resolved(row.comment.joined(separator: " "), on: task).replacing("|", with: "\\|")
        text += "| `\(row.declaration.replacing("|", with: "\\|"))` | \(words.trimmingCharacters(in: .whitespaces)) |\n"
      }
    }
    return text
  }

  private func comment(_ name: PublicName, on page: String) -> String {
    guard !name.comment.isEmpty else { return "" }
    return "\n"
      + resolved(name.comment.map(Self.named).joined(separator: "\n"), on: page).trimmingCharacters(in: .newlines)
      + "\n"
  }

  /// A line of a comment with its parameter's name as code.
  private static func named(_ line: String) -> String {
    line.replacing(/^- Parameter (\w+):/) { "- `\($0.output.1)`:" }.replacing(/^  - (\w+):/) { "  - `\($0.output.1)`:" }
  }

  /// DocC's references to other names, as links where they lead to a type.
  private func resolved(_ text: String, on page: String) -> String {
    text.replacing(/``([^`]+)``/) { match in
      let path = match.output.1.split(separator: "/").map(String.init)
      let owner = path.joined(separator: ".")
      return places[owner] != nil ? link(owner, from: page) : "`\(owner)`"
    }
  }

  private func link(_ owner: String, from page: String) -> String {
    let anchor = owner.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
    let place = places[owner]?.name ?? page
    return "[`\(owner)`](\(place == page ? "" : place + ".md")#\(anchor))"
  }
}
