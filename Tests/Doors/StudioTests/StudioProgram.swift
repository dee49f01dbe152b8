import Foundation
import LoopbackClient

/// A studio as its own program, which can be killed and started again.
final class StudioProgram: @unchecked Sendable {
  /// The built program, next to the tests.
  static let path = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("gimbal").path
  static var isThere: Bool { FileManager.default.isExecutableFile(atPath: path) }

  private let words: [String]
  private let lock = NSLock()
  private var process: Process?
  private var address: (port: UInt16, host: String, root: String)?

  /// - Parameter fileBlocks: How many blocks of 512 bytes a file may have that it writes; any number when nil.
  init(folder: String, cache: String, fileBlocks: Int? = nil) {
    let limit = fileBlocks.map { ["-c", "ulimit -f \($0); exec \"$@\"", "sh"] } ?? ["-c", "exec \"$@\"", "sh"]
    words =
      limit + [Self.path, "studio", folder, "--no-open", "--phone-on-loopback", "--port", "0", "--cache", cache]
  }

  deinit { end() }

  /// Starts it and waits until it says where it is; false when it does not.
  func start() throws -> Bool {
    let (process, pipe) = (Process(), Pipe())
    (process.executableURL, process.arguments) = (URL(fileURLWithPath: "/bin/sh"), words)
    (process.standardOutput, process.standardError) = (pipe, FileHandle.nullDevice)
    try process.run()
    var text = ""
    while !text.contains("ends it") {
      let data = pipe.fileHandleForReading.availableData
      if data.isEmpty { return false }
      text += String(decoding: data, as: UTF8.self)
    }
    guard let found = text.firstMatch(of: /http:\/\/(127\.0\.0\.1:([0-9]+))(\/[0-9a-f]+\/)/),
      let port = UInt16(found.2)
    else { return false }
    lock.withLock {
      self.process = process
      address = (port, String(found.1), String(found.3))
    }
    return true
  }

  /// Kills it at once.
  func kill() {
    let process = lock.withLock { self.process }
    if let process, process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
  }

  /// Waits for its end.
  func wait() { lock.withLock { process }?.waitUntilExit() }

  /// Ends it as Ctrl-C does.
  func end() {
    guard let process = lock.withLock({ self.process }), process.isRunning else { return }
    process.interrupt()
    process.waitUntilExit()
  }

  /// Asks the studio; nil when no whole answer comes.
  func ask(_ method: String, _ path: String, _ body: some Encodable = [String: String]()) -> (status: Int, body: Data)?
  {
    guard let (port, host, root) = lock.withLock({ address }), let line = try? RawLine(port: port) else { return nil }
    let data = method == "GET" ? Data() : (try? JSONEncoder().encode(body)) ?? Data()
    line.send(
      "\(method) \(root)\(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\nContent-Length: \(data.count)\r\n\r\n"
    )
    line.send(data)
    let answer = Data(line.rest().utf8)
    guard let end = answer.range(of: Data("\r\n\r\n".utf8)) else { return nil }
    let head = String(decoding: answer[..<end.lowerBound], as: UTF8.self)
    let rest = answer[end.upperBound...]
    guard head.contains("Content-Length: \(rest.count)"), let status = Int(head.split(separator: " ")[1]) else {
      return nil
    }
    return (status, Data(rest))
  }
}
