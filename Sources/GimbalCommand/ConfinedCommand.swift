import ArgumentParser
import Foundation
import Grading
import Sandboxes

/// What Gimbal does inside a sandbox, for itself.
struct ConfinedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "confined", abstract: "Work inside a sandbox.", shouldDisplay: false, subcommands: [Trial.self, Inside.self, GradeCommand.self])

  /// Tries what must be forbidden.
  struct Trial: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Try what a sandbox must forbid.", shouldDisplay: false)

    @Argument(help: "A folder with a secret.") var folder: String
    @Argument(help: "A process outside.") var outsider: Int32

    func run() { ForbiddenActs.tryAll(folder: folder, outsider: outsider) }
  }

  /// Runs a submission.
  struct Inside: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "run", abstract: "Run a submission.", shouldDisplay: false)

    @Argument(help: "The job, as JSON.") var job: String
    @Argument(help: "The folder for compiled cells.") var cache: String

    func run() { ConfinedRun.run(file: job, cache: cache) }
  }
}
