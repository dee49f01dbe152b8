import Files
import Foundation
import NotebookDocument
import Yams

import enum Basics.GivenFile

/// A book's table of contents, `book.yml`.
///
/// ```yaml
/// title: Motion from sensors
/// authors: [A. Teacher]
/// chapters:
///   - rotations.md
///   - part: Sensors
///     chapters: [sensors.md, {file: lab/1-letters.md, name: letters}, lab/*.md]
/// ```
enum BookContents {
  private static let keys = ["title", "subtitle", "author", "authors", "lang", "about", "cover", "chapters"]

  /// The book that a file lists.
  ///
  /// - Throws: `NotebookError` and `BookError` with the line.
  static func read(_ path: String) throws -> BookPlan {
    let data: Data
    do { data = try GivenFile.read(path) } catch { throw NotebookError(.unreadable(error.description), file: path) }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw NotebookError(.notText(byte: data.first { $0 >= 0x80 } ?? 0), file: path)
    }
    let reader = YAMLReader(file: path, firstLine: 1)
    let parent = (path as NSString).deletingLastPathComponent
    let folder = parent.isEmpty ? "." : parent
    let name = URL(fileURLWithPath: folder).standardizedFileURL.lastPathComponent
    var plan = BookPlan(title: name, folder: folder)
    plan.file = path
    for (key, value) in try reader.mapping(text) ?? [:] {
      switch key.scalar?.string ?? "" {
      case "title": plan.title = try word(value, "title", reader)
      case "subtitle": plan.subtitle = try word(value, "subtitle", reader)
      case "lang": plan.language = try word(value, "lang", reader)
      case "about": plan.about = try word(value, "about", reader)
      case "cover":
        plan.cover = (try word(value, "cover", reader), reader.position(value.mark))
      case "author", "authors":
        plan.authors = try (value.sequence.map(Array.init) ?? [value]).map { try word($0, "authors", reader) }
      case "chapters": try add(value, part: nil, to: &plan, reader)
      default: throw reader.unknownKey(key, "in a table of contents", known: keys)
      }
    }
    guard !plan.entries.isEmpty else { throw BookError(.noChapters, file: path) }
    return plan
  }

  private static func word(_ node: Node, _ key: String, _ reader: YAMLReader) throws -> String {
    guard let text = node.scalar?.string else { throw reader.wrongType(key, "a text", node) }
    return text
  }

  private static func add(_ node: Node, part: String?, to plan: inout BookPlan, _ reader: YAMLReader) throws {
    guard let list = node.sequence else {
      throw reader.wrongType("chapters", "a list of notebooks", node)
    }
    for item in list {
      if let file = item.scalar?.string {
        try add(file, name: nil, part, item, to: &plan, reader)
        continue
      }
      guard let mapping = item.mapping else {
        throw reader.wrongType("chapters", "a list of files, of {file: …, name: …} and of {part: …, chapters: …}", item)
      }
      let known = mapping["part"] != nil ? ["part", "chapters"] : ["file", "name"]
      for (key, _) in mapping where !known.contains(key.scalar?.string ?? "") {
        throw reader.unknownKey(key, "of a chapter", known: known)
      }
      if let title = mapping["part"] {
        guard part == nil else { throw reader.wrongType("chapters", "without a part in a part", title) }
        guard let chapters = mapping["chapters"] else {
          throw reader.wrongType("part", "a title next to “chapters”", item)
        }
        try add(chapters, part: try word(title, "part", reader), to: &plan, reader)
      } else {
        guard let file = mapping["file"] else { throw reader.wrongType("chapters", "a mapping with “file”", item) }
        try add(
          word(file, "file", reader), name: try mapping["name"].map { try word($0, "name", reader) }, part,
          item,
          to: &plan, reader)
      }
    }
  }

  private static func add(
    _ file: String, name: String?, _ part: String?, _ node: Node, to plan: inout BookPlan, _ reader: YAMLReader
  ) throws {
    let place = BookPlan.Place(file: reader.file, position: reader.position(node.mark))
    let path = file.hasPrefix("/") || plan.folder == "." ? file : "\(plan.folder)/\(file)"
    var paths = [path]
    if file.contains("*") || file.contains("?") {
      let pattern = path as NSString
      let parent = pattern.deletingLastPathComponent
      let (found, notes) = try BookPlan.notebooks(
        in: parent.isEmpty ? "." : parent, matching: pattern.lastPathComponent, within: plan.folder)
      (paths, plan.notes) = (found, plan.notes + notes)
      // What is listed by its own name is there.
      paths.removeAll { path in plan.entries.contains { $0.path == path } }
      if paths.isEmpty {
        plan.notes.append("\(place.words): note: no notebook matches “\(file)”\n")
      }
    } else if !FileManager.default.fileExists(atPath: path) {
      throw BookError(.missingChapter(file), file: place.file, position: place.position)
    } else if FolderBounds.areLeft(plan.folder, by: URL(fileURLWithPath: path).path) {
      throw BookError(.leadsOut(file), file: place.file, position: place.position)
    }
    plan.entries += paths.map {
      BookPlan.Entry(name: name ?? BookPlan.name(of: $0), path: $0, part: part, place: place)
    }
  }
}

extension BookPlan.Place {
  /// As messages begin.
  var words: String { position.map { "\(file):\($0.line):\($0.column)" } ?? file }
}
