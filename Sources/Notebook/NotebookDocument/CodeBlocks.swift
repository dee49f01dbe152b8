import Foundation

/// Fenced code in a Markdown text.
package enum CodeBlocks {
  package struct Block: Hashable, Sendable {
    /// The first word of the info string.
    package var language: String
    /// The other words of the info string.
    package var arguments: [String]
    package var code: String
    /// Fences included, counted from 1.
    package var lines: ClosedRange<Int>
    /// Columns before the fence.
    package var indent: Int
    package var isClosed: Bool
    /// What the block is in, the outermost first.
    package var containers: [Document.Container]

    /// Whether it is a cell. In a footnote, which is elsewhere than it is written, nothing runs.
    package var isCell: Bool { isSwift && !arguments.contains("noeval") }

    /// Whether it is a cell, or code that is only shown as one would be.
    var isSwift: Bool { language == "swift" && !containers.contains(.footnote) }
  }
}
