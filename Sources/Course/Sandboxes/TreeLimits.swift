import CSandbox

/// What a program and everything that it starts may use together.
package struct TreeLimits: Hashable, Sendable {
  /// Seconds from the start to the end.
  package var wall = 120.0
  /// Seconds of all processors together.
  package var cpu = 90.0
  /// Bytes of memory at one time; pages that several processes share count once.
  package var memory = 2 << 30
  /// Bytes of files in the scratch folder, and of open files without a name.
  package var disk = 256 << 20
  /// Files and folders in the scratch folder.
  package var files = 20_000
  /// Bytes of one file.
  package var file = 64 << 20
  /// Processes at one time; all together may have eight times as many threads.
  package var processes = 128
  /// Bytes of addresses of one process: more than its memory, for compilers map much that they do not read.
  package var addresses = 8 << 30

  package init() {}

  var inC: gimbal_tree_limits {
    gimbal_tree_limits(
      wallMilliseconds: UInt64(max(wall, 0.001) * 1000), cpuMilliseconds: UInt64(max(cpu, 0.001) * 1000),
      memoryBytes: UInt64(max(memory, 1)), diskBytes: UInt64(max(disk, 1)), diskEntries: UInt64(max(files, 1)),
      fileBytes: UInt64(max(file, 1)), processes: UInt32(clamping: max(processes, 1)),
      addressBytes: UInt64(max(addresses, 1)))
  }
}

/// How a confined program ended, and what it used.
package struct ConfinedEnd: Hashable, Sendable {
  package enum Reason: String, Hashable, Sendable, Codable {
    /// By itself.
    case ended
    case outOfTime, outOfProcessorTime, outOfMemory, outOfDisk, outOfProcesses
    /// A caller stopped it, or the sandbox failed.
    case stopped
  }

  package var reason: Reason
  /// The exit status, or 128 + the signal; of a program that ended by itself.
  package var status: Int32
  /// Seconds.
  package var wall: Double
  package var cpu: Double
  package var peakMemory: Int
  package var peakDisk: Int
  package var peakProcesses: Int

  /// The sentence that says which limit was reached; nil where none was.
  package func words(_ limits: TreeLimits) -> String? {
    switch reason {
    case .ended, .stopped: nil
    case .outOfTime: "it took longer than \(Self.number(limits.wall)) s"
    case .outOfProcessorTime: "it computed for longer than \(Self.number(limits.cpu)) s"
    case .outOfMemory: "it needed more than \(limits.memory >> 20) MB of memory"
    case .outOfDisk: "it wrote more than \(limits.disk >> 20) MB, or more than \(limits.files) files"
    case .outOfProcesses: "it started more than \(limits.processes) processes, or \(8 * limits.processes) threads"
    }
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e9 ? "\(Int(value))" : "\(value)"
  }
}
