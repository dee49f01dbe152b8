import Assignments
import Foundation
import NotebookDocument
import NotebookImport

/// The notebook that a chapter is made of, and its text.
///
/// For an assignment this is the students' version: the book is for them, and neither its downloads nor its search
/// may contain a solution or a hidden check.
struct ChapterSource {
  var notebook: Notebook
  /// The file to download.
  var data: Data
  /// `md` or `ipynb`.
  var ending: String

  /// Reads a notebook.
  ///
  /// - Throws: `NotebookError`, `AssignmentError`.
  init(of path: String) throws {
    let notebook = try NotebookReader.read(path)
    guard notebook.frontMatter.assignment != nil else {
      (self.notebook, data) = (notebook, try NotebookParser.bytes(of: path))
      ending = (path as NSString).pathExtension.lowercased()
      return
    }
    let text = try Assignment(notebook).release().text
    (self.notebook, data, ending) = (try NotebookParser.parse(text, path: path), Data(text.utf8), "md")
  }
}
