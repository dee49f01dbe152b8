import Figures
import Rotations

extension ScenePicture {
  /// Phones at attitudes of one's own, side by side, each with its name: as boxes in the reference frame, with the frame's axes.
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
  /// A phone at an attitude of one's own, device→reference, to turn by hand in a page.
  ///
  /// - Throws: ``SceneError``, never for an attitude whose components are numbers.
  public static func phone(_ attitude: Quaternion) throws(SceneError) -> InteractiveScene {
    try SteadyDice.phone([attitude]).interactive()
  }
}
