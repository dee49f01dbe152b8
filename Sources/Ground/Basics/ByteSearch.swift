import Foundation

extension StringProtocol {
  /// Whether the bytes of another text stand in this one: what is asked of every line of a notebook and of pages of megabytes.
  /// `contains` compares characters in all their forms, and takes twenty times as long and more. O(length).
  package func holds(_ part: String) -> Bool {
    if part.isEmpty { return true }
    var text = Substring(self)
    return text.withUTF8 { $0.position(of: Array(part.utf8), from: 0) != nil }
  }

  /// The parts of the text before, between and behind the places of another one, by its bytes. O(length).
  package func parts(between cut: String) -> [String] {
    var text = Substring(self)
    let cut = Array(cut.utf8)
    return text.withUTF8 { bytes in
      var parts: [String] = []
      var start = 0
      while let end = bytes.position(of: cut, from: start) {
        parts.append(String(decoding: bytes[start..<end], as: UTF8.self))
        start = end + cut.count
      }
      return parts + [String(decoding: bytes[start...], as: UTF8.self)]
    }
  }

  /// The text with another one in place of each that has these bytes. For formats whose signs are bytes: `replacing` compares
  /// characters, and leaves a quotation mark that a combining accent follows. O(length).
  package func replacing(bytes part: String, with other: String) -> String {
    parts(between: part).joined(separator: other)
  }
}

extension String {
  /// The text with every span from an opening to the next closing replaced by what the body makes of its inside.
  ///
  /// If the body gives nil, the opening stays and the search goes on behind it. A page holds whole pictures: searching its bytes
  /// takes a thousandth of the time that a regular expression would. O(length).
  package func replacingSpans(
    from opening: String, to closing: String, with body: (String) -> String?
  ) -> String {
    var result: [UInt8] = []
    var text = self
    text.withUTF8 { bytes in
      let opening = Array(opening.utf8)
      let closing = Array(closing.utf8)
      var copied = 0
      var position = 0
      while let start = bytes.position(of: opening, from: position),
        let end = bytes.position(of: closing, from: start + opening.count)
      {
        let inside = start + opening.count
        if let replacement = body(String(decoding: bytes[inside..<end], as: UTF8.self)) {
          result += bytes[copied..<start]
          result += replacement.utf8
          copied = end + closing.count
          position = copied
        } else {
          position = inside
        }
      }
      if copied > 0 { result += bytes[copied...] }
    }
    return result.isEmpty ? text : String(decoding: result, as: UTF8.self)
  }

  /// The text without the spans from an opening to the next closing, tags for example. O(length).
  package func removingSpans(from opening: String, to closing: String) -> String {
    replacingSpans(from: opening, to: closing) { _ in "" }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Where a pattern begins at or after a position. O(length).
  package func position(of pattern: [UInt8], from start: Int) -> Int? {
    guard let base = baseAddress, let first = pattern.first else { return nil }
    var start = start
    while start + pattern.count <= count,
      let found = memchr(base + start, Int32(first), count - start - pattern.count + 1)
    {
      let position = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      if memcmp(found, pattern, pattern.count) == 0 { return position }
      start = position + 1
    }
    return nil
  }
}
