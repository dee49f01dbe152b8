import EmbeddedFiles
import Files
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
    local columns, folder, sizeMark = \(columns), \(folder.map(LuaText.quoted) ?? "nil"), \(LuaText.quoted(PictureSetting.sizeMark))

    """ + EmbeddedFile.text("ReportExport/tables.lua")
  }

  /// Formulas of a notebook's prose for Word and LaTeX: in a paragraph's formula LaTeX has no `align`, either.
  static func formulas(for notebook: Notebook) -> String {
    translations(notebook) + "function Math(math) return translated(math) end\n"
  }

  /// Formulas of a notebook's prose for Typst. One that pandoc cannot read stays as it is written.
  static func formulasForTypst(for notebook: Notebook) -> String {
    translations(notebook, PairedBars.bracketed) + EmbeddedFile.text("ReportExport/formulas.lua")
  }

  private static func translations(_ notebook: Notebook, _ adapt: (String) -> String = { $0 }) -> String {
    let pairs = Formulas.translations(of: notebook, adapt).sorted { $0.key < $1.key }
      .map { "[\(LuaText.quoted($0.key))] = \(LuaText.quoted($0.value))" }
    return "local words = { \(pairs.joined(separator: ", ")) }\n" + EmbeddedFile.text("ReportExport/translation.lua")
  }

  /// Pictures that are reached by a link out of the notebook's folder: their words take their place.
  static func pictures(of notebook: Notebook) -> String {
    let outside = Set(
      notebook.document.targets.compactMap { target -> String? in
        let name = target.path.removingPercentEncoding ?? target.path
        return FolderBounds.areLeft(notebook.folder, by: name) ? name : nil
      })
    let names = outside.sorted().map { "[\(LuaText.quoted($0))] = true" }.joined(separator: ", ")
    return """
      local outside = { \(names) }
      function Image(image)
        local path = image.src:gsub("[?#].*$", ""):gsub("%%(%x%x)", function(code) return string.char(tonumber(code, 16)) end)
        if outside[path] then return image.caption end
      end

      """
  }

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
