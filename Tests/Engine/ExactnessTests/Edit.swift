/// What a person does to a notebook between two runs. Places are numbers of which the remainder counts, so that an edit means
/// something whatever the notebook holds: a sequence can be made smaller by leaving edits out.
enum Edit: Hashable {
  case insert(NotebookModel.Item, at: Int)
  case delete(Int)
  case move(Int, to: Int)
  case duplicate(Int, to: Int)
  /// Another code for a cell, which keeps its options, or another inline expression.
  case change(Int, String)
  case option(Int, String, String?)
  case prose(Int, String)
  case parameter(String, String?)
  /// What the notebook was before the last edit.
  case undo
  /// A save that changes nothing.
  case nothing

  func apply(to notebook: NotebookModel, before: NotebookModel) -> NotebookModel {
    var result = notebook
    let count = notebook.items.count
    switch self {
    case .insert(let item, let place): result.items.insert(item, at: place % (count + 1))
    case .delete(let place): if count > 1 { result.items.remove(at: place % count) }
    case .move(let from, let to):
      guard count > 1 else { break }
      result.items.insert(result.items.remove(at: from % count), at: to % count)
    case .duplicate(let from, let to):
      if count > 0 { result.items.insert(notebook.items[from % count], at: to % (count + 1)) }
    case .change(let place, let code):
      guard count > 0 else { break }
      switch notebook.items[place % count] {
      case .cell(var cell):
        cell.code = code
        if code.contains("// forever") { cell.options["timeout"] = "1.5" }
        result.items[place % count] = .cell(cell)
      case .inline: result.items[place % count] = .inline(code.contains("\n") || code.contains("`") ? "1 + 1" : code)
      case .prose: break
      }
    case .option(let place, let name, let value):
      let cells = notebook.cells
      guard !cells.isEmpty, case .cell(var cell) = notebook.items[cells[place % cells.count]] else { break }
      cell.options[name] = value
      if name == "label", let value { cell.options[name] = "\(value)-\(place % cells.count)" }
      result.items[cells[place % cells.count]] = .cell(cell)
    case .prose(let place, let words): result.items.insert(.prose(words), at: place % (count + 1))
    case .parameter(let name, let value):
      result.parameters.removeAll { $0.name == name }
      if let value { result.parameters.append(.init(name: name, value: value)) }
    case .undo: return before
    case .nothing: break
    }
    return result.withUniqueLabels
  }
}

extension NotebookModel {
  /// Without labels that are twice, which no notebook may have.
  var withUniqueLabels: NotebookModel {
    var result = self
    var known: Set<String> = []
    for index in cells {
      guard case .cell(var cell) = items[index], let label = cell.options["label"] else { continue }
      if !known.insert(label).inserted {
        cell.options["label"] = nil
        result.items[index] = .cell(cell)
      }
    }
    return result
  }
}

/// What a person does to other files between two runs.
enum FileEdit: Hashable {
  case write(String, String)
  case append(String, String)
  case delete(String)
  /// Another time, the same contents.
  case touch(String)
  /// A folder with this name, where there is nothing.
  case makeFolder(String)
  /// A folder with all that is in it, or a file.
  case remove(String)
  case rename(String, String)
  /// A symbolic link with this name, where there is nothing.
  case link(String, target: String)
  case permit(String, UInt32)
}
