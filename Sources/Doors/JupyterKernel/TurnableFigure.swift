import Basics
import Drawings
import Foundation
import Reports

/// A figure in space for a front end that shows HTML: mouse, finger and arrow keys turn it.
///
/// If script and style are taken out of what is shown, as in a notebook that nobody trusts yet, the picture stays.
enum TurnableFigure {
  static func html(_ drawing: FigureDrawing, spoken: String) -> String {
    let words = MarkupText.escape(spoken)
    let still = drawing.files["png"].map {
      "<img class=\"gimbal-still\" alt=\"\(words)\" src=\"data:image/png;base64,\($0.base64EncodedString())\">"
    }
    return """
      <div class="gimbal-space">
      <style>
      .gimbal-space .gimbal-still { display: none; }
      .gimbal-space { --ink: var(--jp-content-font-color0, #1b1b1b); --paper: var(--jp-layout-color0, #fff); color: var(--ink); max-width: 30rem; }
      .gimbal-space svg { max-width: 100%; height: auto; }
      .gimbal-space .turnable { cursor: grab; touch-action: pan-y; user-select: none; }
      .gimbal-space .turning { display: block; margin: 0; padding: 0; border: 0; background: none; color: inherit; font: inherit; opacity: 0.7; }
      </style>
      \(still ?? "")<div class="picture turnable" role="img" aria-label="\(words)">\(drawing.svg)</div>
      <script>
      if (!window.gimbalTurning) {
      window.gimbalTurning = true;
      \(TurningScript.text)}
      </script>
      </div>
      """
  }
}
