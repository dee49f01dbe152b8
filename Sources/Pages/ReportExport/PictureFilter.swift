import Files
import Foundation
import NotebookDocument
import Reports

/// What pandoc does to pictures that are reached by a link out of the notebook's folder: their words take their place.
enum PictureFilter {
  /// A filter in Lua.
  static func text(for notebook: Notebook) -> String {
    let outside = Set(
      notebook.lines.flatMap(RelativeLinks.addresses).compactMap { address -> String? in
        let path = address.prefix { $0 != "#" && $0 != "?" }
        let name = path.removingPercentEncoding ?? String(path)
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
