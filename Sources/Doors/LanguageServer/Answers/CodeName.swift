import CellCompiler
import CodeHelp
import NotebookDocument

/// A name of the notebook's code with all its places: where a cell, or a part of one, defines it, and where others use it.
struct CodeName {
  struct Place: Hashable {
    var line: Int
    var columns: Range<Int>
    var isDefinition: Bool
  }

  let name: String
  /// The module that defines it; nil where the notebook does.
  let module: String?
  private(set) var places: [Place] = []
  /// The lines, from 0, on which the same word is and nothing is known of what it means.
  private(set) var unknown: [Int] = []
  /// The first line, from 0, on which the same word labels an argument, where the name is also such a label.
  private(set) var label: Int?
  /// Whether what is named so fulfils a requirement of a module, or overrides something of one: there the name stays.
  private(set) var isGiven = false

  /// The name at a place; nil where there is none, or nothing is known of it.
  init?(at place: DocumentText.Place, _ question: Question) {
    guard let notebook = question.notebook, let cursor = question.cursor(at: place) else { return nil }
    let range = CodePoints(code: cursor.code).name(around: cursor.byte)
    guard !range.isEmpty else { return nil }
    let written = String(decoding: Array(cursor.code.utf8)[range], as: UTF8.self)
    var resolver = Resolver(notebook, question)
    guard let meant = resolver.meaning(ofByte: range.lowerBound, in: cursor.origin, written) else { return nil }
    (name, module) = (written, meant.symbol.module)
    var (labels, givesLabel) = ([Int](), false)
    var found: [(meaning: Resolver.Meaning, place: Place, givesLabel: Bool)] = []
    for code in notebook.codePlaces where code.cell != nil || code.code.contains(written) {
      for occurrence in CellAnalysis.occurrences(of: written, in: code.code) {
        let start = question.place(ofByte: occurrence.byte, in: code)
        if occurrence.isLabel {
          labels.append(start.line)
          continue
        }
        guard let other = resolver.meaning(ofByte: occurrence.byte, in: code, written) else {
          unknown.append(start.line)
          continue
        }
        let isDefinition = other.key == meant.key && other.symbol.definition == occurrence.byte
        let place = Place(
          line: start.line, columns: start.column..<start.column + written.utf8.count, isDefinition: isDefinition)
        found.append((other, place, other.symbol.definition == occurrence.byte && occurrence.givesLabel))
      }
    }
    // A requirement has the name of what fulfils it, and “if let value” that of both its values.
    var keys = meant.keys
    while true {
      let more = keys.union(found.lazy.map(\.meaning.keys).filter { !keys.isDisjoint(with: $0) }.flatMap { $0 })
      if more == keys { break }
      keys = more
    }
    for (meaning, place, isAlsoLabel) in found where !keys.isDisjoint(with: meaning.keys) {
      places.append(place)
      givesLabel = givesLabel || isAlsoLabel
      isGiven = isGiven || meaning.symbol.fulfils.contains { !Symbol.isOfNotebook($0) }
    }
    if givesLabel { label = labels.first }
  }

  /// Finds out what names mean, each code with the names of the cells above it.
  private struct Resolver {
    struct Meaning {
      var symbol: Symbol
      /// Its identity among all names of the notebook.
      var key: String
      /// The same of what it has its name from, or gives it to.
      var others: [String]
      var keys: Set<String> { Set(others + [key]) }
    }

    let notebook: Notebook
    let question: Question
    /// The codes of cells that run, with their places.
    private let cells: [CodePlace]

    init(_ notebook: Notebook, _ question: Question) {
      (self.notebook, self.question) = (notebook, question)
      let fates = notebook.fates
      cells = notebook.codePlaces.filter { place in place.cell.map { fates[$0].doesRun } ?? false }
    }

    mutating func meaning(ofByte byte: Int, in code: CodePlace, _ name: String) -> Meaning? {
      let position = code.position(ofByte: byte)
      let knowledge = question.document.knowledge
      guard let cursor = CodeCursor(notebook, line: position.line, column: position.column),
        let seen = knowledge.seen(cursor)
      else { return nil }
      let above = seen.byte - cursor.byte
      guard var symbol = question.help.symbol(seen.code, atByte: above + byte, seen.assistance),
        symbol.name.prefix(while: { $0 != "(" }) == name
      else { return nil }
      func moved(_ symbol: Symbol) -> Symbol {
        var symbol = symbol
        if let definition = symbol.definition { symbol.definition = definition >= above ? definition - above : nil }
        return symbol
      }
      symbol = moved(symbol)
      return Meaning(
        symbol: symbol, key: key(of: symbol, in: code, name),
        others: symbol.fulfils + symbol.shared.map { key(of: moved($0), in: code, name) })
    }

    private func key(of symbol: Symbol, in code: CodePlace, _ name: String) -> String {
      if symbol.module != nil || symbol.isMember { return symbol.identity }
      // Names of one cell alone have a place in it.
      guard cells.contains(where: { CodeUnit.analysis(of: $0.code).defines(name) }) else {
        return symbol.identity + (symbol.definition.map { " \(code.line) \($0)" } ?? "")
      }
      // Among several cells that define it, the last one up to here.
      let here = cells.last { place in
        place.line < code.line && CodeUnit.analysis(of: place.code).defines(name)
      }
      let isOwn = symbol.definition != nil && code.cell != nil
      if isOwn, !CodeUnit.analysis(of: code.code).definesAtTop(name, byte: symbol.definition!) {
        return "\(symbol.identity) \(code.line) \(symbol.definition!)"
      }
      // Functions of one name differ by their types, which are in their identities.
      let type = symbol.name.contains("(") ? " \(symbol.identity)" : ""
      return "\(name)\(type) of \(isOwn ? code.line : here?.line ?? 0)"
    }
  }
}
