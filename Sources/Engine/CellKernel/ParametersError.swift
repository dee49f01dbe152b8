import struct Basics.Fault
import protocol Basics.FaultReason

/// Why a notebook's parameters cannot be given to its cells.
package typealias ParametersError = Fault<ParametersReason>

/// The reasons of ``ParametersError``.
package enum ParametersReason: FaultReason {
  /// The declaration of the parameters does not compile, and why.
  case unusableParameters(String)

  package var message: String {
    switch self {
    case .unusableParameters(let reason):
      "the parameters cannot be declared: \(reason); give them other names"
    }
  }
}
