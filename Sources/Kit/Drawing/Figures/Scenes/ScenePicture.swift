import Foundation

/// Something flat in a picture; y = 1 is its top edge, (0, 0) its middle.
public enum SceneShape: Codable, Hashable, Sendable {
  /// A filled polygon.
  case polygon([SIMD2<Double>], fill: SceneColor)
  /// A line of the page's ink, `width` in picture units.
  case line(SIMD2<Double>, SIMD2<Double>, width: Double)
  /// A word of the page's ink.
  case label(String, at: SIMD2<Double>)
}

/// One picture as a value: shapes from back to front.
public struct SceneFrame: Codable, Hashable, Sendable {
  /// From back to front.
  public var shapes: [SceneShape]
  /// Set below the picture; empty for none.
  public var caption: String

  /// A picture; see the properties.
  public init(shapes: [SceneShape], caption: String = "") { (self.shapes, self.caption) = (shapes, caption) }
}

/// Several frames side by side in one drawing: instants of a movement.
public struct ScenePicture: Codable, Hashable, Sendable {
  /// Row by row.
  public var frames: [SceneFrame]
  /// Frames in a row.
  public var columns: Int
  /// Width of a frame divided by its height.
  public var aspect: Double
  /// The description for a reader who does not see the picture.
  public var alternative: String

  /// A picture of these frames.
  ///
  /// - Throws: ``SceneError/empty(_:)`` for no frames.
  public init(
    frames: [SceneFrame], columns: Int = 4, aspect: Double = 1, alternative: String = "a scene"
  ) throws(SceneError) {
    guard !frames.isEmpty else { throw .empty("frame to draw") }
    (self.frames, self.columns, self.aspect, self.alternative) = (frames, max(1, columns), aspect, alternative)
  }

  /// A picture that was written by an encoder.
  ///
  /// - Throws: ``SceneError`` as the other ones do; `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      frames: values.decode([SceneFrame].self, forKey: .frames), columns: values.decode(Int.self, forKey: .columns),
      aspect: values.decode(Double.self, forKey: .aspect), alternative: values.decode(String.self, forKey: .alternative)
    )
  }

  /// The drawing as SVG; its ink follows the reader's light or dark page. O(shapes).
  public var svg: String { svg(SceneDress()) }

  /// The same in this size, with such words.
  package func svg(_ dress: SceneDress) -> String {
    let sheet = SceneSheet(
      dress, count: frames.count, columns: columns, aspect: aspect,
      hasCaptions: frames.contains { !$0.caption.isEmpty },
      natural: columns > 1 && frames.count > 1 ? 12 : 6)
    let captions = sheet.fitting(frames.map(\.caption))
    let body = zip(frames, captions).enumerated().map { index, shown in
      "<g transform=\"translate(\(sheet.place(index)))\">" + sheet.markup(of: shown.0, caption: shown.1) + "</g>\n"
    }.joined()
    return sheet.document(alternative: alternative, style: "", body: body)
  }
}
