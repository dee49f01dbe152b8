import CHostLink
import Foundation

/// The signals by which a person or the system asks this program to end: Ctrl-C, `kill`, a terminal that is closed.
///
/// A command that knows how to stop is asked first (``caught(requests:)``): what is under way stops, and what is done is kept.
/// With a second signal, when it has had its time to stop, or at once where nobody is to be asked, the program ends wherever it
/// is. What it has started ends with it.
package enum EndSignals {
  /// Seconds between the request and the end: at least these, and on a busy machine as many as it takes until the program, with what
  /// it has started, has computed or waited for so long.
  private static let patience = 2.0
  /// Seconds between two looks at that.
  private static let pause = 0.1
  /// Seconds after which the system ends the program if nothing else has.
  private static let longest: UInt32 = 300
  // Read by handlers: set before they can be called, except for the last two, which they alone change.
  nonisolated(unsafe) private static var interrupt: Interrupt?
  nonisolated(unsafe) private static var requests: [Int32] = []
  nonisolated(unsafe) private static var writer: Int32 = -1
  nonisolated(unsafe) private static var count = 0
  /// The exit status of a program that was asked to end, in time or not: 128 and the number of the first signal, as in shells.
  nonisolated(unsafe) package private(set) static var status: Int32 = 0

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
    let isRequest = requests.contains(number)
    if !isRequest {
      count += 1
      // In case no thread could be started, or a process that it starts does not get under way.
      if count == 1 {
        status = 128 + number
        signal(SIGALRM) { _ in _exit(EndSignals.status) }
        alarm(writer < 0 ? UInt32(patience) : longest)
      }
    }
    // Who reads it may end at once.
    interrupt?.request(byte)
    if isRequest { return }
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
        if byte != 0 { EndSignals.letStop(until: &waiting) }
        ProcessTree.endChildren()
        _exit(EndSignals.status)
      }, UnsafeMutableRawPointer(bitPattern: Int(ends[0]) + 1))
    guard started == 0 else { return }
    pthread_detach(thread)
    writer = ends[1]
  }

  /// Waits until the program has had its time to stop, or until the next signal.
  private static func letStop(until again: inout pollfd) {
    let (start, before) = (ContinuousClock.now, ProcessorTime.ofThisTree())
    var waited = 0.0
    repeat {
      if poll(&again, 1, Int32(pause * 1000)) > 0 { return }
      if !ProcessorTime.isWantedByThisTree() { waited += pause }
    } while start.duration(to: .now).seconds < patience
      || waited < patience && ProcessorTime.ofThisTree() - before < patience
  }
}
