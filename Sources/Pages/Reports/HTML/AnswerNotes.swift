import CCommonMark
import NotebookDocument

/// The footnotes to which only the answers of guesses refer, or other such footnotes: they are part of the answers.
struct AnswerNotes {
  /// In order.
  let notes: [MarkdownTree.Node]

  /// O(nodes), for each depth of footnotes in footnotes.
  init(_ tree: MarkdownTree) {
    let all = tree.blocks.filter { cmark_node_get_type($0) == CMARK_NODE_FOOTNOTE_DEFINITION }
    var (isAnswer, place): (Bool, MarkdownTree.Node?) = (false, nil)
    // For each note: where something refers to it.
    var references: [MarkdownTree.Node: [(isAnswer: Bool, note: MarkdownTree.Node?)]] = [:]
    func refer(_ node: MarkdownTree.Node) {
      guard cmark_node_get_type(node) == CMARK_NODE_FOOTNOTE_REFERENCE, let number = Int(MarkdownTree.literal(node)),
        all.indices.contains(number - 1)
      else { return }
      references[all[number - 1], default: []].append((isAnswer, place))
    }
    tree.walk { node, isEntered in
      switch cmark_node_get_type(node) {
      case CMARK_NODE_FOOTNOTE_DEFINITION: place = isEntered ? node : nil
      case CMARK_NODE_FOOTNOTE_REFERENCE: refer(node)
      default:
        if case .cell(let index)? = tree.meanings[node] { tree.captions[index]?.flatMap(tree.nodes).forEach(refer) }
        switch tree.directive(node) {
        case .answer: isAnswer = true
        case .endOfGuess: isAnswer = false
        default: break
        }
      }
      return false
    }
    var found = Set(all)
    func isPart(_ note: MarkdownTree.Node) -> Bool {
      references[note]?.allSatisfy { $0.isAnswer || $0.note.map(found.contains) ?? false } ?? false
    }
    var count = 0
    while count != found.count {
      count = found.count
      for note in all where found.contains(note) && !isPart(note) { found.remove(note) }
    }
    notes = all.filter(found.contains)
  }
}
