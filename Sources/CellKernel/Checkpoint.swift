import CHostLink
import CellCompiler
import Foundation
import NotebookDocument
import Surroundings

#if canImport(Glibc)
  import Glibc
#endif

/// A process that holds the state after a cell and waits to be asked for the next one.
///
/// It ends when its socket is closed, which happens with the last reference to the checkpoint.
package final class Checkpoint: @unchecked Sendable {
  /// The control socket, on which the process is asked and answers.
  package let socket: Int32
  /// The process.
  package let process: pid_t
  /// Threads that the process has; with more than one it cannot be forked.
  package let threads: Int
  /// The process that forked this one: it says how this one ended. It is also what keeps the state before this one.
  package let parent: Checkpoint?

  /// What running cells in this very process would put at stake: how far back the process before it lies.
  package let history: History

  /// How a process came about.
  package struct History: Hashable, Sendable {
    /// Forks between the host and this process.
    package var depth = 0
    /// Units that have run in this process since it was forked, the first one not counted, and the seconds they took.
    package var units = 0
    package var seconds = 0.0

    /// Whether a unit may run without a checkpoint before it, because it is cheap to come here again.
    ///
    /// The kernel's cost of a fork grows with the number of forks and of loaded libraries: a notebook of five hundred
    /// cells would take a quarter of a second for each at its end. So the first `freeForks` are made in any case, and
    /// then one after 16 units or 50 ms.
    package func allowsRunningInPlace(freeForks: Int) -> Bool { depth >= freeForks && units < 16 && seconds < 0.05 }
  }

  package init(socket: Int32, process: pid_t, threads: Int, parent: Checkpoint?, history: History = History()) {
    (self.socket, self.process, self.threads, self.parent) = (socket, process, threads, parent)
    self.history = history
  }

  deinit { close(socket) }

  /// Whether cells can be run from here again and again.
  package var isForkable: Bool { threads == 1 }

  /// Whether a cell has run in this very process, so that its state is no longer the one it had.
  package private(set) var isConsumed = false

  /// Whether a cell can be run from here.
  package var isUsable: Bool { !isConsumed && isAlive }

  /// Whether the process is still there: it, or one above it, may have been killed from outside.
  package var isAlive: Bool {
    var waiting = pollfd(fd: socket, events: 0, revents: 0)
    return poll(&waiting, 1, 0) >= 0 && waiting.revents & Int16(POLLHUP | POLLERR | POLLNVAL) == 0
  }

  /// Starts a host: the state before the first cell. It loads its libraries while the caller goes on; `awaitReadiness`
  /// comes before the first request.
  ///
  /// - Throws: `NotebookError` when the host cannot be started.
  package static func start(_ libraries: LibraryLocation, toolchain: Toolchain, folder: String) throws -> Checkpoint {
    var pair: [Int32] = [0, 0]
    guard gimbal_packet_pair(&pair) == 0 else { throw NotebookError(.noHost("a socket")) }
    // The kit first: its own handler of errors must be found before the runtime's.
    let preloaded =
      [libraries.kit]
      + ["Foundation", "swiftSwiftOnoneSupport", "swift_Concurrency"].map {
        "\(toolchain.libraries)/lib\($0).so"
      }
    var environment = ProcessInfo.processInfo.environment
    environment["OPENBLAS_NUM_THREADS"] = "1"
    environment["SWIFT_BACKTRACE"] = "enable=no"
    // The order of sets and dictionaries would differ from run to run, and with it what cells print.
    environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
    let process = withCStrings([libraries.host, "3"] + preloaded) { arguments in
      withCStrings(environment.map { "\($0.key)=\($0.value)" }) { variables in
        gimbal_start_host(libraries.host, arguments, variables, folder.isEmpty ? "." : folder, pair[1])
      }
    }
    let problem = errno
    close(pair[1])
    guard process > 0 else {
      close(pair[0])
      throw NotebookError(.noHost("\(libraries.host) (\(String(cString: strerror(problem))))"))
    }
    return Checkpoint(socket: pair[0], process: process, threads: 1, parent: nil)
  }

  /// Waits until a started host has loaded its libraries.
  ///
  /// - Throws: `NotebookError` when it cannot load them.
  package func awaitReadiness(_ libraries: LibraryLocation) throws {
    let answer = receive() ?? ""
    guard answer.hasPrefix("D") else {
      throw NotebookError(.noHost("\(libraries.kit) (\(answer.dropFirst()))"))
    }
  }

  /// The next packet; nil when the process is gone.
  package func receive() -> String? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var count: Int
    repeat { count = recv(socket, &buffer, buffer.count, 0) } while count < 0 && errno == EINTR
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }

  /// Asks the process to run a unit, in a fork or in itself.
  package func request(_ unit: CompiledUnit, forking: Bool, descriptors: [Int32]) -> Bool {
    if !forking { isConsumed = true }
    let packet = (forking ? "R" : "K") + unit.library + "\0" + unit.entryPoint + "\0"
    return gimbal_send_request(socket, packet, packet.utf8.count, descriptors) == 0
  }
}

/// Calls a C function that takes a null-terminated array of strings.
private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  let copies = strings.map { strdup($0) } + [nil]
  defer { for copy in copies { free(copy) } }
  return copies.withUnsafeBufferPointer { body($0.baseAddress!) }
}
