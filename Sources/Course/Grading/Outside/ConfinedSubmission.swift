import CHostLink
import Foundation
import Sandboxes

import enum Basics.PlainFile
import enum Basics.SystemReason

/// A submission that runs in a sandbox, seen from outside.
final class ConfinedSubmission {
  private let tree: ConfinedTree
  private let limits: TreeLimits
  private let output: Int32
  private let input: Int32
  private var received: [UInt8] = []
  private var count = 0
  let pipes: CallPipes
  let cache: String
  /// Why units failed, as the program inside says; nobody believes it more than that.
  private(set) var failures: [Int: ConfinedFailure] = [:]
  /// The units that have come to an end, likewise.
  private var finished: Set<Int> = []
  private let units: Int
  /// Files that units have looked at and changed, likewise.
  private(set) var touched: [Int: (looked: Set<String>, changed: Set<String>)] = [:]
  private(set) var isBroken: String?

  /// Bytes that the program inside may say.
  private static let mostWords = 4 << 20

  /// What is done inside.
  enum Stage: String {
    /// The job is compiled, and none of it runs.
    case compile
    /// What was compiled runs: it lies where nothing inside can write.
    case run
  }

  /// Starts a job in a scratch folder, which holds so far only the folder in which its cells run.
  init(
    _ stage: Stage, _ job: ConfinedJob, scratch: String, in sandbox: any Sandbox, _ base: SharedBase, limits: TreeLimits
  ) throws {
    (self.limits, units) = (limits, job.units.count)
    pipes = try CallPipes(in: scratch)
    cache = "\(scratch)/cache"
    var job = job
    job.parameters["gimbal_calls"] = Self.json(pipes.callsName)
    job.parameters["gimbal_answers"] = Self.json(pipes.answersName)
    job.parameters["gimbal_stops"] = Self.json(pipes.stopsName)
    job.parameters["gimbal_call_seconds"] = Self.json("\(CallRelay.patience.computing) \(CallRelay.patience.waiting)")
    try PlainFile.write(JSONEncoder().encode(job), to: "\(scratch)/job.json")
    var (inlet, outlet): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard gimbal_blocking_pipe(&inlet) == 0, gimbal_pipe(&outlet) == 0 else {
      let problem = errno
      for descriptor in inlet where descriptor >= 0 { close(descriptor) }
      throw GradingError(.sandboxFails(SystemReason.words(problem)))
    }
    (input, output) = (inlet[1], outlet[0])
    defer {
      close(inlet[0])
      close(outlet[1])
    }
    let search = base.readable.filter { $0.hasSuffix("/bin") }.joined(separator: ":")
    var program = ConfinedProgram(
      base.program, [],
      environment: [
        ConfinedProgram.variable: "\(stage.rawValue)\n\(scratch)/job.json\n\(cache)", "HOME": scratch,
        "TMPDIR": "\(scratch)/tmp",
        "GIMBAL_CACHE": cache, "PATH": search, "LANG": "C.UTF-8", "TZ": "UTC",
      ], scratch: scratch, readable: base.readable + (stage == .run ? [job.libraries] : []), limits: limits,
      descriptors: [inlet[0], outlet[1], -1])
    program.seesProcesses = stage == .compile
    do {
      tree = try sandbox.start(program)
    } catch {
      // Without a tree there is no `deinit`.
      close(input)
      close(output)
      throw error
    }
  }

  deinit {
    close(input)
    close(output)
  }

  private static func json(_ text: String) -> String {
    (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }

  /// The outcome of compiling each unit; nil where that does not come.
  func awaitCompiled(_ time: SubmissionTime) -> [CompiledUnit]? {
    time.begin()
    while !time.isOver {
      switch next(until: .now + .seconds(SubmissionTime.interval)) {
      case .compiled(let units)?: return units
      case .broken(let words)?:
        isBroken = words
        return nil
      case .unit?, .touched?: return nil
      case nil where isAtEnd || count >= Self.mostWords: return nil
      case nil: time.look(activity)
      }
    }
    return nil
  }

  /// Waits until the submission takes calls; false where it never does. A cell that reports this before
  /// the last unit runs tries to answer for it.
  func awaitReady(_ time: SubmissionTime) -> Bool {
    time.begin()
    while !time.isOver {
      let isReady = pipes.receive(while: { false }) == Array("ready".utf8)
      drain()
      if isReady { return finished.count >= units - 1 }
      if tree.hasEnded || isAtEnd || pipes.isBroken { return false }
      time.look(activity)
    }
    return false
  }

  private var isAtEnd = false

  /// Reads the messages that have arrived in the meantime.
  private func drain() {
    while let message = next(until: .now) { note(message) }
  }

  private func note(_ message: ConfinedMessage) {
    switch message {
    case .unit(let index, let failure):
      failures[index] = failure
      finished.insert(index)
    case .touched(let index, let looked, let changed): touched[index] = (looked, changed)
    case .broken(let words): isBroken = words
    case .compiled: break
    }
  }

  var hasEnded: Bool { tree.hasEnded }
  var activity: TreeActivity? { tree.activity }
  func stop() { tree.stop() }

  /// Ends everything, and says how it was.
  func end() throws -> ConfinedEnd {
    drain()
    tree.stop()
    return try tree.await()
  }

  private func next(until end: ContinuousClock.Instant) -> ConfinedMessage? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let line = received.firstIndex(of: UInt8(ascii: "\n")) {
        let data = Data(received[..<line])
        received.removeFirst(line + 1)
        // Anything that is not a message was written by the student's code.
        if let message = try? JSONDecoder().decode(ConfinedMessage.self, from: data) { return message }
        continue
      }
      guard count < Self.mostWords else { return nil }
      let got = read(output, &buffer, buffer.count)
      if got > 0 {
        received += buffer[..<got]
        count += got
        continue
      }
      if got == 0 {
        isAtEnd = true
        return nil
      }
      guard errno == EAGAIN || errno == EINTR else { return nil }
      let left = end - .now
      guard left > .zero else { return nil }
      var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      _ = poll(
        &waiting, 1,
        Int32(min(left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000 + 1, 1_000_000)))
    }
  }
}
