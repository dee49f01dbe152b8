import struct Basics.Fault
import protocol Basics.FaultReason

/// Why a notebook's parameters cannot be given to its cells.
package typealias ParametersError = Fault<ParametersReason>

/// The reasons of ``ParametersError``.
package enum ParametersReason: FaultReason {
  /// The declaration of the parameters does not compile, and why.
  case unusableParameters(String)
  /// The declaration compiles, and something else goes wrong before cells can see it: what.
  case ungivenParameters(String)

  /// A name is at fault where the compiler names a place in the declaration; a full disk has none.
  init<Place>(_ failure: Failure<Place>) {
    if case .compile(let diagnostics) = failure,
      diagnostics.contains(where: { $0.severity == .error && $0.position != nil })
    {
      self = .unusableParameters(failure.message)
    } else {
      self = .ungivenParameters(failure.message)
    }
  }

  package var message: String {
    switch self {
    case .unusableParameters(let reason):
      "the parameters cannot be declared: \(reason); give them other names"
    case .ungivenParameters(let reason): "the parameters cannot be given to the cells: \(reason)"
    }
  }
}
