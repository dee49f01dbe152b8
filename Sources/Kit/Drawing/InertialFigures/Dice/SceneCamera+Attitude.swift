import Figures
import Foundation
import Rotations

extension SceneCamera {
  /// The camera of the steady dice: it turns as the phone does and looks along the phone's −z axis at an object that stays
  /// where it is in the reference frame. (The article behind the steady dice derives this view in its equation VII and writes
  /// +4 in its code, which is behind the camera.)
  ///
  /// - Parameters:
  ///   - attitude: device→reference frame.
  ///   - distance: from the object, in its units. Default 4.
  ///   - fieldOfView: vertical, rad. Default 60°.
  /// - Throws: ``SceneError/camera(name:value:expected:)``.
  public init(attitude: Quaternion, distance: Double = 4, fieldOfView: Double = 60 * .pi / 180) throws(SceneError) {
    // The device's axes in the reference frame: the columns of the attitude's matrix.
    try self.init(
      right: attitude.act(on: Vector3(1, 0, 0)), up: attitude.act(on: Vector3(0, 1, 0)),
      back: attitude.act(on: Vector3(0, 0, 1)), distance: distance, fieldOfView: fieldOfView)
  }

  /// A camera that stands still and looks at the origin, z up in the picture.
  ///
  /// - Parameters:
  ///   - azimuth: from +x towards +y to where the camera is, rad.
  ///   - elevation: above the horizon, rad, within ±π/2.
  ///   - distance: from the origin. Default 4.
  ///   - fieldOfView: vertical, rad. Default 60°.
  /// - Throws: ``SceneError/camera(name:value:expected:)``.
  public static func standing(
    azimuth: Double, elevation: Double, distance: Double = 4, fieldOfView: Double = 60 * .pi / 180
  ) throws(SceneError) -> SceneCamera {
    try SceneCamera(
      right: Vector3(-sin(azimuth), cos(azimuth), 0),
      up: Vector3(-sin(elevation) * cos(azimuth), -sin(elevation) * sin(azimuth), cos(elevation)),
      back: Vector3(cos(elevation) * cos(azimuth), cos(elevation) * sin(azimuth), sin(elevation)),
      distance: distance, fieldOfView: fieldOfView)
  }
}
