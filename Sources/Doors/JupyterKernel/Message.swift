import CodeHelp
import Foundation

/// A message of Jupyter's protocol.
package struct Message: Hashable, Sendable {
  package var header: JSON
  package var parent: JSON
  package var metadata: JSON
  package var content: JSON
  package var buffers: [[UInt8]] = []
  /// Whom an answer goes to: what the socket put before the message, or the topic of one that is published.
  package var identities: [[UInt8]] = []

  package init(
    header: JSON, parent: JSON = [:], metadata: JSON = [:], content: JSON, identities: [[UInt8]] = []
  ) {
    (self.header, self.parent, self.metadata, self.content) = (header, parent, metadata, content)
    self.identities = identities
  }

  package var type: String { header["msg_type"]?.string ?? "" }
  /// Whether it has a cell run.
  var runsCell: Bool { type == "execute_request" }
  package var session: String { header["session"]?.string ?? "" }

  /// The version of the protocol that is spoken here.
  package static let version = "5.4"

  private static let mark = Array("<IDS|MSG>".utf8)

  /// Why bytes cannot be read as a message.
  package enum Fault: Error, Hashable {
    case unmarked, truncated, wrongSignature, notJSON, noType
    /// A request of which a part cannot be read. The rest names the sender and the kind of request, so that it can be
    /// answered.
    case unreadable(Message, part: String)
  }

  /// Reads a message from the frames of a socket.
  ///
  /// - Throws: `Fault`, whatever the frames hold. O(length).
  package init(frames: [[UInt8]], signing: Signing) throws(Fault) {
    guard let mark = frames.firstIndex(of: Self.mark) else { throw .unmarked }
    let parts = Array(frames[(mark + 1)...])
    guard parts.count >= 5 else { throw .truncated }
    guard signing.accepts(parts[0], of: Array(parts[1...4])) else { throw .wrongSignature }
    guard let header = try? JSON(Data(parts[1])), header.members != nil else { throw .notJSON }
    self.init(header: header, content: [:], identities: Array(frames[..<mark]))
    guard !type.isEmpty else { throw .noType }
    var values: [JSON] = []
    for (name, part) in zip(["parent header", "metadata", "content"], parts[2...4]) {
      guard let value = try? JSON(Data(part)) else { throw .unreadable(self, part: name) }
      values.append(value)
    }
    guard values[2].members != nil else { throw .unreadable(self, part: "content") }
    (parent, metadata, content) = (values[0], values[1], values[2])
    buffers = Array(parts[5...])
  }

  /// The message as frames. O(length).
  package func frames(signing: Signing) -> [[UInt8]] {
    let parts = [header, parent, metadata, content].map { Array($0.data) }
    return identities + [Self.mark, signing.signature(of: parts)] + parts + buffers
  }
}

extension JSON {
  /// The members by which replies and messages tell an error.
  static func error(_ name: String, _ message: String, _ traceback: [String]) -> [String: JSON] {
    ["ename": .text(name), "evalue": .text(message), "traceback": .list(traceback.map(JSON.text))]
  }
}

/// Makes the headers of the messages of one run of the kernel.
package struct MessageMaker: Sendable {
  private let session = UUID().uuidString.lowercased()
  private let user = ProcessInfo.processInfo.userName

  package init() {}

  /// A message of this type, as an answer to another.
  package func make(
    _ type: String, _ content: JSON, answering parent: Message?, metadata: JSON = [:], identities: [[UInt8]] = []
  ) -> Message {
    Message(
      header: [
        "msg_id": .text(UUID().uuidString.lowercased()), "session": .text(session), "username": .text(user),
        "date": .text(Date().ISO8601Format(.iso8601(timeZone: .gmt, includingFractionalSeconds: true)) + "Z"),
        "msg_type": .text(type), "version": .text(Message.version),
      ],
      parent: parent?.header ?? [:], metadata: metadata, content: content, identities: identities)
  }
}
