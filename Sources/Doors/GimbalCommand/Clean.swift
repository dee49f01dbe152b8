import ArgumentParser
import CellKernel
import Foundation
import NotebookRunning
import Reports

/// `gimbal clean`.
struct Clean: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Remove compiled cells, drawn figures and typeset formulas from the cache.",
    discussion: """
      Results under plots/ stay. The next run compiles every cell again. What a
      running program uses stays until it has ended. A folder that is not known
      as a cache, by the file CACHEDIR.TAG that Gimbal puts into its own, is left
      alone.

      EXAMPLES
        gimbal clean
        gimbal clean --older-than 30
      """.flowing)

  @Option(
    help: ArgumentHelp("Remove only entries that were neither made nor used for this many days.", valueName: "days"))
  var olderThan: Double = 0

  @OptionGroup var caching: CacheOption

  func validate() throws {
    guard olderThan >= 0, olderThan.isFinite else {
      throw ValidationError("--older-than takes a number of days, 0 or more.")
    }
  }

  func run() throws {
    try saying {
      let (entries, bytes) = try CacheCleaning.clean(cacheFolder: caching.folder, olderThanDays: olderThan)
      print("removed \(entries) \(entries == 1 ? "entry" : "entries"), \(ByteText.count(bytes))")
    }
  }
}
