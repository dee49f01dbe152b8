import Foundation

/// A solid that the reader of an HTML page turns with the mouse, a finger or the arrow keys, and a recorded movement of the
/// camera that plays on request.
public struct InteractiveScene: Codable, Hashable, Sendable {
  /// What is seen, in scene coordinates.
  public var solid: SceneSolid
  /// Where the camera is at each instant; the first is where it begins.
  public var cameras: [SceneCamera]
  /// Seconds from the first camera, one per camera, increasing.
  public var times: [Double]
  /// The direction to the light, in scene coordinates.
  public var light: SIMD3<Double>
  /// The description for a reader who does not see the scene.
  public var alternative: String
  /// How the camera follows a phone that the page hears of; nil where it does not.
  public var following: SceneFollowing?

  /// A scene; see the properties.
  ///
  /// - Throws: ``SceneError`` for no cameras, and for times that do not fit them or do not increase.
  public init(
    solid: SceneSolid, cameras: [SceneCamera], times: [Double], light: SIMD3<Double> = SIMD3(0.4, -0.5, 1),
    alternative: String = "a solid to turn", following: SceneFollowing? = nil
  ) throws(SceneError) {
    guard !cameras.isEmpty else { throw .empty("camera") }
    try SceneError.check(times, count: cameras.count, one: "camera")
    (self.solid, self.cameras, self.times) = (solid, cameras, times)
    (self.light, self.alternative, self.following) = (light, alternative, following)
  }

  /// A scene that was written by an encoder.
  ///
  /// - Throws: ``SceneError`` as the other ones do; `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func checked(_ camera: SceneCamera) throws -> SceneCamera {
      try SceneCamera(
        right: camera.right, up: camera.up, back: camera.back, distance: camera.distance,
        fieldOfView: camera.fieldOfView)
    }
    let cameras = try values.decode([SceneCamera].self, forKey: .cameras).map(checked)
    let following = try values.decodeIfPresent(SceneFollowing.self, forKey: .following)
    try self.init(
      solid: values.decode(SceneSolid.self, forKey: .solid), cameras: cameras,
      times: values.decode([Double].self, forKey: .times), light: values.decode(SIMD3<Double>.self, forKey: .light),
      alternative: values.decode(String.self, forKey: .alternative),
      following: following.map { SceneFollowing($0.sense, from: try checked($0.camera)) })
  }

  /// The first instant as SVG, for what can neither turn nor move; nil where it cannot be drawn. O(faces).
  public var still: String? { still(SceneDress()) }

  /// The same in this size.
  func still(_ dress: SceneDress) -> String? {
    (try? cameras[0].picture(of: [solid], light: light))
      .flatMap { try? ScenePicture(frames: [$0], columns: 1, alternative: alternative).svg(dress) }
  }

  /// A piece of HTML that needs nothing else: a canvas, its controls, the scene as data, and the script that draws it. Any
  /// number of scenes, alike or not, share a page. Without script it shows the first instant. O(faces + cameras).
  public var html: String { "\(part(SceneDress()))<script>\n\(SceneScript.text)</script>\n" }

  /// The same for a page that has the script.
  func part(_ dress: SceneDress) -> String {
    SceneMarkup.interactive(
      [("", alternative)], still: still(dress), data: data(from: times[0]), follows: following != nil, dress)
  }

  /// The scene as the script reads it: JSON of numbers, with times from this one on.
  func data(from start: Double) -> String {
    func triple(_ v: SIMD3<Double>) -> String {
      "[\([v.x, v.y, v.z].map { SceneMarkup.number($0, digits: 4) }.joined(separator: ","))]"
    }
    func polygon(_ corners: [SIMD3<Double>], _ color: SceneColor) -> String {
      let rgb = [color.red, color.green, color.blue].map { SceneMarkup.number($0 * 255, digits: 0) }
      return "\"p\":[\(corners.map(triple).joined(separator: ","))],\"c\":[\(rgb.joined(separator: ","))]"
    }
    let faces = solid.faces.map { face in
      let marks = face.marks.map { "{\(polygon($0.corners, $0.color))}" }.joined(separator: ",")
      return "{\(polygon(face.corners, face.color)),\"n\":\(triple(face.normal)),\"m\":[\(marks)]}"
    }.joined(separator: ",\n")
    let path = zip(times, cameras).map { time, camera in
      "[\(SceneMarkup.number(time - start, digits: 3)),\(triple(camera.right)),\(triple(camera.up))]"
    }.joined(separator: ",")
    let toLight = light / (light * light).sum().squareRoot()
    let focus = SceneMarkup.number(1 / tan(cameras[0].fieldOfView / 2), digits: 6)
    let follows =
      following.map {
        "\"follows\":{\"sense\":\"\($0.sense.rawValue)\",\"right\":\(triple($0.camera.right)),\"up\":\(triple($0.camera.up))},\n"
      } ?? ""
    return "{\"faces\":[\(faces)],\n\"path\":[\(path)],\n\(follows)\"light\":\(triple(toLight)),"
      + "\"distance\":\(SceneMarkup.number(cameras[0].distance, digits: 4)),\"focus\":\(focus)}"
  }
}
