import CEmbedded
import Foundation

/// A page, a script or a picture that is inside the program.
package struct EmbeddedFile {
  package let data: Data

  /// The file of this name, `ROOM/FILE`; nil where there is none.
  package init?(_ name: String) {
    guard let file = embedded_file(name) else { return nil }
    data = Data(bytes: file.pointee.bytes, count: file.pointee.size)
  }

  /// The text of a file that is there: of the program's own.
  package static func text(_ name: String) -> String {
    guard let file = EmbeddedFile(name) else { preconditionFailure("“\(name)” is not in the program") }
    return String(decoding: file.data, as: UTF8.self)
  }
}
