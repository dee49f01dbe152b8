/// One message on the way from a cell to the runner: a bundle, and its place among the printed lines.
///
/// On the wire: a line `place parts` in decimal (place 0: none), then for each part a line `media-type length` and as many
/// bytes. Lengths go ahead so that a figure of a megabyte is copied once and never searched.
public struct ChannelMessage: Hashable, Sendable {
  /// The number that the bundle's mark in standard output carries, from 1; nil for what has no place there.
  public var place: Int?
  /// What is shown.
  public var bundle: MIMEBundle

  /// A message with this bundle.
  public init(place: Int?, bundle: MIMEBundle) { (self.place, self.bundle) = (place, bundle) }

  /// The message as it travels. O(length).
  public var bytes: [UInt8] {
    let parts = bundle.contents.sorted { $0.key < $1.key }
    var bytes = Array("\(place ?? 0) \(parts.count)\n".utf8)
    bytes.reserveCapacity(bytes.count + parts.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 24 })
    for (type, content) in parts {
      bytes += "\(type) \(content.utf8.count)\n".utf8
      bytes += content.utf8
    }
    return bytes
  }

  /// What stands at the beginning of a stream of messages.
  public enum Prefix: Hashable, Sendable {
    /// A whole message of so many bytes.
    case message(ChannelMessage, length: Int)
    /// The beginning of a message: at least so many bytes are needed.
    case partial(atLeast: Int)
    /// Bytes that are no message.
    case malformed
  }

  /// Reads the message at the beginning of these bytes. O(length).
  public static func read(_ bytes: some RandomAccessCollection<UInt8>) -> Prefix {
    var rest = bytes[...]
    /// The next line's two words; nil when its end has not come yet.
    func line() -> (first: Substring, second: Int)?? {
      guard let end = rest.prefix(256).firstIndex(of: 10) else { return rest.count < 256 ? .some(nil) : nil }
      let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ")
      guard words.count == 2, let number = Int(words[1]), number >= 0 else { return nil }
      rest = rest[rest.index(after: end)...]
      return (words[0], number)
    }
    guard let header = line() else { return .malformed }
    guard let header else { return .partial(atLeast: bytes.count + 1) }
    guard let place = Int(header.first) else { return .malformed }
    var contents: [String: String] = [:]
    for _ in 0..<header.second {
      guard let part = line() else { return .malformed }
      guard let part else { return .partial(atLeast: bytes.count + 1) }
      guard rest.count >= part.second else { return .partial(atLeast: bytes.count - rest.count + part.second) }
      contents[String(part.first)] = String(decoding: rest.prefix(part.second), as: UTF8.self)
      rest = rest.dropFirst(part.second)
    }
    let message = ChannelMessage(place: place > 0 ? place : nil, bundle: MIMEBundle(contents))
    return .message(message, length: bytes.count - rest.count)
  }
}
