import CHostLink
import CellCompiler
import Foundation

/// A process that holds the state after a unit and waits to be asked for the next one.
///
/// It ends when its socket is closed, which happens with the last reference.
package final class StateProcess: @unchecked Sendable {
  /// On which the process is asked and answers; −1 once it answers on another one.
  private(set) var socket: Int32
  let process: pid_t
  /// Why the process cannot be forked into a state that is the same in every respect; empty when it can.
  let obstacles: [String]
  /// The process that forked this one, or this one's forebear: it says how this one ended.
  private(set) var witness: StateProcess?
  /// How far back the process lies that would have to run again, were this one used up.
  let history: History
  /// What threads of the process print between two units; nil where there are none.
  let late: LateText?

  /// How a process came about.
  struct History: Hashable, Sendable {
    /// Forks between the host and this process.
    var depth = 0
    /// Units that have run in this process since it was forked, the first one not counted, and the seconds they took,
    /// that one's included.
    var units = 0
    var seconds = 0.0
    /// How long the kernel took for the last fork.
    var forkSeconds = 0.0

    /// Whether a unit may run without a checkpoint before it, because it is cheap to come here again.
    ///
    /// The kernel's cost of a fork grows with the number of forks above it. So the first `freeForks` are made in any case. After
    /// those, the units between two checkpoints grow in number with the forks so far, so that *n* cells need √n of them and the
    /// whole run stays linear. What would have to run again takes 50 ms, or four times as long as another fork.
    func allowsRunningInPlace(freeForks: Int) -> Bool {
      depth >= freeForks && units < max(16, depth / 4) && seconds < max(0.05, 4 * forkSeconds)
    }

    func adding(seconds: Double, forkedIn fork: Double?) -> History {
      if let fork { return History(depth: depth + 1, seconds: seconds, forkSeconds: fork) }
      return History(depth: depth, units: units + 1, seconds: self.seconds + seconds, forkSeconds: forkSeconds)
    }
  }

  init(
    socket: Int32, process: pid_t, obstacles: [String], witness: StateProcess?, late: LateText? = nil,
    history: History = History()
  ) {
    (self.socket, self.process, self.obstacles) = (socket, process, obstacles)
    (self.witness, self.late, self.history) = (witness, late, history)
  }

  deinit { retire() }

  /// Lets go of the socket: a unit has run in the process, which now answers on the one that came with that unit.
  func retire() {
    if socket >= 0 { close(socket) }
    socket = -1
  }

  /// Whether units can be run from here again and again.
  var isCheckpoint: Bool { obstacles.isEmpty }
  /// Whether a unit has run in this very process, so that its state is no longer the one it had.
  private(set) var isConsumed = false
  /// Whether the process, if it lives, has the state that it had.
  var holdsState: Bool { !isConsumed && socket >= 0 }
  /// Whether a unit can be run from here.
  var isUsable: Bool { !isConsumed && isAlive }

  /// Whether the process is still there: it, or one above it, may have been killed from outside.
  var isAlive: Bool {
    guard socket >= 0 else { return false }
    var waiting = pollfd(fd: socket, events: 0, revents: 0)
    return poll(&waiting, 1, 0) >= 0 && waiting.revents & Int16(POLLHUP | POLLERR | POLLNVAL) == 0
  }

  /// Ends this process, which lies between the one that forked it and one that it forked; those two stay as they are.
  ///
  /// - Returns: whether it has ended. When it has not, nothing has changed.
  func stepAside(for below: StateProcess) -> Bool {
    guard let above = witness, below.witness === self, isCheckpoint, isUsable, below.isUsable, above.isAlive,
      let parent = above.answer(to: "A\(below.process)"), below.answer(to: "O") != nil
    else { return false }
    say("Q")
    // Only when it has ended has the one below another parent.
    _ = above.awaitAnswer(with: "X\(process) ")
    _ = below.answer(to: "B\(parent.dropFirst())")
    below.witness = above
    retire()
    return true
  }

  /// How many seconds a process may take for a word, on a machine that is busy.
  private static let patience = 20.0

  private func say(_ word: String) { _ = send(socket, word, word.utf8.count, Int32(MSG_NOSIGNAL)) }

  /// Says a word to the process, and waits for its answer, which begins with the same letter.
  private func answer(to word: String) -> String? {
    say(word)
    return awaitAnswer(with: String(word.prefix(1)))
  }

  /// Waits for a packet that begins like this; others are news of forks that nobody waits for any more.
  private func awaitAnswer(with beginning: String) -> String? {
    let end = ContinuousClock.now + .seconds(Self.patience)
    while true {
      let left = (end - ContinuousClock.now).seconds
      guard left > 0, let answer = awaitAnswer(seconds: left), !answer.hasPrefix("L") else { return nil }
      if answer.hasPrefix(beginning) { return answer }
    }
  }

  /// What a process is asked to do.
  enum Request {
    /// Load a segment's library and run its first unit, or its second, to which the first is only a declaration.
    case load(CompiledSegment, from: Int)
    /// Run the next unit of the segment that waits here.
    case next
    /// Call functions of libraries one after another, only to look at their values.
    case call([(segment: CompiledSegment, function: String)])

    /// What is called behind the first one. Any number of them: they go by the record, for a packet has its bounds.
    var furtherCalls: [(library: String, function: String)] {
      guard case .call(let functions) = self else { return [] }
      return functions.dropFirst().map { ($0.segment.library, $0.function) }
    }
  }

  /// Asks the process to run a unit, in a fork or in itself, with these as its standard streams, display, control and record.
  func ask(_ request: Request, forking: Bool, descriptors: [Int32]) -> Bool {
    if !forking { isConsumed = true }
    var packet = forking ? "F" : "H"
    switch request {
    case .load(let segment, let first):
      packet += "\(first == 0 ? "L" : "M")\(segment.library)\0\(segment.segment.entryPoint)\0"
    case .next: packet += "N\0\0"
    case .call(let functions): packet += "C\(functions[0].segment.library)\0\(functions[0].function)\0"
    }
    return gimbal_send_request(socket, packet, packet.utf8.count, descriptors, Int32(descriptors.count)) == 0
  }
}
