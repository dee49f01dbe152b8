/// How the camera of an interactive scene follows an attitude that the page receives while it is open, such as that
/// of the reader's own phone in the studio.
public struct SceneFollowing: Codable, Hashable, Sendable {
  /// Which way the camera turns when the phone does.
  public enum Sense: String, Codable, Hashable, Sendable {
    /// As the phone does: for what is seen through the phone.
    case along
    /// The other way: for the phone itself, which seems to turn before a camera that stands still.
    case against
  }

  /// Which way it turns.
  public var sense: Sense
  /// Where it is when the attitude is the identity.
  public var camera: SceneCamera

  /// See the properties.
  public init(_ sense: Sense, from camera: SceneCamera) { (self.sense, self.camera) = (sense, camera) }
}
