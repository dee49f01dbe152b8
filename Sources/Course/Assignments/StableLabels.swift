import NotebookDocument

/// The labels by which cells are known in every version of an assignment: their own, or ones made of what they are.
struct StableLabels {
  private var labels: [String] = []

  /// O(cells).
  init(_ notebook: Notebook) {
    var used = Set(notebook.cells.compactMap(\.options.label))
    used.formUnion(notebook.guesses.map(\.label) + notebook.questions.map(\.label))
    for cell in notebook.cells {
      if let label = cell.options.label {
        labels.append(label)
        continue
      }
      let base: String =
        switch cell.options.role {
        case .check(let name): "check-\(name)"
        case .exercise(let name): "exercise-\(name)"
        case .solution(let name): "solution-\(name)"
        case .plain: cell.options.isLocked ? "given" : "cell"
        }
      var (label, number) = (base, 1)
      while !used.insert(label).inserted {
        number += 1
        label = "\(base)-\(number)"
      }
      labels.append(label)
    }
  }

  subscript(cell: Int) -> String { labels[cell] }
}

extension FixedCell {
  /// The fixed cells of a source, in order.
  static func all(of source: Notebook, _ labels: StableLabels) -> [FixedCell] {
    let blocks = Dictionary(
      source.document.codeBlocks.map { ($0.lines.lowerBound, $0) }, uniquingKeysWith: { first, _ in first })
    return source.cells.enumerated().compactMap { index, cell in
      guard let block = blocks[cell.lines.lowerBound] else { return nil }
      var content = CellContent(block)
      content.options = Document.Block.withoutComments(inOptions: content.options)
      switch cell.options.role {
      case .solution: return nil
      case .exercise(let name):
        return FixedCell(
          kind: .exercise(name), label: name, cell: index, content: content.lines, optionCount: content.options.count)
      case .check where cell.options.isHidden: return nil
      case .plain where !cell.options.isLocked: return nil
      case .check, .plain:
        // A caller that reads the cell sees what it is called and that it is locked.
        if !cell.options.isLocked { content.options.insert("//| locked: true", at: 0) }
        if cell.options.label == nil { content.options.insert("//| label: \(labels[index])", at: 0) }
        return FixedCell(
          kind: .locked, label: labels[index], cell: index, content: content.lines, optionCount: content.options.count)
      }
    }
  }
}
