import Basics
import Foundation
import NotebookDocument
import Reports

import enum Basics.Spelling

/// The targets that a chapter's links have in the book, for a page that shows the chapter or a part of it.
///
/// A link to another chapter's notebook becomes one to its page, a link to a file inside the book's folder takes the
/// file along. A link to a file outside of the book becomes text, with a warning.
struct PageLinks {
  let site: BookSite
  /// The chapter whose text it is, and the page on which it is.
  let chapter: BookSite.Part
  let page: String

  /// A text with links, numbers and names in their places. O(length).
  func filled(_ text: String, _ result: inout BookSite.Result) -> String {
    BookMarks.filled(
      text, chapter: chapter.number, text: { site.target(of: $0, in: chapter, &result)?.name ?? "" },
      anchor: { site.target(of: $0, in: chapter, &result)?.address ?? "" },
      attribute: { name, address in
        (name == "href" ? link(to: address, &result) : source(address, &result)) ?? BookMarks.plain(name, address)
      })
  }

  /// What is in place of `href="…"`; nil where it stays.
  private func link(to address: String, _ result: inout BookSite.Result) -> String? {
    if address.hasPrefix("#") {
      let place = address.dropFirst()
      if let index = BookMarks.index(ofAnchor: place) {
        guard let target = site.target(of: index, in: chapter, &result) else { return "" }
        return attributes(
          self.address(of: target.part, "#" + target.anchor), target.part.items[target.anchor], of: target.part, &result
        )
      }
      let anchor = String(place).removingPercentEncoding ?? String(place)
      let item = chapter.items[anchor]
      guard page != chapter.file || item != nil else { return nil }
      return attributes(self.address(of: chapter, address), item, of: chapter, &result)
    }
    guard !address.isEmpty, !LinkedAddress.isAbsolute(address) else { return nil }
    if address.hasPrefix("/") { return unlinked(address, "which begins at the root of this machine", &result) }
    let end = address.firstIndex { $0 == "#" || $0 == "?" } ?? address.endIndex
    let place = LinkedFiles.place(of: String(address[..<end]), in: chapter.notebook.folder)
    if let other = site.part(at: place) {
      return attributes(
        self.address(of: other, fragment(address[end...], in: other, address, &result)), nil, of: other, &result)
    }
    guard let name = site.carried(place) else {
      return unlinked(
        address, FileManager.default.fileExists(atPath: place) ? "which is not in the book" : "which is not there",
        &result)
    }
    result.carried[name] = place
    return "href=\"\(MarkupText.escape(LinkedAddress.encoded(name) + address[end...]))\""
  }

  /// The place in another chapter to which a link leads: its heading, or its beginning where it has no such place.
  private func fragment(
    _ text: Substring, in other: BookSite.Part, _ address: String, _ result: inout BookSite.Result
  ) -> String {
    guard text.hasPrefix("#"), text.count > 1 else { return "" }
    let anchor = text.dropFirst()
    guard other.anchors.contains(anchor.removingPercentEncoding ?? String(anchor)) else {
      let near = Spelling.nearest(
        to: String(anchor), among: other.chapter.page.headings.map(\.slug))
      result.warn(
        chapter, at: address,
        "the chapter “\(other.chapter.name)” has no place “\(anchor)”, so that the link leads to its beginning"
          + (near.map { "; did you mean “#\($0)”?" } ?? "; correct the part after the #"))
      return ""
    }
    return String(text)
  }

  private func address(of part: BookSite.Part, _ fragment: String) -> String {
    part.file == page && !fragment.isEmpty ? fragment : part.file + fragment
  }

  /// A link that shows the figure to which it leads.
  private func attributes(
    _ address: String, _ item: Chapter.Item?, of part: BookSite.Part, _ result: inout BookSite.Result
  ) -> String {
    let link = "href=\"\(MarkupText.escape(address))\""
    guard let item, !item.pictures.isEmpty else { return link }
    let pictures = item.pictures.map { LinkedAddress.encoded(part.picture($0)) }.joined(separator: " ")
    let caption = PageLinks(site: site, chapter: part, page: page).filled(
      item.name + "." + (item.words.map { " " + $0 } ?? ""), &result)
    return link + " data-figure=\"\(MarkupText.escape(pictures))\" data-caption=\"\(MarkupText.escape(caption))\""
  }

  private func unlinked(_ address: String, _ why: String, _ result: inout BookSite.Result) -> String {
    result.warn(
      chapter, at: address,
      "the link leads to “\(address)”, \(why), so that it is shown as text; link to a chapter, or to a file in the book's folder"
    )
    return ""
  }

  /// What is in place of `src="…"`; nil where it stays.
  private func source(_ address: String, _ result: inout BookSite.Result) -> String? {
    guard !address.isEmpty, !LinkedAddress.isAbsolute(address), !address.hasPrefix("#") else { return nil }
    let place = LinkedFiles.place(of: address, in: chapter.notebook.folder)
    guard !address.hasPrefix("/"), let name = site.carried(place) else {
      result.warn(
        chapter, at: address, "“\(address)” is not in the book's folder, so that readers do not see it; put it there")
      return "src=\"\""
    }
    result.carried[name] = place
    return "src=\"\(MarkupText.escape(LinkedAddress.encoded(name)))\""
  }
}

/// Addresses in pages.
enum LinkedAddress {
  /// Whether an address begins with a scheme, as `https:` and `data:`, or with a host.
  static func isAbsolute(_ address: String) -> Bool {
    if address.hasPrefix("//") { return true }
    let scheme = address.prefix { $0 != ":" && $0 != "/" }
    return scheme.count < address.count && address[scheme.endIndex] == ":"
  }

  /// A name as an address has it.
  static func encoded(_ name: String) -> String {
    name.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed.subtracting([":"])) ?? name
  }
}
