import ArgumentParser
import CHostLink
import CellKernel
import Exploration
import Files
import Foundation
import Inertial
import NotebookDocument
import Synchronization

/// Where messages go.
enum Terminal {
  /// Makes sure that what cannot be written does not end the program where it is, and is reported when it ends. To be
  /// called before anything else.
  static func prepare() {
    // A file that is opened later would take the place of a stream that is closed. For reading, so that writing fails.
    while case let free = open("/dev/null", O_RDONLY), free >= 0 {
      if free > STDERR_FILENO {
        close(free)
        break
      }
    }
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    atexit {
      let failure = gimbal_output_failure(1)
      guard failure != 0 else { return }
      // A reader that has closed the pipe, such as `head`, wants no more output.
      var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
      if poll(&output, 1, 0) > 0, Int32(output.revents) & POLLERR != 0 { _exit(128 + SIGPIPE) }
      Terminal.complain(
        "error: standard output could not be written to its end: \(String(cString: strerror(failure)))\n")
      _exit(1)
    }
  }

  /// Writes to standard error, if somebody listens. Characters that a terminal would obey are shown instead.
  static func complain(_ text: String) { write(visible(text)) }

  /// Writes a line over the one in which the cursor is, and stays in it.
  static func overwrite(_ line: String) { write("\r\u{1B}[K\(visible(line).prefix(width - 1))") }

  private static func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { return }
      rest = rest.dropFirst(max(count, 0))
    }
  }

  /// The text with pictures in place of control characters, lines and tabs excepted.
  static func visible(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for character in text.unicodeScalars {
      switch character.value {
      case 0x0A, 0x09: result.append(character)
      case ..<0x20: result.append(Unicode.Scalar(0x2400 + character.value)!)
      case 0x7F: result.append("\u{2421}")
      case 0x80..<0xA0: result.append("\u{FFFD}")
      default: result.append(character)
      }
    }
    return String(result)
  }

  /// What a command ends with: an error is reported on standard error, and becomes the exit status 2.
  static func said(_ error: any Error) -> any Error {
    switch error {
    case is ExitCode, is ValidationError: return error
    case let error as any InertialError: complain("\(error.message(naming: naming))\n")
    default: complain("\(SystemReason.message(error))\n")
    }
    return ExitCode(2)
  }

  /// How options of reading a recording are called: only the commands about recordings have them.
  private static var naming: OptionNaming {
    CommandLine.arguments.dropFirst().first == TraceCommands.configuration.commandName ? .commandLine : .converting
  }

  /// How much of a work is done, as a bar.
  static func bar(_ finished: Int, of count: Int) -> String {
    let width = 24
    let filled = min(finished, count) * width / max(count, 1)
    return String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
  }

  /// Whether progress can be written over itself.
  static let isInteractive = isatty(STDERR_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"

  /// The columns of the terminal.
  static var width: Int {
    var size = winsize()
    return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }
}

/// Prints to standard output; on a terminal, characters that it would obey are shown instead.
func print(_ text: String = "", terminator: String = "\n") {
  Swift.print(isatty(STDOUT_FILENO) == 1 ? Terminal.visible(text) : text, terminator: terminator)
  _ = gimbal_output_failure(0)
}

/// Runs `body`; what goes wrong is reported, and becomes the exit status 2.
func saying(_ body: () throws -> Void) throws {
  do { try body() } catch { throw Terminal.said(error) }
}

/// Says which cell of how many is compiling or running, and for how long: in place on a terminal, otherwise a line for
/// each cell that is done.
final class Progress: Sendable {
  private let isQuiet: Bool
  private struct State {
    var count = 0
    var current: (text: String, since: ContinuousClock.Instant)?
    var timer: (any DispatchSourceTimer)?
    /// When the first state of the page was shown.
    var statesBegan: ContinuousClock.Instant?
  }

  private let state = Mutex(State())

  init(isQuiet: Bool) { self.isQuiet = isQuiet }

  func show(_ event: Event) {
    guard !isQuiet else { return }
    switch event {
    case .started(let cells): state.withLock { $0.count = cells }
    case .building(let packages):
      let words = "building \(packages.joined(separator: ", "))"
      Terminal.isInteractive ? begin(words) : note(words)
    case .compiling(let cell): begin("\(label(cell, of: state.withLock(\.count))) compiling")
    case .running(let cell): begin("\(label(cell, of: state.withLock(\.count))) running")
    case .kernel: break
    case .finished(let cell, let outcome):
      if !Terminal.isInteractive {
        Terminal.complain("\(label(cell, of: state.withLock(\.count))): \(Self.words(cell, outcome))\n")
      }
    }
  }

  /// Says how far a running cell is: in place on a terminal, otherwise a line for each tenth.
  func reach(_ text: String) {
    guard !isQuiet else { return }
    let start = state.withLock { $0.current?.since } ?? .now
    if Terminal.isInteractive { return begin(text, since: start) }
    let numbers = text.split(separator: " ").compactMap { Int($0) }
    if numbers.count < 2 || numbers[0] % max(1, numbers[1] / 10) == 0 { note(text) }
  }

  private func label(_ cell: Cell, of count: Int) -> String { "[\(cell.number)/\(count)] \(cell.name)" }

  private static func words(_ cell: Cell, _ outcome: CellOutcome) -> String {
    let compiled = outcome.compileSeconds.map { "compiled in \(text($0)), " } ?? ""
    switch outcome.status {
    case .done: return "\(compiled)ran in \(text(outcome.runSeconds))"
    case .failed(.lacking(let name, _)): return "not run: it uses “\(name)”, whose cell failed"
    case .failed(.compile): return cell.options.error ? "does not compile, as it must" : "does not compile"
    case .failed(.notLoaded): return "\(compiled)cannot be loaded"
    case .failed(let failure):
      let isMeant = failure.isMeant(by: cell.options)
      return "\(compiled)failed\(isMeant ? ", as it must," : "") after \(text(outcome.runSeconds))"
    case .notRun: return "not run"
    case .skipped: return "skipped"
    case .blank: return "not done yet"
    case .waiting(let exercise): return "waits for exercise “\(exercise)”"
    }
  }

  private func begin(_ text: String, since start: ContinuousClock.Instant = .now) {
    guard Terminal.isInteractive else { return }
    state.withLock { $0.current = (text, start) }
    draw()
    // The states of a page are reported by several threads.
    state.withLock { state in
      guard state.timer == nil else { return }
      let timer = DispatchSource.makeTimerSource(queue: .global())
      timer.schedule(deadline: .now() + 0.1, repeating: 0.1)
      timer.setEventHandler { [weak self] in self?.draw() }
      timer.resume()
      state.timer = timer
    }
  }

  private func draw() {
    state.withLock { state in
      guard let current = state.current else { return }
      Terminal.overwrite("\(current.text) \(Self.seconds(ContinuousClock.now - current.since))")
    }
  }

  /// Says how far the states of a page are, and at the end what each of its controls has cost.
  func show(_ event: Explorer.Event) {
    guard !isQuiet else { return }
    switch event {
    case .reached(let finished, let count):
      if Terminal.isInteractive {
        let start = state.withLock { state in
          let began = state.statesBegan ?? .now
          state.statesBegan = began
          return began
        }
        begin("\(Terminal.bar(finished, of: count)) \(finished) of \(count) states of the page", since: start)
      } else if finished % max(1, count / 10) == 0 {
        note("[\(finished)/\(count)] states of the page")
      }
    case .finished(let costs):
      end()
      for share in costs.shares {
        note(
          "\(share.name): \(share.values) values, \(Self.text(share.seconds)) of work and \(ByteText.count(share.bytes)) in the page"
        )
      }
      note("\(costs.states) states of the page, \(ByteText.count(costs.bytes))")
    }
  }

  /// Takes the line in place away.
  func end() {
    state.withLock { state in
      state.timer?.cancel()
      state.timer = nil
      if state.current != nil { Terminal.overwrite("") }
      state.current = nil
    }
  }

  /// Its own line.
  func note(_ text: String) {
    guard !isQuiet else { return }
    Terminal.complain("\(text)\n")
  }

  func summary(_ text: String, isSuccess: Bool) {
    guard !isQuiet else { return }
    Terminal.complain("\(isSuccess ? "✓" : "✗") \(text)\n")
  }

  static func seconds(_ duration: Duration) -> String {
    text(duration.seconds)
  }

  private static func text(_ seconds: Double) -> String { String(format: seconds < 10 ? "%.2f s" : "%.1f s", seconds) }
}
