import struct Basics.Fault
import protocol Basics.FaultReason

/// Why nothing can be graded: what is wrong with the assignment or around it. What is wrong with one submission is its mark.
package typealias GradingError = Fault<GradingReason>

/// The reasons of ``GradingError``.
package enum GradingReason: FaultReason {
  case noSolution(task: String)
  case unservable(name: String, check: String, why: String)
  case definedAgain(name: String, check: String)
  case sourceFails(cell: String, why: String)
  case solutionFails(check: String, words: String)
  case checksNothing(check: String)
  case noSubmissions(String)
  case otherGrading(String)
  case notAMark(String)
  case unreadable(String)
  case sandboxFails(String)
  case machineTooBusy(seconds: Int, computed: Int)

  package var message: String {
    switch self {
    case .noSolution(let task):
      "the exercise “\(task)” has no solution, and the judge needs one; add a cell with “//| solution: \(task)” behind it"
    case .unservable(let name, let check, let why):
      "the check “\(check)” uses “\(name)” of the student's, which cannot be called from another process: \(why). "
        + "Write a locked cell with a function of plain values that uses it, and check that function"
    case .definedAgain(let name, let check):
      "a cell below the check “\(check)” defines “\(name)” again, which the check uses; give one of them another name"
    case .sourceFails(let cell, let why): "the source's cell “\(cell)” fails, so nothing can be graded: \(why)"
    case .solutionFails(let check, let words): "the solution does not pass the check “\(check)”: \(words)"
    case .checksNothing(let check): "the check “\(check)” shows no result; call “check(…)” in it"
    case .noSubmissions(let folder):
      "there are no submissions in \(folder): files ID.md, or folders ID with a notebook in them"
    case .otherGrading(let folder):
      "another grading is writing to \(folder); wait for it to end, or choose another folder with “--output”"
    case .notAMark(let file):
      "\(file) is not a mark that Gimbal wrote, so it is not replaced; choose another folder with “--output”"
    case .unreadable(let why): "it cannot be read: \(why)"
    case .machineTooBusy(let seconds, let computed):
      "it was not done after \(seconds) s, though it had computed for only \(computed) s: the machine is too busy; grade again when it is less so"
    case .sandboxFails(let why): "the sandbox does not run what it must: \(why)"
    }
  }
}
