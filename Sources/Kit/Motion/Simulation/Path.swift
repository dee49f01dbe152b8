import Rotations
import Traces

/// Where a simulated device is and how it is turned at each moment.
public struct Path: Sendable {
  /// Position in m in the reference frame and attitude in rad (Core Motion's roll, pitch, yaw).
  public struct Pose: Hashable, Sendable {
    /// m in the reference frame.
    public var x, y, z: Jet
    /// rad, Core Motion’s angles.
    public var roll, pitch, yaw: Jet
    /// Whether a finger is on the screen.
    public var isTouching: Bool

    /// A pose; what is not given is 0.
    public init(
      x: Jet = Jet(0), y: Jet = Jet(0), z: Jet = Jet(0), roll: Jet = Jet(0), pitch: Jet = Jet(0), yaw: Jet = Jet(0),
      isTouching: Bool = false
    ) {
      (self.x, self.y, self.z) = (x, y, z)
      (self.roll, self.pitch, self.yaw) = (roll, pitch, yaw)
      self.isTouching = isTouching
    }
  }

  /// What a trace of this path is called.
  public let name: String
  /// Seconds.
  public let duration: Double
  /// The pose at a time; the argument is `Jet.time(t)`, t in 0 … duration.
  public let pose: @Sendable (Jet) -> Pose
  /// A parameter that makes no sense: a path is a formula, which `Trace.simulated` refuses to fill in.
  var fault: TraceError?
  /// The stops between which a hand moves the device; nil for a device that no hand holds, as on a table or a foot.
  let stops: Stops?

  /// Whether a hand holds the device, and a sensor model's hand makes it tremble.
  public var isHeld: Bool { stops != nil }

  /// A path by its formula: `duration` in s, `pose` for every time in it. No hand holds the device;
  /// ``held(by:seed:)`` adds one.
  public init(name: String, duration: Double, pose: @escaping @Sendable (Jet) -> Pose) {
    self.init(name: name, duration: duration, stops: nil, pose: pose)
  }

  /// A path on which a hand moves the device from stop to stop.
  init(name: String, duration: Double, stops: Stops?, pose: @escaping @Sendable (Jet) -> Pose) {
    self.name = name
    self.duration = duration
    self.stops = stops
    self.pose = pose
  }

  /// This path, which cannot be simulated where `check` throws.
  func checked(_ check: () throws(TraceError) -> Void) -> Path {
    var path = self
    do throws(TraceError) { try check() } catch { path.fault = error }
    return path
  }

  /// How often something may be repeated.
  static let repetitions = 1...10_000
}

extension Path.Pose {
  /// m in the reference frame.
  public var position: Vector3 { Vector3(x.value, y.value, z.value) }
  /// m/s in the reference frame.
  public var velocity: Vector3 { Vector3(x.first, y.first, z.first) }
  /// m/s² in the reference frame.
  public var acceleration: Vector3 { Vector3(x.second, y.second, z.second) }
  /// Device to reference frame.
  public var attitude: Quaternion {
    RollPitchYaw(roll: roll.value, pitch: pitch.value, yaw: yaw.value).quaternion
  }

  /// rad/s in the device frame: ω of R = Rz(yaw)·Rx(pitch)·Ry(roll).
  ///
  /// Each angle turns about an axis that the rotations to the right of it carry into the device frame:
  /// ω = Ryᵀ·Rxᵀ·ẑ·yaw' + Ryᵀ·x̂·pitch' + ŷ·roll'.
  public var rotationRate: Vector3 {
    let roll = Quaternion(.y, roll.value).inverse
    let pitch = Quaternion(.x, pitch.value).inverse
    return roll.act(on: pitch.act(on: Vector3(0, 0, yaw.first))) + roll.act(on: Vector3(self.pitch.first, 0, 0))
      + Vector3(0, self.roll.first, 0)
  }
}
