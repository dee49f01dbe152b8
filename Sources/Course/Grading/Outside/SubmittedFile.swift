import Assignments
import Files
import Foundation
import Sandboxes

/// What somebody has handed in.
package struct SubmittedFile: Sendable {
  /// The name of the file or the folder.
  package var student: String
  package var text: String

  /// What was handed in and cannot be graded.
  package struct Skipped: Hashable, Sendable, CustomStringConvertible {
    /// The file or the folder, by its name.
    package var name: String
    /// What it is, and what to do.
    package var reason: String

    package var description: String { "\(name): \(reason)" }
  }

  /// Bytes of a submission at most; more is no notebook.
  static let limit = 4 << 20
  /// How deep a notebook may lie in a folder.
  private static let deepest = 4

  /// All submissions in a folder, by name: Markdown files named `ID`, and folders `ID` with a notebook of the assignment somewhere in them.
  /// Links are not followed. Whatever is not graded is named with its reason.
  ///
  /// - Throws: `GradingError` where there is nothing to grade.
  package static func all(
    in folder: String, named assignment: Assignment
  ) throws -> (submissions: [SubmittedFile], skipped: [Skipped]) {
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    var found: [String: [(name: String, text: String)]] = [:]
    var skipped: [Skipped] = []
    for name in names where !isOfSystem(name) {
      let path = "\(folder)/\(name)"
      do {
        let (student, text) = try submission(name, at: path, assignment)
        found[student, default: []].append((name, text))
      } catch {
        skipped.append(Skipped(name: name, reason: error.words))
      }
    }
    for (student, entries) in found where entries.count > 1 {
      found[student] = nil
      for entry in entries {
        let others = entries.map(\.name).filter { $0 != entry.name }.map { "“\($0)”" }.joined(separator: ", ")
        skipped.append(
          Skipped(name: entry.name, reason: "“\(student)” has handed in \(others), too; leave one of them"))
      }
    }
    guard !found.isEmpty || !skipped.isEmpty else { throw GradingError(.noSubmissions(folder)) }
    let submissions = found.map { SubmittedFile(student: $0.key, text: $0.value[0].text) }
    return (submissions.sorted { $0.student < $1.student }, skipped.sorted { $0.name < $1.name })
  }

  /// Why something is not graded.
  private struct Unusable: Error { var words: String }

  private static func submission(
    _ name: String, at path: String, _ assignment: Assignment
  ) throws(Unusable) -> (student: String, text: String) {
    switch kind(of: path) {
    case .typeSymbolicLink: throw Unusable(words: "it is a link, and links are not followed; put the file itself here")
    case .typeRegular:
      guard let student = notebookName(name) else {
        throw Unusable(words: "it is not a notebook; ask for the file whose name ends in .md")
      }
      let text = try text(at: path)
      guard assignment.receive(text).recognized > 0 else {
        throw Unusable(words: "it has no cell of the assignment “\(assignment.name)”")
      }
      return (student, text)
    case .typeDirectory: return (name, try notebook(in: path, assignment))
    default: throw Unusable(words: "it is neither a file nor a folder")
    }
  }

  /// The one notebook of the assignment in a folder: the one of the assignment's name, or the only one that holds something of it.
  private static func notebook(in folder: String, _ assignment: Assignment) throws(Unusable) -> String {
    let files = notebooks(in: folder, depth: 0)
    guard !files.isEmpty else {
      throw Unusable(words: "there is no notebook in this folder; ask for the file whose name ends in .md")
    }
    let wanted = Set([assignment.source.name, assignment.name])
    let named = files.filter {
      wanted.contains(notebookName($0.split(separator: "/").last.map(String.init) ?? "") ?? "")
    }
    if named.count == 1 { return try text(at: "\(folder)/\(named[0])") }
    var usable: [(file: String, text: String)] = []
    var problem: Unusable?
    for file in named.isEmpty ? files : named {
      do throws(Unusable) {
        let text = try text(at: "\(folder)/\(file)")
        if assignment.receive(text).recognized > 0 { usable.append((file, text)) }
      } catch {
        problem = problem ?? Unusable(words: "\(file): \(error.words)")
      }
    }
    if usable.count == 1 { return usable[0].text }
    guard usable.isEmpty else {
      throw Unusable(
        words:
          "there are \(usable.count) notebooks in this folder (\(usable.map(\.file).joined(separator: ", "))); leave the one to be graded"
      )
    }
    throw problem ?? Unusable(words: "no notebook in this folder holds anything of the assignment “\(assignment.name)”")
  }

  /// The paths of Markdown files in a folder, those in folders behind the others. Links are left out.
  private static func notebooks(in folder: String, depth: Int) -> [String] {
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().filter {
      !isOfSystem($0)
    }
    let files = names.filter { notebookName($0) != nil && kind(of: "\(folder)/\($0)") == .typeRegular }
    guard depth < deepest else { return files }
    let folders = names.filter { kind(of: "\(folder)/\($0)") == .typeDirectory && !$0.hasPrefix(".") }
    return files
      + folders.flatMap { inner in notebooks(in: "\(folder)/\(inner)", depth: depth + 1).map { "\(inner)/\($0)" } }
  }

  /// The name of a notebook's file without its ending; nil for other files.
  static func notebookName(_ name: String) -> String? {
    let lower = name.lowercased()
    guard let ending = [".md", ".markdown", ".mdown", ".md.txt", ".markdown.txt"].first(where: lower.hasSuffix),
      name.count > ending.count, !name.hasPrefix(".")
    else { return nil }
    return String(name.dropLast(ending.count))
  }

  /// What systems and programs put next to people's files.
  private static func isOfSystem(_ name: String) -> Bool {
    name.hasPrefix("._")
      || [".DS_Store", "__MACOSX", "Thumbs.db", "desktop.ini", ".git", FileOwner.record].contains(name)
  }

  private static func text(at path: String) throws(Unusable) -> String {
    guard let data = ScratchFolder.read(path, limit: limit) else {
      throw Unusable(words: "it cannot be read, or is larger than \(limit >> 20) MB")
    }
    guard !data.allSatisfy({ [0x20, 0x09, 0x0a, 0x0d].contains($0) }) else { throw Unusable(words: "it is empty") }
    guard let text = decoded(data) else {
      throw Unusable(words: "it is not text in UTF-8 or UTF-16; ask for it again, saved as UTF-8")
    }
    return text
  }

  /// The text of a file, by the mark with which it begins; UTF-8 without one. Nil where it is not text.
  static func decoded(_ data: Data) -> String? {
    let bytes = [UInt8](data)
    func units(_ isLittle: Bool) -> String? {
      guard bytes.count % 2 == 0 else { return nil }
      let units = stride(from: 2, to: bytes.count, by: 2).map { index in
        isLittle
          ? UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8 : UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
      }
      return String(validating: units, as: UTF16.self)
    }
    let text: String?
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xff, 0xfe): text = units(true)
    case (0xfe, 0xff): text = units(false)
    default:
      let mark: [UInt8] = [0xef, 0xbb, 0xbf]
      text = String(validating: bytes.starts(with: mark) ? bytes[3...] : bytes[...], as: UTF8.self)
    }
    return text.flatMap { $0.contains("\0") ? nil : $0 }
  }

  /// The entry at a path; a link is a link.
  private static func kind(of path: String) -> FileAttributeType? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
  }
}
