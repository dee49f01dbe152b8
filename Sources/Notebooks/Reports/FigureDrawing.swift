import Foundation

/// A figure that was drawn: its files, and the picture that a page holds.
struct FigureDrawing: Sendable {
  /// The files' name without extension.
  var label: String
  /// Which of the cell's figures it is, from 0.
  var index: Int
  /// By format: `svg`, `pdf`, `png`.
  var files: [String: Data]
  /// The picture for inlining into a page.
  var svg: String
  /// Names the script and the data from which the figure was drawn: a check compares these, not pixels.
  var scriptHash: String

  var fileNames: [String: String] { Dictionary(uniqueKeysWithValues: files.keys.map { ($0, "\(label).\($0)") }) }
}

/// Why a figure could not be drawn.
struct FigureFailure: Error, Sendable {
  var message: String
}
