internal import Basics
import Foundation

/// The SVG of scenes.
enum SceneMarkup {
  /// A figure of canvases, with the description and the name of each, one slider for all, and the data that the
  /// script draws.
  static func interactive(
    _ scenes: [(name: String, alternative: String)], still: String?, data: String, follows: Bool, _ dress: SceneDress
  ) -> String {
    let canvases = scenes.map { name, alternative in
      let canvas = """
        <canvas width="480" height="480" style="width:min(100%,\(rem(dress.side ?? 10)));touch-action:none;cursor:grab" \
        tabindex="0" role="img" aria-label="\(MarkupText.escape(alternative)). Arrow keys turn it."></canvas>
        """
      guard scenes.count > 1 else { return canvas }
      return "<div style=\"flex:1 1 9rem;max-width:30rem;text-align:center\">\(canvas)"
        + "<div>\(MarkupText.escape(name))</div></div>"
    }.joined(separator: "\n")
    let width = dress.width.map { ";max-width:\(rem($0))" } ?? ""
    let row =
      scenes.count > 1
      ? "<div style=\"display:flex;flex-wrap:wrap;gap:.6rem\(width)\">\n\(canvases)\n</div>" : canvases
    let words =
      (dress.text.map { ["font-size:\(rem($0 / pointsPerCentimetre))"] } ?? [])
      + (dress.font.map { ["font-family:'\($0)',\(ScalableGraphic.fontFamily)"] } ?? [])
    let style = words.isEmpty ? "" : " style=\"\(MarkupText.escape(words.joined(separator: ";")))\""
    return """
      <figure class="gimbal-scene"\(follows ? " data-follows" : "")\(style)>
      \(row)
      <div><button type="button" style="font:inherit">Play</button> \
      <input type="range" min="0" max="1000" value="0" aria-label="time" style="width:min(70%,20rem)"> <output></output></div>
      <noscript>\(still ?? "")</noscript>
      \(SceneScript.mark)\(data)</script>
      </figure>

      """
  }

  /// Centimetres as a page has them, where 12 are as wide as the text.
  private static func rem(_ centimetres: Double) -> String { "\(number(39.5 / 12 * centimetres, digits: 2))rem" }

  /// A number with as many decimals as a screen resolves, and no zeros at the end.
  static func number(_ value: Double, digits: Int = 1) -> String {
    DigitText.decimals(value, most: digits)
  }

  /// A name that other content does not have.
  static func name(_ prefix: String, for content: String) -> String {
    "\(prefix)-\(String(FNV(content).value, radix: 36))"
  }
}
