import Foundation

/// The reference as files: one page for each task, and an index.
struct Reference {
  private let names: [PublicName]
  private let examples: Examples
  /// The page on which each type is.
  private let places: [String: Task]

  /// - Throws: `Refusal` for names whose folder belongs to no task.
  init(_ names: [PublicName], examples: Examples) throws {
    let fileOfOwner = Dictionary(
      names.compactMap { name in name.kind == .type ? name.file.map { (name.owner, $0) } : nil },
      uniquingKeysWith: { $1 })
    var places: [String: Task] = [:]
    // What others' types get here is where their own calls are declared, not where they only do what a protocol asks.
    for name in names.filter({ $0.kind == .call && $0.requirement == nil }) + names.filter({ $0.kind != .call }) + names
    {
      // Members are with their type, wherever they are declared.
      guard let file = fileOfOwner[name.owner] ?? fileOfOwner[name.path[0]] ?? name.file else { continue }
      guard let task = Task.of(file) else {
        throw Refusal(description: "Tools/Reference/Task.swift names no task for \(file)")
      }
      places[name.owner] = places[name.owner] ?? task
    }
    (self.names, self.places) = (names, places)
    self.examples = names.reduce(into: examples) { examples, name in
      if let requirement = name.requirement { examples.lend(from: name.identifier, to: requirement.identifier) }
    }
  }

  /// The calls of which no example that runs is known.
  var withoutExample: [PublicName] {
    names.filter { $0.kind == .call && $0.requirement == nil && examples[$0.identifier] == nil }
  }

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
    return names.filter { places[$0.owner]?.name == task.name && !$0.isSaidElsewhere }
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
    let all = names.filter { $0.owner == owner }
    let home = all.first { $0.kind == .type }?.file
    // In the order of the sources, the type's own file first.
    func place(_ name: PublicName) -> (String, Int, Int, String) {
      (name.file == home ? "" : name.file ?? "", name.line, name.character, name.identifier)
    }
    let members = all.sorted { place($0) < place($1) }
    let task = places[owner]?.name ?? ""
    var text = "## \(owner)\n"
    for type in members where type.kind == .type {
      text += "\n```swift\n\(type.declaration)\n```\n" + comment(type, on: task)
    }
    for call in members where call.kind == .call && !call.isSaidElsewhere {
      text += "\n" + Self.heading(call) + comment(call, on: task)
      if let example = examples[call.identifier] { text += "\n```swift\n\(example)\n```\n" }
    }
    for (kind, head) in [(PublicName.Kind.property, "property"), (.case, "case")] {
      let rows = members.filter { $0.kind == kind && !$0.isSaidElsewhere }
      guard !rows.isEmpty else { continue }
      // Cases that say what they are by their names.
      guard kind == .property || rows.contains(where: { !$0.comment.isEmpty }) else {
        let names = rows.map { "`\($0.declaration.replacing(/^case\s/, with: ""))`" }
        text += "\nCases: \(names.joined(separator: ", ")).\n"
        continue
      }
      text += "\n| \(head) | |\n| --- | --- |\n"
      for row in rows {
        let words = resolved(row.comment.joined(separator: " "), on: task).replacing("|", with: "\\|")
        text += "| `\(row.declaration.replacing("|", with: "\\|"))` | \(words.trimmingCharacters(in: .whitespaces)) |\n"
      }
    }
    return text + asked(of: owner, among: members, on: task)
  }

  /// A call's declaration as a heading; a long one is a heading by its name, with a line for each parameter.
  private static func heading(_ call: PublicName) -> String {
    let declaration = call.declaration
    guard declaration.count > 100, let open = declaration.firstIndex(of: "(") else { return "### `\(declaration)`\n" }
    var (parameters, depth, end) = ([""], 1, declaration.endIndex)
    for index in declaration.indices[open...].dropFirst() {
      let character = declaration[index]
      if "([".contains(character) { depth += 1 }
      if ")]".contains(character) { depth -= 1 }
      end = index
      if depth == 0 { break }
      if depth == 1, character == "," {
        parameters.append("")
      } else {
        parameters[parameters.count - 1].append(character)
      }
    }
    let lines = parameters.map { "  " + $0.trimmingCharacters(in: .whitespaces) }.joined(separator: ",\n")
    return "### `\(call.path.last ?? "")`\n\n```swift\n\(declaration[...open])\n\(lines)\n\(declaration[end...])\n```\n"
  }

  /// Which members are described where a protocol asks for them.
  private func asked(of owner: String, among members: [PublicName], on page: String) -> String {
    var asked: [String: [String]] = [:]
    for member in members where member.isSaidElsewhere {
      guard let requirement = member.requirement, let name = member.path.last else { continue }
      asked[String(requirement.displayName.prefix { $0 != "." }), default: []].append("`\(name)`")
    }
    var text = ""
    for (asking, names) in asked.sorted(by: { $0.key < $1.key }) where asking != owner && places[asking] != nil {
      text += "\nAs \(link(asking, from: page)) asks: \(names.joined(separator: ", ")).\n"
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
    text.replacing(/``([^`\s]+)``/) { match in
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
