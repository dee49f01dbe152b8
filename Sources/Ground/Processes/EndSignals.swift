import CHostLink
import Foundation

/// The signals by which a person or the system asks this program to end: Ctrl-C, `kill`, a terminal that is closed.
///
/// A command that knows how to stop is asked first (``caught(requests:)``): what is under way stops, and what is done is kept.
/// Two seconds later, with a second signal, or at once where nobody is to be asked, the program ends wherever it is. What it
/// has started ends with it.
package enum EndSignals {
  /// Seconds between the request and the end.
  private static let patience: Int32 = 2
  // Read by handlers: set before they can be called, except for the last two, which they alone change.
  nonisolated(unsafe) private static var interrupt: Interrupt?
  nonisolated(unsafe) private static var requests: [Int32] = []
  nonisolated(unsafe) private static var writer: Int32 = -1
  nonisolated(unsafe) private static var count = 0
  nonisolated(unsafe) private static var status: Int32 = 0

  /// Lets all commands end by these signals, from now on. To be called once, before anything is started.
  package static func prepare() {
    watch()
    atexit { ProcessTree.endChildren() }
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
      let former = signal(number) { EndSignals.take($0) }
      // With `nohup` the terminal may close.
      if number == SIGHUP, unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
      sigaddset(&signals, number)
    }
    // Who started this program may have had them blocked.
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Asks the one who calls before the program ends, by an interrupt from whose descriptor the numbers of the signals can be
  /// read as they come. To be called once.
  ///
  /// - Parameter requests: signals that only make a request, such as SIGINT for a kernel.
  package static func caught(requests: [Int32] = []) -> Interrupt {
    let interrupt = Interrupt()
    (Self.requests, Self.interrupt) = (requests, interrupt)
    return interrupt
  }

  /// Called in a handler, where hardly more than writing is allowed.
  private static func take(_ number: Int32) {
    let byte = UInt8(truncatingIfNeeded: number)
    interrupt?.request(byte)
    if requests.contains(number) { return }
    count += 1
    status = 128 + number
    // In case no thread could be started, or it does not get its turn.
    if count == 1 {
      signal(SIGALRM) { _ in _exit(EndSignals.status) }
      alarm(UInt32(patience + 1))
    }
    var message = interrupt == nil || number == SIGQUIT ? 0 : byte
    if write(writer, &message, 1) != 1, count > 1 || message == 0 { _exit(status) }
  }

  /// Starts the thread that ends the program: nothing that it computes can starve it.
  private static func watch() {
    var ends: [Int32] = [-1, -1]
    guard gimbal_pipe(&ends) == 0 else { return }
    var thread = pthread_t()
    let started = pthread_create(
      &thread, nil,
      { context in
        var waiting = pollfd(fd: Int32(Int(bitPattern: context) - 1), events: Int16(POLLIN), revents: 0)
        var byte: UInt8 = 0
        while read(waiting.fd, &byte, 1) != 1 { _ = poll(&waiting, 1, -1) }
        let end = ContinuousClock.now + .seconds(EndSignals.patience)
        while byte != 0, case let left = (end - .now).seconds, left > 0 {
          if poll(&waiting, 1, Int32(left * 1000) + 1) > 0 { break }
        }
        ProcessTree.endChildren()
        _exit(EndSignals.status)
      }, UnsafeMutableRawPointer(bitPattern: Int(ends[0]) + 1))
    guard started == 0 else { return }
    pthread_detach(thread)
    writer = ends[1]
  }
}
