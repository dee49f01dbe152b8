import Basics
import Display
import Foundation

extension HTMLReport {
  /// A table; the caption is HTML.
  ///
  /// Numbers are padded so that their decimal points are under each other. On a page of ours the pad is what the
  /// longest number of the column has there, which takes room and is not seen; elsewhere it is spaces as wide as
  /// digits, which not every font has. O(entries).
  package static func html(
    _ table: Table, number: ItemNumber?, id: String?, caption: String?, isOwnPage: Bool = true
  ) -> String {
    let title = number.map { "<strong>Table \($0).</strong>" } ?? ""
    let heading = number != nil || caption != nil ? "<caption>\(title)\(caption ?? "")</caption>\n" : ""
    let texts = table.alignedTexts
    let kinds = table.columns.indices.map { column in
      if table.alignsPoints(ofColumn: column) { return " class=\"number\"" }
      switch table.alignment(ofColumn: column) {
      case .leading: return ""
      case .center: return " class=\"center\""
      case .trailing: return " class=\"right\""
      }
    }
    let head = table.columns.indices.map { column in
      // A head without words would be announced to those who listen to the page.
      guard !table.columns[column].heading.isEmpty else { return "<td\(kinds[column])></td>" }
      let unit = table.columns[column].unit.map { "<br><span class=\"unit\">\(MarkupText.escape($0))</span>" } ?? ""
      return "<th scope=\"col\"\(kinds[column])>\(MarkupText.escape(table.columns[column].title))\(unit)</th>"
    }
    let tails = table.columns.indices.map { column in
      isOwnPage ? longestTail(texts.map { $0[column] }) : nil
    }
    // A page too narrow for its columns shows each row as a list, in which every entry has its column's name.
    let isBroad = isOwnPage && width(of: table, texts) > narrowPage
    let names = table.columns.map { isBroad ? " data-head=\"\(MarkupText.escape($0.heading))\"" : "" }
    let rows = texts.map { row in
      let entries = table.columns.indices.map {
        "<td\(kinds[$0])\(row[$0].isEmpty ? "" : names[$0])>\(padded(row[$0], like: tails[$0]))</td>"
      }
      return "<tr>\(entries.joined())</tr>"
    }
    // Elsewhere dollar signs would become formulas; a caption may have some.
    let plain = isOwnPage ? "" : " class=\"tex2jax_ignore mathjax_ignore\""
    return
      "<div class=\"scroll\(isBroad ? " broad" : "")\" tabindex=\"0\"><table\(id.map { " id=\"\($0)\"" } ?? "")>\n\(heading)<thead\(plain)><tr>\(head.joined())</tr></thead>\n"
      + "<tbody\(plain)>\n\(rows.joined(separator: "\n"))\n</tbody></table></div>"
  }

  /// How many characters are side by side on the page of a telephone.
  private static let narrowPage = 38

  /// Roughly the characters that a table needs side by side: of each column its longest number or word, and a space between.
  private static func width(of table: Table, _ texts: [[String]]) -> Int {
    table.columns.indices.reduce(0) { sum, column in
      let isNumeric = table.alignsPoints(ofColumn: column)
      let entries = texts.flatMap { isNumeric ? [Substring($0[column])] : $0[column].split(separator: " ") }
      let words = table.columns[column].title.split(separator: " ") + entries
      return sum + 2 + (words.map(\.count).max() ?? 0)
    }
  }

  /// What is from the decimal point on in the entry that needs no pad; nil where no entry has a point.
  package static func longestTail(_ texts: [String]) -> Substring? {
    texts.lazy.filter { $0.last != "\u{2007}" }.compactMap { text in text.firstIndex(of: ".").map { text[$0...] } }
      .max { $0.count < $1.count }
  }

  private static func padded(_ text: String, like tail: Substring?) -> String {
    let pad = text.reversed().prefix { $0 == "\u{2007}" }.count
    guard pad > 0, let tail, tail.count >= pad else { return MarkupText.escape(text) }
    return
      "\(MarkupText.escape(String(text.dropLast(pad))))<i data-pad=\"\(MarkupText.escape(String(tail.suffix(pad))))\"></i>"
  }
}
