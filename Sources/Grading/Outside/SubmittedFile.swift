import Assignments
import Foundation
import Sandboxes

/// What somebody has handed in.
package struct SubmittedFile: Sendable {
  /// The name of the file or the folder.
  package var student: String
  package var text: String

  /// Bytes of a submission at most; more is no notebook.
  static let limit = 4 << 20

  /// All submissions in a folder, by name: files `ID.md`, and folders `ID` with a notebook in them, of the assignment's name or the only
  /// one. Links are not followed.
  ///
  /// - Throws: `GradingError` where there is none, or one cannot be told from another.
  package static func all(in folder: String, named assignment: Assignment) throws -> [SubmittedFile] {
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    var found: [String: SubmittedFile] = [:]
    for name in names where !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      let student: String
      let file: String
      switch kind(of: path) {
      case .typeRegular where name.hasSuffix(".md"):
        (student, file) = (String(name.dropLast(3)), path)
      case .typeDirectory:
        guard let inside = notebook(in: path, named: assignment) else { continue }
        (student, file) = (name, inside)
      default: continue
      }
      guard found[student] == nil else { throw GradingError(.twice(student: student), file: folder) }
      guard let data = ScratchFolder.read(file, limit: limit) else {
        throw GradingError(.notASubmission(file), file: folder)
      }
      found[student] = SubmittedFile(student: student, text: String(decoding: data, as: UTF8.self))
    }
    guard !found.isEmpty else { throw GradingError(.noSubmissions(folder)) }
    return found.values.sorted { $0.student < $1.student }
  }

  private static func notebook(in folder: String, named assignment: Assignment) -> String? {
    let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter {
      $0.hasSuffix(".md") && kind(of: "\(folder)/\($0)") == .typeRegular
    }.sorted()
    let wanted = ["\(assignment.source.name).md", "\(assignment.name).md"].first(where: files.contains)
    return (wanted ?? (files.count == 1 ? files[0] : nil)).map { "\(folder)/\($0)" }
  }

  /// What lies at a path; a link is a link.
  private static func kind(of path: String) -> FileAttributeType? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
  }
}
