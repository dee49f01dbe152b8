import struct Basics.Fault
import protocol Basics.FaultReason

/// What is wrong with what a command is to write.
typealias CommandError = Fault<CommandReason>

/// The reasons of ``CommandError``.
enum CommandReason: FaultReason {
  /// A single file that a command was told to write.
  case unwritableFile(String)
  case duplicateNotebook(String, other: String)

  var message: String {
    switch self {
    case .unwritableFile(let why):
      "the file cannot be written: \(why); make room, change its folder's permissions, or choose another name"
    case .duplicateNotebook(let name, let other):
      "two notebooks would write to the folder “\(name)” (the other is \(other)); run them with different --output folders"
    }
  }
}
