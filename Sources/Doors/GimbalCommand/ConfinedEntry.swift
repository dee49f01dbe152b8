import Foundation
import Grading
import Sandboxes

/// What the program does inside a sandbox, for itself. It is set by a variable of the environment: a program that may
/// not read `/proc` does not know its arguments.
enum ConfinedEntry {
  /// Does what the variable says, if it is there.
  ///
  /// - Returns: whether it was.
  static func run(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> Bool {
    guard let text = environment[ConfinedProgram.variable] else { return false }
    let words = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    switch (words.first, words.count) {
    case ("trial"?, 3): ForbiddenActs.tryAll(folder: words[1], outsider: Int32(words[2]) ?? 0)
    case ("compile"?, 3): ConfinedRun.compile(file: words[1], cache: words[2])
    case ("run"?, 3): ConfinedRun.run(file: words[1], cache: words[2])
    default: print("unknown: \(words.first ?? "")")
    }
    return true
  }
}
