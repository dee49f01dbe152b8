import EmbeddedFiles

/// What pandoc does to alerts, which its writers set as plain paragraphs: boxes, set off from the text.
enum BoxFilter {
  /// A filter for LaTeX or Word.
  static func text(for format: ExportFormat) -> String {
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
