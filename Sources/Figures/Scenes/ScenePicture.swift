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
  /// What a reader who does not see the picture is told.
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

  /// The drawing as SVG; its ink follows the reader's light or dark page. O(shapes).
  public var svg: String {
    let height = 200.0
    let width = height * aspect
    let hasCaptions = frames.contains { !$0.caption.isEmpty }
    let cell = SIMD2(width + 12, height + (hasCaptions ? 30 : 12))
    let shown = min(columns, frames.count)
    let rows = (frames.count + columns - 1) / columns
    var body = ""
    for (index, frame) in frames.enumerated() {
      let origin = SIMD2(Double(index % columns), Double(index / columns)) * cell + SIMD2(6, 6)
      body += "<g transform=\"translate(\(SceneMarkup.number(origin.x)) \(SceneMarkup.number(origin.y)))\">"
      body += SceneMarkup.frame(frame, width: width, height: height) + "</g>\n"
    }
    return SceneMarkup.document(
      width: cell.x * Double(shown), height: cell.y * Double(rows), alternative: alternative, style: "", body: body)
  }
}

/// Frames shown one after the other, over and over.
public struct SceneAnimation: Codable, Hashable, Sendable {
  /// In the order of time.
  public var frames: [SceneFrame]
  /// Frames a second.
  public var rate: Double
  /// Width of a frame divided by its height.
  public var aspect: Double
  /// What a reader who does not see the animation is told.
  public var alternative: String

  /// An animation of these frames.
  ///
  /// - Throws: ``SceneError`` for no frames, and for a rate that is not positive.
  public init(
    frames: [SceneFrame], rate: Double, aspect: Double = 1, alternative: String = "a moving scene"
  ) throws(SceneError) {
    guard !frames.isEmpty else { throw .empty("frame to animate") }
    guard rate > 0, rate.isFinite else { throw .timing(name: "rate", value: rate, expected: "above 0 frames a second") }
    (self.frames, self.rate, self.aspect, self.alternative) = (frames, rate, aspect, alternative)
  }

  /// s.
  public var duration: Double { Double(frames.count) / rate }

  /// The animation as one SVG without script: every frame is a group that a CSS animation shows for its share of the time. A
  /// reader who asked for reduced motion sees the first frame, and so does paper, and whatever knows no animations: the other
  /// frames are invisible by themselves. O(shapes).
  public var svg: String {
    let height = 300.0
    let width = height * aspect
    let hasCaptions = frames.contains { !$0.caption.isEmpty }
    // Styles of several drawings on one page see each other: the class carries the hash of all that decides its style.
    let name = SceneMarkup.name("scene", for: "\(rate) \(frames)")
    let share = SceneMarkup.number(100 / Double(frames.count), digits: 6)
    let style =
      frames.count == 1
      ? ""
      : """
      .\(name){animation:\(name) \(SceneMarkup.number(duration, digits: 4))s step-end infinite}
      @keyframes \(name){0%{visibility:visible}\(share)%{visibility:hidden}}
      @media print,(prefers-reduced-motion:reduce){.\(name){animation:none}}

      """
    var body = "<g transform=\"translate(6 6)\">\n"
    for (index, frame) in frames.enumerated() {
      let delay = SceneMarkup.number(Double(index) / rate, digits: 4)
      let isHidden = index > 0 ? " visibility=\"hidden\"" : ""
      body += "<g class=\"\(name)\"\(isHidden) style=\"animation-delay:\(delay)s\">"
      body += SceneMarkup.frame(frame, width: width, height: height) + "</g>\n"
    }
    body += "</g>\n"
    return SceneMarkup.document(
      width: width + 12, height: height + (hasCaptions ? 30 : 12), alternative: alternative, style: style, body: body)
  }

  /// One frame as an SVG of its own, to look at or to convert.
  ///
  /// - Throws: ``SceneError/empty(_:)`` for an index that is not there.
  public func still(_ index: Int) throws(SceneError) -> String {
    guard frames.indices.contains(index) else { throw .empty("frame \(index) among \(frames.count)") }
    return try ScenePicture(frames: [frames[index]], columns: 1, aspect: aspect, alternative: alternative).svg
  }
}
