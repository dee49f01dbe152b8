import CHostLink
import CellCompiler
import Display
import Foundation
import Surroundings

#if canImport(Glibc)
  import Glibc
#endif

/// Frames that lie in cells, as the host reports them: a library and an offset in it, innermost first.
package struct RawFrame: Hashable, Sendable {
  package var library: String
  package var offset: String

  package static func parse(_ lines: some Sequence<Substring>) -> [RawFrame] {
    lines.compactMap { line in
      guard let space = line.lastIndex(of: " ") else { return nil }
      return RawFrame(library: String(line[..<space]), offset: String(line[line.index(after: space)...]))
    }
  }
}

/// One run of one unit: from a checkpoint to the next, or to its failure.
package struct UnitRun {
  package enum End {
    case done(Checkpoint)
    case threw([RawFrame])
    case crashed(signal: Int32, [RawFrame])
    case exited(Int32)
    case timedOut([RawFrame])
    case interrupted([RawFrame])
    case notLoaded(String)
    case lost(signal: Int32)
  }

  package var end: End
  package var collector: OutputCollector
  package var seconds: Double

  /// Runs a unit and collects what it produces.
  ///
  /// The unit runs in a fork unless `inPlace` is asked for or the process has several threads: the checkpoint is then used
  /// up. A cell that runs out of time or is interrupted is first asked where it is, then killed with everything it started.
  package static func run(
    _ unit: CompiledUnit, from checkpoint: Checkpoint, inPlace: Bool = false, timeout: Double, interrupt: Interrupt,
    onOutput: (UnsafeRawBufferPointer) -> Void = { _ in }
  ) -> UnitRun {
    var run = Running(
      checkpoint: checkpoint, forks: checkpoint.isForkable && !inPlace, interrupt: interrupt, timeout: timeout)
    let start = ContinuousClock.now
    let end = run.run(unit, onOutput: onOutput)
    return UnitRun(end: end, collector: run.collector, seconds: (ContinuousClock.now - start).seconds)
  }
}

/// The state of a run while it lasts.
private struct Running {
  let checkpoint: Checkpoint
  /// Whether the unit runs in a fork of the checkpoint's process.
  let forks: Bool
  let interrupt: Interrupt
  let timeout: Double
  var collector = OutputCollector()

  /// The reading ends of standard output, standard error and the display channel; −1 once closed.
  private var streams: [Int32] = []
  private var process: pid_t = 0
  private var frames: [RawFrame] = []
  /// Processes that the cell had started when it was stopped.
  private var started: [pid_t] = []
  private var crash: Int32?
  private var threw = false
  private var loadFailure: String?
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// How long a cell that was asked where it is may take to say so, on a machine that is busy.
  private let patience = Duration.seconds(2)

  /// Why the cell is being stopped.
  private enum Stop { case timeout, interrupt }

  init(checkpoint: Checkpoint, forks: Bool, interrupt: Interrupt, timeout: Double) {
    (self.checkpoint, self.forks, self.interrupt, self.timeout) = (checkpoint, forks, interrupt, timeout)
    process = forks ? 0 : checkpoint.process
  }

  mutating func run(_ unit: CompiledUnit, onOutput: (UnsafeRawBufferPointer) -> Void) -> UnitRun.End {
    var output: [Int32] = [-1, -1]
    var errors: [Int32] = [-1, -1]
    var display: [Int32] = [-1, -1]
    var control: [Int32] = [-1, -1]
    guard gimbal_pipe(&output) == 0, gimbal_pipe(&errors) == 0, gimbal_pipe(&display) == 0,
      gimbal_packet_pair(&control) == 0
    else {
      for descriptor in output + errors + display + control where descriptor >= 0 { close(descriptor) }
      return .notLoaded("no descriptors are left; raise the limit with “ulimit -n”")
    }
    streams = [output[0], errors[0], display[0]]
    let asked = checkpoint.request(unit, forking: forks, descriptors: [output[1], errors[1], display[1], control[1]])
    for descriptor in [output[1], errors[1], display[1], control[1]] { close(descriptor) }
    defer { for descriptor in [output[0], errors[0], display[0]] { close(descriptor) } }
    var keepControl = false
    defer { if !keepControl { close(control[0]) } }
    guard asked else { return .lost(signal: SIGKILL) }

    // What says how the process ended: the one that forked it.
    let witness = forks ? checkpoint.socket : checkpoint.parent?.socket ?? -1
    let start = ContinuousClock.now
    var deadline = start + .seconds(timeout)
    var stop: Stop?
    var status: Int32?
    var threads: Int?
    var witnessOpen = true
    var controlOpen = true
    while true {
      var waiting = (streams + [controlOpen ? control[0] : -1, witness, stop == nil ? interrupt.descriptor : -1])
        .map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      // The news that a fork was made comes from another process than the news that it is done: either may be first.
      if (threads != nil && process > 0) || status != nil { break }
      let left = max(0, (deadline - ContinuousClock.now).seconds)
      let ready = poll(&waiting, nfds_t(waiting.count), Int32(min(left * 1000 + 1, 1e9)))
      if ready < 0, errno != EINTR { break }
      if ContinuousClock.now >= deadline {
        if stop == nil {
          stop = .timeout
          ask()
          deadline = .now + patience
        } else {
          if process > 0 { ProcessTree.kill(process) }
          deadline = .now + .seconds(5)
        }
      }
      if waiting[5].revents != 0 {
        stop = .interrupt
        ask()
        deadline = .now + patience
      }
      drain(onOutput)
      if waiting[3].revents != 0 {
        switch receive(control[0]) {
        case nil:
          controlOpen = false
          if !witnessOpen { status = SIGKILL }
        case let packet?: threads = handle(packet) ?? threads
        }
      }
      if waiting[4].revents != 0 {
        switch receive(witness) {
        case nil:
          witnessOpen = false
          status = SIGKILL
        case let packet?:
          if packet.hasPrefix("P") {
            process = pid_t(packet.dropFirst()) ?? 0
          } else if packet.hasPrefix("X") {
            // Forks of other versions of this cell may end just now: their end is not ours.
            let parts = packet.dropFirst().split(separator: " ").compactMap { Int32($0) }
            if parts.count == 2, parts[0] == process { status = parts[1] }
          } else if packet.hasPrefix("L") {
            loadFailure = String(packet.dropFirst())
            status = 71 << 8
          }
        }
      }
    }
    drain(onOutput)
    if let threads, process > 0 {
      keepControl = true
      return .done(
        Checkpoint(
          socket: control[0], process: process, threads: threads,
          parent: forks ? checkpoint : checkpoint.parent,
          history: history(after: (ContinuousClock.now - start).seconds)))
    }
    // The packets that the process sent before it ended are still there.
    while let packet = receiveNow(control[0]) { _ = handle(packet) }
    for orphan in started { kill(orphan, SIGKILL) }
    switch stop {
    case .timeout: return .timedOut(frames)
    case .interrupt: return .interrupted(frames)
    case nil: break
    }
    if let loadFailure { return .notLoaded(loadFailure) }
    if threw { return .threw(frames) }
    if let crash { return .crashed(signal: crash, frames) }
    let ended = status ?? SIGKILL
    return ended & 0x7f == 0 ? .exited((ended >> 8) & 0xff) : .lost(signal: ended & 0x7f)
  }

  private func history(after seconds: Double) -> Checkpoint.History {
    var history = checkpoint.history
    if forks { return Checkpoint.History(depth: history.depth + 1, seconds: seconds) }
    history.units += 1
    history.seconds += seconds
    return history
  }

  /// Asks the cell where it is, which ends it; what it started is remembered, to be ended with it.
  private mutating func ask() {
    guard process > 0 else { return }
    started = ProcessTree.descendants(of: process)
    kill(process, SIGQUIT)
  }

  /// Takes a packet from the process that runs the unit; the number of threads when the unit is done.
  private mutating func handle(_ packet: String) -> Int? {
    let lines = packet.dropFirst().split(separator: "\n", omittingEmptySubsequences: true)
    switch packet.first {
    case "D": return Int(packet.dropFirst()) ?? 1
    case "C":
      crash = lines.first.flatMap { Int32($0) } ?? SIGABRT
      frames = RawFrame.parse(lines.dropFirst())
    case "E":
      threw = true
      frames = RawFrame.parse(lines)
    case "L": loadFailure = String(packet.dropFirst())
    default: break
    }
    return nil
  }

  private mutating func drain(_ onOutput: (UnsafeRawBufferPointer) -> Void) {
    drain(0) { collector, bytes in
      collector.addOutput(bytes)
      onOutput(bytes)
    }
    drain(1) { collector, bytes in
      collector.addError(bytes)
      onOutput(bytes)
    }
    drain(2) { $0.addDisplay($1) }
  }

  private mutating func drain(_ stream: Int, _ take: (inout OutputCollector, UnsafeRawBufferPointer) -> Void) {
    // Bounded, so that a cell that prints without end cannot outrun its time limit.
    for _ in 0..<256 where streams[stream] >= 0 {
      let count = read(streams[stream], &buffer, buffer.count)
      if count == 0 { streams[stream] = -1 }  // closed by the cell: nothing more to wait for
      if count <= 0 { return }
      buffer.withUnsafeBytes { take(&collector, UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
  }

  private mutating func receive(_ socket: Int32) -> String? {
    var count: Int
    repeat { count = recv(socket, &buffer, buffer.count, 0) } while count < 0 && errno == EINTR
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }

  private mutating func receiveNow(_ socket: Int32) -> String? {
    let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }
}
