import Basics
import Foundation
import NotebookDocument

/// Pictures of the prose that are files, and that no reader will see.
enum MissingPictures {
  /// A warning for each that is not there, or is no picture. One at an address of the network, and one whose address is computed, are not
  /// looked for.
  ///
  /// - Complexity: O(length), and each picture that has changed is read once.
  static func remarks(of notebook: Notebook) -> [ReportRemark] {
    notebook.document.targets.compactMap { target in
      guard target.isPicture, !target.isComputed, let path = file(target) else { return nil }
      let place = path.hasPrefix("/") ? path : "\(notebook.folder)/\(path)"
      let doubt =
        FileManager.default.fileExists(atPath: place)
        ? PictureDoubts.shared.doubt(at: place) : "is not there; its path is meant from the notebook's folder"
      return doubt.map {
        ReportRemark(
          severity: .warning, position: Position(line: target.place.line, column: target.place.column + 1),
          message: "the picture “\(path)” \($0)")
      }
    }
  }

  /// The path that an address means; nil for one of the network, of the page itself, or with values in it.
  private static func file(_ target: Document.Target) -> String? {
    let (address, path) = (target.address, target.path)
    guard !address.hasPrefix("//"), !address.hasPrefix("#"),
      address.prefixMatch(of: compiled(/[A-Za-z][A-Za-z0-9+.-]*:/)) == nil
    else { return nil }
    return path.removingPercentEncoding ?? path
  }
}
