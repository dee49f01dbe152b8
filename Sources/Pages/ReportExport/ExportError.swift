import struct Basics.Fault
import protocol Basics.FaultReason
import enum Basics.Spelling

/// Why a notebook or its report cannot be written in another format.
package typealias ExportError = Fault<ExportReason>

/// The reasons of ``ExportError``.
package enum ExportReason: FaultReason {
  case unknownFormat(String, known: [String])
  case exportFailed(String, String)
  /// A bibliography or a style of citations, and why it cannot be used.
  case unusableReferences(String, String)
  case cannotTangle(String, uses: String)

  package var message: String {
    switch self {
    case .unknownFormat(let name, let known):
      "unknown format “\(name)”\(Spelling.hint(name, among: known))"
        + (name.lowercased() == "html" ? "; the report is always written as a page, index.html, without “--to”" : "")
    case .exportFailed(let format, let words): "the \(format) could not be made:\n\(words)"
    case .unusableReferences(let name, let why): "\(name), which citations need, cannot be used: \(why)"
    case .cannotTangle(let what, let name):
      "\(what) belongs at the top of the file, where the “\(name)” of later cells is not known; "
        + "rename “\(name)” where it, or something above it, is defined a second time"
    }
  }
}
