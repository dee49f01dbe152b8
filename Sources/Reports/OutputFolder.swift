import Foundation
import NotebookDocument
import Surroundings

#if canImport(Glibc)
  import Glibc
#endif

/// The folder of a notebook's results. A file appears whole or not at all: it is written under another name first.
package struct OutputFolder {
  package let path: String

  /// Makes the folder and makes sure that it can be written.
  ///
  /// - Throws: `NotebookError` that says why it cannot.
  package init(_ path: String) throws {
    self.path = path
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw NotebookError(.unwritable(SystemReason.words(error)), file: path)
    }
    guard access(path, W_OK | X_OK) == 0 else {
      throw NotebookError(.unwritable(String(cString: strerror(errno))), file: path)
    }
  }

  /// Writes a file, unless it already has this content.
  ///
  /// - Throws: `NotebookError` that says why it cannot; the old file is then still there.
  package func write(_ content: Data, to name: String) throws {
    let target = "\(path)/\(name)"
    if FileManager.default.contents(atPath: target) == content { return }
    let temporary = "\(path)/.\(name).\(getpid())"
    do {
      try content.write(to: URL(fileURLWithPath: temporary))
    } catch {
      unlink(temporary)
      throw NotebookError(.unwritable(SystemReason.words(error)), file: target)
    }
    guard rename(temporary, target) == 0 else {
      let reason = String(cString: strerror(errno))
      unlink(temporary)
      throw NotebookError(.unwritable(reason), file: target)
    }
  }

  /// Removes the files that an earlier run left and this one did not make.
  package func remove(_ names: some Sequence<String>) {
    for name in names where !name.contains("/") { unlink("\(path)/\(name)") }
  }
}
