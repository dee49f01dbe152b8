import Foundation

/// Several interactive scenes side by side that play on one clock, with one slider: for example the true movement next
/// to what two filters make of it. Each is turned by itself.
public struct SceneGroup: Codable, Hashable, Sendable {
  /// What is below each scene.
  public let names: [String]
  /// From left to right. The clock begins with the earliest camera of them all; a scene that begins later, or ends sooner,
  /// shows its first or its last instant meanwhile.
  public let scenes: [InteractiveScene]

  /// These scenes, from left to right.
  ///
  /// - Throws: ``SceneError/empty(_:)`` for none.
  public init(_ scenes: [(name: String, scene: InteractiveScene)]) throws(SceneError) {
    guard !scenes.isEmpty else { throw .empty("scene to show") }
    (names, self.scenes) = (scenes.map(\.name), scenes.map(\.scene))
  }

  /// Scenes that were written by an encoder.
  ///
  /// - Throws: ``SceneError`` as the other ones do; `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let (names, scenes) = (
      try values.decode([String].self, forKey: .names), try values.decode([InteractiveScene].self, forKey: .scenes)
    )
    guard names.count == scenes.count else { throw SceneError.empty("name for each scene") }
    try self.init(zip(names, scenes).map { ($0, $1) })
  }

  /// The description for a reader who does not see the scenes.
  public var alternative: String {
    zip(names, scenes).map { "\($0): \($1.alternative)" }.joined(separator: "; ")
  }

  /// The first instant of each as SVG, for what can neither turn nor move; nil where it cannot be drawn. O(faces).
  public var still: String? { still(SceneDress()) }

  /// The same in this size, with such words.
  func still(_ dress: SceneDress) -> String? {
    let frames = zip(names, scenes).compactMap { name, scene in
      try? scene.cameras[0].picture(of: [scene.solid], light: scene.light, caption: name)
    }
    return try? ScenePicture(frames: frames, columns: min(frames.count, 4), alternative: alternative).svg(dress)
  }

  /// A piece of HTML that needs nothing else. O(faces + cameras).
  public var html: String { "\(part(SceneDress()))<script>\n\(SceneScript.text)</script>\n" }

  /// The same for a page that has the script.
  func part(_ dress: SceneDress) -> String {
    let start = scenes.map { $0.times[0] }.min() ?? 0
    let data = scenes.map { $0.data(from: start) }.joined(separator: ",\n")
    return SceneMarkup.interactive(
      zip(names, scenes).map { ($0, $1.alternative) }, still: still(dress), data: "{\"scenes\":[\(data)]}",
      follows: scenes.contains { $0.following != nil }, dress)
  }
}
