import Basics
import CodeHelp
import Foundation
import Processes

/// The kernel that a front end of Jupyter talks to: owns the sockets, answers what can be answered at once, and passes the
/// rest on to those who run cells and help with code.
package final class KernelServer: @unchecked Sendable {
  /// What a kernel is started with.
  package struct Settings: Sendable {
    package var connection: ConnectionFile
    /// Where cells run.
    package var folder: String
    /// The notebook whose cells are sent, if it is known.
    package var notebook: NotebookFile?
    /// Notebooks, one of which may be the one whose cells are sent.
    package var notebookPaths: [String] = []
    /// Bytes of private memory that a cell's process may take.
    package var memoryLimit: Int?
    /// The folder of compiled cells; the user's when nil.
    package var cacheFolder: String?
    /// The database of what was typed.
    package var history: String
    /// The program and arguments that serve SourceKit; none where the toolchain has none.
    package var help: [String]?
    /// What the program and the compiler call themselves.
    package var versions: (program: String, compiler: String)
    /// From its descriptor signals come as bytes by number.
    package var signals = Interrupt()

    package init(
      connection: ConnectionFile, folder: String, history: String, help: [String]?,
      versions: (program: String, compiler: String)
    ) {
      (self.connection, self.folder, self.history) = (connection, folder, history)
      (self.help, self.versions) = (help, versions)
    }
  }

  private let settings: Settings
  private let context = SocketContext()
  private var sockets: [ConnectionFile.Channel: Socket] = [:]
  /// The ports that the sockets listen on.
  package private(set) var ports: [ConnectionFile.Channel: Int] = [:]
  private let outbox = Outbox()
  private let input: InputRequests
  private let executor: Executor
  private let desk: HelpDesk
  private var seen = SeenSignatures()
  /// The process that has started us; another one once that has ended.
  private let parent = getppid()
  private var isOver = false
  /// What came and was not a message.
  package private(set) var faults = 0

  /// Listens.
  ///
  /// - Throws: `SocketFailure`, for example when a port is taken, or `ConnectionFile.Failure` when a port that the system
  ///   chose cannot be written into the file.
  package init(_ settings: Settings) throws {
    self.settings = settings
    let store = HistoryStore(path: settings.history)
    input = InputRequests(outbox)
    executor = Executor(settings, outbox, store, input)
    let executor = executor
    let help = Help(start: settings.help)
    help.comment = { executor.comment(on: $0) }
    desk = HelpDesk(help, store, executor)
    let desk = desk
    executor.inspect = { desk.inspect($0) }
    executor.onPerson = { desk.warmUp() }
    for channel in ConnectionFile.Channel.allCases {
      let kind: Socket.Kind = channel == .iopub ? .publisher : channel == .hb ? .reply : .router
      let socket = try Socket(kind, in: context)
      ports[channel] = try socket.bind(settings.connection.endpoint(channel))
      sockets[channel] = socket
    }
    try settings.connection.note(ports)
  }

  /// Serves until a front end, a signal or the end of the program that has started us ends it.
  package func run() {
    let heartbeat = sockets.removeValue(forKey: .hb)!
    let beating = DispatchSemaphore(value: 0)
    let isBeating = OwnThread.start {
      while let beat = heartbeat.receive(waiting: true) { heartbeat.send(beat) }
      beating.signal()
    }
    if !isBeating { beating.signal() }
    outbox.publishStatus("starting", about: nil)
    executor.start()
    let channels: [ConnectionFile.Channel] = [.control, .iopub, .stdin, .shell]
    let listening = channels.map { sockets[$0]! }
    while !isOver {
      let descriptors = [outbox.descriptor, settings.signals.descriptor]
      guard Socket.wait(listening, descriptors, seconds: 1) else { break }
      takeSignals()
      for channel in channels { take(from: channel) }
      send()
      if isAbandoned { break }
    }
    settings.connection.removeSockets()
    executor.stop()
    desk.stop()
    send()
    context.shutDown()
    sockets = [:]
    beating.wait()
  }

  /// Whether Jupyter, which says who it is, has ended without a word.
  private var isAbandoned: Bool {
    ProcessInfo.processInfo.environment["JPY_PARENT_PID"] == "\(parent)" && getppid() != parent
  }

  private func takeSignals() {
    guard settings.signals.isRequested else { return }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(settings.signals.descriptor, &bytes, bytes.count)
    for byte in bytes.prefix(max(count, 0)) {
      if Int32(byte) == SIGINT { executor.interrupt() } else { isOver = true }
    }
  }

  private func send() {
    for (channel, message) in outbox.take() {
      sockets[channel]?.send(message.frames(signing: settings.connection.signing))
    }
  }

  private func take(from channel: ConnectionFile.Channel) {
    guard let socket = sockets[channel] else { return }
    // Bounded, so that a flood on one channel does not keep the others waiting.
    for _ in 0..<256 {
      guard !isOver, let frames = socket.receive() else { return }
      if channel == .iopub {
        welcome(frames)
        continue
      }
      do throws(Message.Fault) {
        let message = try Message(frames: frames, signing: settings.connection.signing)
        // What was sent once is not to be sent again by somebody who has listened.
        guard seen.isNew(message, frames) else {
          faults += 1
          continue
        }
        handle(message, on: channel)
      } catch .unreadable(let message, let part) {
        faults += 1
        refuse(message, part, on: channel)
      } catch {
        faults += 1
      }
    }
  }

  /// Answers a request that cannot be read, so that nobody waits for it.
  private func refuse(_ request: Message, _ part: String, on channel: ConnectionFile.Channel) {
    guard request.type.hasSuffix("_request") else { return }
    let words =
      "the message's \(part) is not JSON that can be read: numbers such as NaN, texts with half a character (a lone surrogate) and hundreds of levels are not allowed"
    let error = JSON.error("UnreadableMessage", words, [words])
    var content = error.merging(["status": "error"]) { $1 }
    func reply() {
      outbox.reply(
        request.type.replacing("_request", with: "_reply"), .object(content), to: request, on: channel)
    }
    // For a cell, front ends also wait for the kernel to be idle. For the rest the answer is enough: a flood of them would fill
    // the queues of those who listen.
    guard request.type == "execute_request" else { return reply() }
    content.merge(["execution_count": .integer(executor.executionCount), "user_expressions": [:], "payload": []]) { $1 }
    executor.beside(request) {
      outbox.publish("error", .object(error), about: request)
      reply()
    }
  }

  /// Tells a new listener that it is heard.
  private func welcome(_ frames: [[UInt8]]) {
    guard let frame = frames.first, frame.first == 1 else { return }
    let topic = Array(frame.dropFirst())
    outbox.post(
      .iopub,
      MessageMaker().make(
        "iopub_welcome", ["subscription": .text(String(decoding: topic, as: UTF8.self))], answering: nil,
        identities: [topic]))
  }

  // MARK: Requests

  private func handle(_ message: Message, on channel: ConnectionFile.Channel) {
    switch (message.type, channel) {
    case ("input_reply", _): input.answer(message.content["value"]?.string ?? "")
    case ("execute_request", .shell): executor.add(message)
    case ("complete_request", .shell), ("inspect_request", .shell), ("history_request", .shell),
      ("is_complete_request", .shell):
      desk.add(message)
    case ("kernel_info_request", _): executor.answer(message, information, on: channel)
    case ("interrupt_request", _):
      executor.interrupt()
      executor.answer(message, ["status": "ok"], on: channel)
    case ("shutdown_request", _): shutDown(message, on: channel)
    case ("comm_info_request", _): executor.answer(message, ["status": "ok", "comms": [:]], on: channel)
    case ("comm_open", _):
      // Cells cannot hold a conversation.
      executor.beside(message) {
        outbox.publish("comm_close", ["comm_id": message.content["comm_id"] ?? "", "data": [:]], about: message)
      }
    case ("comm_msg", _), ("comm_close", _): executor.beside(message)
    case ("debug_request", .control) where message.content["command"] == "inspectVariables": executor.add(message)
    case ("debug_request", _): executor.answer(message, Self.noDebugger(message.content), on: channel)
    case (let type, _) where type.hasSuffix("_request"):
      let words = "the kernel does not know “\(type)” on the channel “\(channel.rawValue)”"
      let error = JSON.error("UnknownRequest", words, [words]).merging(["status": "error"]) { $1 }
      executor.answer(message, .object(error), on: channel)
    default: faults += 1
    }
  }

  private func shutDown(_ request: Message, on channel: ConnectionFile.Channel) {
    let restart = JSON.boolean(request.content["restart"]?.bool ?? false)
    outbox.publishStatus("busy", about: request)
    outbox.reply("shutdown_reply", ["status": "ok", "restart": restart], to: request, on: channel)
    outbox.publish("shutdown_reply", ["status": "ok", "restart": restart], about: request)
    outbox.publishStatus("idle", about: request)
    isOver = true
  }

  private static func noDebugger(_ request: JSON) -> JSON {
    [
      "type": "response", "request_seq": request["seq"] ?? 0, "seq": 1, "success": false,
      "command": request["command"] ?? "", "message": "this kernel has no debugger",
    ]
  }

  private var information: JSON {
    let compiler = settings.versions.compiler
    let version = compiler.firstMatch(of: compiled(/Swift version ([0-9.]+)/)).map { String($0.output.1) } ?? ""
    return [
      "status": "ok", "protocol_version": .text(Message.version), "implementation": "gimbal",
      "implementation_version": .text(settings.versions.program),
      "banner": .text("Gimbal \(settings.versions.program), \(compiler)"), "debugger": false,
      "supported_features": [],
      "help_links": [
        ["text": "The Swift Programming Language", "url": "https://docs.swift.org/swift-book/"],
        ["text": "Swift's standard library", "url": "https://developer.apple.com/documentation/swift"],
      ],
      "language_info": [
        "name": "swift", "version": .text(version), "mimetype": "text/x-swift", "file_extension": ".swift",
        "pygments_lexer": "swift", "codemirror_mode": "swift",
      ],
    ]
  }
}

/// The signatures of the last messages.
private struct SeenSignatures {
  private var known: Set<[UInt8]> = []
  private var order: [[UInt8]] = []
  private var next = 0
  private static let most = 65_536

  /// Whether a message has not come before, as far as is remembered.
  mutating func isNew(_ message: Message, _ frames: [[UInt8]]) -> Bool {
    let signature = frames[message.identities.count + 1]
    // Nothing is signed where there is no key.
    if signature.isEmpty { return true }
    guard known.insert(signature).inserted else { return false }
    if order.count < Self.most {
      order.append(signature)
    } else {
      known.remove(order[next])
      order[next] = signature
      next = (next + 1) % Self.most
    }
    return true
  }
}
