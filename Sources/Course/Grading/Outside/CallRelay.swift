import Dispatch
import Foundation
import JudgedCalls

import enum Basics.OwnThread

/// A relay between the judge and a submission: takes the judge's calls over a socket that only this user can open,
/// passes each on with a number that nobody can foresee, and passes back the answer that bears it. It reads nothing but
/// lengths and that number.
final class CallRelay {
  /// Where the judge calls.
  let address: String
  private let listening: Int32
  private let pipes: CallPipes
  private let submission: ConfinedSubmission
  private let time: SubmissionTime
  private var done: DispatchSemaphore?
  /// The number of the fork that answers; nil where none does.
  private var fork: [UInt8]?
  /// Functions that once did not end: they are not called again.
  private var hung: Set<String> = []
  /// What holds for the calls of each check, by its label.
  private let checks: [String: CheckTerms]
  /// And for constants, which are asked for before any check begins.
  private let constants: [String: CheckTerms]
  private var terms = CheckTerms()
  /// What was reached that a list forbids, by the list. Nothing is called any more for a task that has reached something.
  private(set) var reached: [Int32: String] = [:]
  /// The function whose call was the last: nothing came of it, nor will of any other.
  private(set) var lostIn: String?
  private let stopping: (reader: Int32, writer: Int32)

  /// Seconds that a call may compute, and wait without computing; and how much longer the submission's own word about it may take.
  static let patience = (computing: 4, waiting: 5, grace: 3.0)

  init(
    folder: String, _ submission: ConfinedSubmission, _ time: SubmissionTime, checks: [String: CheckTerms],
    constants: [String: CheckTerms]
  ) throws {
    (self.submission, self.time, pipes) = (submission, time, submission.pipes)
    (self.checks, self.constants) = (checks, constants)
    address = "\(folder)/judge"
    var place = sockaddr_un()
    place.sun_family = sa_family_t(AF_UNIX)
    let path = Array(address.utf8)
    guard path.count < MemoryLayout.size(ofValue: place.sun_path) else {
      throw GradingError(.unreadable("the path \(address) is too long"))
    }
    withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: path) }
    let made = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    listening = made
    var ends: [Int32] = [-1, -1]
    let bound = withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(made, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard listening >= 0, bound == 0, listen(listening, 8) == 0, pipe(&ends) == 0 else {
      if listening >= 0 { close(listening) }
      throw GradingError(.unreadable("the judge's socket cannot be opened"))
    }
    stopping = (ends[0], ends[1])
    let done = DispatchSemaphore(value: 0)
    self.done = done
    nonisolated(unsafe) let relay = Unmanaged.passUnretained(self)
    let isStarted = OwnThread.start {
      // It is there until ``stop()`` has seen the end of this.
      relay._withUnsafeGuaranteedRef { $0.serve() }
      done.signal()
    }
    if !isStarted {
      done.signal()
      stop()
      throw GradingError(.unreadable("the judge's socket cannot be served: the system has no thread left"))
    }
  }

  /// Takes no more calls.
  func stop() {
    guard let done else { return }
    var byte: UInt8 = 1
    _ = Foundation.write(stopping.writer, &byte, 1)
    done.wait()
    self.done = nil
    for descriptor in [listening, stopping.reader, stopping.writer] { close(descriptor) }
  }

  deinit { stop() }

  private func serve() {
    while true {
      var waiting = [
        pollfd(fd: stopping.reader, events: Int16(POLLIN), revents: 0),
        pollfd(fd: listening, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&waiting, 2, -1) > 0 || errno == EINTR else { return }
      if waiting[0].revents != 0 { return }
      guard waiting[1].revents != 0 else { continue }
      let connection = accept(listening, nil, nil)
      guard connection >= 0 else { continue }
      if let message = MessageStream.read(connection), let kind = message.first {
        _ = MessageStream.write(answer(kind, Array(message.dropFirst())), connection)
      }
      close(connection)
    }
  }

  // MARK: One call

  private func answer(_ kind: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    if kind == CallMessage.begin {
      terms = checks[Self.name(bytes)] ?? CheckTerms()
      begin()
      return [0]
    }
    if kind == CallMessage.time {
      var bytes = PassedBytes()
      bytes.put(submission.activity?.nanoseconds ?? 0)
      return bytes.bytes
    }
    let name = Self.name(bytes)
    if let own = constants[name], own != terms {
      terms = own
      begin()
    }
    if lostIn != nil { return Self.late(Self.isLost) }
    if let reached = reached[terms.list] { return Self.words(.forbidden, reached) }
    if hung.contains(name) { return Self.late("an earlier call of it was stopped") }
    if fork == nil { begin() }
    let nonce = Self.nonce()
    let isWorthWaiting = patience(with: fork)
    guard let fork, pipes.send(nonce + [CallMessage.call] + bytes, while: isWorthWaiting) else { return lose(name) }
    while let message = pipes.receive(while: isWorthWaiting) {
      // What bears no number of ours was not asked for.
      guard message.count > 8 else { continue }
      if Array(message[..<8]) == nonce {
        if message[8] == CallStatus.forbidden.rawValue { note(Array(message[9...])) }
        return Array(message[8...])
      }
      guard Array(message[..<8]) == fork else { continue }
      self.fork = nil
      if String(decoding: message[9...], as: UTF8.self).contains("was stopped") { hung.insert(name) }
      return Array(message[8...])
    }
    return lose(name)
  }

  /// Whether an answer is still worth waiting for, to be asked every tenth of a second. A fork that has waited or computed for too long is
  /// to be stopped; when even then nothing comes, the submission has ended, or does not let itself be stopped.
  private func patience(with fork: [UInt8]?) -> () -> Bool {
    let waitedBefore = time.waited
    var (computedBefore, wasStopped): (UInt64?, Bool) = (nil, false)
    time.begin()
    return { [self] in
      let activity = submission.activity
      time.look(activity)
      if submission.hasEnded || time.isOver { return false }
      let now = activity?.nanoseconds ?? 0
      computedBefore = computedBefore ?? now
      let waited = time.waited - waitedBefore - Double(Self.patience.waiting)
      // The whole tree's: the fork ends itself by its own.
      let computed = Double(now - min(computedBefore!, now)) / 1e9 - 2 * Double(Self.patience.computing)
      if max(waited, computed) > 0, !wasStopped {
        wasStopped = true
        fork.map(pipes.stop)
      }
      return max(waited, computed) < Self.patience.grace
    }
  }

  /// Nothing comes any more: the one that hangs and does not let itself be stopped has had its turn.
  private func lose(_ name: String) -> [UInt8] {
    hung.insert(name)
    lostIn = name.prefix { $0 != "(" }.description
    submission.stop()
    return Self.late("nothing came any more")
  }

  /// A fresh fork of the submission's state answers from now on.
  private func begin() {
    guard lostIn == nil else { return }
    let isWorthWaiting = patience(with: fork)
    if let fork { _ = pipes.send(fork + [CallMessage.end], while: isWorthWaiting) }
    let next = Self.nonce()
    fork = pipes.send(next + [CallMessage.begin] + terms.bytes, while: isWorthWaiting) ? next : nil
  }

  /// The fork that has reached what is forbidden has ended. What it says is against nobody but itself.
  private func note(_ words: [UInt8]) {
    var words = PassedBytes(words)
    reached[terms.list] = String(((try? words.text()) ?? "").prefix(200))
    fork = nil
  }

  private static func nonce() -> [UInt8] {
    var bytes = PassedBytes()
    bytes.put(UInt64.random(in: .min ... .max))
    return bytes.bytes
  }

  /// The reason of all calls that come after the last, which the mark gives once.
  static let isLost = "the submission has ended"

  private static func late(_ text: String) -> [UInt8] { words(.late, text) }

  private static func words(_ status: CallStatus, _ text: String) -> [UInt8] {
    var words = PassedBytes()
    words.put(text)
    return [status.rawValue] + words.bytes
  }

  /// The function that the judge, whom we trust, calls.
  private static func name(_ bytes: [UInt8]) -> String {
    var call = PassedBytes(bytes)
    return (try? call.text()) ?? ""
  }
}
