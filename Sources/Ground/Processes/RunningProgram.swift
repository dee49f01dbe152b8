import CHostLink
import Foundation

/// A program that was started, with what it still has to read and what it has written.
final class RunningProgram {
  /// How waiting for a program can end.
  enum End: Equatable {
    /// By itself: its exit status, or 128 + the signal.
    case ended(Int32)
    case interrupted
    /// It did not end in time.
    case hung
  }

  /// What it has written so far.
  private(set) var output: [UInt8] = []
  private let process: pid_t
  private var source: Int32
  private var sink: Int32
  private var input: [UInt8]
  private var written = 0
  private var status: Int32?

  /// How many bytes of output are kept; the rest is read and discarded.
  private static let maximumOutput = 16 << 20
  /// Seconds that a program which has ended may leave its output open through another one.
  private static let grace = 1.0

  init(
    _ program: String, _ arguments: [String], input: String?, folder: String?, variables: [String: String],
    outlivesUs: Bool
  ) throws {
    var outlet: [Int32] = [-1, -1]
    var inlet: [Int32] = [-1, -1]
    guard gimbal_pipe(&outlet) == 0, input == nil || gimbal_blocking_pipe(&inlet) == 0 else {
      let failure = Self.failure()
      for descriptor in outlet where descriptor >= 0 { close(descriptor) }
      throw failure
    }
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    let changed = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    let environment = variables.isEmpty ? nil : changed.map { strdup("\($0.key)=\($0.value)") } + [nil]
    let streams = [inlet[0], outlet[1], outlet[1]]
    process = ProcessTree.starting(outlivesUs: outlivesUs) {
      if let environment {
        gimbal_start_program(program, words, environment, folder, streams, 3, outlivesUs ? 1 : 0)
      } else {
        gimbal_start_program(program, words, nil, folder, streams, 3, outlivesUs ? 1 : 0)
      }
    }
    let failure = Self.failure()
    for word in words + (environment ?? []) { free(word) }
    for descriptor in [outlet[1], inlet[0]] where descriptor >= 0 { close(descriptor) }
    (sink, source, self.input) = (outlet[0], inlet[1], Array((input ?? "").utf8))
    // `deinit` closes our ends then, too: a second `close` here would hit what another thread has opened meanwhile.
    guard process > 0 else { throw failure }
    if source >= 0 { _ = fcntl(source, F_SETFL, O_NONBLOCK) }
    if self.input.isEmpty { closeSource() }
  }

  deinit {
    if sink >= 0 { close(sink) }
    if source >= 0 { close(source) }
  }

  /// Feeds the program, reads what it writes and waits for its end; kills it when it must stop. None of it is left
  /// then.
  func awaitEnd(interrupt: Interrupt?, limit: Double) -> End {
    let deadline = ContinuousClock.now + .seconds(min(limit, 1e9))
    var leftOpen: ContinuousClock.Instant?
    while true {
      if sink < 0, hasEnded() { break }
      let now = ContinuousClock.now
      if now >= deadline { return stop(.hung) }
      if let leftOpen, now >= leftOpen + .seconds(Self.grace) {
        // Its last words are in the pipe, even if this thread did not run for all that time: at most a megabyte.
        for _ in 0..<32 where sink >= 0 { _ = wait(nil, milliseconds: 0) }
        break
      }
      // A program that has closed its output is about to end, without a further sign.
      let patience: Int32 = sink < 0 ? 1 : 100
      if wait(interrupt, milliseconds: patience) { return stop(.interrupted) }
      if leftOpen == nil, sink >= 0, hasEnded() { leftOpen = .now }
    }
    // Looking for those who hold it asks all processes of the machine.
    if sink >= 0 { killAll() }
    return .ended(status ?? 0)
  }

  private func stop(_ end: End) -> End {
    killAll()
    while !hasEnded(options: 0) {}
    return end
  }

  /// Kills the session and the one that has left it.
  private func killAll() {
    let others = ProcessTree.descendants(of: process)
    kill(-process, SIGKILL)
    ProcessTree.end(status == nil ? [process] + others : others)
  }

  private func hasEnded(options: Int32 = WNOHANG) -> Bool {
    if status != nil { return true }
    var raw: Int32 = 0
    let result = waitpid(process, &raw, options)
    if result == 0 || (result < 0 && errno == EINTR) { return false }
    ProcessTree.hasEnded(process)
    // Somebody else has waited for it: its status is lost.
    status = result < 0 ? 0 : raw & 0x7f == 0 ? (raw >> 8) & 0xff : 128 + (raw & 0x7f)
    return true
  }

  /// Waits for something to read or write, and does it. True when a stop was asked for.
  private func wait(_ interrupt: Interrupt?, milliseconds: Int32) -> Bool {
    // `poll` passes over negative descriptors.
    var waiting = [
      pollfd(fd: interrupt?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: sink, events: Int16(POLLIN), revents: 0), pollfd(fd: source, events: Int16(POLLOUT), revents: 0),
    ]
    guard poll(&waiting, nfds_t(waiting.count), milliseconds) > 0 else { return false }
    if waiting[0].revents != 0 { return true }
    if waiting[1].revents != 0 { readSome() }
    if waiting[2].revents != 0 { writeSome() }
    return false
  }

  private func readSome() {
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
      let count = read(sink, buffer.baseAddress, buffer.count)
      if count > 0 {
        output += buffer.prefix(min(count, Self.maximumOutput - output.count))
      } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
        close(sink)
        sink = -1
      }
    }
  }

  private func writeSome() {
    let rest = input[written...]
    let count = rest.withUnsafeBytes { gimbal_write_quietly(source, $0.baseAddress, $0.count) }
    if count > 0 { written += count }
    // Who does not want to read everything need not.
    if written == input.count || (count < 0 && errno != EAGAIN) { closeSource() }
  }

  private func closeSource() {
    if source >= 0 { close(source) }
    source = -1
  }

  private static func failure() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
