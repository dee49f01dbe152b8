import EmbeddedFiles
import Foundation
import PhoneLink
import Preview
import Reports

/// The studio's page and its parts.
enum StudioPage {
  /// What the page may load: its own scripts and styles, its own answers, reports in frames. Nothing from elsewhere.
  static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
    + "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  /// The page, in the reports' look.
  static var text: String {
    EmbeddedFile.text("Studio/studio.html").replacing("/* REPORT STYLE */", with: HTMLStyle.text)
  }

  /// A script or style of the page; nil for another name.
  static func asset(_ name: String) -> (type: String, data: Data)? {
    let types = ["css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8"]
    guard let type = types[(name as NSString).pathExtension] else { return nil }
    let data =
      switch name {
      case "live.js": Data((PreviewPage.liveScript + "\nexport { liveStream };\n").utf8)
      case "queue.js": Data((PhonePage.queueScript + "\nexport { EventQueue };\n").utf8)
      default: EmbeddedFile("Studio/\(name)")?.data
      }
    return data.map { (type, $0) }
  }
}

/// The editor that Debian installs: served from where it lies.
enum EditorFiles {
  /// Where distributions put it.
  private static let folders = ["/usr/share/javascript/codemirror", "/usr/share/nodejs/codemirror"]

  private static let files: Set<String> = [
    "lib/codemirror.js", "lib/codemirror.css", "mode/meta.js", "mode/xml/xml.js", "mode/markdown/markdown.js",
    "mode/swift/swift.js",
    "mode/yaml/yaml.js", "mode/yaml-frontmatter/yaml-frontmatter.js", "addon/mode/overlay.js",
    "addon/edit/matchbrackets.js",
    "addon/hint/show-hint.js", "addon/hint/show-hint.css", "addon/search/searchcursor.js", "addon/search/search.js",
    "addon/dialog/dialog.js", "addon/dialog/dialog.css",
  ]

  private static var folder: String? {
    folders.first { FileManager.default.fileExists(atPath: "\($0)/lib/codemirror.js") }
  }

  static var isThere: Bool { folder != nil }

  /// One of the files that the page needs; nil for every other, and where the editor is not installed.
  static func content(_ name: String) -> (type: String, data: Data)? {
    guard files.contains(name), let folder, let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else {
      return nil
    }
    return (name.hasSuffix(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8", data)
  }
}
