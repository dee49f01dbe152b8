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
  let description: SymbolDescription

  /// The declaration and the documentation as Markdown.
  package var markdown: String { description.data(isDetailed: true)["text/markdown"]?.string ?? "" }
  /// The declaration, and those of what the same name may mean too.
  package var declarations: [String] { [description.declaration] + description.others }
  package var documentation: String { description.documentation }
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
    guard let (file, answer) = found, var description = SymbolDescription(answer) else { return nil }
    let name = answer["key.name"]?.string ?? ""
    if description.documentation.isEmpty, description.module.isEmpty { description.documentation = comment(name) }
    let module = answer["key.modulename"]?.string ?? ""
    let isHere = answer["key.filepath"]?.string == file
    let place = answer["key.offset"]?.int.map { $0 - offset }
    return Symbol(
      name: name, identity: Self.identity(answer["key.usr"]?.string ?? ""),
      module: description.module.isEmpty ? nil : description.module,
      isOfEarlierCell: !isHere && module.hasPrefix("Notebook_"),
      definition: isHere && place.map { (0...code.utf8.count).contains($0) } == true ? place : nil,
      description: description)
  }

  /// A symbol's name for the compiler, with one word for the notebook's modules, of which each cell's is another.
  private static func identity(_ usr: String) -> String {
    usr.replacing(compiled(/\d+Notebook(?:_[0-9a-f]{12})?/), with: "Notebook")
  }

  /// Has SourceKit read a text; the name that it has for it.
  private func open(_ text: String, _ client: SourceKitClient, _ assistance: Assistance) -> String? {
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
