import Basics
import Foundation
import NotebookDocument
import Recordings
import Traces

/// The recordings over which a notebook is run: what a pattern names, for one parameter.
package struct Corpus: Hashable, Sendable {
  package var parameter: String
  /// As the notebook's cells find them: from the notebook's folder.
  package var paths: [String]
  /// What the pattern names besides recordings, in words.
  package var notes: [String] = []

  /// The files that a pattern of the shell names, sorted: `PATTERN`, or `NAME=PATTERN` where several parameters could take
  /// it. A pattern may name folders and archives: whatever a recording can be. A file that another of them claims as its truth is
  /// left out, with a note.
  ///
  /// - Throws: `GridError` when nothing matches or the parameter is not clear, `NotebookError` for an unknown one.
  package init(_ text: String, of notebook: Notebook) throws {
    let parameters = notebook.frontMatter.parameters
    if let match = text.firstMatch(of: compiled(/^([A-Za-z_][A-Za-z0-9_]*)=(.+)$/)) {
      let name = String(match.output.1)
      guard let found = parameters.first(where: { $0.name == name }) else {
        throw NotebookError(.unknownParameter(name, known: parameters.map(\.name)), file: notebook.path)
      }
      guard case .text = found.value else { throw GridError(.notAPath(parameter: name)) }
      parameter = name
      (paths, notes) = try Self.paths(String(match.output.2), name, notebook)
      return
    }
    let candidates = parameters.filter { parameter in
      guard case .text(let path) = parameter.value else { return false }
      return Self.isFile(path, from: notebook.folder)
    }
    guard candidates.count == 1 else {
      throw GridError(.whichParameter(pattern: text, candidates: candidates.map(\.name)))
    }
    parameter = candidates[0].name
    (paths, notes) = try Self.paths(text, parameter, notebook)
  }

  private static func paths(
    _ pattern: String, _ parameter: String, _ notebook: Notebook
  ) throws -> (paths: [String], notes: [String]) {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern, GLOB_BRACE | GLOB_TILDE, nil, &found) == 0 else {
      throw GridError(.noMatch(pattern: pattern, parameter: parameter))
    }
    let paths = (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
    let all = Set(paths)
    let claimed = Set(paths.compactMap { Trace.truthFile(besideRecording: $0) })
    let mapping = ".mapping.yaml"
    let companions = paths.filter {
      claimed.contains($0) || $0.hasSuffix(mapping) && all.contains(String($0.dropLast(mapping.count)))
    }.sorted()
    let recordings = all.subtracting(companions).sorted()
    let notes =
      companions.isEmpty
      ? []
      : [
        "left out \(Counting.words(companions.count, "file")) that \(companions.count == 1 ? "belongs" : "belong") to other recordings "
          + "(truths and mappings): \(companions.prefix(3).map { ($0 as NSString).lastPathComponent }.joined(separator: ", "))"
          + (companions.count > 3 ? ", …" : "")
      ]
    return (recordings.map { relative($0, to: notebook.folder) }, notes)
  }

  /// A path as seen from another folder, through no link that the person has not named.
  package static func relative(_ path: String, to folder: String) -> String {
    let target = URL(fileURLWithPath: path).standardizedFileURL.pathComponents
    let base = URL(fileURLWithPath: folder.isEmpty ? "." : folder).standardizedFileURL.pathComponents
    let shared = zip(target, base).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: base.count - shared)
    return (up + target.dropFirst(shared)).joined(separator: "/")
  }

  /// Whether a text names a file or a folder that is there. A text of dots and slashes alone leads somewhere from anywhere,
  /// and means a separator, a decimal point or nothing.
  static func isFile(_ text: String, from folder: String) -> Bool {
    text.contains { $0 != "." && $0 != "/" } && FileManager.default.fileExists(atPath: place(text, from: folder))
  }

  static func place(_ path: String, from folder: String) -> String {
    path.hasPrefix("/") || folder.isEmpty ? path : "\(folder)/\(path)"
  }

  /// A path without ways that lead back: `a/../b` is `b`.
  static func tidy(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}
