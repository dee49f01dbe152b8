import Figures
import Rotations

extension ScenePicture {
  /// Phones at your own attitudes, side by side, each with its name: as boxes in the reference frame, with the frame's
  /// axes.
  ///
  /// - Parameters:
  ///   - phones: what each is called, and its attitude, device→reference.
  ///   - columns: how many in a row.
  /// - Throws: ``SceneError/empty(_:)`` for none.
  public static func phones(
    _ phones: [(name: String, attitude: Quaternion)], columns: Int = 4
  ) throws(SceneError) -> ScenePicture {
    let frames = try phones.map { (phone) throws(SceneError) in
      try SteadyDice.phone([phone.attitude]).frame(phone.attitude, caption: phone.name)
    }
    return try ScenePicture(
      frames: frames, columns: columns, alternative: "Phones as boxes: " + phones.map(\.name).joined(separator: ", "))
  }
}

extension InteractiveScene {
  /// A phone at the attitude `left * attitude * right`, to turn by hand in a page. If it follows the reader's own
  /// phone, it takes that one's attitude in the middle: turned further about the room's axes, or about its own.
  ///
  /// - Parameters:
  ///   - attitude: one's own, device→reference.
  ///   - left: a turn about the axes of the room, after it. Default: none.
  ///   - right: a turn about the axes of the phone, after it. Default: none.
  /// - Throws: ``SceneError``, never for rotations whose components are numbers.
  public static func phone(
    _ attitude: Quaternion, left: Quaternion = .identity, right: Quaternion = .identity
  ) throws(SceneError) -> InteractiveScene {
    var scene = try SteadyDice.phone([left * attitude]).interactive()
    // What is turned about its own axes first is a solid that is built that way.
    if right != .identity { scene.solid = scene.solid.mapped(right.act(on:)) }
    if left != .identity, let following = scene.following {
      // A turn of the room is a camera that goes the other way.
      let (camera, back) = (following.camera, left.inverse)
      scene.following = SceneFollowing(
        following.sense,
        from: try SceneCamera(
          right: back.act(on: camera.right), up: back.act(on: camera.up), back: back.act(on: camera.back),
          distance: camera.distance, fieldOfView: camera.fieldOfView))
    }
    return scene
  }
}
