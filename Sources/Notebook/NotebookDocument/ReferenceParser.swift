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
  ///
  /// From each address in a word the parser looks on to the word's end, and at each row of hyphens back to the paragraph's begin. In a text
  /// with more than ``mostSteps`` of such bytes addresses become no links, or there are no tables: nobody writes it, but somebody may
  /// hand it in.
  package static func parse(_ text: String) -> (parser: OpaquePointer, tree: OpaquePointer) {
    turn.withLock { _ in
      cmark_gfm_core_extensions_ensure_registered()
      let parser = cmark_parser_new(options)!
      let steps = RepeatedSteps(text)
      let left = (steps.addresses > mostSteps ? ["autolink"] : []) + (steps.rows > mostSteps ? ["table"] : [])
      for name in ["table", "strikethrough", "autolink", "tasklist"] where !left.contains(name) {
        if let syntax = cmark_find_syntax_extension(name) { cmark_parser_attach_syntax_extension(parser, syntax) }
      }
      cmark_parser_feed(parser, text, text.utf8.count)
      return (parser, cmark_parser_finish(parser)!)
    }
  }

  private static let mostSteps = 1 << 24
}

/// How many bytes the parser looks at again, counted byte by byte. O(length).
private struct RepeatedSteps {
  /// For the ends of addresses.
  private(set) var addresses = 0
  /// Above rows of hyphens that begin no table, for the line above has another number of cells.
  private(set) var rows = 0

  private var (word, addressesInWord, letters) = (0, 0, 0)
  private var (paragraph, line, above) = (0, 0, 0)
  private var (bars, beginsWithBar, endsWithBar) = (0, false, false)
  private var (isBlank, isRow, isEscaped) = (true, true, false)

  init(_ text: String) {
    var text = text
    text.withUTF8 { for byte in $0 { take(byte) } }
    endWord()
  }

  private mutating func take(_ byte: UInt8) {
    line += 1
    switch byte {
    case UInt8(ascii: "\n"):
      endWord()
      return endLine()
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): return endWord()
    case UInt8(ascii: ":"), UInt8(ascii: "@"): addressesInWord += 1
    // “www.”
    case UInt8(ascii: ".") where letters >= 3: addressesInWord += 1
    default: break
    }
    word += 1
    letters = byte == UInt8(ascii: "w") ? letters + 1 : 0
    endsWithBar = byte == UInt8(ascii: "|") && !isEscaped
    if endsWithBar {
      bars += 1
      if isBlank { beginsWithBar = true }
    }
    isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    isRow = isRow && (endsWithBar || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":"))
    isBlank = false
  }

  private mutating func endWord() {
    addresses += addressesInWord * word
    (word, addressesInWord, letters, isEscaped) = (0, 0, 0, false)
  }

  private mutating func endLine() {
    let outer = (beginsWithBar ? 1 : 0) + (endsWithBar && (bars > 1 || !beginsWithBar) ? 1 : 0)
    let cells = bars + 1 - outer
    if isRow, !isBlank, cells != above { rows += paragraph }
    paragraph = isBlank ? 0 : paragraph + line
    (line, above) = (0, cells)
    (bars, beginsWithBar, endsWithBar, isBlank, isRow) = (0, false, false, true, true)
  }
}
