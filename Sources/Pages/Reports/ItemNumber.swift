/// The number of a figure, a table or a formula: 2, or 3.2 for the second of a book's third chapter.
package struct ItemNumber: Hashable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
  /// What is before the point; nil in a notebook by itself.
  package var chapter: String?
  /// Counted from 1 through the notebook.
  package var index: Int

  package init(_ index: Int, chapter: String? = nil) { (self.index, self.chapter) = (index, chapter) }

  package init(integerLiteral index: Int) { self.init(index) }

  package var description: String { (chapter.map { "\($0)." } ?? "") + "\(index)" }
}
