import Foundation
import LocalServer
import PhoneLink

/// The studio's side of the phone: the listener on the local network, and the code that leads a phone to it.
package final class PhoneHost: Sendable {
  private let door = PhoneDoor()
  private let desk: MotionDesk
  private let listener: Listener
  private let fingerprint: String
  private let address: String

  /// The phone's port cannot be listened on.
  package struct PortFailure: Error, CustomStringConvertible {
    package let port: UInt16
    package let reason: String

    package var description: String {
      "The phone's port \(port) cannot be listened on: \(reason). Give another one with --phone-port."
    }
  }

  /// What the page shows to bring a phone in.
  package struct Invitation: Codable, Sendable {
    package var address: String
    package var picture: String
    package var fingerprint: String
  }

  /// Listens on the local network, or `isLocal`, on the loopback interface alone.
  ///
  /// - Throws: `PortFailure`, `Certificate.Failure`.
  package init(desk: MotionDesk, port: UInt16, isLocal: Bool = false) throws {
    self.desk = desk
    let local = isLocal ? [] : NetworkAddresses.local
    let names = local + ["127.0.0.1", "localhost"]
    let certificate = try Certificate(names: names)
    fingerprint = certificate.fingerprint
    do throws(ListeningSocket.Failure) {
      listener = try Listener(port: port, isLocal: isLocal, certificate: certificate, limits: PhoneService.limits)
    } catch {
      throw PortFailure(port: port, reason: error.reason)
    }
    let hosts = names.map { [port = listener.port] in "\($0):\(port)" }
    address = "https://\(hosts[0])"
    let service = PhoneService(door: door) { (batch) throws(PhoneError) in try desk.take(batch) }
    listener.start(RequestGuard(secureHosts: hosts), answer: service.answer)
  }

  /// A new code; the phone that is connected has to scan it.
  package func invite() -> Invitation {
    let whole = "\(address)/\(door.invite())"
    desk.endSession()
    return Invitation(
      address: whole, picture: QRCode(whole)?.svg(label: "The phone's address as a code") ?? "",
      fingerprint: fingerprint)
  }

  package var isConnected: Bool { door.isOpen }

  package func close() {
    door.close()
    listener.close()
  }
}
