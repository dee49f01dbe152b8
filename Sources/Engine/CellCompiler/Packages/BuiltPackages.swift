import Files
import Foundation
import NotebookDocument

/// Swift packages that have been built for cells: what the compiler and the linker need so that cells can import their
/// modules.
package struct BuiltPackages: Codable, Hashable, Sendable {
  /// Tells these packages from others, and from earlier states of the same.
  package var fingerprint: ContentHash
  /// The modules that can be imported.
  package var modules: [String]
  /// For the compiler.
  var arguments: [String]
  /// The shared library that holds all of them.
  var library: String
  /// The folders among them, which a person may change.
  var folders: [String]
  /// What the files in these folders held.
  var sources: ContentHash

  /// The files in the folders, and the folders' lists, as they are now: an input of every cell.
  package var sourceFiles: [String] { folders.flatMap { PackageFolder(path: $0).files } }

  /// For the linker.
  var linking: [String] { ["-rpath", URL(fileURLWithPath: library).deletingLastPathComponent().path, library] }
}

/// A package in a folder of the person's.
struct PackageFolder {
  var path: String

  /// The files and folders of which the package is made, each before its contents: those of build systems, editors and
  /// version control, which begin with a point, are left out.
  var files: [String] {
    var found = [path]
    var index = 0
    while index < found.count {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: found[index])) ?? []
      found += names.filter { !$0.hasPrefix(".") }.sorted().map { "\(found[index])/\($0)" }
      index += 1
    }
    return found
  }

  /// For what its files hold.
  var hash: ContentHash {
    ContentHash(
      files.flatMap { file in
        [file, FileManager.default.contents(atPath: file).map { "\(ContentHash($0))" } ?? "a folder"]
      })
  }
}
