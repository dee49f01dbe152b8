import Foundation

/// The reference parser of Markdown, one text at a time.
///
/// The characters that its extensions add stand in a table of the whole process, and are taken out again when a text has been read: of two that are
/// read at the same time, one would lose its struck out words.
package enum ReferenceParser {
  private static let lock = NSLock()

  /// What parsing gives, with no other parsing meanwhile.
  package static func alone<Tree>(_ parse: () -> Tree) -> Tree { lock.withLock(parse) }
}
