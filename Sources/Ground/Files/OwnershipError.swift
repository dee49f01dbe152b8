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
      "this file exists already, and Gimbal cannot tell that it wrote it as it is now, so it stays; choose another name or folder, move the file away, or replace it with --force"
    case .isInput: "the same command reads this file, so it is not written over; choose another name"
    }
  }
}
