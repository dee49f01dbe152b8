import Display
import Figures
import Foundation

// Scenes are drawn already: they show themselves as SVG, and in an HTML page as part of the page.

extension ScenePicture: Displayable {
  public var mimeBundle: MIMEBundle { sceneBundle(self, svg: svg, alternative: alternative) }
}

extension SceneAnimation: Displayable {
  public var mimeBundle: MIMEBundle { sceneBundle(self, svg: svg, alternative: alternative) }
}

extension InteractiveScene: Displayable {
  /// In an HTML page, the scene to turn by hand; where there is no script, its first instant.
  public var mimeBundle: MIMEBundle { interactiveBundle(self, alternative, html, still: still) }
}

extension SceneGroup: Displayable {
  /// In an HTML page, the scenes to turn by hand and to play together; where there is no script, the first instant of each.
  public var mimeBundle: MIMEBundle { interactiveBundle(self, alternative, html, still: still) }
}

private func interactiveBundle(
  _ scene: some Encodable, _ alternative: String, _ html: String, still: String?
) -> MIMEBundle {
  var bundle = MIMEBundle([
    MediaType.plain: alternative, MediaType.html: html, MediaType.markdown: pointer(alternative),
  ])
  // A picture for every format without scripts, and the scene for a page that has the script already.
  bundle.contents[MediaType.svg] = still
  bundle.contents[MediaType.scene] = json(scene)
  return bundle
}

private func sceneBundle(_ scene: some Encodable, svg: String, alternative: String) -> MIMEBundle {
  var bundle = MIMEBundle([
    MediaType.plain: alternative, MediaType.svg: svg, MediaType.markdown: pointer(alternative),
    MediaType.html: "<div class=\"gimbal-scene\">\(svg)</div>",
  ])
  // What draws it in the size that the notebook asks for.
  bundle.contents[MediaType.scene] = json(scene)
  return bundle
}

private func json(_ scene: some Encodable) -> String? {
  (try? JSONEncoder().encode(scene)).map { String(decoding: $0, as: UTF8.self) }
}

/// What a page says that can show neither drawings nor scripts in its text.
private func pointer(_ alternative: String) -> String { "*\(alternative): see [the HTML report](index.html).*" }
