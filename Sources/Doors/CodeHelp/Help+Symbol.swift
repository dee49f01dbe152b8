import Basics
import CellCompiler
import Foundation

/// What a name in code is.
package struct Symbol: Sendable {
  package var name: String
  /// Its identity among all symbols of its name, wherever it was compiled.
  package var identity: String
  /// The module that defines it; nil for what a cell of the notebook defines.
  package var module: String?
  /// Whether an earlier cell defines it.
  package var isOfEarlierCell: Bool
  /// The byte at which the same code defines it; nil for a name that is defined elsewhere.
  package var definition: Int?
  /// Whether it belongs to a type: only through that type is it seen.
  package var isMember = false
  /// The identities of the requirements that it fulfils, and of what it overrides.
  package var fulfils: [String] = []
  /// What the same word means too: the outer name of “if let value” and of “[value]”, which is taken and defined in one.
  package var shared: [Symbol] = []
  let description: SymbolDescription

  /// The declaration and the documentation as Markdown.
  package var markdown: String { description.data(isDetailed: true)["text/markdown"]?.string ?? "" }
  /// The declaration, and those of what the same name may mean too.
  package var declarations: [String] { [description.declaration] + description.others }
  package var documentation: String { description.documentation }

  /// Whether an identity is that of something that the notebook defines.
  package static func isOfNotebook(_ identity: String) -> Bool { identity.contains("Notebook") }
}

extension Help {
  /// What the name is that begins at a byte of the code; nil where it means nothing.
  package func symbol(_ code: String, atByte byte: Int, _ assistance: Assistance?) -> Symbol? {
    guard let client, let assistance else { return nil }
    let (text, offset) = assistance.file(holding: code)
    let found = client.retrying { () -> (file: String, answer: JSON)? in
      guard let file = open(text, client, assistance), let arguments = try? assistance.arguments(file: file) else {
        return nil
      }
      let members: [String: JSON] = ["name": .text(file), "sourcefile": .text(file), "offset": .integer(offset + byte)]
      return client.ask(Self.request("cursorinfo", members, arguments)).map { (file, $0) }
    }
    guard let (file, answer) = found else { return nil }
    return symbol(answer, file: file, offset, code)
  }

  /// A symbol as SourceKit describes it, of a code that begins at an offset of a file.
  private func symbol(_ answer: JSON, file: String, _ offset: Int, _ code: String) -> Symbol? {
    guard var description = SymbolDescription(answer) else { return nil }
    let name = answer["key.name"]?.string ?? ""
    if description.documentation.isEmpty, description.module.isEmpty { description.documentation = comment(name) }
    let module = answer["key.modulename"]?.string ?? ""
    let isHere = answer["key.filepath"]?.string == file
    let place = answer["key.offset"]?.int.map { $0 - offset }
    let kind = answer["key.kind"]?.string ?? ""
    var symbol = Symbol(
      name: name, identity: Self.identity(answer["key.usr"]?.string ?? ""),
      module: description.module.isEmpty ? nil : description.module,
      isOfEarlierCell: !isHere && module.hasPrefix("Notebook_"),
      definition: isHere && place.map { (0...code.utf8.count).contains($0) } == true ? place : nil,
      description: description)
    symbol.isMember = Self.membership.contains { kind.contains($0) }
    symbol.fulfils = (answer["key.overrides"]?.elements ?? []).compactMap { $0["key.usr"]?.string }.map(Self.identity)
    symbol.shared = (answer["key.secondary_symbols"]?.elements ?? [])
      .filter { $0["key.name"]?.string == name }.compactMap { self.symbol($0, file: file, offset, code) }
    return symbol
  }

  /// Parts of SourceKit's words for members of a type.
  private static let membership = [
    ".method.", ".instance", ".var.static", ".var.class", ".enumelement", ".associatedtype",
  ]

  /// A symbol's name for the compiler, with one word for the notebook's modules, of which each cell's is another, and what a protocol's
  /// extension gives as the requirement that it answers.
  private static func identity(_ usr: String) -> String {
    usr.replacing(compiled(/\d+Notebook(?:_[0-9a-f]{12})?/), with: "Notebook")
      .replacing(compiled(/P(?:AA|Notebook)E/), with: "P")
  }

  /// Has SourceKit read a text; the name that it has for it.
  func open(_ text: String, _ client: SourceKitClient, _ assistance: Assistance) -> String? {
    if let opened, opened.text == text, opened.start == client.starts, process != nil { return opened.file }
    close()
    // Another name for each text: SourceKit takes a file for the same as long as its name is.
    files += 1
    let file = "\(folder)/question-\(files).swift"
    guard let arguments = try? assistance.arguments(file: file),
      client.ask(
        Self.request(
          "editor.open",
          ["name": .text(file), "sourcefile": .text(file), "sourcetext": .text(text), "syntactic_only": 1], arguments))
        != nil
    else { return nil }
    opened = (text, file, client.starts)
    return file
  }

  private func close() {
    guard let opened else { return }
    self.opened = nil
    if opened.start == client?.starts, process != nil {
      _ = client?.ask(Self.request("editor.close", ["name": .text(opened.file)]))
    }
  }
}
