import Basics

/// HTML of an author, or of a cell, without scripts and forms.
///
/// The output is written afresh: only tags and attributes of two short lists, and text in which each `<` is escaped.
/// So it is harmless for any input, even where this parser and a browser's read the input differently.
package enum SafeMarkup {
  /// A part of a text, such as Markdown hands over: its tags need not match. O(length).
  package static func part(_ html: String) -> String { cleaned(html, isWhole: false) }

  /// A text that stands for itself: end tags without a beginning go, and what it leaves open is closed. O(length).
  package static func whole(_ html: String) -> String { cleaned(html, isWhole: true) }

  private static func cleaned(_ html: String, isWhole: Bool) -> String {
    var writer = SafeMarkupWriter(isWhole: isWhole)
    var tokens = MarkupTokens(html)
    while let token = tokens.next() { writer.write(token, &tokens) }
    return writer.finish()
  }
}

private struct SafeMarkupWriter {
  let isWhole: Bool
  private var html: [UInt8] = []
  /// Elements that are open, by the names under which they were written, and how often each is.
  private var open: [String] = []
  private var counts: [String: Int] = [:]

  init(isWhole: Bool) { self.isWhole = isWhole }

  mutating func write(_ token: MarkupToken, _ tokens: inout MarkupTokens) {
    switch token {
    case .text(let bytes): write(text: bytes)
    case .unseen: break
    case .end(let name): end(name)
    case .start(let tag): start(tag, &tokens)
    }
  }

  mutating func finish() -> String {
    if isWhole { while let name = open.popLast() { html += "</\(name)>".utf8 } }
    return String(decoding: html, as: UTF8.self)
  }

  private mutating func write(text: ArraySlice<UInt8>) {
    for byte in text where byte != 0 {
      if byte == UInt8(ascii: "<") { html += "&lt;".utf8 } else { html.append(byte) }
    }
  }

  private var isInDrawing: Bool { counts["svg", default: 0] > 0 }
  private var isForeign: Bool { isInDrawing || counts["math", default: 0] > 0 }

  // MARK: Tags

  private mutating func start(_ tag: MarkupTag, _ tokens: inout MarkupTokens) {
    if tag.name == "style" {
      if tag.closesItself, isInDrawing { return }
      return write(style: tokens.content(of: "style"))
    }
    if tag.name == "plaintext" { return write(text: tokens.content(of: "plaintext")) }
    let isTitle = tag.name == "title" && isInDrawing
    if SafeNames.unread.contains(tag.name), !isTitle {
      if !tag.closesItself || !isForeign, tag.name != "embed", tag.name != "frameset" {
        _ = tokens.content(of: tag.name)
      }
      return
    }
    if tag.name == "input" { return write(box: tag) }
    if tag.name == "img" || tag.name == "image" && !isForeign { return write(picture: tag) }
    // In a part, the drawing may have begun in an earlier one.
    let foreign =
      isForeign || !isWhole || tag.name == "svg" || tag.name == "math" ? SafeNames.foreign[tag.name] : nil
    guard let name = foreign ?? (SafeNames.elements.contains(tag.name) ? tag.name : nil) else { return }
    guard let attributes = foreign != nil ? foreignAttributes(of: tag) : self.attributes(of: tag) else { return }
    let isEmpty = foreign == nil && SafeNames.empty.contains(name)
    let isClosed = tag.closesItself && (foreign != nil || isEmpty)
    write(name, attributes, closesItself: isClosed)
    if !isEmpty, !isClosed { begin(name) }
  }

  private mutating func begin(_ name: String) {
    if isWhole { open.append(name) }
    counts[name, default: 0] += 1
  }

  private mutating func end(_ name: String) {
    let isKnown = SafeNames.elements.contains(name) && !SafeNames.empty.contains(name)
    guard let written = counts[name, default: 0] > 0 || isKnown ? name : SafeNames.foreign[name] else { return }
    guard counts[written, default: 0] > 0 else {
      // In a part, its beginning may be in an earlier one.
      if !isWhole, isKnown || SafeNames.foreign[name] != nil, name != "title" { html += "</\(written)>".utf8 }
      return
    }
    guard isWhole else {
      counts[written]! -= 1
      html += "</\(written)>".utf8
      return
    }
    while let last = open.popLast() {
      counts[last]! -= 1
      html += "</\(last)>".utf8
      if last == written { return }
    }
  }

  private mutating func write(_ name: String, _ attributes: [Attribute], closesItself: Bool = false) {
    html += "<\(name)".utf8
    for (name, value) in attributes { html += (value.map { " \(name)=\"\($0)\"" } ?? " \(name)").utf8 }
    html += closesItself ? "/>".utf8 : ">".utf8
  }

  private mutating func write(style content: ArraySlice<UInt8>) {
    var style = String(decoding: content.filter { $0 != 0 }, as: UTF8.self)
    if isInDrawing {
      style = Self.decoded(style.replacing(bytes: "<![CDATA[", with: "").replacing(bytes: "]]>", with: ""))
      guard SafeStyle.loadsNothing(style) else { return }
      style = MarkupText.escape(style)
    }
    guard SafeStyle.loadsNothing(style) else { return }
    html += "<style>\(style)</style>".utf8
  }

  /// A box to tick, as a list of tasks has them; of other controls nothing would come.
  private mutating func write(box tag: MarkupTag) {
    guard Self.value("type", of: tag)?.lowercased() == "checkbox" else { return }
    let isTicked = tag.attributes.contains { $0.name.lowercased() == "checked" }
    write("input", [("type", "checkbox"), ("disabled", nil)] + (isTicked ? [("checked", nil)] : []))
  }

  /// A picture from elsewhere becomes a link to it.
  private mutating func write(picture tag: MarkupTag) {
    let address = Self.value("src", of: tag) ?? ""
    if !address.isEmpty, SafeAddress.isSource(address) {
      return write(
        "img", [("src", MarkupText.escape(address))] + (attributes(of: tag) ?? []), closesItself: tag.closesItself)
    }
    let words = Self.value("alt", of: tag) ?? ""
    let shown = MarkupText.escape(words.isEmpty ? address : words)
    guard SafeAddress.isLink(address), counts["a", default: 0] == 0 else {
      html += (words.isEmpty ? "" : shown).utf8
      return
    }
    html += "<a href=\"\(MarkupText.escape(address))\">\(shown)</a>".utf8
  }

  // MARK: Attributes

  /// As it is written; HTML has some without a value.
  private typealias Attribute = (name: String, value: String?)

  private static func value(_ name: String, of tag: MarkupTag) -> String? {
    tag.attributes.first { $0.name.lowercased() == name }?.value.map(decoded)
  }

  /// The attributes of an element of HTML that stay, with their values as they are written.
  private func attributes(of tag: MarkupTag) -> [Attribute]? {
    tag.attributes.compactMap { attribute, value in
      let name = attribute.lowercased()
      guard let value else { return SafeNames.keeps(name) ? (name, nil) : nil }
      switch name {
      case "href" where tag.name == "a", "xlink:href" where tag.name == "a", "cite":
        return Self.address(name, value, SafeAddress.isLink)
      case "src" where ["video", "audio", "source"].contains(tag.name), "poster" where tag.name == "video":
        return Self.address(name, value, SafeAddress.isSource)
      case "name" where tag.name == "a" || tag.name == "details": return (name, Self.quoted(value))
      case "style": return Self.style(name, value)
      default: return SafeNames.keeps(name) ? (name, Self.quoted(value)) : nil
      }
    }
  }

  /// Those of an element of a drawing or a formula; nil where the element itself must go, since it would change another's
  /// address.
  private func foreignAttributes(of tag: MarkupTag) -> [Attribute]? {
    if SafeNames.animations.contains(tag.name) {
      let changed = Self.value("attributename", of: tag)?.lowercased() ?? ""
      guard SafeNames.keepsForeign(changed) || changed.isEmpty else { return nil }
    }
    return tag.attributes.compactMap { name, value in
      let value = value ?? ""
      switch name.lowercased() {
      case "href", "xlink:href":
        return Self.address(name, value, tag.name == "image" ? SafeAddress.isSource : SafeAddress.isPlace)
      case "xmlns": return ["svg", "math"].contains(tag.name) ? (name, Self.quoted(Self.space(of: tag.name))) : nil
      case "xmlns:xlink": return (name, "http://www.w3.org/1999/xlink")
      case let known: return SafeNames.keepsForeign(known) ? Self.style(name, value) : nil
      }
    }
  }

  private static func space(of element: String) -> String {
    element == "svg" ? "http://www.w3.org/2000/svg" : "http://www.w3.org/1998/Math/MathML"
  }

  private static func address(_ name: String, _ value: String, _ isSafe: (String) -> Bool) -> Attribute? {
    let address = decoded(value)
    return isSafe(address) ? (name, MarkupText.escape(address)) : nil
  }

  private static func style(_ name: String, _ value: String) -> Attribute? {
    let style = decoded(value)
    return SafeStyle.loadsNothing(style) ? (name, MarkupText.escape(style)) : nil
  }

  // MARK: Characters

  /// A value that is only shown: its references stay.
  private static func quoted(_ value: String) -> String {
    value.replacing(bytes: "\"", with: "&quot;").replacing(bytes: "<", with: "&lt;").replacing(bytes: ">", with: "&gt;")
  }

  /// The characters that references stand for, where an address or a style is examined. References with rarer names
  /// stay as they are written, in the examined text and, escaped, in the output: they are harmless there.
  static func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    return text.replacing(compiled(/&(?:#(?:[xX]([0-9a-fA-F]+)|([0-9]+));?|(amp|lt|gt|quot|apos|nbsp);)/)) { match in
      if let name = match.output.3 { return named[name] ?? "" }
      let number = match.output.1.flatMap { UInt32($0, radix: 16) } ?? match.output.2.flatMap { UInt32($0) }
      return number.flatMap { Unicode.Scalar($0) }.map { String(Character($0)) } ?? "\u{FFFD}"
    }
  }

  private static let named: [Substring: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
  ]
}
