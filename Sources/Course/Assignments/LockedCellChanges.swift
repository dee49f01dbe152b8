import NotebookDocument

extension ReleaseRecord {
  /// What is changed in a student's notebook of the cells that must stay as they were handed out, in their order. O(cells²).
  package func changes(in notebook: Notebook) -> [CellChange] {
    let places = locked.map { cell in notebook.cells.firstIndex { $0.options.label == cell.label } }
    let inOrder = Set(FixedCellMatch.inOrder(places).map(\.fixed))
    return locked.enumerated().flatMap { index, cell -> [CellChange] in
      guard let place = places[index] else { return [CellChange(label: cell.label, kind: .deleted)] }
      let isSame = Assignment.hash(of: notebook.content(of: notebook.cells[place])) == cell.hash
      return (isSame ? [] : [CellChange(label: cell.label, kind: .changed)])
        + (inOrder.contains(index) ? [] : [CellChange(label: cell.label, kind: .moved)])
    }
  }
}
