import Foundation
import NotebookDocument

/// A format in which a report can be written beside Markdown and HTML.
package enum ExportFormat: String, CaseIterable, Sendable {
  /// A Jupyter notebook with its outputs.
  case ipynb
  /// Through pandoc and a typesetter.
  case pdf
  /// LaTeX, through pandoc.
  case tex
  /// Word, through pandoc.
  case docx

  /// The formats that a person names, separated by commas.
  ///
  /// - Throws: `NotebookError` that lists the formats.
  package static func list(_ text: String) throws -> [ExportFormat] {
    try text.split(separator: ",").map { word in
      let name = word.trimmingCharacters(in: .whitespaces).lowercased()
      guard let format = ExportFormat(rawValue: name) else {
        throw NotebookError(.unknownFormat(name, known: allCases.map(\.rawValue)))
      }
      return format
    }
  }

  /// The format in which figures are drawn for it.
  package var pictures: String {
    switch self {
    case .ipynb, .docx: "png"
    case .pdf, .tex: "pdf"
    }
  }
}
