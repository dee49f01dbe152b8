import Basics
import EmbeddedFiles
import Figures

/// What lets the reader of a page turn a three-dimensional figure: data next to the picture, and one script for the
/// page.
///
/// Without the script the figure is the picture that it is everywhere. With it, the first turn puts a drawing of the same
/// data in the picture's place, in the same colours and at the same scale; “as it was” and paper show the picture again.
/// Nothing moves by itself.
package enum TurningScript {
  /// What the data begins with, by which a picture that can be turned is known.
  package static let mark = "<script type=\"application/json\" class=\"space\">"

  /// The data of a figure's spaces as a part of a page; empty for a figure without.
  package static func data(of figure: Figure, size: Figure.Size?) -> String {
    guard let json = try? figure.turnableSpaces(size: size) else { return "" }
    // Nothing inside may end the element.
    return "\(mark)\(json.replacing(bytes: "<", with: "\\u003c"))</script>\n"
  }

  package static let text = EmbeddedFile.text("Drawings/turning.js")
}
