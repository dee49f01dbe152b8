import Assignments
import Basics
import Files
import Foundation

/// The scratch folder of a submission, before anything runs in it.
enum SubmissionFolder {
  /// Where its cells run.
  static func cells(in scratch: String) -> String { "\(scratch)/notebook" }

  /// Makes the folder with what the cells may read: a copy of what all submissions have compiled, and the files that the handed-out
  /// notebook names. They are copies: whatever is done to them is nobody else's.
  ///
  /// - Parameter isCompiled: whether nothing is compiled there any more.
  static func make(
    _ scratch: String, of terms: GradingTerms, for prepared: PreparedSubmission, isCompiled: Bool = false
  ) throws {
    let files = FileManager.default
    try files.createDirectory(
      atPath: cells(in: scratch), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try files.createDirectory(atPath: "\(scratch)/tmp", withIntermediateDirectories: true)
    if let compiled = terms.compiled {
      if isCompiled {
        // What is known of the toolchain; it need not be there.
        try files.createDirectory(
          atPath: "\(scratch)/cache", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try? files.copyItem(atPath: "\(compiled)/tools", toPath: "\(scratch)/cache/tools")
      } else {
        try files.copyItem(atPath: compiled, toPath: "\(scratch)/cache")
      }
    }
    let folder = terms.assignment.source.folder
    let source = URL(fileURLWithPath: folder.isEmpty ? "." : folder)
    for path in names(in: terms.assignment) {
      let from = source.appendingPathComponent(path).path
      var isFolder: ObjCBool = false
      guard files.fileExists(atPath: from, isDirectory: &isFolder), !isFolder.boolValue,
        !FolderBounds.areLeft(folder, by: path)
      else { continue }
      let real = URL(fileURLWithPath: from).resolvingSymlinksInPath().path
      let to = "\(cells(in: scratch))/\(path)"
      try files.createDirectory(
        atPath: URL(fileURLWithPath: to).deletingLastPathComponent().path, withIntermediateDirectories: true)
      try files.copyItem(atPath: real, toPath: to)
    }
  }

  /// Relative paths that are in quotes in what is handed out, or are values of its parameters.
  static func names(in assignment: Assignment) -> Set<String> {
    var found: Set<String> = []
    let texts = assignment.fixed.map { $0.content.joined(separator: "\n") }
    for text in texts { found.formUnion(text.matches(of: compiled(/"([^"\\\n]{1,300})"/)).map { String($0.output.1) }) }
    for parameter in assignment.source.frontMatter.parameters { collect(parameter.value.json, into: &found) }
    return found.filter { path in
      !path.hasPrefix("/") && !path.hasSuffix(".md") && !path.hasSuffix(".ipynb")
        && !path.split(separator: "/", omittingEmptySubsequences: false).contains { $0.isEmpty || $0.hasPrefix(".") }
    }
  }

  private static func collect(_ json: String, into found: inout Set<String>) {
    found.formUnion(
      json.matches(of: compiled(/"([^"\\\n]{1,300})"/)).map { String($0.output.1).replacing("\\/", with: "/") })
  }
}
