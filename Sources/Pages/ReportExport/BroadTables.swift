import EmbeddedFiles
import Reports

/// What pandoc does to tables that are broader than the page, and to pictures of which the width is known.
enum BroadTables {
  /// A filter for pages that have room for this many characters of a table: the columns of a broader one share the page in
  /// proportion to what they hold, and words wrap in them. No column gets less than its longest word needs. Pictures side by
  /// side have their own sizes.
  ///
  /// - Parameter folder: The folder of the report, an absolute path, for a format that holds its pictures; nil for one that
  ///   names them.
  static func filter(columns: Int, folder: String?) -> String {
    """
    local columns, folder, sizeMark = \(columns), \(folder.map(LuaText.quoted) ?? "nil"), \(LuaText.quoted(PictureSetting.sizeMark))

    """ + EmbeddedFile.text("ReportExport/tables.lua")
  }
}
