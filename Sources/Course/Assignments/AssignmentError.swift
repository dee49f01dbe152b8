import struct Basics.Fault
import protocol Basics.FaultReason

/// What is wrong with the source of an assignment.
package typealias AssignmentError = Fault<AssignmentReason>

/// The reasons of ``AssignmentError``.
package enum AssignmentReason: FaultReason {
  case isReleased
  case asksNothing
  case notReleased
  /// A question and a task have one name.
  case sharedName(String)
  /// What was made does not read as a notebook; the message says why.
  case brokenRelease(String)

  package var message: String {
    switch self {
    case .isReleased:
      "this is a student's version: its front matter has the key “released”; name the notebook that it was made of"
    case .asksNothing:
      "this notebook has no tasks for students: it has neither an exercise (“//| exercise: name”) nor a question "
        + "(“::: {.answer #name}”)"
    case .notReleased:
      "this notebook is not a student's version: its front matter has no key “released”; “gimbal assignment release” makes one"
    case .sharedName(let name):
      "the question “\(name)” has the name of a task, and points are given by name; give one of them another name"
    case .brokenRelease(let why):
      "without solutions and hidden checks, this is no longer a notebook that can be read: \(why)"
    }
  }
}
