import Basics
import Drawings
import EmbeddedFiles
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
      \(EmbeddedFile.text("JupyterKernel/figure.css"))</style>
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
