import struct Basics.Fault
import protocol Basics.FaultReason

/// What is wrong with marks, or with what people wrote next to them.
package typealias MarksError = Fault<MarksReason>

/// The reasons of ``MarksError``.
package enum MarksReason: FaultReason {
  case noMarks
  case unreadable(String)
  case notAMark(String)
  case newerFormat(Int)
  case severalAssignments(String, String)
  case unwritable(String)
  case wrongColumns(Int)
  case unknownStudent
  case unknownItem(String, known: [String])
  case badPoints(String, most: String)
  case twice(firstLine: Int)
  case unknownComment(String, known: [String])
  case noSubmissions(String)
  case unknownFormat(String)

  package var message: String {
    switch self {
    case .noMarks: "there are no marks here; “gimbal assignment grade SUBMISSIONS --source NOTEBOOK” writes them"
    case .unreadable(let why): "it cannot be read: \(why)"
    case .notAMark(let why): "this is not a mark that Gimbal wrote: \(why); move it elsewhere, or grade again"
    case .newerFormat(let version):
      "it has version \(version) of the format, which a newer Gimbal wrote; grade again with this one, or take the newer one"
    case .severalAssignments(let first, let second):
      "marks of “\(second)” are next to those of “\(first)”; keep each assignment's marks in a separate folder"
    case .unwritable(let why): "it cannot be written: \(why)"
    case .wrongColumns(let count):
      "this line has \(count) columns, and student, item, points, comment and answer are expected, with tabs between them"
    case .unknownStudent: "there is no submission of this student; check the first column"
    case .unknownItem(let name, let known):
      "the assignment has no task and no question “\(name)”; choose one of \(known.joined(separator: ", "))"
    case .badPoints(let text, let most): "the points “\(text)” are not a number from 0 to \(most)"
    case .twice(let line): "line \(line) gives points for the same; remove one of them"
    case .unknownComment(let key, let known):
      "comments.tsv has no comment “\(key)”; "
        + (known.isEmpty
          ? "write it there, a line “\(key)”, a tab, and the text" : "it has \(known.joined(separator: ", "))")
    case .noSubmissions(let name):
      "there is no folder STUDENT/\(name) in it, as nbgrader has them; name the folder “submitted” and the assignment"
    case .unknownFormat(let name): "“\(name)” is not a format; choose nbgrader or classroom50"
    }
  }
}
