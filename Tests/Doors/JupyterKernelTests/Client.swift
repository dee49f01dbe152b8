import Foundation
import TestCaches

@testable import CodeHelp
@testable import JupyterKernel

/// A kernel that runs in this process, and a front end that talks to it over its sockets.
final class Client {
  private let context = SocketContext()
  private let server: KernelServer
  private let thread: Thread
  private let ended = DispatchSemaphore(value: 0)
  private var sockets: [ConnectionFile.Channel: Socket] = [:]
  private let maker = MessageMaker()
  let signing: Signing
  let folder: String

  static let cache = TestCaches.cells

  let connectionFile: String

  init(key: String = "a key") throws {
    folder = "\(NSTemporaryDirectory())gimbal-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let file = "\(folder)/connection.json"
    connectionFile = file
    let text = """
      {"transport": "tcp", "ip": "127.0.0.1", "key": "\(key)", "signature_scheme": "hmac-sha256",
       "shell_port": 0, "control_port": 0, "iopub_port": 0, "stdin_port": 0, "hb_port": 0}
      """
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    let connection = try ConnectionFile(path: file)
    signing = connection.signing
    var settings = KernelServer.Settings(
      connection: connection, folder: folder, history: "\(folder)/history.sqlite", help: nil,
      versions: ("0", "Swift version 6.3.1 (test)"))
    settings.cacheFolder = Self.cache
    let server = try KernelServer(settings)
    self.server = server
    let ended = ended
    thread = Thread {
      server.run()
      ended.signal()
    }
    thread.stackSize = 8 << 20
    thread.start()
    let kinds: [ConnectionFile.Channel: Socket.Kind] = [
      .shell: .dealer, .control: .dealer, .stdin: .dealer, .iopub: .subscriber, .hb: .request,
    ]
    // A front end asks on one socket and is asked on another: they bear one name.
    let name = UUID().uuidString
    for (channel, kind) in kinds {
      let socket = try Socket(kind, in: context)
      if kind == .dealer { socket.identify(as: name) }
      if kind == .subscriber { socket.subscribe() }
      try socket.connect("tcp://127.0.0.1:\(server.ports[channel]!)")
      sockets[channel] = socket
    }
    // What is published before somebody listens is heard by nobody.
    while let message = receive(.iopub), message.type != "iopub_welcome" {}
  }

  /// Ends the kernel; whether it did in time.
  func end() -> Bool {
    _ = send("shutdown_request", ["restart": false], on: .control)
    let hasEnded = ended.wait(timeout: .now() + 300) == .success
    sockets = [:]
    try? FileManager.default.removeItem(atPath: folder)
    return hasEnded
  }

  /// Sends a request; its identifier.
  func send(_ type: String, _ content: JSON, on channel: ConnectionFile.Channel = .shell) -> String {
    let message = maker.make(type, content, answering: nil)
    sockets[channel]!.send(message.frames(signing: signing))
    return message.header["msg_id"]!.string!
  }

  func send(frames: [[UInt8]], on channel: ConnectionFile.Channel) { sockets[channel]!.send(frames) }

  /// The next message on a channel; nil when none comes in time.
  func receive(_ channel: ConnectionFile.Channel, seconds: Double = 300) -> Message? {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      if let frames = sockets[channel]!.receive() { return try? Message(frames: frames, signing: signing) }
      Thread.sleep(forTimeInterval: 0.002)
    }
    return nil
  }

  /// An echo of the heart.
  func beat(_ bytes: [UInt8]) -> [UInt8]? {
    sockets[.hb]!.send([bytes])
    let end = ContinuousClock.now + .seconds(300)
    while ContinuousClock.now < end {
      if let frames = sockets[.hb]!.receive() { return frames.first }
      Thread.sleep(forTimeInterval: 0.002)
    }
    return nil
  }

  /// The answer to a request.
  func reply(_ request: String, on channel: ConnectionFile.Channel = .shell) -> Message? {
    while let message = receive(channel) { if message.parent["msg_id"]?.string == request { return message } }
    return nil
  }

  func ask(_ type: String, _ content: JSON = [:], on channel: ConnectionFile.Channel = .shell) -> JSON? {
    reply(send(type, content, on: channel), on: channel)?.content
  }

  /// What is published about a request, up to the word that the kernel is idle.
  func published(_ request: String) -> [Message] {
    var found: [Message] = []
    while let message = receive(.iopub) {
      guard message.parent["msg_id"]?.string == request else { continue }
      found.append(message)
      if message.content["execution_state"]?.string == "idle" { return found }
    }
    return found
  }

  /// Runs a cell: the answer, and what it published except for status and input.
  func run(_ code: String, _ more: [String: JSON] = [:]) -> (reply: JSON, shown: [Message]) {
    let request = send("execute_request", .object(["code": .text(code)].merging(more) { $1 }))
    let answer = reply(request)?.content ?? .null
    return (answer, published(request).filter { !["status", "execute_input"].contains($0.type) })
  }

  /// The value of a cell's last expression.
  func value(_ code: String) -> String? {
    run(code).shown.first { $0.type == "execute_result" }?.content["data"]?["text/plain"]?.string
  }
}
