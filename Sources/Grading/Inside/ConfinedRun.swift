import CellCompiler
import CellKernel
import Foundation
import Processes
import Toolchains

import protocol Basics.PlacedError

/// Runs a submission, from inside a sandbox.
package enum ConfinedRun {
  /// Compiles the units of a job, waits for a byte from standard input, and runs them.
  ///
  /// - Parameters:
  ///   - file: the job, as JSON.
  ///   - cache: the folder of compiled cells.
  package static func run(file: String, cache: String) {
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: file))
      let job = try JSONDecoder().decode(ConfinedJob.self, from: data)
      var configuration = try SessionConfiguration(cacheFolder: cache)
      configuration.keepGoing = true
      configuration.libraries.fixedModuleCache = job.moduleCache
      let session = try ProgramSession(configuration)
      try session.prepare(folder: job.folder)
      let units = job.codeUnits
      let compiled = try session.compile(units)
      say(
        .compiled(
          compiled.map { result in
            guard case .success(let segment)? = result else { return nil }
            return segment.segment.module
          }))
      var byte: UInt8 = 0
      guard read(0, &byte, 1) == 1 else { return }
      _ = try session.run(units, parameters: job.parameters, folder: job.folder) { event in
        guard case .finished(let index, let outcome) = event else { return }
        say(.unit(index, failure: ConfinedFailure(outcome, units[index])))
      }
    } catch {
      say(.broken((error as? any PlacedError)?.message ?? "\(error)"))
    }
  }

  private static func say(_ message: ConfinedMessage) {
    guard let data = try? JSONEncoder().encode(message) else { return }
    FileHandle.standardOutput.write(data + Data("\n".utf8))
  }
}

extension ConfinedFailure {
  fileprivate init?(_ outcome: UnitOutcome, _ unit: CodeUnit) {
    guard case .failed(let failure) = outcome.status else { return nil }
    words = String(failure.message.prefix(2000))
    line = failure.position.flatMap { $0.file == unit.fileName ? $0.line : nil }
    isCompilers = if case .compile = failure { true } else { false }
  }
}
