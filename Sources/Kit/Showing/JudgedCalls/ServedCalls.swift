import Display
import Foundation

/// Functions that a submission offers to a judge, in the submission's own process. None of what happens here is trusted
/// by anybody: what goes out are values.
///
/// Gimbal writes the calls of this; a notebook has no need to.
@_documentation(visibility: internal)
public enum ServedCalls {
  nonisolated(unsafe) private static var functions: [String: (inout PassedBytes) throws -> PassedBytes] = [:]

  private static let calls = GimbalParameter<String>("gimbal_calls")
  private static let answers = GimbalParameter<String>("gimbal_answers")
  private static let stops = GimbalParameter<String>("gimbal_stops")
  private static let seconds = GimbalParameter<String>("gimbal_call_seconds")

  /// Offers a function under a name.
  public static func add(_ name: String, _ function: @escaping (inout PassedBytes) throws -> PassedBytes) {
    functions[name] = function
  }

  /// An argument, in its turn.
  public static func argument<Value: PassedValue>(_ type: Value.Type, _ bytes: inout PassedBytes) throws -> Value {
    do { return try Value(passed: &bytes) } catch { throw OtherArguments() }
  }

  /// A result.
  public static func result<each Value: PassedValue>(_ values: repeat each Value) -> PassedBytes {
    var bytes = PassedBytes()
    repeat (each values).pass(to: &bytes)
    return bytes
  }

  /// Answers calls until nobody calls any more.
  ///
  /// A fork does it: threads that cells have started stay behind, in a process that is stopped, and take no time of the calls.
  public static func serve() {
    signal(SIGPIPE, SIG_IGN)
    let (calls, answers) = (open(calls.value, O_RDONLY | O_CLOEXEC), open(answers.value, O_WRONLY | O_CLOEXEC))
    let stops = open(stops.value, O_RDONLY | O_CLOEXEC)
    guard calls >= 0, answers >= 0, stops >= 0 else { return }
    if forked() > 0 { while true { raise(SIGSTOP) } }
    let limit = CallLimit(seconds.value)
    forgetHandlers()
    guard MessageStream.write(Array("ready".utf8), answers) else { return }
    while let message = MessageStream.read(calls) {
      // The nonce of a message is the first half of its answer.
      guard message.count > 8, message[8] == CallMessage.begin else { continue }
      let nonce = Array(message[..<8])
      let terms = CheckTerms(Array(message[9...]))
      // In this process, so that what it has started is held back as well.
      let reached = CallWatch.begin(terms)
      let child = forked()
      if child == 0 {
        close(stops)
        CallWatch.keepApart()
        if terms.closesFiles { closeFiles() }
        answerCheck(calls, answers, limit, reached: reached)
        _exit(0)
      }
      let (status, wasStopped) = child > 0 ? end(of: child, unlessStopped: nonce, by: stops) : (0, false)
      // An end that was asked for needs no word.
      if status == 0x2a << 8 { continue }
      var words = PassedBytes()
      words.put(
        child < 0
          ? "it could not be started: \(String(cString: strerror(errno)))"
          : wasStopped ? "it was stopped after it had waited for \(limit.waiting) s" : self.words(status, limit))
      guard MessageStream.write(nonce + [CallStatus.ended.rawValue] + words.bytes, answers) else { return }
    }
  }

  /// The process number of a fork in this process, 0 in the fork, and less when there is none.
  private static func forked() -> pid_t {
    var child = systemFork()
    while child < 0, errno == EINTR { child = systemFork() }
    return child
  }

  /// Waits until a process has ended, and ends it if its number comes before.
  private static func end(
    of child: pid_t, unlessStopped nonce: [UInt8], by stops: Int32
  ) -> (status: Int32, wasStopped: Bool) {
    let ending = openProcess(child, 0)
    defer { close(ending) }
    var (status, wasStopped): (Int32, Bool) = (0, false)
    while true {
      var waiting = [
        pollfd(fd: ending, events: Int16(POLLIN), revents: 0), pollfd(fd: stops, events: Int16(POLLIN), revents: 0),
      ]
      // Without a descriptor of the process, its end is looked for.
      _ = poll(&waiting, 2, ending < 0 ? 20 : -1)
      if waiting[1].revents != 0, MessageStream.read(stops) == nonce {
        kill(child, SIGKILL)
        wasStopped = true
      }
      let ended = waitpid(child, &status, WNOHANG)
      if ended == child || ended < 0 && errno != EINTR { return (status, wasStopped) }
    }
  }

  /// The number of the call that is being answered, and where to.
  nonisolated(unsafe) private static var current: (nonce: [UInt8], answers: Int32) = ([], -1)

  private static func forbidden(_ name: String) -> [UInt8] {
    var bytes = PassedBytes()
    bytes.put(name)
    return [CallStatus.forbidden.rawValue] + bytes.bytes
  }

  /// What cells have set for signals holds for these cells: a task answers for its own code.
  private static func forgetHandlers() {
    for number in 1..<65 where ![SIGPIPE, SIGKILL, SIGSTOP].contains(Int32(number)) { signal(Int32(number), SIG_DFL) }
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
  }

  /// No file is opened any more: a cell may have written values into one.
  private static func closeFiles() {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = 0
    limit.rlim_max = 0
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// Answers the calls of one check, in its own process.
  private static func answerCheck(_ calls: Int32, _ answers: Int32, _ limit: CallLimit, reached: String?) {
    CallWatch.tellHere { name in
      _ = MessageStream.write(
        ServedCalls.current.nonce + ServedCalls.forbidden(String(cString: name)), ServedCalls.current.answers)
      _exit(0x2a)
    }
    while let message = MessageStream.read(calls), message.count > 8 {
      if message[8] == CallMessage.end { _exit(0x2a) }
      current = (Array(message[..<8]), answers)
      limit.begin()
      let answer = reached.map(forbidden) ?? self.answer(Array(message[9...]))
      limit.end()
      guard MessageStream.write(Array(message[..<8]) + answer, answers) else { return }
      // It has answered for its task: what comes next is another's.
      if reached != nil { _exit(0x2a) }
    }
  }

  private static func answer(_ bytes: [UInt8]) -> [UInt8] {
    var call = PassedBytes(bytes)
    func text(_ status: CallStatus, _ words: String) -> [UInt8] {
      var bytes = PassedBytes()
      bytes.put(String(words.prefix(2000)))
      return [status.rawValue] + bytes.bytes
    }
    guard let name = try? call.text() else { return text(.refused, "its name cannot be read") }
    guard let function = functions[name] else { return text(.refused, "the submission does not define this name") }
    do {
      let result = try function(&call)
      guard result.bytes.count < PassedBytes.limit else { return text(.refused, "its result is too large") }
      return [CallStatus.answered.rawValue] + result.bytes
    } catch is OtherArguments {
      return text(.refused, "it takes other arguments")
    } catch {
      return text(.threw, "\(error)")
    }
  }

  private static func words(_ status: Int32, _ limit: CallLimit) -> String {
    switch status & 0x7f {
    case 0: "it ends the program"
    case SIGPROF: "it was stopped after it had computed for \(limit.computing) s"
    default: "it crashes, as an index beyond the end of an array, a number that is too large, or “!” on nil do"
    }
  }
}

/// How long a call may take: the process that answers ends itself by its processor time, which is the same on a busy machine. One that only
/// waits is ended when the judge's side asks for it.
private struct CallLimit {
  let computing: Int
  let waiting: Int
  /// ITIMER_PROF, which Linux declares as an enumeration and takes as a number.
  private static let processorTimer: Int32 = 2

  /// “4 5”: the seconds of each.
  init(_ text: String) {
    let numbers = text.split(separator: " ").compactMap { Int($0) }
    computing = numbers.first ?? 5
    waiting = numbers.dropFirst().first ?? 5
  }

  func begin() { set(computing) }
  func end() { set(0) }

  private func set(_ seconds: Int) {
    var timer = itimerval()
    timer.it_value.tv_sec = seconds
    _ = setitimer(Self.processorTimer, &timer, nil)
  }
}

/// Arguments of other types, or of another number.
private struct OtherArguments: Error {}

@_silgen_name("fork") private func systemFork() -> Int32
/// A descriptor that tells when a process ends; negative where there is none.
@_silgen_name("pidfd_open") private func openProcess(_ process: pid_t, _ flags: UInt32) -> Int32
