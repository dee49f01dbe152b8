import Foundation

/// A notebook as it stands in its file: front matter, prose and cells, each with its lines.
public struct Notebook: Hashable, Sendable {
  /// The file as it was named.
  public var path: String
  /// The lines of the file, without line ends; Windows line ends are taken off.
  public var lines: [String]
  public var frontMatter: FrontMatter
  /// The number of lines that the front matter takes, fences included.
  public var frontMatterLength: Int
  /// Blocks of code that run, in order.
  public var cells: [Cell]
  /// Expressions in the prose, in order.
  public var inlines: [InlineExpression]
  /// Blocks of code that are only shown.
  public var shownBlocks: [ShownBlock]

  /// The file's name without extension: the folder of its results bears it.
  public var name: String { URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent }
  /// The folder that holds the notebook; cells run there.
  public var folder: String { Self.folder(of: path) }

  /// The folder that holds the notebook of this path.
  static func folder(of path: String) -> String { URL(fileURLWithPath: path).deletingLastPathComponent().path }
  /// The title, or the file's name.
  public var title: String { frontMatter.title ?? name }
}

/// A block of code that runs.
public struct Cell: Hashable, Sendable {
  /// Counted from 1 through the notebook.
  public var number: Int
  public var options: CellOptions
  /// The code without its option lines, each line ended.
  public var code: String
  /// The notebook's line on which the code's first line stands.
  public var codeLine: Int
  /// How far the block is indented: what compiler columns lack.
  public var indent: Int
  /// The notebook's lines that the block takes, fences included, counted from 1.
  public var lines: ClosedRange<Int>

  /// What progress and messages call the cell.
  public var name: String { options.label ?? "cell \(number)" }
  /// The cell's anchor in a page, and the base of its figures' names.
  public var anchor: String { options.label ?? "cell-\(number)" }
}

/// A block of Swift that is only shown (` ```swift noeval `).
public struct ShownBlock: Hashable, Sendable {
  public var code: String
  public var lines: ClosedRange<Int>
}

/// An expression in the prose, `` `{swift} expression` ``, that its value replaces.
public struct InlineExpression: Hashable, Sendable {
  public var expression: String
  /// The notebook's line, counted from 1.
  public var line: Int
  /// The columns of the whole span in UTF-8 bytes from the line's start, backticks included.
  public var columns: Range<Int>
  /// Where the expression itself begins, in UTF-8 bytes from the line's start.
  public var expressionColumn: Int
  /// How many cells stand above it.
  public var cellsBefore: Int
}
