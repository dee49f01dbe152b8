import struct Basics.Fault
import protocol Basics.FaultReason

/// Why a file of another program is not read as a notebook.
package typealias ImportError = Fault<ImportReason>

/// The reasons of ``ImportError``.
package enum ImportReason: FaultReason {
  case cannotImport(String)

  package var message: String {
    switch self {
    case .cannotImport(let why): "this cannot be imported: \(why)"
    }
  }
}
