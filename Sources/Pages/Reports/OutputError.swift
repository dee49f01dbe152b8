import struct Basics.Fault
import protocol Basics.FaultReason

/// Why results cannot be written, or not be compared with.
package typealias OutputError = Fault<OutputReason>

/// The reasons of ``OutputError``.
package enum OutputReason: FaultReason {
  case unwritable(String)
  case busy(String)
  /// The accepted results cannot be read, or something else has their name.
  case brokenAcceptance

  package var message: String {
    switch self {
    case .unwritable(let why):
      "the results cannot be written: \(why); make room or change the folder's permissions, or choose another with --output"
    case .busy(let holder):
      "\(holder) is still writing results there; stop it, or choose another folder with --output"
    case .brokenAcceptance:
      "this file does not hold accepted results as “gimbal check --accept” writes them; restore the file, or accept the results again with --accept --force"
    }
  }
}
