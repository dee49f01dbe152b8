import CHostLink
import Foundation
import Processes

/// The process in which SourceKit works, started when it is first needed and again when it has died. It serves one thread at a
/// time; another one can stop it.
final class SourceKitClient: @unchecked Sendable {
  private let program: String
  private let arguments: [String]
  private let lock = NSLock()
  private var process: pid_t = 0
  private var isStopped = false
  private var writer: Int32 = -1
  private var reader: Int32 = -1
  /// How often the process was started: an earlier one's state is unknown to this one.
  private(set) var starts = 0

  /// Seconds that an answer may take; the first one reads the libraries' modules.
  private static let limit = 300.0

  init(program: String, arguments: [String]) { (self.program, self.arguments) = (program, arguments) }

  deinit { end() }

  /// The answer to a request in YAML; nil when there is none, or the process has died of it.
  func ask(_ request: String) -> JSON? {
    guard lock.withLock({ !isStopped && (process > 0 || start()) }) else { return nil }
    let limit = ContinuousClock.now + .seconds(Self.limit)
    guard Frames.write(Array(request.utf8), to: writer, until: limit), let answer = Frames.read(reader, until: limit)
    else {
      end()
      return nil
    }
    return answer.isEmpty ? nil : try? JSON(Data(answer))
  }

  /// What a conversation gives, held once more from its beginning where the process has died in it: of something else, as a
  /// rule, than of the question.
  func retrying<Answer>(_ conversation: () -> Answer?) -> Answer? {
    if let answer = conversation() { return answer }
    return lock.withLock({ process == 0 && !isStopped }) ? conversation() : nil
  }

  /// The process, where it runs.
  var runningProcess: pid_t? { lock.withLock { process > 0 ? process : nil } }

  private func start() -> Bool {
    var inlet: [Int32] = [-1, -1]
    var outlet: [Int32] = [-1, -1]
    guard gimbal_blocking_pipe(&inlet) == 0 else { return false }
    guard gimbal_blocking_pipe(&outlet) == 0 else {
      for end in inlet { close(end) }
      return false
    }
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    process = ProcessTree.starting {
      gimbal_start_program(program, words, nil, nil, [inlet[0], outlet[1], outlet[1]], 3, 0)
    }
    for word in words { free(word) }
    close(inlet[0])
    close(outlet[1])
    guard process > 0 else {
      process = 0
      for end in [inlet[1], outlet[0]] { close(end) }
      return false
    }
    (writer, reader) = (inlet[1], outlet[0])
    starts += 1
    // What does not read is not waited for.
    _ = fcntl(writer, F_SETFL, O_NONBLOCK)
    return true
  }

  /// Ends the process at once, the one that waits for its answer, and starts none any more.
  func stop() {
    lock.withLock {
      isStopped = true
      if process > 0 { kill(process, SIGKILL) }
    }
  }

  /// Ends the process.
  func end() {
    let ended = lock.withLock { () -> pid_t in
      defer { process = 0 }
      return process
    }
    if writer >= 0 { close(writer) }
    if reader >= 0 { close(reader) }
    (writer, reader) = (-1, -1)
    guard ended > 0 else { return }
    kill(ended, SIGKILL)
    var status: Int32 = 0
    while waitpid(ended, &status, 0) < 0, errno == EINTR {}
  }
}
