import CCommonMark

/// The headings of a Markdown text that stand in no list and no quotation, as the reference parser finds them.
package enum Headings {
  package struct Heading {
    /// Counted from 1.
    package var line: Int
    /// 1 for the highest.
    package var level: Int
  }

  /// All of them, in order. O(length).
  package static func find(in lines: [String]) -> [Heading] {
    let text = lines.joined(separator: "\n") + "\n"
    let tree = ReferenceParser.alone { cmark_parse_document(text, text.utf8.count, CMARK_OPT_DEFAULT) }
    guard let root = tree else { return [] }
    defer { cmark_node_free(root) }
    return sequence(first: cmark_node_first_child(root), next: { $0.flatMap(cmark_node_next) }).prefix { $0 != nil }
      .compactMap { $0 }.filter { cmark_node_get_type($0) == CMARK_NODE_HEADING }
      .map { Heading(line: Int(cmark_node_get_start_line($0)), level: Int(cmark_node_get_heading_level($0))) }
  }

  /// The line with which the section ends that a line is in, behind its last: where the next heading of the level of its own,
  /// or of a higher one, begins. O(headings).
  static func end(ofSectionAt line: Int, _ headings: [Heading], of count: Int) -> Int {
    let own = headings.last { $0.line < line }?.level ?? 6
    return headings.first { $0.line > line && $0.level <= own }?.line ?? count + 1
  }
}
