import Foundation

/// Frames shown one after the other, over and over.
public struct SceneAnimation: Codable, Hashable, Sendable {
  /// In the order of time.
  public var frames: [SceneFrame]
  /// Frames a second.
  public var rate: Double
  /// Width of a frame divided by its height.
  public var aspect: Double
  /// The description for a reader who does not see the animation.
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

  /// An animation that was written by an encoder.
  ///
  /// - Throws: ``SceneError`` as the other ones do; `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      frames: values.decode([SceneFrame].self, forKey: .frames), rate: values.decode(Double.self, forKey: .rate),
      aspect: values.decode(Double.self, forKey: .aspect), alternative: values.decode(String.self, forKey: .alternative)
    )
  }

  /// The animation as one SVG without script: every frame is a group that a CSS animation shows for its share of the time. A
  /// reader who asked for reduced motion sees the first frame, and so does paper, and whatever knows no animations: the other
  /// frames are invisible by themselves. O(shapes).
  public var svg: String { svg(SceneDress()) }

  /// The same in this size, with such words.
  package func svg(_ dress: SceneDress) -> String {
    let sheet = SceneSheet(
      dress, count: 1, columns: 1, aspect: aspect, hasCaptions: frames.contains { !$0.caption.isEmpty }, natural: 8)
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
    var body = "<g transform=\"translate(\(sheet.place(0)))\">\n"
    for (index, frame) in frames.enumerated() {
      let delay = SceneMarkup.number(Double(index) / rate, digits: 4)
      let isHidden = index > 0 ? " visibility=\"hidden\"" : ""
      body += "<g class=\"\(name)\"\(isHidden) style=\"animation-delay:\(delay)s\">"
      body += sheet.markup(of: frame, caption: frame.caption) + "</g>\n"
    }
    return sheet.document(alternative: alternative, style: style, body: body + "</g>\n")
  }

  /// One frame as its own SVG, to look at or to convert.
  ///
  /// - Throws: ``SceneError/empty(_:)`` for an index that is not there.
  public func still(_ index: Int) throws(SceneError) -> String {
    guard frames.indices.contains(index) else { throw .empty("frame \(index) among \(frames.count)") }
    return try ScenePicture(frames: [frames[index]], columns: 1, aspect: aspect, alternative: alternative).svg
  }
}
