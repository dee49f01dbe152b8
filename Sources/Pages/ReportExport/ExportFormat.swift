import Foundation
import NotebookDocument
import Processes
import Reports
import Toolchains

/// A format in which a report can be written next to Markdown and HTML.
///
/// A new one is a case, a ``Definition`` in this file, and a file that makes it; the compiler says what is missing. The help of
/// `--to` and `docs/reports.md` name it, which a test sees to.
package enum ExportFormat: String, CaseIterable, Sendable {
  /// A Jupyter notebook with its outputs.
  case ipynb
  case pdf
  /// LaTeX.
  case tex
  /// Word.
  case docx
  /// Slides as one file of HTML.
  case slidesHTML = "slides-html"
  case slidesPDF = "slides-pdf"

  /// What a format is.
  private struct Definition {
    /// What the file's name ends in, behind the notebook's.
    var ending: String
    /// The format in which figures are drawn for it.
    var pictures: String
    /// What has to be installed.
    var need: Need
    /// Makes the file's content, with the remarks on it.
    var make: (ExportSource) throws -> (data: Data, remarks: [ReportRemark])
  }

  private enum Need { case nothing, pandoc, typesetter }

  private var definition: Definition {
    switch self {
    case .ipynb:
      Definition(ending: ".ipynb", pictures: "png", need: .nothing) {
        (try JupyterExport(report: $0.report, pictures: $0.picturesByLabel).notebook().json(), [])
      }
    case .pdf:
      Definition(ending: ".pdf", pictures: "pdf", need: .typesetter) { try TypstExport($0).paper() }
    case .tex:
      Definition(ending: ".tex", pictures: "pdf", need: .pandoc) { (try PandocExport($0).data(.tex), []) }
    case .docx:
      Definition(ending: ".docx", pictures: "png", need: .pandoc) { (try PandocExport($0).data(.docx), []) }
    case .slidesHTML:
      Definition(ending: "-slides.html", pictures: "svg", need: .nothing) {
        let source = try $0.forSlides()
        var (text, remarks): (String?, [ReportRemark]) = (nil, [])
        do { text = try source.slides(source.report, source.formulas) } catch let error as any PlacedError {
          remarks = [
            ReportRemark(
              severity: .warning, position: error.position ?? Position(line: 1),
              message: "the slides are without controls: \(error.message)")
          ]
        }
        return (
          Data((text ?? HTMLReport(report: source.report, formulas: source.formulas).slides()).utf8), remarks
        )
      }
    case .slidesPDF:
      Definition(ending: "-slides.pdf", pictures: "pdf", need: .typesetter) { try TypstExport($0.forSlides()).slides() }
    }
  }

  /// What a person may write for several formats at once.
  private static let groups = ["slides": [slidesHTML, slidesPDF]]

  /// All that a person may write.
  package static var words: [String] { allCases.map(\.rawValue) + groups.keys.sorted() }

  /// The formats that a person names, separated by commas.
  ///
  /// - Throws: `ExportError` that lists the formats.
  package static func list(_ text: String) throws -> [ExportFormat] {
    let formats = try text.split(separator: ",").flatMap { word in
      let name = word.trimmingCharacters(in: .whitespaces).lowercased()
      guard let formats = groups[name] ?? ExportFormat(rawValue: name).map({ [$0] }) else {
        throw ExportError(.unknownFormat(name, known: words))
      }
      return formats
    }
    return allCases.filter(formats.contains)
  }

  /// The name of the file for a notebook of this name.
  package func file(of notebook: String) -> String { notebook + definition.ending }

  /// The format in which figures are drawn for it.
  package var pictures: String { definition.pictures }

  /// Makes sure that what the format needs is installed, before anything runs.
  ///
  /// - Throws: `ProcessError` that says what to install.
  package func require(
    path: String? = ProcessInfo.processInfo.environment["PATH"],
    beside program: String? = LibraryLocation.currentProgram
  ) throws {
    let need = definition.need
    guard need != .nothing else { return }
    let tools = TypesettingTools(path: path, beside: program)
    guard tools.pandoc != nil else {
      throw ProcessError(.needsTools("pandoc", purpose: rawValue, remedy: TypesettingTools.remedy))
    }
    if need == .typesetter, !tools.makesPDF { throw ProcessError(TypstExport.missing) }
  }

  /// The content of the file, with the remarks on it.
  ///
  /// - Throws: `PlacedError` when it cannot be made, `Interrupted`.
  package func data(of source: ExportSource) throws -> (data: Data, remarks: [ReportRemark]) {
    try definition.make(source)
  }
}
