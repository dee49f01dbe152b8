#if canImport(CoreMotion) && !os(tvOS)
  import CoreMotion
  import Rotations

  extension MotionSample {
    /// What an iPhone delivers, with accelerations in m/s² instead of g and everything else as it is: the signs of a
    /// sample are Core Motion's.
    ///
    /// - Parameters:
    ///   - motion: Its attitude's quaternion turns device-frame vectors into reference-frame vectors.
    ///   - isTouching: Whether a finger is on the screen, where the app knows.
    @available(iOS 5.0, macCatalyst 13.1, macOS 10.15, watchOS 2.0, visionOS 1.0, *)
    public init(_ motion: CMDeviceMotion, isTouching: Bool? = nil) {
      let q = motion.attitude.quaternion
      let (a, g, r) = (motion.userAcceleration, motion.gravity, motion.rotationRate)
      let field = motion.magneticField
      self.init(
        timestamp: motion.timestamp, attitude: Quaternion(w: q.w, x: q.x, y: q.y, z: q.z),
        userAcceleration: Vector3(a.x, a.y, a.z) * standardGravity, rotationRate: Vector3(r.x, r.y, r.z),
        gravity: Vector3(g.x, g.y, g.z) * standardGravity,
        magneticField: field.accuracy == .uncalibrated ? nil : Vector3(field.field.x, field.field.y, field.field.z),
        isTouching: isTouching)
    }
  }
#endif
