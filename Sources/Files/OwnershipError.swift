import struct Basics.Fault
import protocol Basics.FaultReason

/// Why a file stays as it is.
package typealias OwnershipError = Fault<OwnershipReason>

/// The reasons of ``OwnershipError``.
package enum OwnershipReason: FaultReason {
  /// A file that was not written by this program as it is now.
  case alreadyThere
  /// What would be written over is what is read.
  case isInput

  package var message: String {
    switch self {
    case .alreadyThere:
      "this is there already, and it is not known to be as Gimbal wrote it, so that it stays; choose another name or folder, move it away, or replace it with --force"
    case .isInput: "this is read by the same command, so that nothing is written over it; choose another name"
    }
  }
}
