import struct Basics.Fault
import protocol Basics.FaultReason

/// What is wrong with what a command is to write.
typealias CommandError = Fault<CommandReason>

/// The reasons of ``CommandError``.
enum CommandReason: FaultReason {
  /// The single file that a command should write, such as the one after `-o`.
  case unwritableFile(String)
  case duplicateNotebook(String, other: String)
  /// The folder of the notebooks of a workflow.
  case missingFolder
  /// Where a workflow would not be read.
  case notRepositoryRoot

  var message: String {
    switch self {
    case .unwritableFile(let why):
      "the file cannot be written: \(why); make room, change its folder's permissions, or choose another name"
    case .duplicateNotebook(let name, let other):
      "two notebooks would write to the folder “\(name)” (the other is \(other)); run them with different --output folders"
    case .missingFolder: "there is no such folder; give the folder of the notebooks, from the repository's root"
    case .notRepositoryRoot: "workflows are read in the root of a repository only; run this command there"
    }
  }
}
