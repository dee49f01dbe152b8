import Basics
import CCommonMark
import Foundation
import NotebookDocument

extension MarkdownTree {
  /// Gives pictures the widths that are in their titles. O(nodes).
  func setSizes() {
    for node in nodes where cmark_node_get_type(node) == CMARK_NODE_IMAGE {
      let title = cmark_node_get_title(node).map { String(cString: $0) } ?? ""
      let start = MarkdownSetter.sizeMark + "width="
      guard title.hasPrefix(start) else { continue }
      cmark_node_set_title(node, "")
      let html = html(of: node).trimmingCharacters(in: .newlines)
      guard html.hasPrefix("<img ") else { continue }
      let width = MarkupText.escape(String(title.dropFirst(start.count)))
      replace(node, withHTML: "<img style=\"width: \(width)\" \(html.dropFirst(5))", isBlock: false)
    }
  }

  /// Gives tables a box in which one that is wider than the page can be scrolled. O(nodes).
  func setTables() {
    for node in nodes where cmark_node_get_type_string(node).map({ String(cString: $0) }) == "table" {
      guard let box = cmark_node_new(CMARK_NODE_CUSTOM_BLOCK) else { continue }
      cmark_node_set_on_enter(box, "<div class=\"scroll\" tabindex=\"0\">")
      cmark_node_set_on_exit(box, "</div>")
      guard cmark_node_insert_before(node, box) != 0 else {
        cmark_node_free(box)
        continue
      }
      if cmark_node_append_child(box, node) == 0 { cmark_node_free(box) }
    }
  }

  /// The kinds of alerts that GitHub knows, a quotation that begins with `[!NOTE]`, and what is written above them.
  private static let alerts = [
    "NOTE": "Note", "TIP": "Tip", "IMPORTANT": "Important", "WARNING": "Warning", "CAUTION": "Caution",
  ]

  /// Makes boxes of quotations that are alerts. O(nodes).
  func setAlerts() {
    for node in nodes.reversed() where cmark_node_get_type(node) == CMARK_NODE_BLOCK_QUOTE {
      guard let first = cmark_node_first_child(node), cmark_node_get_type(first) == CMARK_NODE_PARAGRAPH,
        let word = cmark_node_first_child(first), cmark_node_get_type(word) == CMARK_NODE_TEXT,
        let match = Self.literal(word).wholeMatch(of: compiled(/\[!([A-Za-z]+)\]\s*/)),
        let title = Self.alerts[match.output.1.uppercased()], let box = cmark_node_new(CMARK_NODE_CUSTOM_BLOCK)
      else { continue }
      if let after = cmark_node_next(word) {
        guard [CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK].contains(cmark_node_get_type(after)) else {
          cmark_node_free(box)
          continue
        }
        remove(after)
      }
      remove(word)
      if cmark_node_first_child(first) == nil { remove(first) }
      let opening = "<div class=\"alert \(title.lowercased())\" role=\"note\">\n<p class=\"title\">\(title)</p>"
      cmark_node_set_on_enter(box, opening)
      cmark_node_set_on_exit(box, "</div>")
      while let child = cmark_node_first_child(node) { cmark_node_append_child(box, child) }
      if cmark_node_replace(node, box) == 0 { cmark_node_free(box) } else { cmark_node_free(node) }
    }
  }
}
