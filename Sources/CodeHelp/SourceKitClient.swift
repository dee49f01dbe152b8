import CHostLink
import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// The process in which SourceKit works, started when it is first needed and again when it has died.
final class SourceKitClient {
  private let program: String
  private let arguments: [String]
  private var process: pid_t = 0
  private var writer: Int32 = -1
  private var reader: Int32 = -1

  /// Seconds that an answer may take; the first one reads the libraries' modules.
  private static let limit = 20.0

  init(program: String, arguments: [String]) { (self.program, self.arguments) = (program, arguments) }

  deinit { end() }

  /// The answer to a request in YAML; nil when there is none, or the process has died of it.
  func ask(_ request: String) -> JSON? {
    if process == 0, !start() { return nil }
    guard Frames.write(Array(request.utf8), to: writer), isReadable(), let answer = Frames.read(reader) else {
      end()
      return nil
    }
    return answer.isEmpty ? nil : try? JSON(Data(answer))
  }

  private func isReadable() -> Bool {
    let end = ContinuousClock.now + .seconds(Self.limit)
    while true {
      var waiting = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
      let left = (end - .now) / .seconds(1)
      if left <= 0 { return false }
      let ready = poll(&waiting, 1, Int32(left * 1000))
      if ready > 0 { return true }
      if ready == 0 || errno != EINTR { return false }
    }
  }

  private func start() -> Bool {
    var inlet: [Int32] = [-1, -1]
    var outlet: [Int32] = [-1, -1]
    guard gimbal_blocking_pipe(&inlet) == 0 else { return false }
    guard gimbal_blocking_pipe(&outlet) == 0 else {
      for end in inlet { close(end) }
      return false
    }
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    process = gimbal_start_program(program, words, nil, nil, inlet[0], outlet[1])
    for word in words { free(word) }
    close(inlet[0])
    close(outlet[1])
    (writer, reader) = (inlet[1], outlet[0])
    guard process > 0 else {
      end()
      return false
    }
    return true
  }

  /// Ends the process.
  func end() {
    if writer >= 0 { close(writer) }
    if reader >= 0 { close(reader) }
    if process > 0 {
      kill(process, SIGKILL)
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      gimbal_program_ended(process)
    }
    (process, writer, reader) = (0, -1, -1)
  }
}
