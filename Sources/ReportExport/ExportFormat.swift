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
  /// Slides as one file of HTML.
  case slidesHTML = "slides-html"
  /// Slides as PDF, through pandoc and a typesetter.
  case slidesPDF = "slides-pdf"

  /// What a person may write for several formats at once.
  private static let groups = ["slides": [slidesHTML, slidesPDF]]

  /// The formats that a person names, separated by commas.
  ///
  /// - Throws: `NotebookError` that lists the formats.
  package static func list(_ text: String) throws -> [ExportFormat] {
    let formats = try text.split(separator: ",").flatMap { word in
      let name = word.trimmingCharacters(in: .whitespaces).lowercased()
      guard let formats = groups[name] ?? ExportFormat(rawValue: name).map({ [$0] }) else {
        throw NotebookError(.unknownFormat(name, known: allCases.map(\.rawValue) + groups.keys.sorted()))
      }
      return formats
    }
    return allCases.filter(formats.contains)
  }

  /// The name of the file for a notebook of this name.
  package func file(of notebook: String) -> String {
    switch self {
    case .slidesHTML: "\(notebook)-slides.html"
    case .slidesPDF: "\(notebook)-slides.pdf"
    case .ipynb, .pdf, .tex, .docx: "\(notebook).\(rawValue)"
    }
  }

  /// The format in which figures are drawn for it.
  package var pictures: String {
    switch self {
    case .ipynb, .docx: "png"
    case .pdf, .tex, .slidesPDF: "pdf"
    case .slidesHTML: "svg"
    }
  }
}
