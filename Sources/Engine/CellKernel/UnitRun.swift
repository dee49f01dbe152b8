import CHostLink
import CellCompiler
import Display
import Foundation
import Processes

import enum Basics.SystemReason

/// Frames that lie in cells, as the host reports them: a library and an offset in it, innermost first.
struct RawFrame: Hashable, Sendable {
  var library: String
  var offset: String

  static func parse(_ lines: some Sequence<Substring>) -> [RawFrame] {
    lines.compactMap { line in
      guard let space = line.lastIndex(of: " ") else { return nil }
      return RawFrame(library: String(line[..<space]), offset: String(line[line.index(after: space)...]))
    }
  }
}

/// One run of one unit: from a state to the next, or to its failure.
struct UnitRun {
  enum End {
    case done(StateProcess)
    case threw([RawFrame])
    case crashed(signal: Int32, [RawFrame])
    case exited(Int32)
    case timedOut([RawFrame])
    case interrupted([RawFrame])
    case outOfMemory([RawFrame])
    case notLoaded(String)
    case lost(signal: Int32)
  }

  var end: End
  var collector: OutputCollector
  var log: RecordLog
  var seconds: Double

  /// What a unit is run with.
  struct Terms {
    var request: StateProcess.Request
    /// Whether it runs in a fork, so that the state before it stays.
    var forks: Bool
    var timeout: Double
    /// Whether that is processor time of the unit's process even while it waits.
    var countsProcessorTime = false
    var interrupt: Interrupt
    /// Values of parameters as JSON, by name.
    var parameters: [String: String] = [:]
    /// What an earlier run of the unit drew, to be drawn again.
    var draws = Draws()
    /// What the unit reads as its standard input; nothing when negative.
    var input: Int32 = -1
    /// Bytes of private memory that the unit's process may take.
    var memoryLimit: Int?
  }

  /// Runs a unit and reports what it does. A unit that runs out of time or is interrupted is first asked where it is,
  /// then killed with everything it started.
  static func run(
    _ terms: Terms, from state: StateProcess, onEvent: @escaping (KernelEvent) -> Void
  ) -> UnitRun {
    let start = ContinuousClock.now
    var running = Running(terms, from: state, onEvent: onEvent)
    let end = running.run()
    return UnitRun(
      end: end, collector: running.collector, log: running.log, seconds: (ContinuousClock.now - start).seconds)
  }
}

/// The ends of the channels between the runner and a running unit that the runner holds.
private struct Channels {
  /// Standard output, standard error, display; −1 once closed.
  var streams: [Int32] = [-1, -1, -1]
  var control: Int32 = -1
  /// The unit's ends, in the order of a request.
  var theirs: [Int32] = []

  /// Opens the channels; nil when no descriptors are left.
  init?(input: Int32, record: Int32) {
    var pairs: [[Int32]] = []
    for index in 0..<4 {
      var pair: [Int32] = [-1, -1]
      guard (index < 3 ? gimbal_pipe(&pair) : gimbal_packet_pair(&pair)) == 0 else {
        for descriptor in pairs.joined() { close(descriptor) }
        return nil
      }
      pairs.append(pair)
    }
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    streams = pairs[0..<3].map { $0[0] }
    control = pairs[3][0]
    theirs = [input >= 0 ? dup(input) : nothing] + pairs.map { $0[1] } + [dup(record)]
    if input >= 0 { close(nothing) }
  }

  mutating func closeTheirs() {
    for descriptor in theirs where descriptor >= 0 { close(descriptor) }
    theirs = []
  }

  func closeStreams() { for descriptor in streams where descriptor >= 0 { close(descriptor) } }

  /// Standard output and error, to be read from on.
  mutating func takeText() -> LateText {
    defer { (streams[0], streams[1]) = (-1, -1) }
    return LateText(Array(streams[..<2]))
  }
}

/// The state of a run while it lasts.
private struct Running {
  let terms: UnitRun.Terms
  let state: StateProcess
  var collector: OutputCollector
  private(set) var log = RecordLog(entries: [], isComplete: true)

  private var channels: Channels?
  private var process: pid_t = 0
  private var frames: [RawFrame] = []
  /// Processes that the unit had started when it was stopped.
  private var started: [pid_t] = []
  private var crash: Int32?
  private var threw = false
  private var loadFailure: String?
  private var obstacles: [String]?
  private var status: Int32?
  private var stop: Stop?
  private var deadline = ContinuousClock.now
  private var start = ContinuousClock.now
  /// When the fork was there.
  private var forked: ContinuousClock.Instant?
  /// Seconds that the process had computed before the unit.
  private var computedBefore = 0.0
  private var memory: MemoryWatch
  private var witnessOpen = true
  private var controlOpen = true
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// How long a unit may take to report its place when asked. It takes milliseconds. On a busy machine it has more time, as long as it has
  /// computed less than `answering` seconds and wants to.
  private static let patience = 5.0
  private static let answering = 1.0
  /// No unit runs longer than a month: what is more than that cannot be counted in a clock's units.
  private static let longest = 2.6e6

  /// Why the unit is being stopped.
  private enum Stop { case timeout, interrupt, memory }

  init(_ terms: UnitRun.Terms, from state: StateProcess, onEvent: @escaping (KernelEvent) -> Void) {
    (self.terms, self.state) = (terms, state)
    collector = OutputCollector(onEvent: onEvent)
    memory = MemoryWatch(limit: terms.memoryLimit)
    process = terms.forks ? 0 : state.process
  }

  mutating func run() -> UnitRun.End {
    let record: RunRecord
    do {
      record = try RunRecord(parameters: terms.parameters, draws: terms.draws, calls: terms.request.furtherCalls)
    } catch { return .notLoaded(Self.words(error)) }
    guard var channels = Channels(input: terms.input, record: record.descriptor) else {
      return .notLoaded(Self.noDescriptors)
    }
    let asked = state.ask(terms.request, forking: terms.forks, descriptors: channels.theirs)
    channels.closeTheirs()
    self.channels = channels
    defer { self.channels!.closeStreams() }
    guard asked else {
      close(channels.control)
      return .lost(signal: SIGKILL)
    }
    start = .now
    deadline = start + .seconds(min(terms.timeout, Self.longest))
    computedBefore = process > 0 ? ProcessorTime.seconds(of: process) ?? 0 : 0
    watch()
    drain()
    defer { if !terms.forks { state.retire() } }
    collector.finishDisplay()
    log = record.read()
    // What was asked to stop has been ended, even if it was done at that moment.
    if let obstacles, process > 0, stop == nil {
      // A function that was called in the state's own process: it serves on as it did.
      let serves = servesOn ? dup(state.socket) : channels.control
      if servesOn { close(channels.control) }
      return .done(
        StateProcess(
          socket: serves, process: process, obstacles: obstacles,
          witness: terms.forks ? state : state.witness,
          late: obstacles.contains("threads") ? self.channels!.takeText() : nil,
          history: history))
    }
    defer { close(channels.control) }
    return failure()
  }

  /// How the process came about. What the fork took is no time of the unit's.
  private var history: StateProcess.History {
    let fork = forked.map { ($0 - start).seconds }
    let seconds = (ContinuousClock.now - start).seconds - (fork ?? 0)
    return state.history.adding(seconds: seconds, forkedIn: terms.forks ? fork ?? 0 : nil)
  }

  private var servesOn: Bool { if case .call = terms.request { !terms.forks } else { false } }

  /// Why there is no record, and what to do.
  private static func words(_ error: any Error) -> String {
    switch (error as? POSIXError)?.code {
    case .EMFILE, .ENFILE: noDescriptors
    case .EFBIG:
      "no file may be as large as what a cell's run needs (64 MB); raise the limit with “ulimit -f unlimited”"
    case .E2BIG: "the parameters take more than 32 MB; put such data into a file that a cell reads"
    case let code?: "the memory for a cell's run cannot be had: \(SystemReason.words(code.rawValue))"
    case nil: "the memory for a cell's run cannot be had: \(error)"
    }
  }

  private static let noDescriptors = "no descriptors are left; raise the limit with “ulimit -n”"

  /// Takes what comes until the unit is over.
  private mutating func watch() {
    // What says how the process ended: the one that forked it.
    let witness = terms.forks ? state.socket : state.witness?.socket ?? -1
    witnessOpen = witness >= 0
    // The news that a fork was made comes from another process than the news that it is done: either may be first.
    while !(obstacles != nil && process > 0), status == nil {
      var waiting =
        (channels!.streams + [
          controlOpen ? channels!.control : -1, witnessOpen ? witness : -1,
          stop == nil ? terms.interrupt.descriptor : -1,
        ] + (state.late?.descriptors ?? [])).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let left = min(max(0, (deadline - ContinuousClock.now).seconds), memory.interval)
      let ready = poll(&waiting, nfds_t(waiting.count), Int32(min(left * 1000 + 1, 1e9)))
      if ready < 0, errno != EINTR { break }
      if ContinuousClock.now >= deadline, !postpone(), !insist() { break }
      if waiting[5].revents != 0 { ask(.interrupt) }
      if stop == nil, memory.isExceeded(by: process) { ask(.memory) }
      drain()
      if waiting[3].revents != 0 { takeControl() }
      if waiting[4].revents != 0 { takeWitness(witness) }
    }
  }

  /// Moves the end of a unit that computes, or whose time is its processor time whatever it does, to the next moment at which so
  /// much processor time can be over. False when it is, and for a unit that waits: its time goes by the clock.
  private mutating func postpone() -> Bool {
    guard stop == nil, let computed = process > 0 ? ProcessorTime.seconds(of: process).map({ $0 - computedBefore }) : 0,
      computed < terms.timeout
    else { return false }
    let passed = start.duration(to: .now).seconds / terms.timeout
    // Threads compute side by side.
    var next = max(Self.pause, (terms.timeout - computed) / 8)
    if !terms.countsProcessorTime || passed >= Self.clockShare {
      guard passed < Self.starvedShare else { return false }
      // One that computes waits for moments, too, and one that has no process yet waits for a processor.
      let isHeldUp = process > 0 ? ProcessorTime.isWanted(by: process) : passed < Self.clockShare
      looks = isHeldUp ? 0 : looks + 1
      guard looks < Self.enoughLooks else { return false }
      if looks > 0 { next = Self.pause }
    }
    deadline = .now + .seconds(next)
    return true
  }
  /// How often a unit's processor time may pass by the clock: of one whose waiting does not count, and of one that computes.
  private static let (clockShare, starvedShare) = (30.0, 200.0)
  /// In how many looks one after another a unit must have waited whose time is over by the clock, and the seconds between them.
  private static let (enoughLooks, pause) = (5, 0.05)
  private var looks = 0

  /// What to do when time is up: ask where the unit is, then end it. False when even that has brought no news.
  private mutating func insist() -> Bool {
    switch (stop, status) {
    case (nil, _): ask(.timeout)
    case (_, nil) where process > 0 && !isKilled && isAnswering:
      deadline = .now + .seconds(Self.answering)
    case (_, nil) where process > 0 && !isKilled:
      isKilled = true
      ProcessTree.kill(process)
      deadline = .now + .seconds(5)
    default:
      status = SIGKILL
      return false
    }
    return true
  }
  private var isKilled = false

  /// Whether a unit that was asked where it is has not yet had the time to say it.
  private var isAnswering: Bool {
    guard let asked, asked.moment.duration(to: .now).seconds < Self.clockShare * Self.patience,
      ProcessorTime.isWanted(by: process), let computed = ProcessorTime.seconds(of: process)
    else { return false }
    return computed - asked.computed < Self.answering
  }
  /// When the unit was asked where it is, and how long it had computed by then.
  private var asked: (moment: ContinuousClock.Instant, computed: Double)?

  /// Asks the unit where it is, which ends it; what it started is remembered, to be ended with it.
  private mutating func ask(_ reason: Stop) {
    stop = reason
    deadline = .now + .seconds(Self.patience)
    guard process > 0 else { return }
    asked = (.now, ProcessorTime.seconds(of: process) ?? 0)
    started = ProcessTree.descendants(of: process)
    kill(process, SIGQUIT)
    kill(process, SIGCONT)
  }

  private mutating func takeControl() {
    guard let packet = receive(channels!.control) else {
      controlOpen = false
      if !witnessOpen || (!terms.forks && state.witness == nil) { status = status ?? SIGKILL }
      return
    }
    handle(packet)
  }

  private mutating func takeWitness(_ witness: Int32) {
    guard let packet = receive(witness) else {
      witnessOpen = false
      status = status ?? SIGKILL
      return
    }
    if packet.hasPrefix("P") {
      process = pid_t(packet.dropFirst()) ?? 0
      forked = .now
      if stop != nil { ask(stop!) }
    } else if packet.hasPrefix("X") {
      // Forks of other versions of this cell may end just now: their end is not ours.
      let parts = packet.dropFirst().split(separator: " ").compactMap { Int32($0) }
      if parts.count == 2, parts[0] == process { status = parts[1] }
    } else if packet.hasPrefix("L") {
      loadFailure = String(packet.dropFirst())
      status = 71 << 8
    }
  }

  /// Takes a packet from the process that runs the unit.
  private mutating func handle(_ packet: String) {
    let lines = packet.dropFirst().split(separator: "\n", omittingEmptySubsequences: true)
    switch packet.first {
    case "D": obstacles = lines.map(String.init)
    case "S":
      drain()
      collector.finishDisplay()
      _ = send(channels!.control, "S", 1, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    case "I": collector.requestInput(isHidden: packet.dropFirst().first == "H")
    case "C":
      crash = lines.first.flatMap { Int32($0) } ?? SIGABRT
      frames = RawFrame.parse(lines.dropFirst())
    case "E":
      threw = true
      frames = RawFrame.parse(lines)
    case "L": loadFailure = String(packet.dropFirst())
    default: break
    }
  }

  private mutating func failure() -> UnitRun.End {
    // The packets that the process sent before it ended are still there.
    while let packet = receive(channels!.control, Int32(MSG_DONTWAIT)) { handle(packet) }
    for orphan in started { kill(orphan, SIGKILL) }
    switch stop {
    case .timeout: return .timedOut(frames)
    case .interrupt: return .interrupted(frames)
    case .memory: return .outOfMemory(frames)
    case nil: break
    }
    if let loadFailure { return .notLoaded(loadFailure) }
    if threw { return .threw(frames) }
    if let crash { return .crashed(signal: crash, frames) }
    let ended = status ?? SIGKILL
    return ended & 0x7f == 0 ? .exited((ended >> 8) & 0xff) : .lost(signal: ended & 0x7f)
  }

  // MARK: Bytes

  private mutating func drain() {
    // What threads printed since the unit before: they may wait for room.
    for (kind, text) in state.late?.read() ?? [] {
      var text = text
      text.withUTF8 { collector.take(kind == .output ? 0 : 1, UnsafeRawBufferPointer($0)) }
    }
    for stream in 0..<3 {
      // Bounded, so that a cell that prints without end cannot outrun its time limit.
      for _ in 0..<64 where channels!.streams[stream] >= 0 {
        let count = read(channels!.streams[stream], &buffer, buffer.count)
        if count == 0 {  // closed by the cell: nothing more to wait for
          close(channels!.streams[stream])
          channels!.streams[stream] = -1
        }
        if count <= 0 { break }
        buffer.withUnsafeBytes { collector.take(stream, UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      }
    }
  }

  private mutating func receive(_ socket: Int32, _ flags: Int32 = 0) -> String? {
    var count: Int
    repeat { count = recv(socket, &buffer, buffer.count, flags) } while count < 0 && errno == EINTR
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }
}
