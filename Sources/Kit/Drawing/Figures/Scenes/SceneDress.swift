internal import Basics
import Foundation

internal import enum Basics.DistinctNames

/// How large a scene is drawn, and how its words are set; what is nil is as scenes usually are.
package struct SceneDress: Hashable, Sendable {
  /// Centimetres.
  package var width: Double?
  /// Centimetres.
  package var height: Double?
  /// The size of its words, in points on paper.
  package var text: Double?
  /// The name of their font: letters, digits, blanks, points and hyphens.
  package var font: String?

  package init(width: Double? = nil, height: Double? = nil, text: Double? = nil, font: String? = nil) {
    (self.width, self.height, self.text, self.font) = (width, height, text, font)
  }

  /// Centimetres of a square that fits; nil by default.
  var side: Double? { [width, height].compactMap { $0 }.min() }
}

/// The places of a drawing's frames, all in points (1/72 inch).
struct SceneSheet {
  private let across: Int
  private let frame: SIMD2<Double>
  /// How many points half a picture's height is.
  private let unit: Double
  private let page: SIMD2<Double>
  private let text: Double
  private let font: String?
  private let captionHeight: Double

  private static let gap = 5.0

  /// - Parameter natural: how wide it is where nobody says, in centimetres.
  init(_ dress: SceneDress, count: Int, columns: Int, aspect: Double, hasCaptions: Bool, natural: Double) {
    across = max(1, min(columns, count))
    text = dress.text ?? 9
    font = dress.font
    captionHeight = hasCaptions ? 1.6 * text : 0
    let (rows, columns) = (Double((count + across - 1) / across), Double(across))
    let (aspect, gap, caption) = (aspect.isFinite && aspect > 0 ? aspect : 1, Self.gap, captionHeight)
    let high = dress.height.map { Self.part(of: $0, rows) - caption }
    let wide = dress.width.map { Self.part(of: $0, columns) }
    let size =
      switch (wide, high) {
      case (let wide?, let high?): SIMD2(wide, high)
      case (nil, let high?): SIMD2(high * aspect, high)
      case (let wide, nil): SIMD2(1, 1 / aspect) * (wide ?? Self.part(of: natural, columns))
      }
    frame = size.replacing(with: SIMD2(repeating: 10), where: size .< 10)
    unit = min(frame.y, frame.x / aspect) / 2
    page = SIMD2(gap + columns * (frame.x + gap), gap + rows * (frame.y + captionHeight + gap))
  }

  /// What each of some frames next to each other has of a length in centimetres, in points.
  private static func part(of whole: Double, _ count: Double) -> Double {
    (whole * pointsPerCentimetre - gap) / count - gap
  }

  /// The upper left corner of a frame.
  func place(_ index: Int) -> String {
    let (column, row) = (Double(index % across), Double(index / across))
    return "\(number(Self.gap + column * (frame.x + Self.gap))) "
      + "\(number(Self.gap + row * (frame.y + captionHeight + Self.gap)))"
  }

  /// Captions as short as it takes below frames of this width.
  func fitting(_ captions: [String]) -> [String] {
    guard captions.contains(where: { TextMetrics.width($0, size: text) > frame.x + Self.gap }) else { return captions }
    return DistinctNames.shortened(captions, to: max(6, Int(frame.x / (0.58 * text))))
  }

  /// A whole drawing. Ink and frame follow the page by `prefers-color-scheme`.
  func document(alternative: String, style: String, body: String) -> String {
    let family = font.map { "'\($0)', " } ?? ""
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="gimbal-scene" viewBox="0 0 \(number(page.x)) \(number(page.y))" \
      width="\(number(page.x))pt" height="\(number(page.y))pt" style="max-width:100%;height:auto" \
      font-size="\(number(text, digits: 2))" font-family="\(family)\(ScalableGraphic.fontFamily)" \
      role="img" aria-label="\(MarkupText.escape(alternative))">
      <style>
      .scene-ink{fill:#1b1f24;text-anchor:middle}
      .scene-line{stroke:#5b636d;fill:none;stroke-linecap:round}
      .scene-frame{fill:#eef1f4;stroke:#c3c9d0}
      @media (prefers-color-scheme:dark){.scene-ink{fill:#e6e9ed}.scene-line{stroke:#a0a8b2}\
      .scene-frame{fill:#20252b;stroke:#3d444d}}
      \(style)</style>
      \(body)</svg>

      """
  }

  /// The shapes of a frame in its box, cut off at the edge, and its caption below.
  func markup(of shown: SceneFrame, caption: String) -> String {
    func place(_ p: SIMD2<Double>) -> SIMD2<Double> { SIMD2(frame.x / 2 + p.x * unit, frame.y / 2 - p.y * unit) }
    func points(_ p: [SIMD2<Double>]) -> String {
      p.map {
        let q = place($0)
        return "\(number(q.x, digits: 2)) \(number(q.y, digits: 2))"
      }.joined(separator: " ")
    }
    var markup = "<svg width=\"\(number(frame.x))\" height=\"\(number(frame.y))\">"
    markup += "<rect class=\"scene-frame\" width=\"100%\" height=\"100%\" rx=\"3\"/>"
    for shape in shown.shapes {
      switch shape {
      case .polygon(let corners, let fill):
        markup += "<polygon points=\"\(points(corners))\" fill=\"\(fill.hex)\"/>"
      case .line(let a, let b, let width):
        let (p, q) = (place(a), place(b))
        markup += "<line class=\"scene-line\" x1=\"\(number(p.x))\" y1=\"\(number(p.y))\" x2=\"\(number(q.x))\" "
        markup += "y2=\"\(number(q.y))\" stroke-width=\"\(number(max(width * unit, 0.6), digits: 2))\"/>"
      case .label(let word, let at):
        // As far inside as it takes to be whole.
        let (half, p) = (TextMetrics.width(word, size: text) / 2 + 2, place(at))
        let x = min(max(p.x, half), max(frame.x - half, half))
        let y = min(max(p.y + 0.35 * text, text), frame.y - 0.3 * text)
        markup +=
          "<text class=\"scene-ink\" x=\"\(number(x))\" y=\"\(number(y))\">\(MarkupText.escape(word))</text>"
      }
    }
    markup += "</svg>"
    if !caption.isEmpty {
      markup += "<text class=\"scene-ink\" x=\"\(number(frame.x / 2))\" y=\"\(number(frame.y + 1.2 * text))\">"
      markup += "\(MarkupText.escape(caption))</text>"
    }
    return markup
  }

  private func number(_ value: Double, digits: Int = 1) -> String { SceneMarkup.number(value, digits: digits) }
}
