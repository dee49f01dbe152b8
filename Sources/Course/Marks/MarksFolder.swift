import Assignments
import Foundation

import enum Basics.GivenFile
import enum Basics.SystemReason

/// A folder into which submissions were graded: one JSON file each.
package struct MarksFolder: Sendable {
  package var path: String

  package init(_ path: String) { self.path = path }

  /// The marks, by the students' names. O(bytes).
  ///
  /// - Throws: `MarksError` with the file: one that is not a mark, marks of several assignments, no marks at all.
  package func marks() throws(MarksError) -> [Mark] {
    var marks: [Mark] = []
    for name in try names() {
      let file = "\(path)/\(name)"
      let data: Data
      do { data = try Data(contentsOf: URL(fileURLWithPath: file)) } catch {
        throw MarksError(.unreadable(SystemReason.words(error)), file: file)
      }
      let mark: Mark
      do { mark = try JSONDecoder().decode(Mark.self, from: data) } catch {
        if let version = try? JSONDecoder().decode(Version.self, from: data).version, version > Mark.currentVersion {
          throw MarksError(.newerFormat(version), file: file)
        }
        throw MarksError(.notAMark(Self.words(error)), file: file)
      }
      guard mark.version <= Mark.currentVersion else { throw MarksError(.newerFormat(mark.version), file: file) }
      // The name of a page that is written: it names no other folder.
      guard mark.student == String(name.dropLast(5)) else {
        throw MarksError(.notAMark("the student in it is not that of the file's name"), file: file)
      }
      if let first = marks.first, first.assignment != mark.assignment {
        throw MarksError(.severalAssignments(first.assignment, mark.assignment), file: file)
      }
      marks.append(mark)
    }
    guard !marks.isEmpty else { throw MarksError(.noMarks, file: path) }
    return marks
  }

  private struct Version: Decodable { var version: Int }

  private func names() throws(MarksError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path).filter {
        $0.hasSuffix(".json") && !$0.hasPrefix(".")
      }.sorted()
    } catch { throw MarksError(.unreadable(SystemReason.words(error)), file: path) }
  }

  private static func words(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    switch error {
    case .keyNotFound(let key, _): return "“\(key.stringValue)” is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return "“\(context.codingPath.map(\.stringValue).joined(separator: "."))” is of another kind"
    default: return "it is not JSON"
    }
  }

  /// The files in which people give points for prose, and keep comments that they use more than once.
  package var manualFile: String { "\(path)/manual.tsv" }
  package var commentsFile: String { "\(path)/comments.tsv" }
}
