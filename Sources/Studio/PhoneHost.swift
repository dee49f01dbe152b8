import Foundation
import PhoneLink
import StrictHTTP

/// The studio's side of the phone: the listener on the local network, and the code that leads a phone to it.
package final class PhoneHost: Sendable {
  private let door = PhoneDoor()
  private let listener: SecureListener
  private let address: String

  /// What the page shows to bring a phone in.
  package struct Invitation: Codable, Sendable {
    package var address: String
    package var picture: String
    package var fingerprint: String
  }

  /// Listens on the local network, or `isLocal`, on the loopback interface alone.
  package init(desk: MotionDesk, port: UInt16, isLocal: Bool = false) throws {
    let local = isLocal ? [] : NetworkAddresses.local
    let names = local + ["127.0.0.1", "localhost"]
    let door = door
    // The port is known when the listener is there, and the listener needs to know what to answer.
    let service = Box<PhoneService?>(nil)
    listener = try SecureListener(port: port, names: names, isLocal: isLocal) { request in
      service.value?.answer(request) ?? StrictReply(403, "The studio is not ready yet.")
    }
    let listening = listener.port
    service.value = PhoneService(door: door, hosts: names.map { "\($0):\(listening)" }) { desk.take($0) }
    address = "https://\(names[0]):\(listening)"
    listener.start()
  }

  /// A new code; the phone that is connected has to scan it.
  package func invite() -> Invitation {
    let whole = "\(address)/\(door.invite())"
    return Invitation(
      address: whole, picture: QRCode(whole)?.svg(label: "The phone's address as a code") ?? "",
      fingerprint: listener.fingerprint)
  }

  package var isConnected: Bool { door.isOpen }

  package func close() {
    door.close()
    listener.close()
  }
}

private final class Box<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value
  init(_ value: Value) { stored = value }
  var value: Value {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }
}
