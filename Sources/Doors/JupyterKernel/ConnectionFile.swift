import CodeHelp
import Foundation

import enum Basics.GivenFile
import enum Basics.SystemReason
import enum Basics.WholeFile

/// The ports on which a front end wants the kernel to listen, and the key that signs messages. Jupyter writes the
/// file.
package struct ConnectionFile: Hashable, Sendable {
  package enum Failure: Error, Hashable, CustomStringConvertible {
    case unreadable(String, String)
    case malformed(String, String)
    case unwritable(String, String)

    package var description: String {
      switch self {
      case .unreadable(let path, let why): "\(path): error: the connection file cannot be read: \(why)"
      case .malformed(let path, let why): "\(path): error: this is not a connection file of Jupyter: \(why)"
      case .unwritable(let path, let why):
        "\(path): error: the ports that the system chose cannot be written into the connection file: \(why)"
      }
    }
  }

  private var path: String
  private var json: JSON
  package var transport: String
  package var address: String
  package var ports: [Channel: Int]
  package var signing: Signing

  /// The five sockets of a kernel, by their names in the file.
  package enum Channel: String, CaseIterable, Sendable { case shell, control, iopub, stdin, hb }

  /// Reads a file.
  ///
  /// - Throws: `Failure`.
  package init(path: String) throws(Failure) {
    let data: Data
    do throws(GivenFile.Refusal) {
      data = try GivenFile.read(path)
    } catch { throw .unreadable(path, error.description) }
    guard let json = try? JSON(data), json.members != nil else { throw .malformed(path, "it is not a JSON object") }
    (self.path, self.json) = (path, json)
    transport = json["transport"]?.string ?? "tcp"
    guard ["tcp", "ipc"].contains(transport) else {
      throw .malformed(path, "the transport “\(transport)” is neither tcp nor ipc")
    }
    address = json["ip"]?.string ?? "127.0.0.1"
    ports = [:]
    for channel in Channel.allCases {
      guard let port = json["\(channel.rawValue)_port"]?.int, (0...65535).contains(port) else {
        throw .malformed(path, "“\(channel.rawValue)_port” must be a port, a number from 0 to 65535")
      }
      ports[channel] = port
    }
    let scheme = json["signature_scheme"]?.string ?? "hmac-sha256"
    guard scheme == "hmac-sha256" else { throw .malformed(path, "the signature scheme “\(scheme)” is not hmac-sha256") }
    signing = Signing(key: json["key"]?.string ?? "")
  }

  /// Writes the ports into the file that the system has chosen, where the file leaves that to it, so that front ends find
  /// them.
  ///
  /// - Throws: `Failure`.
  func note(_ chosen: [Channel: Int]) throws(Failure) {
    guard transport == "tcp", ports.values.contains(0), var members = json.members else { return }
    for (channel, port) in chosen { members["\(channel.rawValue)_port"] = .integer(port) }
    do {
      try WholeFile.write(JSON.object(members).data, to: path)
    } catch {
      throw .unwritable(path, SystemReason.words(error))
    }
  }

  /// Removes the files of sockets; the one that is connected stays so.
  func removeSockets() {
    guard transport == "ipc" else { return }
    for port in ports.values { unlink("\(address)-\(port)") }
  }

  /// The address of a socket, as libzmq takes it. Port 0 lets the system choose.
  func endpoint(_ channel: Channel) -> String {
    let port = ports[channel]!
    return transport == "ipc" ? "ipc://\(address)-\(port)" : "tcp://\(address):\(port == 0 ? "*" : "\(port)")"
  }
}
