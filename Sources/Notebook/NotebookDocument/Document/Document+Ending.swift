import Foundation

extension Document {
  /// What ends the last block, if a line is in it and it is still open. O(block).
  package func ending(ofBlockAt line: Int) -> [String] {
    guard let last = blocks.last(where: { $0.kind != .blank }), last.lines.contains(line), last.containers.isEmpty,
      last.kind.isLiteral
    else { return [] }
    let lines = Array(lines[(last.lines.lowerBound - 1)..<last.lines.upperBound])
    return Array(Self.ended(lines).dropFirst(lines.count))
  }

  /// A text that stands by itself, with a line that ends the fence, the comment or the HTML that is open at its end: another text may follow.
  /// O(length).
  package static func ended(_ lines: [String]) -> [String] {
    func isOpen(_ lines: [String]) -> Bool {
      let document = Document(lines + ["", "x"])
      return document.blocks.last?.kind != .paragraph
    }
    guard isOpen(lines), let last = Document(lines).blocks.last(where: { $0.kind != .blank }) else { return lines }
    let text = lines[(last.lines.lowerBound - 1)..<last.lines.upperBound].joined(separator: "\n").lowercased()
    let tags = ["script", "style", "pre", "textarea"].filter { text.contains("<\($0)") }.map { "</\($0)>" }
    let first = text.drop(while: \.isWhitespace)
    let fence = first.first.map { sign in String(first.prefix { $0 == sign }) } ?? ""
    return ([fence, "-->", "?>", "]]>", ">"] + tags).map { lines + [$0] }.first { !isOpen($0) } ?? lines
  }
}
