/// A notebook as the generator sees it: what edits change, and the text that follows.
struct NotebookModel: Hashable {
  enum Item: Hashable {
    case prose(String)
    case cell(CellModel)
    /// An expression in the prose.
    case inline(String)
  }

  /// Parameters with their values in YAML.
  var parameters: [Parameter] = []
  var items: [Item] = []

  struct Parameter: Hashable {
    var name: String
    var value: String
  }

  /// The notebook's file.
  var text: String {
    var text = "---\ntitle: Trial\nnotebook:\n  timeout: 900\n"
    if !parameters.isEmpty {
      text += "params:\n" + parameters.map { "  \($0.name): \($0.value)\n" }.joined()
    }
    text += "---\n"
    for item in items {
      switch item {
      case .prose(let words): text += "\(words)\n\n"
      case .inline(let expression): text += "A value: `{swift} \(expression)`.\n\n"
      case .cell(let cell): text += "```swift\n\(cell.source)\n```\n\n"
      }
    }
    return text
  }

  /// Where the cells are among the items.
  var cells: [Int] { items.indices.filter { if case .cell = items[$0] { true } else { false } } }
}

/// A cell: its code, and options in YAML by name.
struct CellModel: Hashable {
  var code: String
  var options: [String: String] = [:]

  var source: String { options.sorted { $0.key < $1.key }.map { "//| \($0.key): \($0.value)\n" }.joined() + code }
}
