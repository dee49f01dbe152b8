import Basics
import CCommonMark
import NotebookDocument
import Reports

/// A report on paper: the blocks of its prose, in the order that paper has, with what is in place of its cells.
///
/// Answers to guesses and solutions of exercises are together at the end: paper folds nothing. What is in columns and in none of
/// them is below them.
struct PaperBody {
  let report: Report
  let setting: PandocTree.Setting
  private var tree: PandocTree
  /// The captions of cells, set.
  private let captions: [String: String]
  /// Whether the text has a place for what is cited.
  private let listsReferences: Bool
  private let endings: [Ending: MarkdownTree.Node]

  /// What is at the end of the text.
  private enum Ending: String {
    case answers = "Answers"
    case solutions = "Solutions"
  }

  /// What is not the prose's, as blocks.
  struct Additions {
    /// In place of the cells, by index; empty where nothing is.
    var cells: [String]
    /// In place of code that is shown and not run, by the line in which it begins.
    var shown: [Int: String] = [:]
    var beginning = ""
    /// Before the block that begins in a line, counted from 1.
    var inserted: [Int: String] = [:]
    /// The lines of rules that are left out.
    var omitted: Set<Int> = []
    /// Above answers and solutions, where there are some.
    var aboveEnding = ""
    /// Behind everything.
    var end = ""
    /// What exercises fold: their titles, and what is below them.
    var solutions: [(title: String, content: [String])] = []
  }

  /// The prose of a report, with room for its cells. O(length).
  init(_ report: Report, _ setting: PandocTree.Setting) {
    (self.report, self.setting) = (report, setting)
    var listsReferences = false
    let text = setting.whole(report) { directive in
      if case .references = directive { listsReferences = true }
      return setting.nothing
    }
    self.listsReferences = listsReferences
    let level = report.notebook.document.headings.map(\.level).min() ?? 2
    let endings: [Ending] =
      (report.notebook.guesses.isEmpty ? [] : [.answers]) + (report.folded.isEmpty ? [] : [.solutions])
    tree = PandocTree(text.lines, text.marks, setting, ending: endings.map { (level, $0.rawValue) })
    self.endings = Dictionary(uniqueKeysWithValues: zip(endings, tree.endings))
    var set: [String: String] = [:]
    for node in tree.body {
      guard let caption = text.captions[Int(cmark_node_get_start_line(node))]?.text else { continue }
      set[caption] = tree.inlines(of: node)
    }
    self.captions = set
  }

  // MARK: Captions

  /// What is with a figure or a table, “Figure 1. The caption.”: empty without number and caption.
  func title(_ noun: String, _ number: ItemNumber?, _ caption: String?) -> String {
    let start = number.map { PandocElement.strong(setting.reader.inlines(of: "\(noun) \($0).")) } ?? ""
    let words = caption.map(set) ?? ""
    let gap = start.isEmpty || words.isEmpty ? "" : PandocElement.element("Space")
    return PandocElement.joined([start, gap, words])
  }

  /// What is with a part of a figure: “(a) The caption of the part.”
  func legend(_ part: ReportFigure) -> String {
    let words = part.caption.map(set) ?? ""
    return PandocElement.joined([
      setting.reader.inlines(of: "(\(part.letter ?? ""))" + (words.isEmpty ? "" : " ")), words,
    ])
  }

  private func set(_ caption: String) -> String {
    captions[caption] ?? PandocTree.inlines(of: caption, for: setting.part())
  }

  // MARK: Order

  /// The blocks of the whole. O(length).
  mutating func blocks(_ additions: Additions) -> String {
    tree.replacements = additions.shown
    for (cell, blocks) in zip(report.notebook.cells, additions.cells) {
      tree.replacements[cell.lines.lowerBound] = blocks
    }
    let (body, answers) = order(additions)
    _ = tree.blocks([.elements(additions.beginning)] + body)
    // A result is never lost, wherever the cell is.
    let lost = tree.replacements.sorted { $0.key < $1.key }.map { PandocTree.Part.elements($0.value) }
    return tree.blocks(lost + ending(answers, additions))
  }

  /// The blocks of the text as they follow each other, and the answers, which are behind them.
  private mutating func order(_ additions: Additions) -> (body: [PandocTree.Part], answers: [[PandocTree.Part]]) {
    var parts: [PandocTree.Part] = []
    var answers: [[PandocTree.Part]] = []
    var answerStart: Int?
    // What is in columns and in none of them, from the outermost inwards.
    var columns: [(isInOne: Bool, strays: [PandocTree.Part])] = []
    var inserted = additions.inserted.sorted { $0.key < $1.key }[...]
    for node in tree.body {
      let line = Int(cmark_node_get_start_line(node))
      guard line <= report.notebook.lines.count else { break }
      // The parser ends a heading above a line of signs one line too late.
      let isHeading = cmark_node_get_type(node) == CMARK_NODE_HEADING
      let end = isHeading ? line : max(line, Int(cmark_node_get_end_line(node)))
      var own: [PandocTree.Part] = []
      while let next = inserted.first, next.key <= end {
        own.append(.elements(next.value))
        inserted.removeFirst()
      }
      let directive = tree.directive(node)
      if let directive {
        own += self.parts(directive, above: cmark_node_next(node))
      } else if !additions.omitted.contains(line) || cmark_node_get_type(node) != CMARK_NODE_THEMATIC_BREAK {
        own.append(.node(node))
      }
      // Directives of the columns themselves are where they are; those of columns in no column go with them.
      var place = columns.indices.first { !columns[$0].isInOne }
      var strays: [PandocTree.Part] = []
      switch directive {
      case .columns: columns.append((false, []))
      case .column, .endOfColumn, .endOfColumns:
        if place == columns.count - 1 { place = nil }
        if case .endOfColumns = directive {
          strays = columns.popLast()?.strays ?? []
        } else if !columns.isEmpty {
          columns[columns.count - 1].isInOne.toggle()
        }
      default: break
      }
      if let place {
        columns[place].strays += own + strays
        continue
      }
      parts += own + strays
      if case .answer = directive { answerStart = parts.count }
      if case .endOfGuess = directive, let start = answerStart {
        answers.append(Array(parts[start...]))
        parts.removeSubrange(start...)
        answerStart = nil
      }
    }
    return (parts + inserted.map { .elements($0.value) }, answers)
  }

  /// What is in place of a directive.
  private mutating func parts(
    _ directive: Directives.Line, above next: MarkdownTree.Node?
  ) -> [PandocTree.Part] {
    let (notebook, reader) = (report.notebook, setting.reader)
    switch directive {
    case .guess(let index): return open(next, reader.title(of: notebook.guesses[index], number: index + 1))
    case .answer(let index): return [.elements(reader.room(for: notebook.guesses[index]))]
    case .question(let index):
      return open(next, PandocElement.strong(reader.inlines(of: "\(notebook.questions[index].title):")))
    case .endOfQuestion(let index):
      return notebook.isAnswered(notebook.questions[index]) ? [] : [.elements(reader.box(centimetres: 4))]
    case .references: return [.elements(list)]
    default: return [.elements(reader.layout(directive))]
    }
  }

  /// Puts words above a paragraph and in it, or before any other block as their own.
  private mutating func open(_ next: MarkdownTree.Node?, _ words: String) -> [PandocTree.Part] {
    guard let next, cmark_node_get_type(next) == CMARK_NODE_PARAGRAPH else {
      return [.elements(PandocElement.paragraph(words))]
    }
    tree.openings[next] = words
    return []
  }

  /// What is cited.
  private var list: String {
    report.citations.map { PandocTree.blocks(of: $0.markdown, for: setting.part()) } ?? ""
  }

  /// Answers, solutions, and what is cited if the text has no place for it.
  private mutating func ending(_ answers: [[PandocTree.Part]], _ additions: Additions) -> [PandocTree.Part] {
    var parts: [PandocTree.Part] = []
    if !answers.isEmpty || !additions.solutions.isEmpty { parts.append(.elements(additions.aboveEnding)) }
    if !answers.isEmpty, let heading = endings[.answers] { parts.append(.node(heading)) }
    for (index, answer) in answers.enumerated() {
      var first: MarkdownTree.Node?
      if case .node(let node)? = answer.first { first = node }
      parts += open(first, PandocElement.strong(setting.reader.inlines(of: "(\(index + 1))"))) + answer
    }
    if !additions.solutions.isEmpty, let heading = endings[.solutions] { parts.append(.node(heading)) }
    for (title, content) in additions.solutions {
      let words = PandocElement.strong(setting.reader.inlines(of: title))
      parts.append(.elements(PandocElement.joined([PandocElement.paragraph(words)] + content)))
    }
    if !listsReferences { parts.append(.elements(list)) }
    return parts + [.elements(additions.end)]
  }
}
