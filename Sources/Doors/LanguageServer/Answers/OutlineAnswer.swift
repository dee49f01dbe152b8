import CodeHelp
import NotebookDocument

/// What a notebook consists of: headings, and the cells and parameters below them.
enum OutlineAnswer {
  private struct Node {
    var name: String
    var detail = ""
    /// The protocol's number.
    var kind: Int
    /// From 0.
    var lines: ClosedRange<Int>
    /// 1 for the highest headings, 7 for cells.
    var level: Int
    var children: [Node] = []
  }

  private static let (property, string, function, object) = (7, 15, 12, 19)

  static func symbols(_ question: Question) throws(AnswerFault) -> JSON {
    guard let notebook = question.notebook else { return [] }
    let nodes = nested(nodes(of: notebook, in: question.text))
    if question.client.takesNestedSymbols { return .list(nodes.map { json($0, question.text) }) }
    return .list(nodes.flatMap { flat($0, below: nil, question) })
  }

  private static func nodes(of notebook: Notebook, in text: DocumentText) -> [Node] {
    var nodes: [Node] = []
    for parameter in notebook.frontMatter.parameters {
      guard let line = ParameterPlaces(notebook).line(of: parameter.name) else { continue }
      nodes.append(
        Node(
          name: parameter.name, detail: parameter.value.description, kind: property, lines: line - 1...line - 1,
          level: 7))
    }
    let headings = notebook.document.headings
    for heading in headings {
      let end = headings.first { $0.line > heading.line && $0.level <= heading.level }?.line ?? text.lineCount + 1
      let name = notebook.lines[heading.line - 1].trimmingCharacters(in: ["#", " ", "\t"])
      nodes.append(
        Node(
          name: name.isEmpty ? "(heading)" : name, kind: string,
          lines: heading.line - 1...max(end - 2, heading.line - 1),
          level: heading.level))
    }
    for cell in notebook.cells {
      let first = cell.code.split(separator: "\n").first { !$0.allSatisfy(\.isWhitespace) }
      nodes.append(
        Node(
          name: cell.name,
          detail: cell.options.figureCaptions.first ?? cell.options.tableCaption ?? first.map(String.init) ?? "",
          kind: cell.options.label?.hasPrefix("tbl-") == true || cell.options.label?.hasPrefix("fig-") == true
            ? object : function,
          lines: cell.lines.lowerBound - 1...cell.lines.upperBound - 1, level: 7))
    }
    return nodes.sorted { ($0.lines.lowerBound, $0.level) < ($1.lines.lowerBound, $1.level) }
  }

  /// The nodes as trees: what is below a heading is in it. O(nodes).
  private static func nested(_ nodes: [Node]) -> [Node] {
    var open: [Node] = []
    var done: [Node] = []
    func close(_ level: Int) {
      while let last = open.last, last.level >= level {
        open.removeLast()
        if open.isEmpty { done.append(last) } else { open[open.count - 1].children.append(last) }
      }
    }
    for node in nodes {
      close(node.level)
      open.append(node)
    }
    close(0)
    return done
  }

  private static func json(_ node: Node, _ text: DocumentText) -> JSON {
    [
      "name": .text(node.name), "detail": .text(node.detail), "kind": .integer(node.kind),
      "range": text.range(ofLines: node.lines),
      "selectionRange": text.range(ofLines: node.lines.lowerBound...node.lines.lowerBound),
      "children": .list(node.children.map { json($0, text) }),
    ]
  }

  private static func flat(_ node: Node, below container: String?, _ question: Question) -> [JSON] {
    let symbol: JSON = [
      "name": .text(node.name), "kind": .integer(node.kind), "containerName": container.map(JSON.text) ?? .null,
      "location": ["uri": .text(question.document.uri), "range": question.text.range(ofLines: node.lines)],
    ]
    return [symbol] + node.children.flatMap { flat($0, below: node.name, question) }
  }

  /// What can be folded: the front matter, cells, and what is below a heading.
  static func foldings(_ question: Question) throws(AnswerFault) -> JSON {
    guard let notebook = question.notebook else { return [] }
    var ranges = [0...max(notebook.frontMatterLength - 1, 0)]
    ranges += notebook.cells.map { $0.lines.lowerBound - 1...$0.lines.upperBound - 1 }
    ranges += notebook.shownBlocks.map { $0.lines.lowerBound - 1...$0.lines.upperBound - 1 }
    ranges += notebook.guesses.map { $0.lines.lowerBound - 1...$0.lines.upperBound - 1 }
    ranges += nodes(of: notebook, in: question.text).filter { $0.level < 7 }.map { node in
      // Empty lines before the next heading stay.
      var end = node.lines.upperBound
      while end > node.lines.lowerBound, question.text.line(end).allSatisfy({ $0 == 32 }) { end -= 1 }
      return node.lines.lowerBound...end
    }
    return .list(
      ranges.filter { $0.count > 1 }.map {
        ["startLine": .integer($0.lowerBound), "endLine": .integer($0.upperBound), "kind": "region"]
      })
  }
}
