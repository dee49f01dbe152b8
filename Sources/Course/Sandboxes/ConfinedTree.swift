import CHostLink
import CSandbox
import Foundation
import Processes
import Synchronization

import enum Basics.SystemReason

/// A confined program that runs, with everything that it has started. The supervisor ends all of it when this value goes, however
/// that comes.
package final class ConfinedTree: Sendable {
  private let supervisor: pid_t
  private let report: Int32
  private struct State {
    var life: Int32
    var end: ConfinedEnd?
    var failure: SandboxReason?
  }

  private let state: Mutex<State>

  /// Starts a program under a supervisor.
  ///
  /// - Parameters:
  ///   - confines: whether Landlock and the filter of system calls hold it; otherwise the program is itself a sandbox.
  ///   - start: Starts the supervisor with its ends of the two pipes, and returns its process number; less than 1 when it fails.
  init(
    _ what: ConfinedProgram, confines: Bool,
    start: (UnsafePointer<gimbal_confinement>, Int32, Int32) -> pid_t = { gimbal_start_confined($0, $1, $2) }
  ) throws {
    var (life, report): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard gimbal_blocking_pipe(&life) == 0, gimbal_blocking_pipe(&report) == 0 else {
      let problem = errno
      for descriptor in life + report where descriptor >= 0 { close(descriptor) }
      throw SandboxError(.notStarted(SystemReason.words(problem)))
    }
    let started = withCStrings([what.program] + what.arguments) { arguments in
      withCStrings(what.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }) { environment in
        withCStrings(SystemPlaces.readable + what.readable) { readable in
          withCStrings(SystemPlaces.devices) { devices in
            what.descriptors.withUnsafeBufferPointer { descriptors in
              var confinement = gimbal_confinement()
              confinement.program = UnsafePointer(arguments[0])
              (confinement.arguments, confinement.environment) = (UnsafePointer(arguments), UnsafePointer(environment))
              (confinement.readable, confinement.devices) = (UnsafePointer(readable), UnsafePointer(devices))
              (confinement.descriptors, confinement.descriptorCount) = (
                descriptors.baseAddress, Int32(descriptors.count)
              )
              (confinement.confines, confinement.limits) = (confines ? 1 : 0, what.limits.inC)
              return what.scratch.withCString { scratch in
                confinement.scratch = scratch
                return ProcessTree.starting(outlivesUs: true) {
                  start(&confinement, life[0], report[1])
                }
              }
            }
          }
        }
      }
    }
    let problem = errno
    close(life[0])
    close(report[1])
    (supervisor, self.report) = (started, report[0])
    let failure = started > 0 ? nil : SandboxReason.notStarted(SystemReason.words(problem))
    state = Mutex(State(life: life[1], failure: failure))
    // `deinit` closes our ends then, too, and waits for nobody.
    if let failure { throw SandboxError(failure) }
  }

  deinit {
    let (life, isSettled) = state.withLock { ($0.life, $0.end != nil || $0.failure != nil) }
    if life >= 0 { close(life) }
    if !isSettled {
      _ = readReport()
      settle()
    }
    close(report)
  }

  /// Ends the whole tree; ``await()`` says when none of it is left.
  package func stop() {
    state.withLock { state in
      if state.life >= 0 { close(state.life) }
      state.life = -1
    }
  }

  /// What runs in the tree now; nil where the kernel does not say. Its supervisor belongs to it.
  package var activity: TreeActivity? { TreeActivity(of: supervisor) }

  /// Whether the tree has ended. It is asked without waiting.
  package var hasEnded: Bool { Readiness.wait(report, for: POLLIN, until: .now + .milliseconds(1)) }

  /// Waits until none of the tree is left.
  ///
  /// - Throws: `SandboxError` when it could not be started.
  package func await() throws -> ConfinedEnd {
    try state.withLock { state in
      if let end = state.end { return end }
      if let failure = state.failure { throw SandboxError(failure) }
      let report = readReport()
      settle()
      guard let report else {
        let end = ConfinedEnd(
          reason: .stopped, status: 137, wall: 0, cpu: 0, peakMemory: 0, peakDisk: 0, peakProcesses: 0)
        state.end = end
        return end
      }
      if report.end == gimbal_tree_failed.rawValue {
        let reason = SandboxReason.notStarted(Self.words(report))
        state.failure = reason
        throw SandboxError(reason)
      }
      let end = ConfinedEnd(report)
      state.end = end
      return end
    }
  }

  private func readReport() -> gimbal_tree_report? {
    var bytes = [UInt8](repeating: 0, count: MemoryLayout<gimbal_tree_report>.size)
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes { read(report, $0.baseAddress! + count, $0.count - count) }
      if got < 0, errno == EINTR { continue }
      if got <= 0 { return nil }
      count += got
    }
    return bytes.withUnsafeBytes { $0.loadUnaligned(as: gimbal_tree_report.self) }
  }

  private func settle() {
    var status: Int32 = 0
    while waitpid(supervisor, &status, 0) < 0, errno == EINTR {}
    ProcessTree.hasEnded(supervisor)
  }

  private static func words(_ report: gimbal_tree_report) -> String {
    let place =
      switch UInt32(report.stage) {
      case gimbal_stage_fork.rawValue: "a process could not be started"
      case gimbal_stage_folder.rawValue: "the scratch folder could not be entered"
      case gimbal_stage_limits.rawValue: "limits could not be set"
      case gimbal_stage_landlock.rawValue: "Landlock refused the rules"
      case gimbal_stage_filter.rawValue: "the filter of system calls was refused"
      default: "the program could not be started"
      }
    return "\(place) (\(SystemReason.words(report.error)))"
  }
}

extension ConfinedEnd {
  init(_ report: gimbal_tree_report) {
    reason =
      switch UInt32(report.end) {
      case gimbal_tree_ended.rawValue: .ended
      case gimbal_tree_wall.rawValue: .outOfTime
      case gimbal_tree_cpu.rawValue: .outOfProcessorTime
      case gimbal_tree_memory.rawValue: .outOfMemory
      case gimbal_tree_disk.rawValue: .outOfDisk
      case gimbal_tree_processes.rawValue: .outOfProcesses
      default: .stopped
      }
    let raw = report.status
    status = raw & 0x7f == 0 ? (raw >> 8) & 0xff : 128 + (raw & 0x7f)
    (wall, cpu) = (Double(report.milliseconds) / 1000, Double(report.cpuMilliseconds) / 1000)
    (peakMemory, peakDisk) = (Int(clamping: report.peakBytes), Int(clamping: report.peakDisk))
    peakProcesses = Int(report.peakProcesses)
  }
}

/// Calls a function with a null-terminated array of C strings.
private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var copies = strings.map { strdup($0) } + [nil]
  defer { for copy in copies { free(copy) } }
  return copies.withUnsafeMutableBufferPointer { body($0.baseAddress!) }
}
