import Files
import Foundation

import enum Basics.SystemReason

/// Submissions as nbgrader collects them, `submitted/STUDENT/ASSIGNMENT/NOTEBOOK`, as grading takes them: `STUDENT.md`.
package enum NbgraderImport {
  /// A submission and where it lies.
  package struct Found: Hashable, Sendable {
    package var student: String
    package var file: String
    package var isJupyter: Bool { file.hasSuffix(".ipynb") }
    /// The notebook's name, without its ending.
    package var notebook: String { ((file as NSString).lastPathComponent as NSString).deletingPathExtension }

    /// What nbgrader has laid next to it, for the way back: when it came, and the secret under which its page is
    /// published.
    package var slips: [String: Data] {
      let folder = (file as NSString).deletingLastPathComponent
      return ["timestamp.txt", "submission_secret.txt"].reduce(into: [:]) { slips, name in
        let slip = "\(folder)/\(name)"
        if !FolderBounds.isLink(slip) { slips[name] = FileManager.default.contents(atPath: slip) }
      }
    }
  }

  /// The submissions of an assignment, by student, and how many students' folders hold no notebook. Among several
  /// notebooks the one with the assignment's name is taken, else the first. Links are not followed, so a folder or a notebook
  /// that is one does not count.
  ///
  /// - Throws: `MarksError` where the folder has no submission of that assignment.
  package static func find(
    in folder: String, assignment: String
  ) throws(MarksError) -> (found: [Found], empty: Int) {
    let files = FileManager.default
    let students: [String]
    do { students = try files.contentsOfDirectory(atPath: folder).sorted() } catch {
      throw MarksError(.unreadable(SystemReason.words(error)), file: folder)
    }
    var (found, empty): ([Found], Int) = ([], 0)
    for student in students where !student.hasPrefix(".") {
      let place = "\(folder)/\(student)/\(assignment)"
      guard let names = try? files.contentsOfDirectory(atPath: place).sorted() else { continue }
      let isOwn = !FolderBounds.isLink("\(folder)/\(student)") && !FolderBounds.isLink(place)
      let notebooks = names.filter {
        isOwn && !$0.hasPrefix(".") && ["md", "ipynb"].contains(($0 as NSString).pathExtension)
          && !FolderBounds.isLink("\(place)/\($0)")
      }
      guard
        let name = notebooks.first(where: { ($0 as NSString).deletingPathExtension == assignment }) ?? notebooks.first
      else {
        empty += 1
        continue
      }
      found.append(Found(student: student, file: "\(place)/\(name)"))
    }
    guard !found.isEmpty || empty > 0 else { throw MarksError(.noSubmissions(assignment), file: folder) }
    return (found, empty)
  }
}
