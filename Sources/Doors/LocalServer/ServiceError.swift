import struct Basics.Fault
import protocol Basics.FaultReason

/// Why a page cannot be served.
package typealias ServiceError = Fault<ServiceReason>

/// The reasons of ``ServiceError``.
package enum ServiceReason: FaultReason {
  case noServer(String)

  package var message: String {
    switch self {
    case .noServer(let why):
      "the preview cannot listen: \(why); choose another port with --port, or leave it out to take a free one"
    }
  }
}
