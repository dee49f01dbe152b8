/// What lets the reader of a page turn interactive scenes: one script for all of them, each of which is data in its figure.
package enum SceneScript {
  /// What the data begins with, by which a page that needs the script is known.
  package static let mark = "<script type=\"application/json\" class=\"scene\">"

  /// The script; where it is twice on a page, the second does nothing.
  package static let text = String(decoding: PackageResources.scene_js, as: UTF8.self)
}
