import CHostLink
import Foundation
import Processes

import enum Basics.PlainFile

/// Finds out whether a sandbox holds, by letting a program try in it what must be forbidden and what must be possible.
package struct SandboxTrial: Sendable {
  /// The program that tries. It learns that by ``ConfinedProgram/variable`` and calls ``ForbiddenActs``.
  package var program: String
  /// Where the program and its libraries lie.
  package var readable: [String]

  package init(program: String, readable: [String]) { (self.program, self.readable) = (program, readable) }

  /// Seconds that a trial may take.
  private static let patience = 300.0

  /// Why a sandbox is not to be used; nil where it holds.
  package func of(_ sandbox: any Sandbox) -> SandboxReason? {
    let folder = "\(NSTemporaryDirectory())gimbal-trial-\(UUID().uuidString)"
    defer { _ = ScratchFolder.remove(folder) }
    do {
      let scratch = "\(folder)/scratch"
      try FileManager.default.createDirectory(
        atPath: scratch, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let secret = UUID().uuidString
      try PlainFile.write(Data(secret.utf8), to: "\(folder)/secret")
      var ends: [Int32] = [-1, -1]
      guard gimbal_blocking_pipe(&ends) == 0 else { return .notStarted("no pipe") }
      var limits = TreeLimits()
      (limits.wall, limits.cpu) = (Self.patience, Self.patience)
      let tree: ConfinedTree
      do {
        defer { close(ends[1]) }
        tree = try sandbox.start(
          ConfinedProgram(
            program, [],
            environment: ["HOME": scratch, ConfinedProgram.variable: "trial\n\(folder)\n\(getpid())"], scratch: scratch,
            readable: readable, limits: limits, descriptors: [-1, ends[1], ends[1]]))
      } catch {
        close(ends[0])
        throw error
      }
      let output = BoundedOutput.read(ends[0], limit: 1 << 16)
      close(ends[0])
      let end = try tree.await()
      guard end.reason == .ended, end.status == 0, output.hasSuffix("tried\n") else {
        return .useless(output.isEmpty ? "the trial ended with status \(end.status)" : String(output.suffix(300)))
      }
      let leaks = output.split(separator: "\n").dropLast().map(String.init)
      if !leaks.isEmpty { return .leaks(leaks) }
      guard (try? String(contentsOfFile: "\(folder)/secret", encoding: .utf8)) == secret else {
        return .leaks(["a file outside was changed"])
      }
      return FileManager.default.fileExists(atPath: "\(scratch)/made") ? nil : .useless("writing into its own folder")
    } catch let error as SandboxError {
      return error.reason
    } catch {
      return .notStarted("\(error)")
    }
  }
}

/// Reading what somebody writes who need not stop.
enum BoundedOutput {
  /// All that comes until the end, or as much as is wanted.
  static func read(_ descriptor: Int32, limit: Int) -> String {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while all.count < limit {
      let count = Foundation.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      all += buffer[..<count]
    }
    return String(decoding: all.prefix(limit), as: UTF8.self)
  }
}
