import Foundation

/// A figure that was drawn: its files, and the picture that a page holds.
package struct FigureDrawing: Sendable {
  /// The files' name without extension.
  package var label: String
  /// Which of the cell's figures it is, from 0.
  package var index: Int
  /// By format: `svg`, `pdf`, `png`.
  package var files: [String: Data]
  /// The picture for inlining into a page.
  package var svg: String
  /// The picture for inlining into a page as narrow as a telephone; nil where the other serves there, too.
  package var narrow: String?
  /// The figure as a value, in JSON; nil for a picture that the cell's own code made.
  package var source: String?
  /// Names the script and the data from which the figure was drawn: a check compares these, not pixels.
  package var scriptHash: String
  /// What a reader should know of it: what it cannot show, a font that is not there.
  package var doubts: [String]
  /// Whether its words have a size that was asked for: on paper it is set as large as it is drawn.
  package var isExact: Bool

  package init(
    label: String, index: Int, files: [String: Data], svg: String, narrow: String? = nil, source: String? = nil,
    scriptHash: String, doubts: [String] = [], isExact: Bool = false
  ) {
    (self.label, self.index, self.files) = (label, index, files)
    (self.doubts, self.isExact) = (doubts, isExact)
    (self.svg, self.narrow, self.source, self.scriptHash) = (svg, narrow, source, scriptHash)
  }

  package var fileNames: [String: String] {
    Dictionary(uniqueKeysWithValues: files.keys.map { ($0, "\(label).\($0)") })
  }
}

/// Why a figure could not be drawn.
package struct FigureFailure: Error, Sendable {
  package var message: String
  /// Whether it is not drawn because a stop was asked for.
  package var wasStopped = false
}
