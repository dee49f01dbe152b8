import CCommonMark
import Foundation
import Synchronization

/// The reference parser of Markdown, in GitHub's dialect, one text at a time.
///
/// The characters that its extensions add stand in a table of the whole process, and are taken out again when a text has been read: of two that are
/// read at the same time, one would lose its struck out words.
package enum ReferenceParser {
  private static let turn = Mutex(())

  /// An author's own HTML is kept.
  package static let options = CMARK_OPT_UNSAFE | CMARK_OPT_FOOTNOTES

  /// The tree of a text, which the caller frees, and then the parser. O(length).
  package static func parse(_ text: String) -> (parser: OpaquePointer, tree: OpaquePointer) {
    turn.withLock { _ in
      cmark_gfm_core_extensions_ensure_registered()
      let parser = cmark_parser_new(options)!
      for name in ["table", "strikethrough", "autolink", "tasklist"] {
        if let syntax = cmark_find_syntax_extension(name) { cmark_parser_attach_syntax_extension(parser, syntax) }
      }
      cmark_parser_feed(parser, text, text.utf8.count)
      return (parser, cmark_parser_finish(parser)!)
    }
  }
}
