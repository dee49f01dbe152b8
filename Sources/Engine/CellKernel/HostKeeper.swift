import CHostLink
import CellCompiler
import Files
import Foundation
import NotebookDocument
import Processes
import Toolchains

import enum Basics.OwnThread

/// The cell host's process: it loads the libraries that cells link, and all states descend from it.
struct HostKeeper {
  private struct Host {
    var folder: String
    var process: StateProcess
    /// Ends the host and all that it started when it is closed, by us or by our own end.
    var life: LifeLine
    var isReady = false
  }

  private var host: Host?

  /// Starts the host for notebooks in this folder, unless it is there.
  ///
  /// - Throws: `PlacedError` when it cannot be started.
  mutating func start(in folder: String, _ configuration: SessionConfiguration, journal: String) throws {
    if let host, host.folder == folder, host.process.isAlive { return }
    host = nil
    var control: [Int32] = [-1, -1]
    var life: [Int32] = [-1, -1]
    guard gimbal_packet_pair(&control) == 0 else { throw Self.notStarted(configuration, errno) }
    guard gimbal_packet_pair(&life) == 0 else {
      let problem = errno
      for descriptor in control { close(descriptor) }
      throw Self.notStarted(configuration, problem)
    }
    let process = Self.spawn(configuration, folder, journal: journal, control: control[1], life: life[1])
    let problem = errno
    close(control[1])
    close(life[1])
    let state = StateProcess(socket: control[0], process: process, obstacles: [], witness: nil)
    let line = LifeLine(socket: life[0], warden: process)
    guard process > 0 else {
      throw Self.notStarted(configuration, problem)
    }
    host = Host(folder: folder, process: state, life: line)
  }

  private static func notStarted(_ configuration: SessionConfiguration, _ problem: Int32) -> any PlacedError {
    let host = configuration.libraries.host
    return problem == ENOENT
      ? ToolchainError(.noHost(host), file: host)
      : ProcessError(.notStarted("the process for cells", why: SystemReason.words(problem)), file: host)
  }

  /// Whether this is the process from which all states of the present host descend, and it serves this folder.
  func isRoot(_ process: StateProcess, in folder: String) -> Bool {
    host.map { $0.folder == folder && $0.process === process && process.isAlive } ?? false
  }

  /// The state before any cell, once the host has loaded its libraries.
  ///
  /// - Throws: `PlacedError` when it cannot load them.
  mutating func root(_ libraries: LibraryLocation) throws -> StateProcess {
    guard let host else { throw ToolchainError(.noHost(libraries.host)) }
    if !host.isReady {
      var answer = host.process.awaitAnswer(seconds: Subprocess.limit) ?? ""
      if answer.hasPrefix("P") { answer = host.process.awaitAnswer(seconds: Subprocess.limit) ?? "" }
      guard answer.hasPrefix("D") else {
        throw ToolchainError(.noHost("\(libraries.kit) (\(answer.dropFirst()))"))
      }
      self.host!.isReady = true
    }
    return host.process
  }

  private static func spawn(
    _ configuration: SessionConfiguration, _ folder: String, journal: String, control: Int32, life: Int32
  ) -> pid_t {
    // The kit first: its own handler of errors must be found before the runtime's.
    let preloaded =
      [configuration.libraries.kit]
      + ["Foundation", "swiftSwiftOnoneSupport", "swift_Concurrency"].map {
        "\(configuration.libraries.runtime(of: configuration.toolchain))/lib\($0).so"
      }
    var environment = configuration.environment
    environment["OPENBLAS_NUM_THREADS"] = "1"
    environment["SWIFT_BACKTRACE"] = "enable=no"
    // The order of sets and dictionaries would differ from run to run, and with it what cells print.
    environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
    let program = configuration.libraries.host
    let sealed = configuration.sealedLibraries.map { ["--"] + $0 } ?? []
    return withCStrings([program, "3", "4", journal] + preloaded + sealed) { arguments in
      withCStrings(environment.map { "\($0.key)=\($0.value)" }) { variables in
        ProcessTree.starting {
          gimbal_start_program(
            program, arguments, variables, folder.isEmpty ? "." : folder, [-1, -1, 2, life, control], 5, 1)
        }
      }
    }
  }
}

/// The end of a socket by which the host's warden knows that we are there.
private final class LifeLine {
  let socket: Int32
  let warden: pid_t

  init(socket: Int32, warden: pid_t) { (self.socket, self.warden) = (socket, warden) }

  deinit {
    close(socket)
    guard warden > 0 else { return }
    // The warden ends the rest and then itself; it is our child, and nobody else waits for it.
    let warden = warden
    let wait: @Sendable () -> Void = {
      var status: Int32 = 0
      while waitpid(warden, &status, 0) < 0, errno == EINTR {}
    }
    if !OwnThread.start(wait) { wait() }
  }
}

extension StateProcess {
  /// The next packet; nil when the process is gone, or when none comes in time.
  func awaitAnswer(seconds: Double) -> String? {
    guard Readiness.wait(socket, for: POLLIN, until: .now + .seconds(seconds)) else { return nil }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(socket, &buffer, buffer.count, 0)
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
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
