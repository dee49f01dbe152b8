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
      let left =
        (addressSteps(in: text) > mostSteps ? ["autolink"] : []) + (rowSteps(in: text) > mostSteps ? ["table"] : [])
      for name in ["table", "strikethrough", "autolink", "tasklist"] where !left.contains(name) {
        if let syntax = cmark_find_syntax_extension(name) { cmark_parser_attach_syntax_extension(parser, syntax) }
      }
      cmark_parser_feed(parser, text, text.utf8.count)
      return (parser, cmark_parser_finish(parser)!)
    }
  }

  private static let mostSteps = 1 << 24
  private static let site = Array("www.".utf8)

  /// How many bytes the parser looks at for the ends of addresses.
  private static func addressSteps(in text: String) -> Int {
    var text = text
    return text.withUTF8 { bytes in
      var (sum, begin, addresses) = (0, 0, 0)
      for (place, byte) in bytes.enumerated() {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"):
          sum += addresses * (place - begin)
          (begin, addresses) = (place + 1, 0)
        case UInt8(ascii: ":"), UInt8(ascii: "@"): addresses += 1
        // Long words that hold pictures have many letters.
        case UInt8(ascii: "w") where bytes[place...].starts(with: Self.site): addresses += 1
        default: break
        }
      }
      return sum + addresses * (bytes.count - begin)
    }
  }

  /// How many bytes the parser looks at above rows of hyphens that begin no table: the line above has another number of cells.
  private static func rowSteps(in text: String) -> Int {
    var text = text
    return text.withUTF8 { bytes in
      var (sum, length, cells) = (0, 0, 0)
      for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
        let above = cells
        cells = self.cells(of: line)
        if line.allSatisfy({ " \t\r".utf8.contains($0) }) {
          length = 0
        } else {
          if above != cells, line.allSatisfy({ "|-: \t\r".utf8.contains($0) }) { sum += length }
          length += line.count
        }
      }
      return sum
    }
  }

  /// How many cells a line has as the row of a table: the bars between them count that have no backslash before them.
  private static func cells(of line: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    var (bars, isEscaped, isAtBar) = (0, false, false)
    for byte in line where byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\t") && byte != UInt8(ascii: "\r") {
      isAtBar = byte == UInt8(ascii: "|") && !isEscaped
      if isAtBar { bars += 1 }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    let begins = line.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } == UInt8(ascii: "|")
    return bars + 1 - (begins ? 1 : 0) - (isAtBar && bars > 1 || isAtBar && !begins ? 1 : 0)
  }
}
