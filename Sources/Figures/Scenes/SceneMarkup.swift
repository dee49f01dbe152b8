import Foundation

/// The SVG of scenes.
enum SceneMarkup {
  /// A whole drawing. Ink and frame follow the page by `prefers-color-scheme`; in one that is wider than a page, and so is
  /// shown smaller, letters are larger.
  static func document(width: Double, height: Double, alternative: String, style: String, body: String) -> String {
    let letters = min(max(12 * width / 560, 12), 18)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(width)) \(number(height))" \
      width="\(number(width))" height="\(number(height))" style="max-width:100%;height:auto" \
      role="img" aria-label="\(ScalableGraphic.escaped(alternative))">
      <style>
      .scene-ink{fill:#1b1f24;font:\(number(letters))px system-ui,sans-serif;text-anchor:middle}
      .scene-line{stroke:#5b636d;fill:none;stroke-linecap:round}
      .scene-frame{fill:#eef1f4;stroke:#c3c9d0}
      @media (prefers-color-scheme:dark){.scene-ink{fill:#e6e9ed}.scene-line{stroke:#a0a8b2}\
      .scene-frame{fill:#20252b;stroke:#3d444d}}
      \(style)</style>
      \(body)</svg>

      """
  }

  /// The shapes of a frame in a box of this size, cut off at its edge, and its caption below.
  static func frame(_ frame: SceneFrame, width: Double, height: Double) -> String {
    func place(_ p: SIMD2<Double>) -> SIMD2<Double> {
      SIMD2(width / 2 + p.x * height / 2, height / 2 - p.y * height / 2)
    }
    func points(_ p: [SIMD2<Double>]) -> String {
      p.map {
        let q = place($0)
        return "\(number(q.x)) \(number(q.y))"
      }.joined(separator: " ")
    }
    var text = "<svg width=\"\(number(width))\" height=\"\(number(height))\">"
    text += "<rect class=\"scene-frame\" width=\"100%\" height=\"100%\" rx=\"4\"/>"
    for shape in frame.shapes {
      switch shape {
      case .polygon(let corners, let fill):
        text += "<polygon points=\"\(points(corners))\" fill=\"\(fill.hex)\"/>"
      case .line(let a, let b, let lineWidth):
        let (p, q) = (place(a), place(b))
        text += "<line class=\"scene-line\" x1=\"\(number(p.x))\" y1=\"\(number(p.y))\" x2=\"\(number(q.x))\" "
        text += "y2=\"\(number(q.y))\" stroke-width=\"\(number(lineWidth * height / 2))\"/>"
      case .label(let word, let at):
        let p = place(at)
        text +=
          "<text class=\"scene-ink\" x=\"\(number(p.x))\" y=\"\(number(p.y + 4))\">\(ScalableGraphic.escaped(word))</text>"
      }
    }
    text += "</svg>"
    if !frame.caption.isEmpty {
      text += "<text class=\"scene-ink\" x=\"\(number(width / 2))\" y=\"\(number(height + 19))\">"
      text += "\(ScalableGraphic.escaped(frame.caption))</text>"
    }
    return text
  }

  /// A figure of canvases, with what is told of each and its name below, one slider for all, and the data that the script draws.
  static func interactive(_ scenes: [(name: String, alternative: String)], still: String?, data: String) -> String {
    let canvases = scenes.map { name, alternative in
      let canvas = """
        <canvas width="480" height="480" style="width:min(100%,30rem);touch-action:none;cursor:grab" tabindex="0" role="img" \
        aria-label="\(ScalableGraphic.escaped(alternative)). Arrow keys turn it."></canvas>
        """
      guard scenes.count > 1 else { return canvas }
      return "<div style=\"flex:1 1 9rem;max-width:30rem;text-align:center\">\(canvas)"
        + "<div>\(ScalableGraphic.escaped(name))</div></div>"
    }.joined(separator: "\n")
    let row = scenes.count > 1 ? "<div style=\"display:flex;flex-wrap:wrap;gap:.6rem\">\n\(canvases)\n</div>" : canvases
    return """
      <figure class="gimbal-scene">
      \(row)
      <div><button type="button">Play</button> \
      <input type="range" min="0" max="1000" value="0" aria-label="time" style="width:min(70%,20rem)"> <output></output></div>
      <noscript>\(still ?? "")</noscript>
      \(SceneScript.mark)\(data)</script>
      </figure>

      """
  }

  /// A number with as many decimals as a screen resolves, and no zeros at the end.
  static func number(_ value: Double, digits: Int = 1) -> String {
    var text = String(format: "%.\(digits)f", value)
    if text.contains(".") {
      while text.hasSuffix("0") { text.removeLast() }
      if text.hasSuffix(".") { text.removeLast() }
    }
    return text == "-0" ? "0" : text
  }

  /// A name that other content does not have: FNV-1a of it.
  static func name(_ prefix: String, for content: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in content.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return "\(prefix)-\(String(hash, radix: 36))"
  }
}
