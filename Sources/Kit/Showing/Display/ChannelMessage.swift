/// One message on the way from a cell to the runner: a bundle.
///
/// On the wire: a line with the number of parts in decimal, then for each part a line `media-type length` and as many
/// bytes. Lengths go ahead so that a figure of a megabyte is copied once and never searched.
@_documentation(visibility: internal)
public struct ChannelMessage: Hashable, Sendable {
  /// What is shown.
  public var bundle: MIMEBundle

  /// A message with this bundle.
  public init(bundle: MIMEBundle) { self.bundle = bundle }

  /// The message as it travels. O(length).
  public var bytes: [UInt8] {
    let parts = bundle.contents.sorted { $0.key < $1.key }
    var bytes = Array("\(parts.count)\n".utf8)
    bytes.reserveCapacity(bytes.count + parts.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 24 })
    for (type, content) in parts {
      bytes += "\(type) \(content.utf8.count)\n".utf8
      bytes += content.utf8
    }
    return bytes
  }

  /// What is at the beginning of a stream of messages.
  public enum Prefix: Hashable, Sendable {
    /// A whole message of this many bytes.
    case message(ChannelMessage, length: Int)
    /// The beginning of a message: at least this many bytes are needed.
    case partial(atLeast: Int)
    /// Bytes that cannot be read as a message.
    case malformed
  }

  /// Bytes of one part at most: what says more is not a message.
  public static let longestPart = 1 << 30
  /// Parts of one message at most.
  public static let mostParts = 64

  /// Reads the message at the beginning of these bytes, whatever they are. O(length).
  public static func read(_ bytes: some RandomAccessCollection<UInt8>) -> Prefix {
    var rest = bytes[...]
    /// The next line's words; nil when its end has not come yet.
    func line() -> [Substring]?? {
      guard let end = rest.prefix(256).firstIndex(of: 10) else { return rest.count < 256 ? .some(nil) : nil }
      let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
      rest = rest[rest.index(after: end)...]
      return words
    }
    guard let header = line() else { return .malformed }
    guard let header else { return .partial(atLeast: bytes.count + 1) }
    guard header.count == 1, let count = Int(header[0]), (1...mostParts).contains(count) else { return .malformed }
    var contents: [String: String] = [:]
    for _ in 0..<count {
      guard let part = line() else { return .malformed }
      guard let part else { return .partial(atLeast: bytes.count + 1) }
      guard part.count == 2, let length = Int(part[1]), (0...longestPart).contains(length) else { return .malformed }
      guard rest.count >= length else { return .partial(atLeast: bytes.count - rest.count + length) }
      contents[String(part[0])] = String(decoding: rest.prefix(length), as: UTF8.self)
      rest = rest.dropFirst(length)
    }
    return .message(ChannelMessage(bundle: MIMEBundle(contents)), length: bytes.count - rest.count)
  }
}
