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

        """, policy: .served(nonce: nonce), scripts: [.turning, .scenes])
  }

  /// The function by which a page follows a stream next to any number of others.
  package static var liveScript: String { EmbeddedFile.text("Preview/live.js") }

  private static let style = """
    html { overflow-anchor: none; }
    main { padding-bottom: 8rem; contain: layout paint; }
    #preview-bar { position: fixed; z-index: 1; right: 0; bottom: 0; left: 0; display: flex; flex-wrap: wrap; align-items: center;
      gap: .3rem .9rem; padding: .55rem 1.25rem; font: .875rem/1.5 var(--sans); background: var(--panel);
      border-top: 1px solid var(--rule); }
    #preview-bar[data-state="failed"], #preview-bar[data-state="stopped"] { border-top-color: var(--alarm); }
    #preview-status { font-weight: 600; }
    #preview-clock { color: var(--faint); font-variant-numeric: tabular-nums; }
    #preview-bar button { font: inherit; margin-left: auto; padding: .15rem .9rem; color: var(--paper);
      background: var(--ink); border: 0; border-radius: 4px; cursor: pointer; }
    #preview-bar button:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
    #preview-problem { flex-basis: 100%; max-height: 40vh; overflow: auto; padding: .4rem 0; white-space: pre-wrap;
      color: var(--alarm); }
    #preview-problem[hidden], #preview-bar button[hidden] { display: none; }
    .has-controls > header { margin-bottom: 0; padding-bottom: 0; border-bottom: 0; }
    .has-controls > header .parameters { display: none; }
    .controls { display: grid; gap: .3rem 1rem; margin: 1rem 0 2.2rem; padding-bottom: 1.2rem; border-bottom: 1px solid var(--rule); font: .875rem/1.5 var(--sans); }
    .control { display: grid; grid-template-columns: minmax(6rem, 10rem) minmax(6rem, 1fr) 6rem 4.5rem; align-items: center;
      gap: .2rem .8rem; }
    .control label { font-family: var(--mono); font-size: .85rem; overflow-wrap: anywhere; }
    .control input[type="range"] { width: 100%; min-width: 0; accent-color: var(--link); }
    .control input[type="number"], .control input[type="text"], .control select { width: 100%; min-width: 0; font: inherit;
      font-variant-numeric: tabular-nums; padding: .1rem .3rem; color: var(--ink); background: var(--panel);
      border: 1px solid var(--rule); border-radius: 4px; }
    .control input[type="checkbox"] { justify-self: start; accent-color: var(--link); }
    .control .wide { grid-column: 2 / 4; }
    .control button { font: inherit; font-size: .8rem; padding: .1rem .5rem; color: var(--link); background: none;
      border: 1px solid var(--rule); border-radius: 4px; cursor: pointer; }
    .control button[hidden] { display: block; visibility: hidden; }
    .control input:focus-visible, .control select:focus-visible { outline: 2px solid var(--link); outline-offset: 1px; }
    .control-problem { color: var(--alarm); grid-column: 1 / -1; margin: 0; }
    .control-problem:empty { display: none; }
    @media (max-width: 34rem) {
      .control { grid-template-columns: 1fr 5.5rem 4.2rem; }
      .control label { grid-column: 1 / -1; }
      .control .wide { grid-column: 1 / 3; }
    }
    .cell { position: relative; }
    .preview-state { font: .75rem/1.4 var(--sans); color: var(--faint); margin: 0 0 .2rem; min-height: 1.05rem;
      font-variant-numeric: tabular-nums; }
    [data-state="running"] > .preview-state, [data-state="compiling"] > .preview-state { color: var(--link); }
    [data-state="failed"] > .preview-state { color: var(--alarm); }
    .cell::before { content: ""; position: absolute; left: -.75rem; top: 0; bottom: 0; width: 3px; border-radius: 2px; }
    .cell[data-state="running"]::before, .cell[data-state="compiling"]::before { background: var(--link); }
    .cell[data-state="failed"]::before { background: var(--alarm); }
    .fresh > .output:not(.live) { display: none; }
    @media print { #preview-bar, .preview-state, .control button { display: none; } }

    """
}
