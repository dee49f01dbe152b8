import Foundation
import PhoneLink
import Preview
import Reports

/// The studio's page and what belongs to it.
enum StudioPage {
  /// What the page may load: its own scripts and styles, its own answers, reports in frames. Nothing from elsewhere.
  static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
    + "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  /// The page, in the reports' look.
  static var text: String {
    String(decoding: PackageResources.studio_html, as: UTF8.self).replacing("/* REPORT STYLE */", with: HTMLStyle.text)
  }

  /// A script or style of the page; nil for another name.
  static func asset(_ name: String) -> (type: String, data: Data)? {
    let script = "text/javascript; charset=utf-8"
    let bytes: [UInt8]? =
      switch name {
      case "studio.css": PackageResources.studio_css
      case "studio.js": PackageResources.studio_js
      case "common.js": PackageResources.common_js
      case "live.js": Array((PreviewPage.liveScript + "\nexport { liveStream };\n").utf8)
      case "space.js": PackageResources.space_js
      case "virtual.js": PackageResources.virtual_js
      case "motion.js": PackageResources.motion_js
      case "notebooks.js": PackageResources.notebooks_js
      case "draw.js": PackageResources.draw_js
      case "wave.js": PackageResources.wave_js
      case "record.js": PackageResources.record_js
      case "turn.js": PackageResources.turn_js
      case "queue.js": Array((PhonePage.queueScript + "\nexport { EventQueue };\n").utf8)
      default: nil
      }
    return bytes.map { (name.hasSuffix(".css") ? "text/css; charset=utf-8" : script, Data($0)) }
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
