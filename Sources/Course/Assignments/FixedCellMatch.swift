/// Which cell of a submission is which fixed cell: by its name, else by what it holds and where it is.
struct FixedCellMatch {
  /// The submitted cell that corresponds to each fixed one; nil where there is none.
  private(set) var chosen: [Int?]
  /// The submitted cells that are the student's own, in order.
  private(set) var own: [Int] = []
  private(set) var changes: [CellChange] = []
  /// The fixed cells that are in their order, by the submitted cell.
  private var places: [(submitted: Int, fixed: Int)] = []

  /// O(cells²).
  init(_ fixed: [FixedCell], _ cells: [SubmittedCell]) {
    var named: [[Int]] = fixed.map { cell in cells.indices.filter { cells[$0].isNamed(as: cell) } }
    var taken = Set(named.joined())
    // A locked cell without its name is known by its code, if nobody else has it.
    for (index, cell) in fixed.enumerated() where named[index].isEmpty && cell.isLocked {
      let code = CellContent.normal(cell.code)
      if let place = cells.indices.first(where: { !taken.contains($0) && cells[$0].code == code }), !code.isEmpty {
        named[index] = [place]
        taken.insert(place)
      }
    }
    chosen = zip(fixed, named).map { cell, places in Self.choice(among: places, of: cells, for: cell) }
    places = Self.inOrder(chosen)
    // An exercise without its name is the cell between its neighbours that begins as it was handed out.
    for (index, cell) in fixed.enumerated() where chosen[index] == nil && !cell.isLocked {
      let before = places.last { $0.fixed < index }?.submitted ?? -1
      let after = places.first { $0.fixed > index }?.submitted ?? cells.count
      guard
        let place = (before + 1..<max(after, before + 1)).first(where: { candidate in
          !taken.contains(candidate) && Self.begins(cells[candidate], as: cell)
        })
      else { continue }
      (chosen[index], named[index]) = (place, [place])
      taken.insert(place)
      places = Self.inOrder(chosen)
    }
    own = cells.indices.filter { !taken.contains($0) }
    let placed = Set(places.map(\.fixed))
    for (index, cell) in fixed.enumerated() {
      func note(_ kind: CellChange.Kind) { changes.append(CellChange(label: cell.label, kind: kind)) }
      guard let place = chosen[index] else {
        note(.deleted)
        continue
      }
      if named[index].count > 1 { note(.doubled) }
      if cell.isLocked, !Self.isAsHandedOut(cells[place], cell) { note(.changed) }
      if !placed.contains(index) { note(.moved) }
    }
  }

  /// The fixed cell behind which a cell of the student's own is; nil for the beginning.
  func anchor(of cell: Int) -> Int? { places.last { $0.submitted < cell }?.fixed }

  private static func isAsHandedOut(_ submitted: SubmittedCell, _ cell: FixedCell) -> Bool {
    CellContent.normal(submitted.content.lines) == CellContent.normal(cell.content)
  }

  /// Among several copies: of a locked cell the first that was not changed, of an exercise the last in which something
  /// was written.
  private static func choice(among places: [Int], of cells: [SubmittedCell], for cell: FixedCell) -> Int? {
    cell.isLocked
      ? places.first { isAsHandedOut(cells[$0], cell) } ?? places.first
      : places.last { cells[$0].code != CellContent.normal(cell.code) } ?? places.first
  }

  /// Whether a cell's code begins with the first line that an exercise begins with, remarks aside.
  private static func begins(_ submitted: SubmittedCell, as cell: FixedCell) -> Bool {
    func first(_ lines: some Sequence<String>) -> String? {
      lines.lazy.map { $0.filter { $0 != " " } }.first { !$0.isEmpty && !$0.hasPrefix("//") }
    }
    guard let line = first(cell.code) else { return false }
    return first(submitted.content.code) == line
  }

  /// The most fixed cells that are in their order: the longest rising sequence. The rest has been moved.
  static func inOrder(_ chosen: [Int?]) -> [(submitted: Int, fixed: Int)] {
    let found = chosen.enumerated().compactMap { fixed, submitted in submitted.map { (submitted: $0, fixed: fixed) } }
    var (lengths, earlier): ([Int], [Int?]) = ([], [])
    for index in found.indices {
      let best = found[..<index].indices.filter { found[$0].submitted < found[index].submitted }
        .max { lengths[$0] < lengths[$1] }
      lengths.append((best.map { lengths[$0] } ?? 0) + 1)
      earlier.append(best)
    }
    var result: [(submitted: Int, fixed: Int)] = []
    var next = found.indices.max { lengths[$0] < lengths[$1] }
    while let index = next {
      result.append(found[index])
      next = earlier[index]
    }
    return result.reversed()
  }
}
