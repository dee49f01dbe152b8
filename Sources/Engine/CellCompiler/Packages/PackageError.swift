import struct Basics.Fault
import protocol Basics.FaultReason

/// Why the packages that a notebook asks for cannot be used.
package typealias PackageError = Fault<PackageReason>

/// The reasons of ``PackageError``.
package enum PackageReason: FaultReason {
  case unbuiltPackages(String)

  package var message: String {
    switch self {
    case .unbuiltPackages(let why): "the packages cannot be built: \(why)"
    }
  }
}
