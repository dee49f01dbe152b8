import struct Basics.Fault
import protocol Basics.FaultReason

/// What keeps a run from its report, or a check from its answer.
package typealias RunError = Fault<RunReason>

/// The reasons of ``RunError``.
package enum RunReason: FaultReason {
  case labelOfReport(String, file: String)
  case slowMask(String, seconds: Int)
  case noResults(String)

  package var message: String {
    switch self {
    case .labelOfReport(let label, let file):
      "the label “\(label)” names the file of the report itself, \(file); give the cell another label"
    case .slowMask(let mask, let seconds):
      "the mask “\(mask)” was still searching this cell's text after \(seconds) s of work; write it without nested "
        + "repetitions: “a+$” instead of “(a+)+$”"
    case .noResults(let folder):
      "there are no results in \(folder) to compare with; make them with “gimbal check --accept”"
    }
  }
}
