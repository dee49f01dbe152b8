import CHostLink
import Foundation
import Processes
import Testing
import Toolchains

@testable import Sandboxes

/// The sandboxes under test. Neither working is a failure.
let sandboxes: [any Sandbox] = Sandboxes.all.map { $0.init() }

/// Runs the shell in a sandbox, for what can be seen from inside.
struct Confinement {
  let folder: String
  var scratch: String { "\(folder)/scratch" }
  var limits = TreeLimits()

  init() throws {
    folder = "\(NSTemporaryDirectory())gimbal-confinement-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: "\(folder)/scratch", withIntermediateDirectories: true)
    // Time by the clock is no limit here: on a busy machine it is over before what a test is about.
    (limits.wall, limits.cpu, limits.memory) = (600, 20, 256 << 20)
    (limits.disk, limits.file, limits.processes) = (32 << 20, 16 << 20, 24)
  }

  func remove() { ScratchFolder.remove(folder) }

  func shell(_ script: String, in sandbox: any Sandbox) throws -> (end: ConfinedEnd, output: String) {
    try run("/bin/sh", ["-c", script], in: sandbox, readable: ["/bin", "/usr/bin"])
  }

  /// A script for Python, which can ask for anything.
  func python(_ script: String, in sandbox: any Sandbox) throws -> (end: ConfinedEnd, output: String) {
    try run(
      "/usr/bin/python3", ["-I", "-c", script], in: sandbox, readable: ["/bin", "/usr/bin", "/usr/share/python3"])
  }

  func run(
    _ program: String, _ arguments: [String], in sandbox: any Sandbox, readable: [String]
  ) throws -> (end: ConfinedEnd, output: String) {
    var ends: [Int32] = [-1, -1]
    #expect(gimbal_blocking_pipe(&ends) == 0)
    let tree: ConfinedTree
    do {
      defer { close(ends[1]) }
      tree = try sandbox.start(
        ConfinedProgram(
          program, arguments, environment: ["PATH": "/usr/bin:/bin", "HOME": scratch], scratch: scratch,
          readable: readable, limits: limits, descriptors: [-1, ends[1], ends[1]]))
    }
    let output = BoundedOutput.read(ends[0], limit: 1 << 20)
    close(ends[0])
    return (try tree.await(), output)
  }
}

/// Does something in a sandbox, in a folder that is removed afterwards.
func inside<Result>(_ name: String, _ body: (Confinement, any Sandbox) throws -> Result) throws -> Result {
  let confinement = try Confinement()
  defer { confinement.remove() }
  return try body(confinement, try #require(sandboxes.first { $0.name == name }))
}
