import CHostLink
import CodeHelp
import Foundation

import class Basics.Mailbox

/// Messages on their way to the sockets: any thread puts them in, the one that owns the sockets takes them out, in order.
final class Outbox: Sendable {
  /// Readable when something is waiting.
  let descriptor: Int32
  private let writer: Int32
  private let waiting = Mailbox<(channel: ConnectionFile.Channel, message: Message)>()
  private let maker = MessageMaker()

  init() {
    var ends: [Int32] = [-1, -1]
    _ = gimbal_pipe(&ends)
    (descriptor, writer) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(writer)
  }

  /// Puts a message in.
  func post(_ channel: ConnectionFile.Channel, _ message: Message) {
    if waiting.put((channel, message)) == 1 { _ = gimbal_write_quietly(writer, "!", 1) }
  }

  /// Publishes a message about a request; about none where it is nil.
  func publish(_ type: String, _ content: JSON, about parent: Message?, metadata: JSON = [:]) {
    let topic = Array("kernel.\(type)".utf8)
    post(.iopub, maker.make(type, content, answering: parent, metadata: metadata, identities: [topic]))
  }

  func publishStatus(_ state: String, about parent: Message?) {
    publish("status", ["execution_state": .text(state)], about: parent)
  }

  /// Answers a request on the channel on which it came.
  func reply(_ type: String, _ content: JSON, to request: Message, on channel: ConnectionFile.Channel) {
    post(channel, maker.make(type, content, answering: request, identities: request.identities))
  }

  /// Takes everything out.
  func take() -> [(channel: ConnectionFile.Channel, message: Message)] {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) > 0 {}
    return waiting.takeAll()
  }
}
