import CellCompiler
import CellKernel
import Footprints
import Foundation
import Processes
import Toolchains

import protocol Basics.PlacedError

/// Compiles a submission from inside a sandbox, or runs it from inside another.
package enum ConfinedRun {
  /// Compiles the units of a job; none of them runs.
  ///
  /// - Parameters:
  ///   - file: the job, as JSON.
  ///   - cache: the folder of compiled cells.
  package static func compile(file: String, cache: String) {
    carryOut(file, cache) { job, configuration in
      let session = try ProgramSession(configuration)
      let units = job.codeUnits
      say(
        .compiled(
          zip(units, try session.compile(units)).map { unit, result in
            switch result {
            case .success(let placed)?: CompiledUnit(placed: placed)
            case .failure(let failure)?:
              CompiledUnit(
                placed: PlacedUnit(segment: nil, index: nil, isEntry: false),
                failure: ConfinedFailure(.failed(.compile(failure.diagnostics)), unit))
            case nil: CompiledUnit(placed: PlacedUnit(segment: nil, index: nil, isEntry: false))
            }
          }))
    }
  }

  /// Runs the units of a job that were compiled elsewhere.
  ///
  /// - Parameters:
  ///   - file: the job, as JSON.
  ///   - cache: a folder for what the engine keeps.
  package static func run(file: String, cache: String) {
    carryOut(file, cache) { job, configuration in
      var configuration = configuration
      configuration.sealedLibraries = job.modules.map { "\(job.libraries)/\($0).so" }
      if let watch = job.watch { configuration.environment["GIMBAL_WATCH"] = watch }
      let session = try ProgramSession(configuration)
      session.onFootprint = { index, footprint in
        let looked = Set(footprint.observations.compactMap(\.subject))
        let changed = Set(footprint.changes.flatMap { [$0.path.description, "\($0.path.parent)/"] })
        if !looked.isEmpty || !changed.isEmpty { say(.touched(index, looked: looked, changed: changed)) }
      }
      let units = job.codeUnits
      _ = try session.run(
        units, placed: job.placed, in: job.libraries, parameters: job.parameters, folder: job.folder
      ) { event in
        guard case .finished(let index, let outcome) = event else { return }
        say(.unit(index, failure: ConfinedFailure(outcome.status, units[index])))
      }
    }
  }

  private static func carryOut(
    _ file: String, _ cache: String, _ work: (ConfinedJob, SessionConfiguration) throws -> Void
  ) {
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: file))
      let job = try JSONDecoder().decode(ConfinedJob.self, from: data)
      var configuration = try SessionConfiguration(cacheFolder: cache)
      configuration.keepGoing = true
      configuration.countsProcessorTime = true
      configuration.libraries.fixedModuleCache = job.moduleCache
      try work(job, configuration)
    } catch {
      say(.broken((error as? any PlacedError)?.message ?? "\(error)"))
    }
  }

  private static func say(_ message: ConfinedMessage) {
    guard let data = try? JSONEncoder().encode(message) else { return }
    FileHandle.standardOutput.write(data + Data("\n".utf8))
  }
}

extension Observation {
  /// The file that was looked at; of a folder whose names were, with a slash.
  fileprivate var subject: String? {
    switch self {
    case .contents(let path, _), .status(let path, _): path.description
    case .listing(let path, _): "\(path)/"
    case .kind, .link, .failure, .parameter, .environment, .variables: nil
    }
  }
}

extension ConfinedFailure {
  fileprivate init?(_ status: UnitOutcome.Status, _ unit: CodeUnit) {
    guard case .failed(let failure) = status else { return nil }
    words = String(failure.message.prefix(2000))
    line = failure.position.flatMap { $0.file == unit.fileName ? $0.line : nil }
    isCompilers = if case .compile = failure { true } else { false }
    isLack = if case .lacking = failure { true } else { false }
  }
}
