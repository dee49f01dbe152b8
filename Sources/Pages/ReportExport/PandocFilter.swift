import EmbeddedFiles
import Foundation
import NotebookDocument
import Reports

/// What pandoc does to the document that it has read, as filters in Lua.
enum PandocFilter {
  /// Reads what ``PandocTree`` makes.
  static let reader = EmbeddedFile.text("ReportExport/reader.lua")

  /// Tables and pictures on pages that have room for this many characters of a table: the columns of a broader one share the page in
  /// proportion to what they hold, and words wrap in them. No column gets less than its longest word needs. Pictures side by
  /// side have their own sizes.
  ///
  /// - Parameter folder: The folder of the report, an absolute path, for a format that holds its pictures; nil for one that
  ///   names them.
  static func tables(columns: Int, folder: String?) -> String {
    """
    local columns, folder = \(columns), \(folder.map(LuaText.quoted) ?? "nil")

    """ + EmbeddedFile.text("ReportExport/tables.lua")
  }

  /// Formulas for Typst. One that pandoc cannot read stays as it is written.
  static let formulas = EmbeddedFile.text("ReportExport/formulas.lua")

  /// Alerts, which its writers set as plain paragraphs, in LaTeX or Word: boxes, set off from the text.
  static func boxes(for format: ExportFormat) -> String {
    let (raw, opening, closing) =
      format == .docx
      ? ("openxml", wordOpening, wordClosing) : ("latex", "\\begin{leftbar}", "\\end{leftbar}")
    let values = [raw, opening, closing].map(LuaText.quoted).joined(separator: ", ")
    return "local raw, opening, closing = \(values)\n" + EmbeddedFile.text("ReportExport/boxes.lua")
  }

  private static let wordOpening =
    "<w:tbl><w:tblPr><w:tblW w:type=\"pct\" w:w=\"5000\"/><w:tblBorders><w:left w:val=\"single\" w:sz=\"24\" w:space=\"0\" "
    + "w:color=\"00558C\"/></w:tblBorders><w:tblCellMar><w:left w:w=\"160\" w:type=\"dxa\"/></w:tblCellMar></w:tblPr>"
    + "<w:tblGrid><w:gridCol w:w=\"9000\"/></w:tblGrid><w:tr><w:tc><w:tcPr><w:tcW w:type=\"pct\" w:w=\"5000\"/>"
    + "<w:shd w:val=\"clear\" w:color=\"auto\" w:fill=\"F6F4EE\"/></w:tcPr>"
  private static let wordClosing =
    "\(line)</w:tc></w:tr></w:tbl>\(line)"
  private static let line =
    "<w:p><w:pPr><w:spacing w:before=\"0\" w:after=\"0\" w:line=\"20\" w:lineRule=\"exact\"/></w:pPr></w:p>"
}
