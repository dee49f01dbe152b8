import ArgumentParser
import Foundation
import NotebookRunning

/// `gimbal clean`.
struct Clean: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Remove compiled cells, drawn figures and typeset formulas from the cache.",
    discussion: """
      Results under plots/ stay. The next run compiles every cell anew.

      EXAMPLES
        gimbal clean
        gimbal clean --older-than 30
      """)

  @Option(help: ArgumentHelp("Remove only what has not been made or used for so many days.", valueName: "days"))
  var olderThan: Double = 0

  @Option(help: ArgumentHelp("The folder for compiled cells.", valueName: "folder"))
  var cache: String?

  func validate() throws {
    guard olderThan >= 0, olderThan.isFinite else {
      throw ValidationError("--older-than takes a number of days that is not negative.")
    }
  }

  func run() throws {
    try Failures.reported {
      let (entries, bytes) = try CacheCleaning.clean(cacheFolder: cache, olderThanDays: olderThan)
      print("removed \(entries) \(entries == 1 ? "entry" : "entries"), \(ByteCount.words(bytes))")
    }
  }
}

/// Sizes for people.
private enum ByteCount {
  static func words(_ bytes: Int) -> String {
    let units = ["bytes", "kB", "MB", "GB"]
    var value = Double(bytes)
    var unit = 0
    while value >= 1000, unit < units.count - 1 {
      value /= 1000
      unit += 1
    }
    return String(format: unit == 0 ? "%.0f \(units[unit])" : "%.1f \(units[unit])", value)
  }
}
