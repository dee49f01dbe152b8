import Basics
import CCommonMark
import Foundation
import NotebookDocument

extension MarkdownTree {
  /// Gives pictures their sizes, links their attributes, and quotations and tables their boxes. O(nodes).
  func setBoxes(_ attribute: ((_ name: String, _ address: String) -> String)?) {
    for node in nodes {
      let isPicture = cmark_node_get_type(node) == CMARK_NODE_IMAGE
      guard isPicture || cmark_node_get_type(node) == CMARK_NODE_LINK, !isInside(CMARK_NODE_IMAGE, node) else {
        continue
      }
      let title = cmark_node_get_title(node).map { String(cString: $0) } ?? ""
      let width = isPicture ? PictureSetting.width(inTitle: title) : nil
      guard width != nil || attribute != nil else { continue }
      let address = Self.escaped(cmark_node_get_url(node).map { String(cString: $0) } ?? "")
      let name = isPicture ? "src" : "href"
      let place = attribute?(name, address) ?? "\(name)=\"\(Self.attribute(address))\""
      let words = width != nil || title.isEmpty ? "" : " title=\"\(MarkupText.escape(title))\""
      guard isPicture else {
        open(node, "<a \(place)\(words)>", "</a>")
        continue
      }
      let style = width.map { "style=\"width: \(MarkupText.escape($0))\" " } ?? ""
      let spoken = MarkupText.escape(spoken(node))
      replace(node, withHTML: "<img \(style)\(place) alt=\"\(spoken)\"\(words) />", isBlock: false)
    }
    setAlerts()
    setTables()
  }

  /// The words for a picture. O(length).
  private func spoken(_ node: Node) -> String {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_TEXT, CMARK_NODE_CODE, CMARK_NODE_HTML_INLINE: Self.literal(node)
    case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: " "
    default: children(of: node).map(spoken).joined()
    }
  }

  /// An address with escapes for all that an address cannot have, as the reference parser writes it. O(length).
  static func escaped(_ address: String) -> String {
    var result: [UInt8] = []
    for byte in address.utf8 {
      let isLetter = (65...90).contains(byte) || (97...122).contains(byte) || (48...57).contains(byte)
      if isLetter || "-_.+!*'(),%#@?=;:/+&$~".utf8.contains(byte) {
        result.append(byte)
      } else {
        let hexadecimal = String(byte, radix: 16, uppercase: true)
        result += ((byte < 16 ? "%0" : "%") + hexadecimal).utf8
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func attribute(_ address: String) -> String {
    address.replacing(bytes: "&", with: "&amp;").replacing(bytes: "'", with: "&#x27;")
  }

  /// Gives tables a box in which one that is wider than the page can be scrolled. O(nodes).
  private func setTables() {
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
  private func setAlerts() {
    for (node, title) in takeAlerts() {
      guard let box = cmark_node_new(CMARK_NODE_CUSTOM_BLOCK) else { continue }
      let opening = "<div class=\"alert \(title.lowercased())\" role=\"note\">\n<p class=\"title\">\(title)</p>"
      cmark_node_set_on_enter(box, opening)
      cmark_node_set_on_exit(box, "</div>")
      while let child = cmark_node_first_child(node) { cmark_node_append_child(box, child) }
      if cmark_node_replace(node, box) == 0 { cmark_node_free(box) } else { cmark_node_free(node) }
    }
  }

  /// The quotations that are alerts, those inside of others first, with their titles; the mark is taken out of them. O(nodes).
  package func takeAlerts() -> [(node: Node, title: String)] {
    nodes.reversed().compactMap { node in
      guard cmark_node_get_type(node) == CMARK_NODE_BLOCK_QUOTE, let first = cmark_node_first_child(node),
        cmark_node_get_type(first) == CMARK_NODE_PARAGRAPH, let word = cmark_node_first_child(first),
        cmark_node_get_type(word) == CMARK_NODE_TEXT,
        let match = Self.literal(word).wholeMatch(of: compiled(/\[!([A-Za-z]+)\]\s*/)),
        let title = Self.alerts[match.output.1.uppercased()]
      else { return nil }
      if let after = cmark_node_next(word) {
        guard [CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK].contains(cmark_node_get_type(after)) else { return nil }
        remove(after)
      }
      remove(word)
      if cmark_node_first_child(first) == nil { remove(first) }
      return (node, title)
    }
  }
}
