import Foundation
import PhoneLink

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
    listener = try SecureListener(port: port, names: names, isLocal: isLocal)
    let hosts = names.map { [port = listener.port] in "\($0):\(port)" }
    address = "https://\(hosts[0])"
    let service = PhoneService(door: door, hosts: hosts) { (batch) throws(PhoneError) in try desk.take(batch) }
    listener.start { service.answer($0) }
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
