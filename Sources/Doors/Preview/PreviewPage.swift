import Basics
import EmbeddedFiles
import LocalServer
import Reports

/// The page of the preview: a report's look, a bar that says how far the run is, and a script that follows the events.
package struct PreviewPage: Sendable {
  /// Lets the page's own script run, and no other.
  package var nonce: String
  /// Whether the page may be inside another one of the same server: the studio's.
  package var isFramed = false

  package init(nonce: String, isFramed: Bool = false) { (self.nonce, self.isFramed) = (nonce, isFramed) }

  /// What the page may load: its own script, its own events, pictures from here. Nothing from elsewhere.
  package var policy: String {
    "default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; "
      + "font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
      + "frame-ancestors \(isFramed ? "'self'" : "'none'")"
  }

  func reply(title: String) -> StrictReply {
    StrictReply(
      200, text(title: title), type: "text/html; charset=utf-8", headers: ["Content-Security-Policy": policy])
  }

  /// The page before its first event.
  package func text(title: String) -> String {
    HTMLPage.page(
      title: title, language: "en", main: "<h1>\(MarkupText.escape(title))</h1>",
      head: "<style>\n\(PreviewPage.style)\(LessonStyle.text)</style>\n<link rel=\"icon\" href=\"data:,\">\n",
      tail: """
        <aside id="preview-bar" aria-label="Preview">
        <span id="preview-status" role="status">Connecting</span>
        <span id="preview-clock" aria-hidden="true"></span>
        <button id="preview-stop" type="button" hidden>Stop</button>
        <button id="preview-run" type="button" hidden>Run again</button>
        <pre id="preview-problem" role="alert" tabindex="0" hidden></pre>
        </aside>
        <script nonce="\(nonce)">
        \(PreviewPage.liveScript)\(PreviewPage.script)</script>

        """, policy: .served(nonce: nonce), scripts: [.turning, .scenes, .films])
  }

  /// The function by which a page follows a stream next to any number of others.
  package static var liveScript: String { EmbeddedFile.text("Preview/live.js") }

  /// Follows the events: puts changed parts into the page and leaves the rest, the reader's place included.
  package static let script = EmbeddedFile.text("Preview/preview.js")

  private static let style = EmbeddedFile.text("Preview/preview.css")
}
