import Basics
import Files
import Foundation
import NotebookDocument
import NotebookImport
import Yams

/// What a book is made of: its title page, and its chapters in order.
package struct BookPlan: Sendable {
  /// A chapter as it is listed.
  package struct Entry: Sendable, Hashable {
    /// By which other chapters refer to it, and which its page bears: the notebook's, unless it is given another.
    package var name: String
    /// The notebook's path.
    package var path: String
    /// The part of the book that begins with it or goes on; nil for a book without parts.
    package var part: String?
    /// Where it is listed.
    package var place: Place?
  }

  /// A place in the table of contents.
  package struct Place: Sendable, Hashable {
    package var file: String
    package var position: Position?
  }

  package var title: String
  package var subtitle: String?
  package var authors: [String] = []
  package var language: String?
  /// What the title page says, as Markdown.
  package var about = ""
  /// The label of the figure on the title page, `rest/fig-drift`, with its place in the list.
  package var cover: (label: String, position: Position?)?
  package var entries: [Entry] = []
  /// The folder of the book: what its chapters link to inside of it goes with it.
  package var folder: String
  /// The file that lists the chapters; nil where they are those of a folder, or were named one by one.
  package var file: String?
  /// What a person should know of the list.
  package var notes: [String] = []

  /// The file of a folder that lists its chapters.
  package static let fileName = "book.yml"

  /// Reads a folder, a table of contents, or notebooks in the order in which they are named.
  ///
  /// - Throws: `BookError`, `NotebookError`, with the file and the line.
  package static func read(_ inputs: [String]) throws -> BookPlan {
    var isFolder: ObjCBool = false
    func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) }
    for path in inputs {
      guard exists(path) else { throw NotebookError(.unreadable("there is no such file"), file: path) }
      guard inputs.count > 1, isFolder.boolValue || isContents(path) else { continue }
      throw BookError(.severalBooks, file: path)
    }
    let plan: BookPlan
    if inputs.count == 1, exists(inputs[0]), isFolder.boolValue {
      let folder = inputs[0]
      let contents = "\(folder)/\(fileName)"
      guard !FolderBounds.areLeft(folder, by: fileName) else { throw BookError(.leadsOut(fileName), file: contents) }
      plan = exists(contents) ? try BookContents.read(contents) : try ofFolder(folder)
    } else if inputs.count == 1, isContents(inputs[0]) {
      plan = try BookContents.read(inputs[0])
    } else {
      for path in inputs where !isNotebookName(path) { throw BookError(.unknownInput, file: path) }
      var named = BookPlan(title: "Notebooks", folder: sharedFolder(of: inputs))
      named.entries = inputs.map { Entry(name: name(of: $0), path: $0) }
      plan = named
    }
    try plan.requireNames()
    return plan
  }

  /// All notebooks of a folder, by their files' names.
  private static func ofFolder(_ folder: String) throws -> BookPlan {
    let name = URL(fileURLWithPath: folder).standardizedFileURL.lastPathComponent
    var plan = BookPlan(title: name, folder: folder)
    let (found, notes) = try notebooks(in: folder, matching: "*", within: folder)
    plan.entries = found.map { Entry(name: Self.name(of: $0), path: $0) }
    plan.notes = notes
    guard !plan.entries.isEmpty else { throw BookError(.noChapters, file: folder) }
    return plan
  }

  /// The notebooks of a folder whose names match a pattern, in the order in which people count; and notes about links that lead out of the
  /// book's folder, which are not followed.
  ///
  /// - Throws: `NotebookError` for one that is a notebook and cannot be read.
  static func notebooks(
    in folder: String, matching pattern: String, within bookFolder: String
  ) throws -> (found: [String], notes: [String]) {
    var notes: [String] = []
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let found = try names.filter { isNotebookName($0) && !$0.hasPrefix(".") && fnmatch(pattern, $0, 0) == 0 }
      .sorted { first, second in
        let order = first.compare(second, options: .numeric)
        return order == .orderedSame ? first < second : order == .orderedAscending
      }
      .map { folder == "." ? $0 : "\(folder)/\($0)" }
      .filter { path in
        if FolderBounds.areLeft(bookFolder, by: URL(fileURLWithPath: path).path) {
          notes.append("\(path): note: \(BookReason.leadsOut((path as NSString).lastPathComponent).message)\n")
          return false
        }
        do {
          _ = try NotebookReader.read(path)
          return true
        } catch let error as NotebookError where [.noFrontMatter, .notANotebook].contains(error.reason) {
          return false
        }
      }
    return (found, notes)
  }

  static func isNotebookName(_ path: String) -> Bool {
    ["md", "ipynb"].contains((path as NSString).pathExtension.lowercased())
  }

  private static func isContents(_ path: String) -> Bool {
    ["yml", "yaml"].contains((path as NSString).pathExtension.lowercased())
  }

  static func name(of path: String) -> String {
    URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
  }

  private static func sharedFolder(of paths: [String]) -> String {
    let folders = paths.map { URL(fileURLWithPath: $0).standardizedFileURL.deletingLastPathComponent().pathComponents }
    let shared = folders.dropFirst().reduce(folders.first ?? ["/"]) { known, next in
      zip(known, next).prefix { $0 == $1 }.map(\.0)
    }
    return NSString.path(withComponents: shared)
  }

  /// The pages that are not chapters.
  private static let reserved: Set<String> = ["index", "figures", "book"]

  /// Makes sure that each chapter has its own address, on file systems that do not know capital letters, too.
  private func requireNames() throws {
    var seen: [String: String] = [:]
    for entry in entries {
      func refused(_ reason: BookReason) -> BookError {
        BookError(reason, file: entry.place?.file ?? entry.path, position: entry.place?.position)
      }
      guard entry.name.wholeMatch(of: compiled(/[A-Za-z0-9][A-Za-z0-9_.-]*/)) != nil else {
        throw refused(.badName(entry.name))
      }
      guard !Self.reserved.contains(entry.name.lowercased()) else { throw refused(.reservedName(entry.name)) }
      if let other = seen.updateValue(entry.path, forKey: entry.name.lowercased()) {
        throw refused(.sharedName(entry.name, other: other))
      }
    }
  }
}
