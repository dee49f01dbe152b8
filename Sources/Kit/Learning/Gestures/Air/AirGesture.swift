import Rotations
import Simulation
import Stabilization
import Traces

/// A gesture drawn in the air, from touch to lift: at least one sample, finite, in the order of time.
public struct AirGesture: Hashable, Sendable {
  /// The samples, never empty; times never decrease.
  public let samples: [Sample3D]

  /// The gesture through `samples`.
  /// - Throws: ``GestureError/emptyStroke``, ``GestureError/notFinite(quantity:index:value:)``,
  ///   ``GestureError/outOfRange(quantity:value:expected:)`` for values beyond 10¹⁰⁰,
  ///   ``GestureError/timeRunsBackwards(index:time:previous:)``. Complexity: O(n).
  public init(_ samples: [Sample3D]) throws(GestureError) {
    try requireGesture(samples) {
      [("x", $0.location.x), ("y", $0.location.y), ("z", $0.location.z), ("t", $0.t)]
    }
    self.samples = samples
  }

  /// The gesture that `trace` recorded, with the locations that `scheme` integrates from it.
  /// - Throws: `TraceError` when the scheme cannot work with the trace, and as ``init(_:)`` does.
  public init(_ trace: Trace, scheme: some Scheme) throws {
    try self.init(trace, trajectory: try scheme.integrate(trace))
  }

  /// The gesture that `trace` recorded, with the locations of `trajectory`, which was integrated from it.
  /// - Throws: ``GestureError/countMismatch(quantity:found:expected:)``, and as ``init(_:)`` does.
  public init(_ trace: Trace, trajectory: Trajectory) throws(GestureError) {
    guard trajectory.count == trace.count else {
      throw .countMismatch(quantity: "positions of the trajectory", found: trajectory.count, expected: trace.count)
    }
    try self.init(
      (0..<trace.count).map {
        Sample3D(location: trajectory.positions[$0], attitude: trace.attitude[$0], t: trace.timestamps[$0])
      })
  }

  /// The writer's idea of left and right, up and down: the average of the device's attitudes (task 3A of the course).
  ///
  /// The rotation that is nearest to the sum of the attitudes' matrices, by singular value decomposition.
  /// - Throws: `RotationError.notUnique` when the attitudes have no average: a device that turned over and over.
  public func meanAttitude() throws(RotationError) -> Quaternion {
    try Quaternion.average(of: samples.map(\.attitude))
  }

  /// The gesture as the writer saw it: locations in the frame of the mean attitude, x to the right, y flipped to point
  /// down (task 3B of the course), in metres.
  /// - Throws: as ``meanAttitude()`` does. Complexity: O(n).
  public func projected() throws(RotationError) -> Stroke {
    let toDevice = try meanAttitude().inverse
    return Stroke(
      unchecked: samples.map {
        let location = toDevice.act(on: $0.location)
        return Sample2D(x: location.x, y: -location.y, t: $0.t)
      }, unit: .metres)
  }
}
