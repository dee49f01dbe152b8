import Files
import Foundation
import NotebookDocument

/// What pandoc does to pictures that are reached by a link out of the notebook's folder: their words take their place.
enum PictureFilter {
  /// A filter in Lua.
  static func text(for notebook: Notebook) -> String {
    let outside = Set(
      notebook.document.targets.compactMap { target -> String? in
        let name = target.path.removingPercentEncoding ?? target.path
        return FolderBounds.areLeft(notebook.folder, by: name) ? name : nil
      })
    let names = outside.sorted().map { name in
      "[\"\(name.utf8.map { byte in "\\\(String(1000 + Int(byte)).dropFirst())" }.joined())\"] = true"
    }.joined(separator: ", ")
    return """
      local outside = { \(names) }
      function Image(image)
        local path = image.src:gsub("[?#].*$", ""):gsub("%%(%x%x)", function(code) return string.char(tonumber(code, 16)) end)
        if outside[path] then return image.caption end
      end

      """
  }
}
