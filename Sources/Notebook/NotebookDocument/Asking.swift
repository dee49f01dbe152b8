import Basics

import enum Basics.Spelling

/// The divisions that ask a reader something: `::: {.guess #name}` and `::: {.answer #name}`.
package enum Asking: String, Sendable {
  case guess, answer

  fileprivate var noun: String { self == .guess ? "guess" : "question" }
  fileprivate var attributes: [String] {
    self == .guess ? ["answer", "unit", "tolerance", "curve", "series"] : ["points"]
  }
  fileprivate var classes: [String] { self == .guess ? ["check", "order"] : [] }
}

/// What is wrong with a division that asks a reader something, whatever it asks.
package enum AskingFault: Hashable, Sendable {
  case unclosed, noName
  case inside(String)
  /// In a list or a quotation.
  case contained(in: String)
  case holds(String)
  case unknownAttribute(String)

  func message(_ asking: Asking) -> String {
    let noun = asking.noun
    switch self {
    case .unclosed: return "this \(noun) does not end; end it with “:::” on its own line"
    case .noName:
      return "this \(noun) has no name, by which its answer is known; write “::: {.\(asking.rawValue) #\(noun)-drift}”"
    case .inside(let name): return "a \(noun) cannot be inside “::: \(name)”; close that first"
    case .contained(let container):
      return "a \(noun) cannot be in \(container); write it at the left margin, outside of it"
    case .holds(let what): return "a \(noun) cannot hold \(what); put it below the “:::” that ends the \(noun)"
    case .unknownAttribute(let name):
      let known = asking.attributes + asking.classes.map { ".\($0)" }
      return "unknown attribute “\(name)” of a \(noun)" + Spelling.hint(name, among: known)
    }
  }
}

extension Document {
  /// The divisions that ask something, in order, with their names and their lines, both fences included. O(length).
  ///
  /// - Throws: `NotebookError` with the line.
  func divisions(
    asking: Asking, path: String
  ) throws -> [(fence: DivisionFence, label: String, lines: ClosedRange<Int>)] {
    try divisions.filter { $0.fence.classes.contains(asking.rawValue) }.map { division in
      let (fence, line) = (division.fence, division.line)
      func fail(_ fault: AskingFault, at place: Int? = nil) -> NotebookError {
        NotebookError(.asking(asking, fault), file: path, position: Position(line: place ?? line))
      }
      if let container = division.container { throw fail(.contained(in: container.name)) }
      if let outer = division.parent { throw fail(.inside(divisions[outer].fence.name)) }
      for block in blocks(from: line + 1, to: division.end ?? lines.count) {
        if let code = block.fencedCode, asking == .guess || code.isCell {
          throw fail(.holds(code.isCell ? "a cell" : "a block of code"), at: block.lines.lowerBound)
        }
        if case .fence(let words) = block.kind, block.containers.isEmpty, !words.isEmpty {
          if division.end == nil { throw fail(.unclosed) }
          throw fail(.holds("“::: \(DivisionFence(words).name)”"), at: block.lines.lowerBound)
        }
      }
      guard let end = division.end else { throw fail(.unclosed) }
      guard let label = fence.identifier else { throw fail(.noName) }
      guard label.wholeMatch(of: compiled(/[A-Za-z0-9_][A-Za-z0-9_-]*/)) != nil else {
        throw NotebookError(.invalidLabel(label), file: path, position: Position(line: line))
      }
      let stray =
        fence.attributes.keys.sorted().first { !asking.attributes.contains($0) }
        ?? fence.classes.first { $0 != asking.rawValue && !asking.classes.contains($0) }.map { ".\($0)" }
        ?? fence.rest.first
      if let stray { throw fail(.unknownAttribute(stray)) }
      return (fence, label, line...end)
    }
  }
}
