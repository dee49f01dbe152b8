import Foundation

import enum Basics.GivenFile

/// A notebook as it is in its file: front matter, prose and cells, each with its lines.
package struct Notebook: Hashable, Sendable {
  /// The file as it was named.
  package var path: String
  /// The lines of the file, without line ends; Windows line ends are taken off.
  package var lines: [String]
  /// What the lines mean.
  package var document: Document
  package var frontMatter: FrontMatter
  /// The number of lines that the front matter takes, fences included.
  package var frontMatterLength: Int
  /// Blocks of code that run, in order.
  package var cells: [Cell]
  /// Expressions in the prose, in order.
  package var inlines: [InlineExpression]
  /// Blocks of code that are only shown.
  package var shownBlocks: [ShownBlock]
  /// Questions that a reader answers before seeing the result, in order.
  package var guesses: [Guess] = []
  /// Questions that a student answers in prose, in order.
  package var questions: [WrittenQuestion] = []
  /// What looks like a cell or an option and is not one, by line.
  package var warnings: [NotebookWarning] = []
  /// Whether people know its cells and not the lines of its file, as in a notebook of Jupyter.
  package var isOfCells = false
  /// Whether solutions run in place of exercises, done or not.
  package var takesSolutions = false
  /// The chapter that it is in a book: what the numbers of its figures begin with; nil for a notebook by itself.
  package var chapter: String?
  /// The index of the cell whose variables are parameters.
  package var parameterCell: Int?

  /// The file's name without extension: the folder of its results bears it.
  package var name: String {
    path == GivenFile.standardInput ? "stdin" : URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
  }
  /// The folder that holds the notebook; cells run there.
  package var folder: String { Self.folder(of: path) }

  /// The folder that holds the notebook of this path.
  package static func folder(of path: String) -> String { URL(fileURLWithPath: path).deletingLastPathComponent().path }
  /// The title, or the file's name.
  package var title: String { frontMatter.title ?? name }
}

/// A block of code that runs.
package struct Cell: Hashable, Sendable {
  /// Counted from 1 through the notebook.
  package var number: Int
  package var options: CellOptions
  /// The code without its option lines, each line ended.
  package var code: String
  /// The notebook's line on which the code's first line is.
  package var codeLine: Int
  /// How far the block is indented: what compiler columns lack.
  package var indent: Int
  /// The notebook's lines that the block takes, fences included, counted from 1.
  package var lines: ClosedRange<Int>

  /// What progress and messages call the cell.
  package var name: String { options.label ?? "cell \(number)" }
  /// The cell's anchor in a page, and the base of its figures' names: its label, or a name that no label makes.
  package fileprivate(set) var anchor = ""
  /// The numbers that labels of other cells put behind this cell's anchor.
  fileprivate var takenParts: Set<Int> = []

  init(number: Int, options: CellOptions, code: String, codeLine: Int, indent: Int, lines: ClosedRange<Int>) {
    (self.number, self.options, self.code) = (number, options, code)
    (self.codeLine, self.indent, self.lines) = (codeLine, indent, lines)
  }

  /// The name of one of the cell's figures, counted from 0: that of its files, which no other figure of the notebook has.
  package func figureName(_ index: Int, of count: Int) -> String {
    count > 1 ? "\(anchor)\(takenParts.contains(index + 1) ? "." : "-")\(index + 1)" : anchor
  }
}

extension Notebook {
  /// Gives the cells names that differ, and so do those of their figures. A name that is made up has a point where a label
  /// makes the plain one: labels hold none, and no figure has the number 0. O(cells).
  mutating func nameCells() {
    let labels = Set(cells.compactMap(\.options.label))
    var parts: [Substring: Set<Int>] = [:]
    for label in labels {
      guard let dash = label.lastIndex(of: "-"), let number = Int(label[label.index(after: dash)...]),
        label.hasSuffix("-\(number)")
      else { continue }
      parts[label[..<dash], default: []].insert(number)
    }
    for index in cells.indices {
      let plain = "cell-\(cells[index].number)"
      // Several figures of a cell with the label “cell” would be called so, too.
      let made = labels.isDisjoint(with: [plain, "cell"]) ? plain : "\(plain).0"
      cells[index].anchor = cells[index].options.label ?? made
      cells[index].takenParts = parts[cells[index].anchor[...]] ?? []
    }
  }
}

/// A block of Swift that is only shown (` ```swift noeval `).
package struct ShownBlock: Hashable, Sendable {
  package var code: String
  package var lines: ClosedRange<Int>
}
