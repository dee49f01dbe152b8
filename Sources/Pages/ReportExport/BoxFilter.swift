/// What pandoc does to alerts, which its writers set as plain paragraphs: boxes, set off from the text.
enum BoxFilter {
  /// A filter for LaTeX or Word.
  static func text(for format: ExportFormat) -> String {
    let (opening, closing) = format == .docx ? (wordOpening, wordClosing) : ("\\begin{leftbar}", "\\end{leftbar}")
    return """
      local kinds = { note = 1, tip = 1, important = 1, warning = 1, caution = 1 }
      function Div(division)
        local kind, title = division.classes[1], division.content[1]
        if not kinds[kind] or not title or title.t ~= "Div" then return nil end
        local blocks = pandoc.List({
          pandoc.RawBlock("\(format == .docx ? "openxml" : "latex")", [==[\(opening)]==]),
          pandoc.Para({ pandoc.Strong({ pandoc.Str(pandoc.utils.stringify(title.content)) }) }),
        })
        for index = 2, #division.content do blocks:insert(division.content[index]) end
        blocks:insert(pandoc.RawBlock("\(format == .docx ? "openxml" : "latex")", [==[\(closing)]==]))
        return blocks
      end

      """
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
